/** The public face of the ledger for features and jobs. */
export {
  type AccountKindName,
  type AccountRef,
  type Asset,
  type TransferKindName,
  account,
  chart,
  transferKinds,
} from "./chart.ts";
export { keepMergedValue, mergeValue, unmergeValue, type MergedValue } from "./merging.ts";
export {
  type LedgerProblem,
  LedgerRefusal,
  type Phase,
  type PostedTransfer,
  type LedgerPosting,
  type Transfer,
  hold,
  lockFreeAccounts,
  lockLedgerAccount,
  lockBalance,
  post,
  settle,
  voidHold,
} from "./posting.ts";
export {
  type HistoryPage,
  type Moved,
  accountsWithMoney,
  availableOf,
  balanceOf,
  historyOf,
  historyOfReference,
  isPosted,
  movedByKind,
  movedOfReference,
  movedOfReferences,
  openHolds,
} from "./reading.ts";
export {
  type DaySum,
  firstFolded,
  foldLedgerDays,
  ledgerFoldSweep,
  foldedUpTo,
  ledgerDaysCheck,
  sumsOfDays,
} from "./days.ts";
export {
  type AccountPosting,
  type BankMovement,
  findLedgerAccount,
  movementsByValueDate,
  postingsOf,
  settledOnLoans,
} from "./postings.ts";
export { type WrittenOff, writtenOffOn } from "./written-off.ts";
export { auditAll, auditRecent } from "./audit.ts";
export { openAuditProgress } from "./audit-progress.ts";
export { type AuditReport, type LedgerFinding, type FindingCode, liftStop, openStop } from "./findings.ts";
export { sealAll, sealNew } from "./sealing.ts";
