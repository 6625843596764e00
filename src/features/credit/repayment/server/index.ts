/** Repayment: answers to the domain's calls, and what other domains may ask of it. */
import type { Api } from "#server/answer.ts";
import type { Services } from "#server/services.ts";
import { whenLoanActive } from "#features/credit/disbursement/server/index.ts";
import { openBooks } from "./books.ts";

export { billOf, paymentsOf } from "./bill.ts";
export { recordEvent, type EventOutcome } from "./books.ts";

export function answers(_api: Api): void {}

export function work(services: Services): void {
  whenLoanActive(services, openBooks);
}
