/**
 * Mailings that can be unsubscribed: by a link without expiry in every such mail, and in the app. Offers follow the
 * consent PROMOTION alone, off until it is given; surveys are sent until their address unsubscribes. // RFC 8058, spec
 * account 14.7
 */
import {
  giveConsent,
  consentInForce,
  withdrawConsent,
  type GivenConsent,
} from "#features/account/privacy/server/index.ts";
import type { Reader, Transaction } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import { mailingCategories, type MailingCategory } from "#features/platform/notice/contract.ts";
import { addUnsubscribed, borrowersWith, borrowerEmailIndexOf, removeUnsubscribed, unsubscribedOf } from "./store.ts";

/** Purpose of the link; it allows nothing else, and calls never read it from a cookie. */
const unsubscribePurpose = "EMAIL_UNSUBSCRIBE";

const isPromotionOn = async (services: Services, reader: Reader, borrowerId: string): Promise<boolean> =>
  (await consentInForce(services, reader, borrowerId, "PROMOTION")) !== null;

async function stopPromotion(services: Services, trx: Transaction, borrowerId: string): Promise<void> {
  const consent = await consentInForce(services, trx, borrowerId, "PROMOTION");
  if (consent) await withdrawConsent(services, trx, borrowerId, consent.id);
}

interface Unsubscribing {
  addressIndex: string;
  category: MailingCategory;
}

/** Where the reader of a mailing stops its kind; null where it was stopped. The token holds the address's blind index and the category, and has no end. */
export async function unsubscribePath(
  services: Services,
  reader: Reader,
  { borrowerId, address, category }: { borrowerId: string; address: string; category: MailingCategory },
): Promise<`/${string}` | null> {
  const addressIndex = borrowerEmailIndexOf(services, address);
  if (category === "PROMOTION") {
    if (!(await isPromotionOn(services, reader, borrowerId))) return null;
  } else if ((await unsubscribedOf(reader, addressIndex)).includes(category)) return null;
  const subject = `${category}.${addressIndex}`;
  return `/unsubscribe/${services.keys.signLink({ purpose: unsubscribePurpose, subject, expiresAt: null })}`;
}

/** The subject of a token; null for a token that we did not issue. */
export function readUnsubscribeToken({ keys, clock }: Services, token: string): Unsubscribing | null {
  const claim = keys.verifyLink(token, unsubscribePurpose, clock.now());
  const [named = "", addressIndex = ""] = claim?.subject.split(".") ?? [];
  const category = mailingCategories.find((one) => one === named);
  return category && addressIndex ? { addressIndex, category } : null;
}

interface MailingState {
  category: MailingCategory;
  on: boolean;
}

/** The mailings of a borrower. Without an address there are no surveys; offers may also come to the phone and the inbox. */
export async function mailingsOf(
  services: Services,
  reader: Reader,
  { borrowerId, addressIndex }: { borrowerId: string; addressIndex: string | null },
): Promise<MailingState[]> {
  const promotion = { category: "PROMOTION" as const, on: await isPromotionOn(services, reader, borrowerId) };
  return addressIndex === null ? [promotion] : [promotion, await surveysTo(reader, addressIndex)];
}

/** The mailings to an address, over all accounts that have it. */
export async function mailingsTo(services: Services, reader: Reader, addressIndex: string): Promise<MailingState[]> {
  let on = false;
  for (const borrowerId of await borrowersWith(reader, addressIndex))
    on ||= await isPromotionOn(services, reader, borrowerId);
  return [{ category: "PROMOTION", on }, await surveysTo(reader, addressIndex)];
}

const surveysTo = async (reader: Reader, addressIndex: string): Promise<MailingState> => ({
  category: "SURVEY",
  on: !(await unsubscribedOf(reader, addressIndex)).includes("SURVEY"),
});

/** Switches a mailing of a borrower. @returns false where surveys have no address to go to */
export async function switchMailing(
  services: Services,
  trx: Transaction,
  { given, addressIndex }: { given: Omit<GivenConsent, "kind">; addressIndex: string | null },
  { category, on }: MailingState,
): Promise<boolean> {
  if (category === "PROMOTION") {
    if (on) await giveConsent(services, trx, { ...given, kind: "PROMOTION" });
    else await stopPromotion(services, trx, given.borrowerId);
    return true;
  }
  if (addressIndex === null) return false;
  if (on) await removeUnsubscribed(trx, addressIndex, category);
  else await addUnsubscribed(trx, addressIndex, [category], services.clock.now());
  return true;
}

/** Stops these mailings to an address, for every account with it. Repeating it changes nothing. */
export async function unsubscribe(
  services: Services,
  trx: Transaction,
  addressIndex: string,
  categories: readonly MailingCategory[] = mailingCategories,
): Promise<void> {
  if (categories.includes("SURVEY")) await addUnsubscribed(trx, addressIndex, ["SURVEY"], services.clock.now());
  if (!categories.includes("PROMOTION")) return;
  for (const borrowerId of await borrowersWith(trx, addressIndex)) await stopPromotion(services, trx, borrowerId);
}
