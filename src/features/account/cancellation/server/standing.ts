/** The closing of the account that was asked for last, for the console's page about the borrower. */
import { closureStates } from "../contract.ts";
import { newestClosure } from "./store.ts";
import { standingTexts } from "./words.ts";
import type { StandingSource } from "#server/console/questions.ts";

export const standing: StandingSource = async (_services, reader, borrowerId) => {
  const row = await newestClosure(reader, borrowerId);
  const state = closureStates.find((one) => one === row?.state);
  if (!row || !state) return [];
  return [
    {
      group: "REQUESTS",
      id: row.id,
      what: standingTexts.closing,
      state: standingTexts[state],
      isOpen: state !== "WITHDRAWN" && state !== "UNDONE" && state !== "ERASED",
      at: row.askedAt,
      until: state === "COOLING" ? row.coolingUntil : null,
    },
  ];
};
