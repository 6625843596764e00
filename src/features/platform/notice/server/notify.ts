/** Notifies a person: a row in the business transaction, and the job that sends it after the commit. */
import type { Transaction } from "#server/database.server.ts";
import { BorrowerShredded } from "#server/keys/keys.server.ts";
import type { Services } from "#server/services.ts";
import { noticeOf, type NoticeDefinition, type NoticeValues } from "./definition.ts";
import { sealedAddress, sealedWords, sealerOf, type NoticeAddress } from "./sealed.ts";
import { sendNotice } from "./sending.ts";
import { addNotice } from "./store.ts";
import { hashOfLink, linkTokenOf } from "./words.ts";

export interface NotifyInput<Values extends NoticeValues> {
  /** Derived from its cause (`<payment>`): a second notice to the same borrower counts once. */
  id: string;
  /** The owner of the inbox and, without `to`, of the address. */
  borrowerId?: string;
  to?: NoticeAddress;
  values: Values;
}

const maxIdLength = 100;
const short = (id: string): string => (id.length > maxIdLength ? hashOfLink(id).toString("base64url") : id);

/**
 * Sends the notice once after this transaction has committed. Returns false when this borrower has had the notice with
 * this id before, or the borrower's data is deleted. An action that concerns several people notifies each of them under
 * one id. // Threat I4
 * @throws when no domain registers the notice, or it names no receiver
 */
export async function notify<Values extends NoticeValues>(
  services: Services,
  trx: Transaction,
  notice: NoticeDefinition<Values>,
  { id: sourceId, borrowerId, to, values }: NoInfer<NotifyInput<Values>>,
): Promise<boolean> {
  if (!noticeOf(services, notice.kind)) throw new Error(`No domain hands in the notice ${notice.kind}.`);
  if (borrowerId === undefined && to === undefined) throw new Error(`${notice.kind} is told to nobody.`);
  const id = services.random.uuid();
  const sealer = await sealerOf(services, trx, borrowerId ?? null).catch((error: unknown) => {
    if (error instanceof BorrowerShredded) return null;
    throw error;
  });
  if (!sealer) return false;
  const isNew = await addNotice(trx, {
    id,
    borrowerId: borrowerId ?? null,
    kind: notice.kind,
    sourceId: short(borrowerId === undefined ? sourceId : `${borrowerId}_${sourceId}`),
    formerSourceId: short(sourceId),
    topic: notice.topic,
    valuesSealed: sealedWords.seal(sealer, id, { values }),
    toSealed: to ? sealedAddress.seal(sealer, id, to) : null,
    linkHash: hashOfLink(linkTokenOf(services.keys, id)),
    createdAt: services.clock.now(),
  });
  if (isNew) await services.jobs.send(trx, sendNotice, { noticeId: id });
  return isNew;
}
