/** Notifications of the browser. They are off until the player turns them on, which is when the browser asks. */
import { Switch } from "./switch.svelte";

const notifications = new Switch("notifications", false);

export function areNotificationsPossible(): boolean {
  return "Notification" in globalThis;
}

export function areNotificationsOn(): boolean {
  return notifications.isOn && areNotificationsPossible() && Notification.permission === "granted";
}

/** Turn notifications on or off. Return whether the browser allows it. */
export async function setNotifications(on: boolean): Promise<boolean> {
  const isAllowed = !on || (areNotificationsPossible() && (await Notification.requestPermission()) === "granted");
  notifications.set(on && isAllowed);
  return isAllowed;
}

/** Notify the player, if they want it and do not see the page. A tap leads to the page. */
export function notify(title: string, body: string): void {
  if (!areNotificationsOn() || document.visibilityState === "visible") {
    return;
  }
  try {
    const notification = new Notification(title, { body, tag: location.pathname });
    notification.onclick = () => {
      focus();
      notification.close();
    };
  } catch {
    // Some phones only let service workers notify; the title and the icon still tell.
  }
}
