/** The calls of a link: prove the birth date, fill in the missing items, submit once. */
import { documentUploads, fillLinkPurpose } from "#features/account/document/contract.ts";
import { closeAnsweredRequest, uploadPhoto } from "#features/account/document/server/index.ts";
import { identityOf } from "#features/account/identity/server/index.ts";
import { addPerson, isVillage, savePart } from "#features/account/profile/server/index.ts";
import { notify } from "#features/platform/notice/server/index.ts";
import { answer, type CallAnswer, type ContextOf } from "#server/call/pipeline.ts";
import type { Caller } from "#server/call/caller.ts";
import { limitRate } from "#server/call/rate-limit.ts";
import { Refusal } from "#server/call/refusal.ts";
import { transact, type Reader, type Transaction } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import {
  checkFill,
  fillContact,
  fillDocument,
  fillHome,
  fillPersonal,
  fillWork,
  finishFill,
  getFill,
  kindsOfItem,
  provenMinutes,
  type FillItem,
  type FillView,
} from "../contract.ts";
import { endFillLink } from "./links.ts";
import { missingOf } from "./missing.ts";
import { fillLinkFilledNotice } from "./notices.ts";
import { findFillLink, lockLink, noteProven, noteWrong, type FillLinkRow } from "./store.ts";

/** Suffix of the subject of a link whose holder has given the birth date. */
const provenMark = "proven";

interface Access {
  row: FillLinkRow;
  isProven: boolean;
}

/** The link that a token names. One that is over shows nothing, whatever ended it. @throws Refusal LINK_INVALID */
async function accessOf(
  { clock }: Services,
  subject: string,
  find: (borrowerId: string, id: string) => Promise<FillLinkRow | null>,
): Promise<Access> {
  const [borrowerId = "", id = "", mark] = subject.split(".");
  const row = await find(borrowerId, id);
  const isProven = mark === provenMark;
  // The browser that submitted everything sees the result; the message's own link is used up.
  const mayRead = row && (row.state === "OPEN" ? row.endsAt > clock.now() : row.state === "DONE" && isProven);
  if (!row || !mayRead) throw new Refusal("LINK_INVALID");
  return { row, isProven };
}

const readAccess = (services: Services, reader: Reader, subject: string): Promise<Access> =>
  accessOf(services, subject, (borrowerId, id) => findFillLink(reader, borrowerId, id));
const lockAccess = (services: Services, trx: Transaction, subject: string): Promise<Access> =>
  accessOf(services, subject, (borrowerId, id) => lockLink(trx, borrowerId, id));

/** The same, for a link that still accepts data. @throws Refusal LINK_INVALID, FILL_DONE */
function openOf({ row, isProven }: Access): FillLinkRow {
  if (!isProven) throw new Refusal("LINK_INVALID");
  if (row.state !== "OPEN") throw new Refusal("FILL_DONE");
  return row;
}

async function viewOf(services: Services, reader: Reader, subject: string): Promise<FillView> {
  const { row, isProven } = await readAccess(services, reader, subject);
  const { state, attemptsLeft, borrowerId } = row;
  if (!isProven) return { state: "CHECK", attemptsLeft, items: [], endsAt: null };
  if (state === "DONE") return { state, attemptsLeft, items: [], endsAt: null };
  const missing = await missingOf(services, reader, borrowerId);
  const items = row.asked.map((item) => ({ item, isGiven: !missing.includes(item) }));
  return { state: "OPEN", attemptsLeft, items, endsAt: row.endsAt.toISOString() };
}

/** Gives the browser a link that carries the proof; it never outlives the link of the message. */
function keepProof({ keys, clock }: Services, caller: Caller, row: FillLinkRow): void {
  const until = Math.min(clock.now().getTime() + provenMinutes * 60_000, row.endsAt.getTime());
  const token = keys.signLink({
    purpose: fillLinkPurpose,
    subject: `${row.borrowerId}.${row.id}.${provenMark}`,
    ownerId: row.borrowerId,
    numberMark: row.numberMark,
    expiresAt: new Date(until),
  });
  caller.setCookie("link", token, { maxAgeSeconds: provenMinutes * 60 });
}

