/** The cases about a borrower's requests, for the console's page about the borrower. */
import { texts } from "../texts.ts";
import { reviewKinds } from "./kinds.ts";
import { newestReviews } from "./store.ts";
import type { StandingSource } from "#server/console/questions.ts";

const most = 20;

export const standing: StandingSource = async ({ ask }, reader, borrowerId) => {
  const kinds = reviewKinds(ask);
  return (await newestReviews(reader, borrowerId, most)).map((row) => {
    const name = kinds.get(row.kind)?.text;
    const numbered = (text: string | undefined) => `${text ?? row.kind} ${row.number}`;
    const isOpen = row.state !== "CLOSED";
    return {
      group: "REQUESTS",
      id: row.subjectId,
      what: { id: numbered(name?.id), en: numbered(name?.en), zh: numbered(name?.zh) },
      state: texts[row.outcome ?? row.state],
      isOpen,
      at: row.openedAt,
      until: isOpen ? row.dueAt : null,
      to: `/staff/reviews/${row.id}`,
    };
  });
};
