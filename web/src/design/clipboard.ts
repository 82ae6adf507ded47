/** Copying text. A page that is not served securely has no clipboard; then the text is selected, to be copied by hand. */

/** Copy the text, and return whether that was possible. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** Select the text of an element. */
export function selectContents(node: Node): void {
  getSelection()?.selectAllChildren(node);
}
