import type { ComplaintState } from "../contract.ts";

/** How a state's badge is coloured: by who has to do something. */
export const stateKinds: Readonly<Record<ComplaintState, "plain" | "info" | "attention" | "ok">> = {
  RECEIVED: "info",
  IN_PROGRESS: "info",
  EXTENDED: "attention",
  ANSWERED: "ok",
  REOPENED: "attention",
  CLOSED: "plain",
};
