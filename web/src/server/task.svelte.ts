/** Requests to the server, with a message about what went wrong. */
import { errorText } from "./refusal";

/** A kind of request that a page can run several times. */
export class ServerTask {
  isRunning = $state(false);
  /** What went wrong the last time. Empty: nothing. */
  problem = $state("");

  /** Run the work. If it throws, explain it in `problem`. */
  async run(work: () => Promise<void>): Promise<void> {
    this.isRunning = true;
    this.problem = "";
    try {
      await work();
    } catch (error) {
      this.problem = errorText(error);
    } finally {
      this.isRunning = false;
    }
  }
}
