/** Outcomes that testers can choose for the sandbox's senders. */

/** SILENT: the message arrived, and the answer that it was taken did not. UNKNOWN: neither did. */
export const messagingOutcomes = ["SENT", "REJECTED", "SILENT", "UNKNOWN"] as const;
export type MessagingOutcome = (typeof messagingOutcomes)[number];

/** DELIVERED, BOUNCED and COMPLAINED are taken and reported, `duplicates` times more; SENT is taken and never reported. */
export const mailNextOutcomes = [
  "SENT",
  "DELIVERED",
  "BOUNCED",
  "COMPLAINED",
  "REJECTED",
  "SILENT",
  "UNKNOWN",
] as const;
export type MailNextOutcome = (typeof mailNextOutcomes)[number];
