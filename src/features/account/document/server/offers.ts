/** Offers to add one of several things: made by another domain for its own case, which is notified of the result. // Spec account 8, docs/decisions/071 */
import { sql } from "kysely";
import { notify } from "#features/platform/notice/server/index.ts";
import { answer, type CallAnswer } from "#server/call/pipeline.ts";
import { Refusal } from "#server/call/refusal.ts";
import { transact, type Reader, type Transaction } from "#server/database.server.ts";
import type { Actor } from "#server/records/lifecycle.ts";
import type { Services } from "#server/services.ts";
import { eachDue } from "#server/work/sweeps.ts";
import { dateInWib } from "#shared/dates.ts";
import { linkDays } from "#shared/promised-times.ts";
import {
  getInformationOffer,
  type InformationOffer,
  type OfferKind,
  type OfferOption,
  type InformationOfferState,
} from "../contract.ts";
import { chooseInformation, skipInformation } from "../offer-contract.ts";
import { informationGiven } from "./events.ts";
import { offerLife } from "./lifecycle.ts";
import { informationOffered } from "./notices.ts";
import {
  dueOffers,
  findInformationOffer,
  insertInformationOffer,
  newestOffer,
  noteChosen,
  openInformationOffer,
  type InformationOfferRow,
} from "./offer-store.ts";

const day = 86_400_000;
const atOnce = 100;

/** Offers a borrower, in the transaction of the case, to add one of 2 to 6 options within 7 days; ends an earlier offer. */
export async function offerInformation(
  services: Services,
  trx: Transaction,
  input: { borrowerId: string; subjectId: string; kind: OfferKind; options: readonly OfferOption[] },
): Promise<void> {
  const { borrowerId, subjectId, kind } = input;
  await withdrawOffer(services, trx, borrowerId);
  const id = services.random.uuid();
  const offeredAt = services.clock.now();
  const dueAt = new Date(offeredAt.getTime() + linkDays * day);
  await insertInformationOffer(trx, { borrowerId, id, subjectId, kind, options: [...input.options], offeredAt, dueAt });
  await offerLife.begin(trx, { id, borrowerId, actor: "SYSTEM", cause: "OFFERED", at: offeredAt });
  const values = { offerId: id, dueOn: dateInWib(dueAt) };
  await notify(services, trx, informationOffered[kind], { id, borrowerId, values });
}

/** The case is over, or a newer offer is made: the open one ends. */
export async function withdrawOffer(
  services: Services,
  trx: Transaction,
  borrowerId: string,
  subjectId?: string,
): Promise<void> {
  const row = await openInformationOffer(trx, borrowerId);
  if (row && (subjectId === undefined || row.subjectId === subjectId))
    await end(services, trx, row, { to: "WITHDRAWN", actor: "SYSTEM", cause: "CASE_OVER" });
}

function end(
  services: Services,
  trx: Transaction,
  { borrowerId, id }: InformationOfferRow,
  {
    to,
    actor,
    cause,
    given,
  }: { to: Exclude<InformationOfferState, "OPEN">; actor: Actor; cause: string; given?: OfferOption },
): Promise<boolean> {
  const at = services.clock.now();
  const set = { endedAt: at, ...(given === undefined ? {} : { given }) };
  return offerLife.move(trx, { id, borrowerId, from: ["OPEN"], to, actor, cause, at, set });
}

/** Something was added that an offer may have asked for, chosen or not: the first addition ends the offer. */
export async function noteInformation(
  services: Services,
  trx: Transaction,
  borrowerId: string,
  option: OfferOption | undefined,
): Promise<void> {
  if (option === undefined) return;
  const row = await openInformationOffer(trx, borrowerId);
  if (!row?.options.includes(option)) return;
  const by = { to: "GIVEN", actor: "BORROWER", cause: "GIVEN", given: option } as const;
  if (!(await end(services, trx, row, by))) return;
  const { id: offerId, subjectId, kind } = row;
  const about = { borrowerId, offerId, subjectId, isReoffer: kind === "REOFFER" };
  await services.events.announce(trx, informationGiven, { id: `given_${offerId}`, at: services.clock.now(), ...about });
}

