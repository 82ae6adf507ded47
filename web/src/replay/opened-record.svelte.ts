/** The record of a game that was opened from a file; it is forgotten when the page is loaded again. */
class OpenedRecord {
  /** Null: none has been opened. */
  content = $state.raw<unknown>(null);
}

export const openedRecord = new OpenedRecord();
