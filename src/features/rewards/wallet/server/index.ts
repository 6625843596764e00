/** Wallets: answers to the domain's calls, and what other domains may ask of it. */
export { giveCash, giveVoucher, revokeCash, type CashAward, type CashOutcome, type VoucherAward } from "./giving.ts";
