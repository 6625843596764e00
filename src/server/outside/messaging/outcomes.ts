/** Outcomes that testers can choose for the sandbox's senders. */

/** SILENT: the message arrived, but its confirmation did not. UNKNOWN: neither arrived. */
export const messagingOutcomes = ["SENT", "REJECTED", "SILENT", "UNKNOWN"] as const;
export type MessagingOutcome = (typeof messagingOutcomes)[number];

/** DELIVERED, BOUNCED and COMPLAINED are accepted and reported, with `duplicates` further copies; SENT is accepted and never reported. */
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
