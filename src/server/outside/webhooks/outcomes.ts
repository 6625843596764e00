/** Outcomes that testers can choose for the sandbox's webhook receiver. SLOW answers after the sender has stopped waiting. */
export const receiverOutcomes = ["OK", "SERVER_ERROR", "GONE", "REDIRECT", "SLOW"] as const;
export type ReceiverOutcome = (typeof receiverOutcomes)[number];
