declare module "virtual:messages/*" {
  const messages: Record<string, import("./message").Message>;
  export default messages;
}
declare module "virtual:rules/*" {
  const messages: Record<string, import("./message").Message>;
  export default messages;
}
