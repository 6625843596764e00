/** Legal holds: proposed by one person, confirmed by another; during a hold none of the borrower's data is destroyed. // Spec account 6, 13 */
import * as v from "valibot";
import { answer, type CallAnswer } from "#server/call/pipeline.ts";
import { Refusal } from "#server/call/refusal.ts";
import type { Reader } from "#server/database.server.ts";
import { defineProposal } from "#server/four-eyes/proposal-kind.ts";
import { openProposalsBySubject } from "#server/four-eyes/proposal-store.ts";
import { propose } from "#server/four-eyes/proposals.ts";
import type { Services } from "#server/services.ts";
import { getLegalHold, holdAuthorities, proposeLegalHold } from "../staff-contract.ts";
import { holdWords } from "./legal-words.ts";
import { findErasure, findHold, insertLegalHold, isHeldByLaw, liftHold } from "./retention-store.ts";
import { isRegistered, type Blocker } from "#server/account-questions.ts";

export const holdKind = defineProposal({
  kind: "legal.hold",
  text: holdWords.kind,
  payload: v.object({ wanted: v.picklist(["HOLD", "LIFT"]), authority: v.picklist(holdAuthorities) }),
  permissions: { read: "legal.hold", propose: "legal.hold", check: "legal.hold" },
  subject: ({ payload: { authority } }, { language }) => holdWords[authority][language],
  consequences: ({ payload: { wanted } }) => ({
    ifConfirmed: holdWords[`${wanted}Follows`],
    ifRefused: holdWords.refusedFollows,
  }),
  show: async (_services, _reader, { subjectId, payload: { wanted, authority } }) => ({
    lines: [
      { kind: "TEXT", label: holdWords.wanted, text: holdWords[wanted] },
      { kind: "TEXT", label: holdWords.authority, text: holdWords[authority] },
    ],
    to: `/staff/borrowers/${subjectId}/access`,
  }),
  async carryOut(services, trx, { borrowerId, payload: { wanted, authority } }) {
    const at = services.clock.now();
    const isDone =
      wanted === "HOLD"
        ? await insertLegalHold(trx, { borrowerId: borrowerId!, id: services.random.uuid(), authority, setAt: at })
        : await liftHold(trx, borrowerId!, at);
    if (!isDone) throw new Refusal("PROPOSAL_STALE");
  },
  isStale: async (_services, reader, { borrowerId, payload: { wanted } }) =>
    (await isHeldByLaw(reader, borrowerId!)) === (wanted === "HOLD"),
});

/** Also for deleted borrowers: otherwise kept data is destroyed when its rules end. */
async function known({ ask }: Services, reader: Reader, borrowerId: string): Promise<void> {
  const [erasure, isKnown] = await Promise.all([
    findErasure(reader, borrowerId),
    ask(isRegistered)(reader, borrowerId),
  ]);
  if (!erasure && !isKnown) throw new Refusal("BORROWER_NOT_FOUND");
}

export const holdAnswers: readonly CallAnswer[] = [
  answer(getLegalHold, async ({ borrowerId }, { services, database, principal }) => {
    const [, hold, open] = await Promise.all([
      known(services, database, borrowerId),
      findHold(database, borrowerId),
      openProposalsBySubject(database, holdKind.kind, [borrowerId]),
    ]);
    principal.trail?.note({ borrowerId });
    return {
      hold: hold && {
        authority: hold.authority as (typeof holdAuthorities)[number],
        setAt: hold.setAt.toISOString(),
      },
      proposalId: open.get(borrowerId) ?? null,
    };
  }),
  answer(proposeLegalHold, async ({ borrowerId, wanted, authority, reason }, { services, trx, principal }) => {
    await known(services, trx, borrowerId);
    principal.trail?.note({ borrowerId });
    if ((await isHeldByLaw(trx, borrowerId)) === (wanted === "HOLD")) throw new Refusal("PROPOSAL_STALE");
    const payload = { wanted, authority };
    return {
      proposalId: await propose(services, trx, holdKind, principal.staff, {
        subjectId: borrowerId,
        borrowerId,
        payload,
        reason,
      }),
    };
  }),
];

/** A legal hold blocks the closing of the account. */
export const holdBlocker = async (_services: Services, reader: Reader, borrowerId: string): Promise<Blocker[]> =>
  (await isHeldByLaw(reader, borrowerId)) ? [{ code: "LEGAL_HOLD", path: "/webview/customer-service/complaint" }] : [];
