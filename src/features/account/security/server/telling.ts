/** Records an event of an account, and notifies its owner at the addresses before it. */
import { numberIndexOf } from "#features/account/verification/server/index.ts";
import { notify, type Addressee, addresseeOf } from "#features/platform/notice/server/index.ts";
import type { Transaction } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import type { SecurityEventKind } from "../contract.ts";
import { toFormerAddress, toOwner } from "./notices.ts";
import { countNotifiedEvents, findEventBySource, insertSecurityEvent } from "./store.ts";

/** Maximal login notices within 24 hours; further logins are only listed. // Spec account 2 */
const maxLoginsTold = 3;

export interface SecurityAct {
  borrowerId: string;
  kind: SecurityEventKind;
  /** Derived from its cause (`<request>`); unique per borrower and kind: repeated events count once. */
  id: string;
  /** The name of the browser or app (`deviceNameOf`); empty when no person acted. */
  device: string;
  /** Time of the event; now if omitted. */
  at?: Date;
  /** When the request takes effect, if its owner can still stop it. */
  effectAt?: Date;
}

/** The account's address before this event, if the event changed it. */
export interface FormerAddress {
  /** `08…` */
  mobileNumber?: string | undefined;
  email?: string | undefined;
}

/**
 * Records an event for the list of `/webview/security`, without a notice: for a domain that sends its own, with
 * `contestLink({ borrowerId, eventId })`.
 * @returns the event's id; the first one's when it was recorded before
 */
export async function noteSecurityEvent(services: Services, trx: Transaction, act: SecurityAct): Promise<string> {
  const now = await services.ask(addresseeOf)(services, trx, act.borrowerId);
  return (await noted(services, trx, act, { isTold: true, mobileNumber: now?.mobileNumber ?? null })).eventId;
}

export const eventNumberPlace = (eventId: string) => ({
  table: "security_event",
  column: "mobileNumberSealed",
  row: eventId,
});

async function noted(
  services: Services,
  trx: Transaction,
  { borrowerId, kind, id: source, device, at }: SecurityAct,
  receiver: { isTold: boolean; mobileNumber: string | null },
): Promise<{ eventId: string; isNew: boolean }> {
  const { isTold, mobileNumber } = receiver;
  const id = services.random.uuid();
  const sourceId = `${kind}:${source}`;
  const happenedAt = at ?? services.clock.now();
  const number =
    mobileNumber === null
      ? { numberIndex: null, mobileNumberSealed: null }
      : {
          numberIndex: numberIndexOf(services, mobileNumber),
          mobileNumberSealed: await services.keys.borrowerKeys.seal(
            trx,
            borrowerId,
            mobileNumber,
            eventNumberPlace(id),
          ),
        };
  if (await insertSecurityEvent(trx, { borrowerId, id, kind, sourceId, happenedAt, device, isTold, ...number }))
    return { eventId: id, isNew: true };
  return { eventId: (await findEventBySource(trx, borrowerId, sourceId))!.id, isNew: false };
}

/**
 * Records an event and notifies its owner: in the inbox, at the number (WhatsApp, else SMS) and by mail, each at the
 * address before the event. The addresses are read now, so call it in the transaction of the event and, if the event
 * changes them, before it does or with `before`. The notice links to `/not-me` for 14 days.
 * @returns the event's id
 */
export async function notifySecurity(
  services: Services,
  trx: Transaction,
  act: SecurityAct & { before?: FormerAddress },
): Promise<string> {
  const { borrowerId, kind, id, device, at = services.clock.now(), effectAt, before = {} } = act;
  const since = new Date(at.getTime() - 86_400_000);
  const isTold =
    kind !== "LOGIN_UNKNOWN_DEVICE" || (await countNotifiedEvents(trx, borrowerId, kind, since)) < maxLoginsTold;
  const now = await services.ask(addresseeOf)(services, trx, borrowerId);
  const mobileNumber = before.mobileNumber ?? now?.mobileNumber ?? null;
  const { eventId, isNew } = await noted(services, trx, act, { isTold, mobileNumber });
  if (!isNew || !isTold || !now) return eventId;
  const coming = effectAt ? { effectAt: effectAt.toISOString() } : {};
  const values = { borrowerId, eventId, happenedAt: at.toISOString(), device, ...coming };
  await notify(services, trx, toOwner[kind], { id, borrowerId, to: addressOf(now, mobileNumber, now.email), values });
  if (before.email !== undefined && before.email !== now.email)
    await notify(services, trx, toFormerAddress[kind], {
      id,
      borrowerId,
      to: addressOf(now, null, before.email),
      values,
    });
  return eventId;
}

const addressOf = (
  { language, brandId }: Addressee,
  mobileNumber: string | null,
  email: string | null | undefined,
) => ({ ...(mobileNumber ? { mobileNumber } : {}), ...(email ? { email } : {}), language, brandId });
