/** Copying words; where a page is not served securely there is no clipboard, and they are marked to be copied by hand. */

/** Copy the words; whether that could be done. */
export async function copied(words: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(words);
    return true;
  } catch {
    return false;
  }
}

/** Mark what is written there. */
export function select(shown: Node): void {
  getSelection()?.selectAllChildren(shown);
}
