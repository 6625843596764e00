/** The receiver of a notice at the moment of sending: addresses, hours, and what is muted. */
import { nationalHolidaysAround } from "#server/calendar/business-calendar.ts";
import type { Sealer } from "#server/keys/keys.server.ts";
import type { Services } from "#server/services.ts";
import { contactHours, dateInWib, isInside, nextInside, type Zone } from "#shared/dates.ts";
import type { Language } from "#shared/texts.ts";
import { mutableTopics } from "../contract.ts";
import { addresseeOf, keepsContactHours, type NoticeDefinition } from "./definition.ts";
import { readMuted } from "./inbox-store.ts";
import { sealedAddress, type SealedWords } from "./sealed.ts";
import type { NoticeRow } from "./store.ts";

/** The receiver at this moment. */
export interface Receiver {
  mobileNumber: string | null;
  email: string | null;
  language: Language;
  brandId: string | null;
  zone: Zone;
}
export interface Sending {
  services: Services;
  row: NoticeRow;
  notice: NoticeDefinition;
  sealer: Sealer;
  words: SealedWords;
}

/** The account's current addresses, or those given with the notice. Null when the account is gone. */
export async function receiverOf(services: Services, row: NoticeRow, sealer: Sealer): Promise<Receiver | null> {
  const own =
    row.borrowerId === null ? null : await services.ask(addresseeOf)(services, services.database, row.borrowerId);
  if (row.toSealed === null) return own;
  const to = sealedAddress.open(sealer, row.id, row.toSealed);
  const { mobileNumber = null, email = null, language, brandId } = to;
  return { mobileNumber, email, language, brandId, zone: own?.zone ?? "WIB" };
}

/** The next contact hour; null when now is one, or the notice does not respect them. */
export async function hourOf(
  { database, clock }: Services,
  notice: NoticeDefinition,
  zone: Zone,
): Promise<Date | null> {
  const isOutside = notice.channels.some((channel) => channel !== "INBOX");
  if (!isOutside || !keepsContactHours(notice)) return null;
  const now = clock.now();
  const holidays = await nationalHolidaysAround(database, dateInWib(now));
  return isInside(contactHours, now, zone, holidays) ? null : nextInside(contactHours, now, zone, holidays);
}

/** Whether the borrower has muted the notice's topic. */
export async function isMutedFor(
  services: Services,
  notice: NoticeDefinition,
  borrowerId: string | null,
): Promise<boolean> {
  if (borrowerId === null || !mutableTopics.some((topic) => topic === notice.topic)) return false;
  return (await readMuted(services.database, borrowerId)).some((topic) => topic === notice.topic);
}
