/** Questions that documents ask of domains above. */
import type { Transaction } from "#server/database.server.ts";
import { defineQuestion } from "#server/questions.ts";
import type { Services } from "#server/services.ts";

/** The id of a link with which the borrower adds missing data without a login; null when none may be sent. */
export const fillLinkFor = defineQuestion<
  (services: Services, trx: Transaction, borrowerId: string) => Promise<string | null>
>("fill-link-for", "ONE");