/** Compares the birth date, one try at a time. Returns the link, or the number of tries left. */
async function check(services: Services, subject: string, birthDate: string): Promise<FillLinkRow | number> {
  return transact(services.database, async (trx) => {
    const { row } = await lockAccess(services, trx, subject);
    if (row.state !== "OPEN") throw new Refusal("FILL_DONE");
    const identity = await identityOf(services, trx, row.borrowerId);
    if (identity?.birthDate === birthDate) {
      await noteProven(trx, row, services.clock.now());
      return row;
    }
    const triesLeft = row.attemptsLeft - 1;
    await noteWrong(trx, row);
    if (triesLeft === 0)
      await endFillLink(services, trx, row, { to: "DEAD", cause: "WRONG_BIRTH_DATE", actor: "BORROWER" });
    return triesLeft;
  });
}

type Giving = Pick<ContextOf<"link">, "services" | "caller" | "principal">;

/** Locks the link until the part is written, so that a repeated request counts once. @throws Refusal LINK_INVALID, FILL_DONE */
async function claim({ services, principal }: Giving, trx: Transaction, item: FillItem): Promise<void> {
  const row = openOf(await lockAccess(services, trx, principal.link.subject));
  if (!row.asked.includes(item)) throw new Refusal("FILL_DONE");
  if (!(await missingOf(services, trx, row.borrowerId)).includes(item)) throw new Refusal("FILL_DONE");
}

/** Writes what a link gives; the browser keeps its proof, and reads what is still missing. */
async function give(
  { services, caller, principal: { link } }: Giving,
  write: (row: FillLinkRow) => Promise<unknown>,
): Promise<FillView> {
  const row = openOf(await readAccess(services, services.database, link.subject));
  await write(row);
  keepProof(services, caller, row);
  return viewOf(services, services.database, link.subject);
}

type Part = Parameters<typeof savePart>[2];
const givePart = (giving: Giving, item: FillItem, part: Part): Promise<FillView> =>
  give(giving, ({ borrowerId }) =>
    savePart(giving.services, borrowerId, part, {
      isByLink: true,
      before: (trx) => claim(giving, trx, item),
    }),
  );

export const fillAnswers: readonly CallAnswer[] = [
  answer(getFill, (_input, { services, database, principal }) => viewOf(services, database, principal.link.subject)),
  answer(checkFill, async ({ birthDate }, { services, caller, principal: { link }, refuse }) => {
    const outcome = await check(services, link.subject, birthDate);
    if (typeof outcome === "number") return refuse("FILL_CHECK_WRONG", { attemptsLeft: outcome });
    keepProof(services, caller, outcome);
    return { checked: true as const };
  }),
  answer(fillPersonal, (personal, context) => givePart(context, "PERSONAL", { personal })),
  answer(fillHome, async (home, context) => {
    if (!isVillage(home.villageCode)) context.refuse("AREA_UNKNOWN");
    return givePart(context, "HOME", { home });
  }),
  answer(fillWork, (work, context) => givePart(context, "WORK", { work })),
  answer(fillContact, (person, context) =>
    give(context, ({ borrowerId }) =>
      addPerson(context.services, borrowerId, person, (trx) => claim(context, trx, "CONTACT")),
    ),
  ),
  answer(fillDocument, ({ kind, photo }, context) =>
    give(context, async ({ borrowerId, asked }) => {
      const { services } = context;
      if (!asked.some((item) => kindsOfItem(item).includes(kind))) throw new Refusal("FILL_DONE");
      await limitRate(services, services.database, documentUploads, borrowerId);
      await uploadPhoto(services, borrowerId, kind, photo);
    }),
  ),
  answer(finishFill, async (_input, { services, trx, principal: { link } }) => {
    const row = openOf(await lockAccess(services, trx, link.subject));
    const { borrowerId, id, asked } = row;
    const missing = (await missingOf(services, trx, borrowerId)).filter((item) => asked.includes(item));
    if (missing.length > 0) throw new Refusal<typeof finishFill.problems>("FILL_MISSING", { missing });
    await closeAnsweredRequest(services, trx, borrowerId);
    await endFillLink(services, trx, row, { to: "DONE", cause: "SENT", actor: "BORROWER" });
    await notify(services, trx, fillLinkFilledNotice, { id, borrowerId, values: { linkId: id } });
    return viewOf(services, trx, link.subject);
  }),
];
