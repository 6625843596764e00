import type { ComplaintState } from "../contract.ts";

/** The colour of a state's badge: by the side that has to act. */
export const complaintStateKinds: Readonly<Record<ComplaintState, "plain" | "info" | "attention" | "ok">> = {
  RECEIVED: "info",
  IN_PROGRESS: "info",
  EXTENDED: "attention",
  ANSWERED: "ok",
  REOPENED: "attention",
  CLOSED: "plain",
};
