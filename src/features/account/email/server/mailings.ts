/** Mailings that an address's owner may refuse: by a link without an end in every such mail, and in the app. // RFC 8058 */
import type { Reader } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import { mailingCategories, type MailingCategory } from "#features/platform/notice/contract.ts";
import { addUnsubscribed, emailIndexOf, unsubscribedOf } from "./store.ts";

/** Purpose of the link; it opens nothing else, and no call reads it from a cookie. */
const unsubscribePurpose = "EMAIL_UNSUBSCRIBE";

interface Unsubscribing {
  addressIndex: string;
  category: MailingCategory;
}

/** Where the reader of a mailing stops its kind; null where it was stopped. The token holds the address's blind index and the category, and has no end. */
export async function unsubscribePath(
  services: Services,
  reader: Reader,
  { address, category }: { address: string; category: MailingCategory },
): Promise<`/${string}` | null> {
  const addressIndex = emailIndexOf(services, address);
  if ((await unsubscribedOf(reader, addressIndex)).includes(category)) return null;
  const subject = `${category}.${addressIndex}`;
  return `/unsubscribe/${services.keys.signLink({ purpose: unsubscribePurpose, subject, expiresAt: null })}`;
}

/** What a token is about; null for one that was never ours. */
export function readUnsubscribeToken({ keys, clock }: Services, token: string): Unsubscribing | null {
  const claim = keys.verifyLink(token, unsubscribePurpose, clock.now());
  const [named = "", addressIndex = ""] = claim?.subject.split(".") ?? [];
  const category = mailingCategories.find((one) => one === named);
  return category && addressIndex ? { addressIndex, category } : null;
}

export async function mailingsOf(
  reader: Reader,
  addressIndex: string,
): Promise<{ category: MailingCategory; on: boolean }[]> {
  const off = await unsubscribedOf(reader, addressIndex);
  return mailingCategories.map((category) => ({ category, on: !off.includes(category) }));
}

/** Stops these mailings to an address, whoever's account it stands in. Done twice it is done once. */
export const unsubscribe = (
  services: Services,
  trx: Reader,
  addressIndex: string,
  categories: readonly MailingCategory[],
): Promise<void> => addUnsubscribed(trx, addressIndex, categories, services.clock.now());
