/**
 * Copy words; whether that could be done. There is no clipboard where the page is not served securely: then what shows them is
 * marked, to be copied by hand.
 */
export async function copied(words: string, shown: Node): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(words);
    return true;
  } catch {
    getSelection()?.selectAllChildren(shown);
    return false;
  }
}
