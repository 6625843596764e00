/** The loan engine: pure, no clock, no database. */
export {
  type LoanProduct,
  type LoanTerms,
  type TermsProblem,
  TermsRefused,
  type PricingInput,
  checkCaps,
  datedOn,
  priceTerms,
  standardProduct,
  tenorClass,
  totalCapRupiah,
} from "./terms.ts";
export { type ScheduledRow, scheduleOf } from "./schedule.ts";
export {
  type Component,
  EventRefused,
  type LoanEvent,
  type PaymentEvent,
  type PaymentSource,
  type Reduction,
  type Reversal,
  type WriteOff,
} from "./events.ts";
export {
  type LateFeeState,
  type LoanState,
  type LoanView,
  type RowState,
  type RowStatus,
  advance,
  carryTo,
  stateOf,
} from "./state.ts";
export { type KeptPosition, keptOf, rulesOf, viewFrom } from "./kept.ts";
export type { Settled } from "./position.ts";
export { type Quote, quoteOf } from "./quote.ts";
export { effectiveYearlyRatePpm } from "./effective-rate.ts";
