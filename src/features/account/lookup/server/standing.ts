/** The newest look-up of each register, for the console's page about the borrower. */
import { texts } from "../texts.ts";
import { newestOfEachKind } from "./store.ts";
import type { StandingSource } from "#server/console/questions.ts";

export const standing: StandingSource = async (_services, reader, borrowerId) =>
  (await newestOfEachKind(reader, borrowerId)).map(({ id, kind, state, askedAt, endsAt }) => ({
    group: "LINKS",
    id,
    what: texts[`${kind}Title`],
    state: texts[`state${state === "CONSENTED" ? "ASKING" : state}`],
    isOpen: state === "CONSENTED" || state === "ASKING" || state === "CODE_NEEDED" || state === "FOUND",
    at: askedAt,
    until: state === "FOUND" ? endsAt : null,
  }));
