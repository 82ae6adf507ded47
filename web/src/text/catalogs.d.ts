/** The modules that build/messages.ts writes: functions that load the messages of a part of the client in a language. */
declare module "virtual:*" {
  const load: Record<
    import("./languages").Language,
    () => Promise<{ default: Record<string, import("./message").Message> }>
  >;
  export default load;
}
