/** Creates and ends links to fill in, within the limits of messages. // Threat I1 */
import { identityOf } from "#features/account/identity/server/index.ts";
import { lockBorrower } from "#features/account/login/server/index.ts";
import { isOpenAccount, linkMark } from "#server/account-questions.ts";
import { countInWindow } from "#server/call/rate-limit.ts";
import { sql } from "kysely";
import { transact, type Transaction } from "#server/database.server.ts";
import type { Actor } from "#server/records/lifecycle.ts";
import type { Services } from "#server/services.ts";
import { eachDue, type Sweep } from "#server/work/sweeps.ts";
import { linkDays } from "#shared/promised-times.ts";
import {
  fillAttempts,
  maxFillLinksADay,
  maxLinksAMonth,
  maxLinksInAllADay,
  maxLinksOfNumber,
  type FillItem,
  type FillLinkState,
} from "../contract.ts";
import type { FillLinkCause } from "../staff-contract.ts";
import { fillLinkLife } from "./lifecycle.ts";
import { missingOf } from "./missing.ts";
import { countLinks, insertFillLink, openLink, overLinks, type FillLinkRow } from "./store.ts";

const dayMilliseconds = 86_400_000;
const atOnce = 100;

/** Why no link is made. */
export type NoLink = "FILL_ACCOUNT_CLOSED" | "FILL_NOT_VERIFIED" | "FILL_NOTHING_MISSING" | "FILL_LINKS_SPENT";

/** Makes a link for what is missing now; an earlier one ends. Returns the row, or why there is none. */
export async function makeLink(
  services: Services,
  trx: Transaction,
  borrowerId: string,
  { cause, actor }: { cause: FillLinkCause; actor: Actor },
): Promise<FillLinkRow | NoLink> {
  // Serializes two requests for one borrower: the second one counts the link of the first.
  await lockBorrower(trx, borrowerId);
  const number = await services.ask(linkMark)(services, trx, borrowerId);
  if (!number || !(await services.ask(isOpenAccount)(trx, borrowerId, { isFrozenToo: false })))
    return "FILL_ACCOUNT_CLOSED";
  if (!(await identityOf(services, trx, borrowerId))?.faceVerified) return "FILL_NOT_VERIFIED";
  const missing = await missingOf(services, trx, borrowerId);
  if (missing.length === 0) return "FILL_NOTHING_MISSING";
  const madeAt = services.clock.now();
  if (await isSpent(services, trx, { borrowerId, numberMark: number.mark, at: madeAt })) return "FILL_LINKS_SPENT";
  await endOpenLink(services, trx, borrowerId, { to: "REPLACED", cause: "NEWER_LINK" });
  const link = {
    borrowerId,
    id: services.random.uuid(),
    cause,
    asked: missing,
    numberMark: number.mark,
    attemptsLeft: fillAttempts,
    madeAt,
    endsAt: new Date(madeAt.getTime() + linkDays * dayMilliseconds),
  };
  await insertFillLink(trx, link);
  await fillLinkLife.begin(trx, { id: link.id, borrowerId, actor, cause, at: madeAt });
  return { ...link, state: "OPEN", provenAt: null, endedAt: null };
}

async function isSpent(
  services: Services,
  trx: Transaction,
  { borrowerId, numberMark, at }: { borrowerId: string; numberMark: string; at: Date },
): Promise<boolean> {
  const daySince = new Date(at.getTime() - dayMilliseconds);
  const monthSince = new Date(at.getTime() - 30 * dayMilliseconds);
  const { today, inMonth, ofNumber } = await countLinks(trx, { borrowerId, numberMark, daySince, monthSince });
  if (today >= maxFillLinksADay || inMonth >= maxLinksAMonth || ofNumber >= maxLinksOfNumber) return true;
  const inAll = await countInWindow(services, trx, "fill-link", dayMilliseconds / 1000);
  if (inAll === maxLinksInAllADay) services.log.error("the day's links to fill in are all sent");
  return inAll > maxLinksInAllADay;
}

/**
 * The link that a message about missing things brings: the open one where it asks for all of them, else a new one. Null where none
 * may be made; the message then leads to the page behind the login.
 */
export async function linkForMessage(services: Services, trx: Transaction, borrowerId: string): Promise<string | null> {
  const open = await openLink(trx, borrowerId);
  const missing = open ? await missingOf(services, trx, borrowerId) : [];
  if (open && asksFor(open, missing) && open.endsAt > services.clock.now()) return open.id;
  const made = await makeLink(services, trx, borrowerId, { cause: "DOCUMENTS", actor: "SYSTEM" });
  return typeof made === "string" ? null : made.id;
}

const asksFor = ({ asked }: FillLinkRow, missing: readonly FillItem[]): boolean =>
  missing.length > 0 && missing.every((item) => asked.includes(item));

/** Ends the borrower's open link, where there is one. */
async function endOpenLink(
  services: Services,
  trx: Transaction,
  borrowerId: string,
  end: { to: "DEAD" | "REPLACED"; cause: string },
): Promise<void> {
  const open = await openLink(trx, borrowerId);
  if (open) await endFillLink(services, trx, open, { ...end, actor: "SYSTEM" });
}

/** The account was blocked, or has another number: its open link stays dead whatever follows. */
export const killFillLink = (services: Services, trx: Transaction, borrowerId: string, cause: string): Promise<void> =>
  endOpenLink(services, trx, borrowerId, { to: "DEAD", cause });

/** False where it had ended before. */
export function endFillLink(
  services: Services,
  trx: Transaction,
  { borrowerId, id }: Pick<FillLinkRow, "borrowerId" | "id">,
  { to, cause, actor }: { to: Exclude<FillLinkState, "OPEN">; cause: string; actor: Actor },
): Promise<boolean> {
  const at = services.clock.now();
  return fillLinkLife.move(trx, { id, borrowerId, from: ["OPEN"], to, actor, cause, at, set: { endedAt: at } });
}

async function endOverdue(services: Services): Promise<number> {
  const { database, clock, log } = services;
  const over = { to: "EXPIRED", cause: "TIME_OVER", actor: "SYSTEM" } as const;
  return eachDue(
    await overLinks(database, clock.now(), atOnce),
    (row) => transact(database, (trx) => endFillLink(services, trx, row, over)),
    { log, failure: "end of a link to fill in not recorded", idOf: ({ id }) => id },
  );
}

export const fillLinkSweep: Sweep = {
  name: "fill-link-end",
  everySeconds: 60,
  waits: {
    text: {
      id: "Tautan pengisian yang berakhir",
      en: "Fill-in links that end",
      zh: "到期的补充资料链接",
    },
    rows: [{ table: "fill_link", at: "endsAt", where: sql<boolean>`state = 'OPEN'` }],
  },
  run: endOverdue,
};