/** Until when an offer about a case is open; null where none is. */
export async function offeredUntil(reader: Reader, borrowerId: string, subjectId: string): Promise<Date | null> {
  const row = await openInformationOffer(reader, borrowerId);
  return row?.subjectId === subjectId ? row.dueAt : null;
}

const viewOf = (row: InformationOfferRow): InformationOffer => ({
  offerId: row.id,
  kind: row.kind,
  state: row.state,
  options: row.options,
  chosen: row.chosen,
  given: row.given,
  dueAt: row.dueAt.toISOString(),
  endedAt: row.endedAt?.toISOString() ?? null,
});

/** The offer that a link leads to. @throws Refusal OFFER_UNKNOWN */
export async function offerOfLink(reader: Reader, subject: string): Promise<InformationOfferRow> {
  const [borrowerId = "", offerId = ""] = subject.split(".");
  const row = await findInformationOffer(reader, borrowerId, offerId);
  if (!row) throw new Refusal("OFFER_UNKNOWN");
  return row;
}

/** The same, while something of this kind may be added. @throws Refusal OFFER_UNKNOWN, OFFER_OVER */
export async function openOfferOfLink(
  reader: Reader,
  subject: string,
  option: OfferOption,
): Promise<InformationOfferRow> {
  const row = await offerOfLink(reader, subject);
  if (row.state !== "OPEN") throw new Refusal("OFFER_OVER");
  if (!row.options.includes(option)) throw new Refusal("OFFER_UNKNOWN");
  return row;
}

export const offerAnswers: readonly CallAnswer[] = [
  answer(getInformationOffer, async (_input, { database, borrowerId }) => {
    const row = await newestOffer(database, borrowerId);
    return { offer: row && viewOf(row) };
  }),
  answer(chooseInformation, ({ offerId, option }, { services, borrowerId, refuse }) =>
    transact(services.database, async (trx) => {
      const row = (await findInformationOffer(trx, borrowerId, offerId)) ?? refuse("OFFER_UNKNOWN");
      if (!row.options.includes(option)) refuse("OPTION_NOT_OFFERED");
      if (!(await noteChosen(trx, borrowerId, offerId, option))) refuse("OFFER_OVER");
      return { offer: viewOf({ ...row, chosen: option }) };
    }),
  ),
  answer(skipInformation, ({ offerId }, { services, borrowerId, refuse }) =>
    transact(services.database, async (trx) => {
      const row = (await findInformationOffer(trx, borrowerId, offerId)) ?? refuse("OFFER_UNKNOWN");
      await end(services, trx, row, { to: "SKIPPED", actor: "BORROWER", cause: "SKIPPED" });
      const ended = (await findInformationOffer(trx, borrowerId, offerId))!;
      if (ended.state !== "SKIPPED") refuse("OFFER_OVER");
      return { offer: viewOf(ended) };
    }),
  ),
];

async function endOverdue(services: Services): Promise<number> {
  const { database, clock, log } = services;
  const over = { to: "EXPIRED", actor: "SYSTEM", cause: "TIME_OVER" } as const;
  return eachDue(
    await dueOffers(database, clock.now(), atOnce),
    (row) => transact(database, (trx) => end(services, trx, row, over)),
    { log, failure: "end of an offer not recorded", idOf: ({ id }) => id },
  );
}

export function offerSweeps({ sweeps }: Services): void {
  sweeps.add({
    name: "document-offer",
    everySeconds: 60,
    waits: {
      text: {
        id: "Tawaran data tambahan yang berakhir",
        en: "Offers of further data that end",
        zh: "到期的补充资料邀请",
      },
      rows: [{ table: "information_offer", at: "dueAt", where: sql<boolean>`state = 'OPEN'` }],
    },
    run: endOverdue,
  });
}
