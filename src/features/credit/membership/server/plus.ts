/** Plus: chosen by its borrower, renewed while its conditions hold, ended 8 days late. */
import { notify } from "#features/platform/notice/server/index.ts";
import { Refusal } from "#server/call/refusal.ts";
import { transact, type Transaction } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import { eachDue, type Sweep } from "#server/work/sweeps.ts";
import { addDays, dateInWib, instantOf } from "#shared/dates.ts";
import { sql } from "kysely";
import type { beginPlus } from "../contract.ts";
import { memberStateOf } from "./facts.ts";
import { missingForPlus, termsOn } from "./levels.ts";
import { plusLife } from "./lifecycle.ts";
import { plusBegun, plusLate, plusOver, plusRenewed } from "./notices.ts";
import { changePlus, duePlus, findPlus, insertPlus, type PlusRow } from "./store.ts";

const dayMilliseconds = 86_400_000;

/** Next check: at the start of the next day past due, or at the end of the term. */
export function nextPlusCheck(now: Date, endsAt: Date): Date {
  const tomorrow = instantOf(addDays(dateInWib(now), 1), "WIB", { hour: 0, minute: 5 });
  return tomorrow < endsAt ? tomorrow : endsAt;
}

const termOf = (from: Date): Date => new Date(from.getTime() + termsOn(dateInWib(from)).plusDays * dayMilliseconds);

/** Begins Plus; does nothing while it runs. @throws Refusal PLUS_CONDITIONS */
export async function startPlus(services: Services, trx: Transaction, borrowerId: string): Promise<void> {
  const now = services.clock.now();
  const { facts, plus } = await memberStateOf(services, trx, borrowerId);
  if (plus) return;
  const missing = missingForPlus(facts, dateInWib(now));
  if (missing.length > 0) throw new Refusal<typeof beginPlus.problems>("PLUS_CONDITIONS", { missing });
  const endsAt = termOf(now);
  const id = services.random.uuid();
  if (!(await insertPlus(trx, { borrowerId, id, begunAt: now, endsAt, checkAt: nextPlusCheck(now, endsAt) }))) return;
  await plusLife.begin(trx, { id, borrowerId, actor: "BORROWER", cause: "CHOSEN", at: now });
  await notify(services, trx, plusBegun, { id, borrowerId, values: { endsOn: dateInWib(endsAt) } });
}

/** Ends it where it runs. */
export async function stopPlus(services: Services, trx: Transaction, borrowerId: string): Promise<void> {
  const plus = await findPlus(trx, borrowerId, true);
  if (plus) await over(services, trx, plus, { actor: "BORROWER", cause: "CHOSEN" });
}

const over = (
  services: Services,
  trx: Transaction,
  { borrowerId, id }: PlusRow,
  why: { actor: "BORROWER" | "SYSTEM"; cause: "CHOSEN" | "OVERDUE" | "CONDITIONS" },
): Promise<boolean> => {
  const at = services.clock.now();
  return plusLife.move(trx, { id, borrowerId, from: ["RUNNING"], to: "ENDED", ...why, at, set: { endedAt: at } });
};

/** Checks a due Plus: ends it if an instalment is too late, or if the term is over and the conditions are not met; else renews it or leaves it. */
async function checkPlus(services: Services, trx: Transaction, borrowerId: string): Promise<boolean> {
  const now = services.clock.now();
  const plus = await findPlus(trx, borrowerId, true);
  if (!plus || plus.checkAt > now) return false;
  const { facts } = await memberStateOf(services, trx, borrowerId);
  const missing = missingForPlus(facts, dateInWib(now));
  const isOver = plus.endsAt <= now;
  const about = { id: plus.id, borrowerId, values: { days: termsOn(dateInWib(now)).plusEndsAtDaysLate } };
  if (missing.includes("NOT_LATE")) {
    await over(services, trx, plus, { actor: "SYSTEM", cause: "OVERDUE" });
    await notify(services, trx, plusLate, about);
  } else if (isOver && missing.length > 0) {
    await over(services, trx, plus, { actor: "SYSTEM", cause: "CONDITIONS" });
    await notify(services, trx, plusOver, about);
  } else {
    const endsAt = isOver ? termOf(now) : plus.endsAt;
    await changePlus(trx, plus, { endsAt, checkAt: nextPlusCheck(now, endsAt) });
    const endsOn = dateInWib(endsAt);
    if (isOver)
      await notify(services, trx, plusRenewed, { id: `${plus.id}_${endsOn}`, borrowerId, values: { endsOn } });
  }
  return true;
}

export const plusSweep: Sweep = {
  name: "membership-plus",
  everySeconds: 300,
  waits: {
    text: { id: "Plus yang diperiksa lagi", en: "Plus memberships to review", zh: "待复查的 Plus 会员" },
    rows: [{ table: "membership_plus", at: "checkAt", where: sql<boolean>`state = 'RUNNING'` }],
  },
  async run(services) {
    const { database, clock, log } = services;
    const due = await duePlus(database, clock.now(), 100);
    return eachDue(due, (borrowerId) => transact(database, (trx) => checkPlus(services, trx, borrowerId)), {
      log,
      failure: "Plus was not looked at",
      idOf: (borrowerId) => borrowerId,
    });
  },
};
