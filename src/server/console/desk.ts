/** Answers to the calls of a desk: `defineDesk` in `#shared/desk.ts`. */
import { answer, type CallAnswer, type StaffPrincipal } from "#server/call/pipeline.ts";
import { Refusal } from "#server/call/refusal.ts";
import { transact, type Reader } from "#server/database.server.ts";
import {
  claimCase,
  claimNextCase,
  isClaimedByOther,
  releaseCase,
  type Claimed,
  type ClaimQueue,
} from "#server/records/claims.ts";
import type { Services } from "#server/services.ts";
import type { DeskCalls } from "#shared/desk.ts";

type DeskRow = Claimed & { borrowerId: string };

export interface Desk<Row extends DeskRow> {
  queue: ClaimQueue;
  /** The case with this id, in whatever state. */
  find: (reader: Reader, id: string) => Promise<Row | null | undefined>;
  /** The borrower of the case, for the audit trail; omitted: the row's own borrower. */
  borrowerOf?: (services: Services, reader: Reader, row: Row) => Promise<string | null>;
}

/** The answers to claim, release and next of a desk; each writes the borrower concerned to the audit trail. */
export function answerDesk<Key extends string, Row extends DeskRow>(
  { key, claim, release, next, codes }: DeskCalls<Key>,
  { queue, find, borrowerOf }: Desk<Row>,
): readonly CallAnswer[] {
  const known = async (reader: Reader, id: string): Promise<Row> => {
    const row = await find(reader, id);
    if (!row) throw new Refusal(codes.unknown);
    return row;
  };
  const note = async (services: Services, principal: StaffPrincipal, row: Row): Promise<void> => {
    const borrowerId = borrowerOf ? await borrowerOf(services, services.database, row) : row.borrowerId;
    if (borrowerId !== null) principal.trail?.note({ borrowerId });
  };
  return [
    answer(claim, async (input, { services, principal }) => {
      const id = input[key];
      const { staffId } = principal.staff;
      const now = services.clock.now();
      const row = await transact(services.database, async (trx) => {
        const isMine = await claimCase(trx, queue, id, staffId, now);
        const found = await known(trx, id);
        if (isMine) return found;
        throw new Refusal(isClaimedByOther(found, staffId, now) ? codes.claimed : codes.notWaiting);
      });
      await note(services, principal, row);
      return { ...input, claimedUntil: row.claimedUntil!.toISOString() };
    }),
    answer(release, async (input, { services, principal }) => {
      const id = input[key];
      return transact(services.database, async (trx) => {
        await known(trx, id);
        return { released: await releaseCase(trx, queue, id, principal.staff.staffId) };
      });
    }),
    answer(next, async ({ after }, { services, principal }) => {
      const id = await transact(services.database, (trx) =>
        claimNextCase(trx, queue, principal.staff.staffId, services.clock.now(), after),
      );
      if (id !== null) principal.trail?.note({ facts: { [key]: id } });
      return { [key]: id } as { [Name in Key]: string | null };
    }),
  ];
}
