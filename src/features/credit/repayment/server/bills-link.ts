/** The link to the bills without a login, for a borrower with a proven number who cannot log in: a frozen account can still pay. */
import type { Reader } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import { linkDays } from "#shared/promised-times.ts";
import { billsLinkPurpose } from "../contract.ts";
import { loansToPay } from "./bill.ts";

/** A path with a signed link like that of a reminder; null where nothing is owed. */
export async function billsWithoutLogin(
  { keys, clock }: Services,
  reader: Reader,
  borrowerId: string,
): Promise<`/${string}` | null> {
  if ((await loansToPay(reader, borrowerId)).length === 0) return null;
  const expiresAt = new Date(clock.now().getTime() + linkDays * 86_400_000);
  const token = keys.signLink({ purpose: billsLinkPurpose, subject: borrowerId, ownerId: borrowerId, expiresAt });
  return `/webview/no-login-bills?t=${token}`;
}
