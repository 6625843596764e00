/** The sandbox's partners whose requests are logged and shown. // docs/decisions/043 */
export const sandboxPorts = [
  "BANK",
  "BUREAU",
  "COLLECTION",
  "FACE_CHECK",
  "ID_CARD",
  "LINKING",
  "LOOKUP",
  "MAIL",
  "MESSAGING",
  "PUSH",
] as const;
export type SandboxPort = (typeof sandboxPorts)[number];

/** Address of the sandbox's own webhook receiver; a name follows this path. */
export const sandboxReceiverPath = "/api/sandbox/webhooks/";
