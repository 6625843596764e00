/** Timeline of questionnaires for the console: that a borrower was invited and answered, never the answers. */
import type { Happening, TimelineSource } from "#server/console/questions.ts";
import { listQuestionnaireInvitations } from "./store.ts";

export const timeline: readonly TimelineSource[] = [
  {
    kinds: ["ACCOUNT"],
    async read({ database }, borrowerId, max) {
      const rows = await listQuestionnaireInvitations(database, borrowerId);
      const happenings = rows.flatMap((row): Happening[] => {
        const facts = { questionnaire: row.questionnaireKey };
        const invited: Happening = { at: row.invitedAt, kind: "ACCOUNT", what: "QUESTIONNAIRE_INVITED", facts };
        return row.submittedAt
          ? [{ at: row.submittedAt, kind: "ACCOUNT", what: "QUESTIONNAIRE_ANSWERED", facts }, invited]
          : [invited];
      });
      return happenings.toSorted((a, b) => b.at.getTime() - a.at.getTime()).slice(0, max);
    },
  },
];
