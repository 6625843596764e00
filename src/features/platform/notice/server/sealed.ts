/** What a notice's row holds sealed, and by whose key. */
import type { Transaction } from "#server/database.server.ts";
import type { Sealer } from "#server/keys/keys.server.ts";
import { sealedColumn } from "#server/records/rows.ts";
import type { Services } from "#server/services.ts";
import type { Language } from "#shared/texts.ts";
import type { NoticeValues } from "./definition.ts";

/** Who has no account, or is told at another address than the account's: the number that stood before, a contact, a complainant. */
export interface NoticeAddress {
  /** `08…` */
  mobileNumber?: string;
  email?: string;
  language: Language;
  brandId: string | null;
}

/** What is sealed of the words. */
export interface SealedWords {
  values: NoticeValues;
  variant?: string;
}

export const sealedWords = sealedColumn<SealedWords>("notice", "values_sealed");
export const sealedAddress = sealedColumn<NoticeAddress>("notice", "to_sealed");

/** A borrower's own key goes with the borrower; what belongs to nobody's account lies under the installation's. @throws BorrowerShredded */
export const sealerOf = (
  services: Services,
  trx: Transaction | Services["database"],
  borrowerId: string | null,
): Promise<Sealer> =>
  borrowerId === null ? Promise.resolve(services.keys) : services.keys.borrowerKeys.cipher(trx, borrowerId);
