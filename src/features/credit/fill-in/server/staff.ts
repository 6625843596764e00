/** Links to fill in, for staff. */
import { borrowerContact } from "#features/account/login/server/index.ts";
import { notify } from "#features/platform/notice/server/index.ts";
import { answer, type CallAnswer } from "#server/call/pipeline.ts";
import { dateInWib } from "#shared/dates.ts";
import { getFillLinks, sendFillLink } from "../staff-contract.ts";
import { makeLink } from "./links.ts";
import { missingOf } from "./missing.ts";
import { fillLinkSentNotice } from "./notices.ts";
import { newestLinks } from "./store.ts";

const shownLinks = 10;

export const staffAnswers: readonly CallAnswer[] = [
  answer(getFillLinks, async ({ borrowerId }, { services, database, refuse }) => {
    const [contact, links, missing] = await Promise.all([
      borrowerContact(services, database, borrowerId),
      newestLinks(database, borrowerId, shownLinks),
      missingOf(services, database, borrowerId),
    ]);
    if (!contact) return refuse("BORROWER_UNKNOWN");
    return {
      missing,
      links: links.map(({ id, state, cause, asked: items, madeAt, endsAt, endedAt }) => ({
        id,
        state,
        cause,
        asked: items,
        madeAt: madeAt.toISOString(),
        endsAt: endsAt.toISOString(),
        endedAt: endedAt?.toISOString() ?? null,
      })),
    };
  }),
  answer(sendFillLink, async ({ borrowerId }, { services, trx, principal: { staff }, refuse }) => {
    if (!(await borrowerContact(services, trx, borrowerId))) return refuse("BORROWER_UNKNOWN");
    const made = await makeLink(services, trx, borrowerId, { cause: "STAFF", actor: `STAFF:${staff.staffId}` });
    if (typeof made === "string") return refuse(made);
    const { id, endsAt } = made;
    await notify(services, trx, fillLinkSentNotice, {
      id,
      borrowerId,
      values: { linkId: id, endsOn: dateInWib(endsAt) },
    });
    return { linkId: id, endsAt: endsAt.toISOString() };
  }),
];
