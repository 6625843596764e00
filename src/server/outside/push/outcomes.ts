/** Outcomes that testers can choose for the sandbox's push service. BUSY asks for the wait of `delaySeconds`; SLOW takes the push and does not say so in time. */
export const pushOutcomes = ["SENT", "GONE", "BUSY", "REJECTED", "SLOW"] as const;
