/** The sandbox's partners whose requests are noted and shown. // docs/decisions/043 */
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
] as const;
export type SandboxPort = (typeof sandboxPorts)[number];

/** Where the receiver of webhooks that stands in the sandbox answers, behind this path by a name of its own. */
export const sandboxReceiverPath = "/api/sandbox/webhooks/";
