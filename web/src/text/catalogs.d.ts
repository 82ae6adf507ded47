/** The functions that build/messages.ts writes to load catalogs, one for each language. */
type Catalogs = Record<
  import("./languages").Language,
  () => Promise<{ default: Record<string, import("./message").Message> }>
>;

/** The messages that every page may need. */
declare module "virtual:messages-catalogs" {
  const catalogs: Catalogs;
  export default catalogs;
}
/** The rules. */
declare module "virtual:rules-catalogs" {
  const catalogs: Catalogs;
  export default catalogs;
}
/** The messages about a finished game: how it was played, and whether the deal was fair. */
declare module "virtual:finished-catalogs" {
  const catalogs: Catalogs;
  export default catalogs;
}
