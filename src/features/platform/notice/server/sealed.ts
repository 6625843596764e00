/** Encrypted parts of a notice's row, and their keys. */
import type { Transaction } from "#server/database.server.ts";
import type { Sealer } from "#server/keys/keys.server.ts";
import type { PushSubscription } from "#server/outside/push/port.ts";
import { sealedColumn } from "#server/records/rows.ts";
import type { Services } from "#server/services.ts";
import type { Language } from "#shared/texts.ts";
import type { NoticeValues } from "./definition.ts";

/** A receiver without an account, or at another address than the account's: the former number, a contact, a complainant. */
export interface NoticeAddress {
  /** `08…` */
  mobileNumber?: string;
  email?: string;
  language: Language;
  brandId: string | null;
}

/** The encrypted parts of the text. */
export interface SealedWords {
  values: NoticeValues;
  variant?: string;
}

/** The address of a browser at its push service, and its keys. */
export const sealedBrowser = sealedColumn<PushSubscription>("notice_push", "subscriptionSealed");
export const sealedWords = sealedColumn<SealedWords>("notice", "valuesSealed");
export const sealedAddress = sealedColumn<NoticeAddress>("notice", "toSealed");

/** A borrower's notices use the borrower's own key, which is destroyed with the borrower's data; notices without an account use the installation's. @throws BorrowerShredded */
export const sealerOf = (
  services: Services,
  trx: Transaction | Services["database"],
  borrowerId: string | null,
): Promise<Sealer> =>
  borrowerId === null ? Promise.resolve(services.keys) : services.keys.borrowerKeys.cipher(trx, borrowerId);
