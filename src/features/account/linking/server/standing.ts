/** The newest link of each kind, for the console's page about the borrower. */
import type { Text } from "#shared/texts.ts";
import { nameOfInstitution, type LinkState } from "../contract.ts";
import { texts } from "../texts.ts";
import { newestOfEachKind } from "./store.ts";
import type { StandingSource } from "#server/console/questions.ts";

const stateText = (state: LinkState): Text =>
  state === "LINKED" || state === "FAILED" || state === "ENDED" ? texts[`state${state}`] : texts.stateOPEN;

export const standing: StandingSource = async (_services, reader, borrowerId) =>
  (await newestOfEachKind(reader, borrowerId)).map(({ id, kind, state, institution, begunAt, endsAt }) => {
    const title = texts[`${kind}Title`];
    const at = institution === null ? "" : ` · ${nameOfInstitution(institution)}`;
    return {
      group: "LINKS",
      id,
      what: { id: title.id + at, en: title.en + at, zh: title.zh + at },
      state: stateText(state),
      isOpen: state !== "FAILED" && state !== "ENDED",
      at: begunAt,
      until: state === "LINKED" ? endsAt : null,
    };
  });
