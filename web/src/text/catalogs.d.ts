/** The functions that build/messages.ts writes to load the catalogs. */
declare module "virtual:catalogs" {
  type Catalogs = Record<
    import("./languages").Language,
    () => Promise<{ default: Record<string, import("./message").Message> }>
  >;

  /** Load the client's messages in a language. */
  export const loadMessages: Catalogs;
  /** Load the rules in a language. */
  export const loadRules: Catalogs;
}
