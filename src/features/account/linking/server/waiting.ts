/** Deadlines of a link: the partner's result, a step of the borrower, the end of the partner's access, the end of its validity. */
import { sql } from "kysely";
import { transact } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import { eachDue, type Sweep } from "#server/work/sweeps.ts";
import { linkPollMilliseconds, linkOrderIdOf, settleLink } from "./connecting.ts";
import { endLinking } from "./ending.ts";
import { linkLife, type LinkRow } from "./records.ts";
import {
  claimLinksToPoll,
  claimToRevoke,
  deleteOverLinks,
  findAccountLink,
  findOverLinks,
  noteRevoked,
} from "./store.ts";

const atOnce = 50;
const keptDaysAfter = 400;
const day = 86_400_000;
/** A partner that does not answer is asked again. */
const revokeAgainMilliseconds = 60_000;
type Found = Pick<LinkRow, "borrowerId" | "id">;
const idOf = ({ id }: Found): string => id;

/** Asks partners for missing answers, without any credential. // Spec account 1 */
const askSweep: Sweep = {
  name: "linking-ask",
  everySeconds: 5,
  waits: {
    text: {
      id: "Akun terhubung: hasil yang ditanyakan",
      en: "Linked accounts: results to fetch",
      zh: "账户关联：待查询结果",
    },
    rows: [{ table: "account_link", at: "nextAskAt", where: sql<boolean>`state = 'CONNECTING'` }],
  },
  async run(services) {
    const { database, clock, log } = services;
    const now = clock.now();
    const due = await transact(database, (trx) =>
      claimLinksToPoll(trx, now, new Date(now.getTime() + linkPollMilliseconds), atOnce),
    );
    await eachDue(due, (row) => askAgain(services, row), { log, failure: "link not asked for", idOf });
    return due.length;
  },
};

async function askAgain(services: Services, { borrowerId, id }: Found): Promise<boolean> {
  const row = await findAccountLink(services.database, borrowerId, id);
  if (row?.state !== "CONNECTING" || !row.askUntil) return false;
  const answer = await services.outside.linking.result(linkOrderIdOf(row));
  if (answer.outcome !== "PENDING") return settleLink(services, row, answer, "PARTNER");
  if (services.clock.now() < row.askUntil) return false;
  return settleLink(services, row, { outcome: "UNAVAILABLE" }, "SYSTEM");
}

/** Data is read once: the partner's access ends as soon as the account was read, or the link failed. */
const revokeSweep: Sweep = {
  name: "linking-revoke",
  everySeconds: 5,
  waits: {
    text: {
      id: "Akun terhubung: akses yang dicabut",
      en: "Linked accounts: access to revoke",
      zh: "账户关联：待撤销的授权",
    },
    rows: [{ table: "account_link", at: "revokeAt", where: sql<boolean>`revoked_at is null` }],
  },
  async run(services) {
    const { database, clock, log, outside } = services;
    const now = clock.now();
    const due = await transact(database, (trx) =>
      claimToRevoke(trx, now, new Date(now.getTime() + revokeAgainMilliseconds), atOnce),
    );
    const revoke = async ({ borrowerId, id }: Found): Promise<boolean> => {
      const row = await findAccountLink(database, borrowerId, id);
      if (!row) return false;
      if (!(await outside.linking.revoke(linkOrderIdOf(row))))
        throw new Error("The partner has not confirmed that its access has ended.");
      await noteRevoked(database, borrowerId, id, clock.now());
      return true;
    };
    await eachDue(due, revoke, { log, failure: "access not revoked", idOf });
    return due.length;
  },
};

const endSweep: Sweep = {
  name: "linking-end",
  everySeconds: 15,
  waits: {
    text: {
      id: "Akun terhubung: langkah dan masa yang berakhir",
      en: "Linked accounts: steps and data that expire",
      zh: "账户关联：到期的步骤与结果",
    },
    rows: [
      {
        table: "account_link",
        at: "stepUntil",
        where: sql<boolean>`state in ('CONSENTED', 'CODE_NEEDED', 'REDIRECTED')`,
      },
      { table: "account_link", at: "endsAt", where: sql<boolean>`state = 'LINKED'` },
    ],
  },
  async run(services) {
    const { database, clock, log } = services;
    const due = await findOverLinks(database, clock.now(), atOnce);
    const end = ({ borrowerId, id }: Found) =>
      transact(database, (trx) => endLinking(services, trx, borrowerId, id, "TIME_OVER"));
    return eachDue(due, end, { log, failure: "link not ended", idOf });
  },
};

const forgetSweep: Sweep = {
  name: "linking-forget",
  everySeconds: 3_600,
  finds: [
    {
      table: "account_link",
      at: "changedAt",
      afterSeconds: keptDaysAfter * 86_400,
      where: sql<boolean>`state in ('FAILED', 'ENDED')`,
    },
  ],
  async run({ database, clock }) {
    const until = new Date(clock.now().getTime() - keptDaysAfter * day);
    return transact(database, async (trx) => {
      const ids = await deleteOverLinks(trx, until, 500);
      await linkLife.forget(trx, ids);
      return ids.length;
    });
  },
};

export function linkWork(services: Services): void {
  for (const sweep of [askSweep, revokeSweep, endSweep, forgetSweep]) services.sweeps.add(sweep);
}
