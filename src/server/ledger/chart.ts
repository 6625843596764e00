/**
 * The chart of accounts and the kinds of transfer: assets and debts of the company, and every allowed movement. A
 * transfer whose sides are not in this file cannot be written. // Security rules 2
 */

export const assets = ["RUPIAH", "POINTS", "COUPON", "TICKET"] as const;
export type Asset = (typeof assets)[number];

export interface AccountKind {
  asset: Asset;
  /** The side on which the balance grows: DEBIT for assets and claims, CREDIT for debts and income. */
  normal: "DEBIT" | "CREDIT";
  /** Never below zero, holds counted; only CREDIT accounts. */
  limited?: true;
  /** The owner whose id is part of the account's id; omitted for the company's single account. */
  owner?: "loan" | "borrower" | "lender" | "campaign" | "payment" | "transfer";
  meaning: string;
}

export const chart = {
  // Money at banks
  ESCROW: { asset: "RUPIAH", normal: "DEBIT", meaning: "The escrow bank account that all loan money passes through." },
  OPERATING_CASH: {
    asset: "RUPIAH",
    normal: "DEBIT",
    meaning: "The company's own bank account; rewards are paid from it.",
  },
  HOUSE_FUNDS: {
    asset: "RUPIAH",
    normal: "CREDIT",
    meaning: "What the house has put into its own bank account.",
  },
  // Lenders
  LENDER_AVAILABLE: {
    asset: "RUPIAH",
    normal: "CREDIT",
    limited: true,
    owner: "lender",
    meaning: "A lender's money that is not lent.",
  },
  LENDER_INVESTED: {
    asset: "RUPIAH",
    normal: "CREDIT",
    owner: "lender",
    meaning: "A lender's money that is lent and not yet returned.",
  },
  // A loan
  RECEIVABLE_PRINCIPAL: {
    asset: "RUPIAH",
    normal: "DEBIT",
    owner: "loan",
    meaning: "Principal that the borrower owes.",
  },
  RECEIVABLE_INTEREST: {
    asset: "RUPIAH",
    normal: "DEBIT",
    owner: "loan",
    meaning: "Interest of the schedule that the borrower owes, run or not.",
  },
  RECEIVABLE_FEE: {
    asset: "RUPIAH",
    normal: "DEBIT",
    owner: "loan",
    meaning: "Fees of the schedule that the borrower owes.",
  },
  RECEIVABLE_LATE_FEE: {
    asset: "RUPIAH",
    normal: "DEBIT",
    owner: "loan",
    meaning: "Late fees that the borrower owes.",
  },
  UNEARNED_INTEREST: {
    asset: "RUPIAH",
    normal: "CREDIT",
    owner: "loan",
    meaning: "Interest of the schedule that has not run yet.",
  },
  LOAN_SETTLEMENT: {
    asset: "RUPIAH",
    normal: "CREDIT",
    owner: "loan",
    meaning: "Money received for a loan and not yet allocated: zero after every booking.",
  },
  WRITTEN_OFF: {
    asset: "RUPIAH",
    normal: "DEBIT",
    owner: "loan",
    meaning: "Debt given up in the books that the borrower still owes.",
  },
  RESTRUCTURE_CLEARING: {
    asset: "RUPIAH",
    normal: "DEBIT",
    meaning: "From a new loan to the one it replaces: zero when both are booked.",
  },
  // Income, and amounts waived
  INTEREST_INCOME: { asset: "RUPIAH", normal: "CREDIT", meaning: "Interest that has run." },
  FEE_INCOME: { asset: "RUPIAH", normal: "CREDIT", meaning: "Fees charged." },
  LATE_FEE_INCOME: { asset: "RUPIAH", normal: "CREDIT", meaning: "Late fees charged." },
  WAIVER_COST: {
    asset: "RUPIAH",
    normal: "DEBIT",
    meaning: "Debt given up: by decision of the staff, or as a last rest that no rail carries.",
  },
  DISCOUNT_COST: { asset: "RUPIAH", normal: "DEBIT", meaning: "Debt given up by coupons and campaigns." },
  // Borrowers' money
  BORROWER_BALANCE: {
    asset: "RUPIAH",
    normal: "CREDIT",
    limited: true,
    owner: "borrower",
    meaning: "Overpaid money: returned on request or used for the next instalment.",
  },
  UNMATCHED: {
    asset: "RUPIAH",
    normal: "CREDIT",
    limited: true,
    owner: "payment",
    meaning: "A payment that belongs to nobody known yet.",
  },
  LATE_PAYOUT: {
    asset: "RUPIAH",
    normal: "DEBIT",
    owner: "transfer",
    meaning: "Suspense: a transfer that was given up and turned out to be paid, until staff say what becomes of it.",
  },
  RETURNED_PAYOUT: {
    asset: "RUPIAH",
    normal: "CREDIT",
    limited: true,
    owner: "transfer",
    meaning:
      "Suspense: a transfer that had arrived and was sent back by the receiving bank, until staff say what becomes of it.",
  },
  PAYOUT_LOSS: {
    asset: "RUPIAH",
    normal: "DEBIT",
    meaning: "Money that was paid out twice or for nothing and does not come back.",
  },
  WALLET: {
    asset: "RUPIAH",
    normal: "CREDIT",
    limited: true,
    owner: "borrower",
    meaning: "Reward money that the borrower may withdraw.",
  },
  // Rewards
  PROMOTION_COST: { asset: "RUPIAH", normal: "DEBIT", meaning: "Money set aside for campaigns." },
  REWARD_BUDGET: {
    asset: "RUPIAH",
    normal: "CREDIT",
    limited: true,
    owner: "campaign",
    meaning: "What a campaign may still give in money.",
  },
  PRIZE_TAX_PAYABLE: {
    asset: "RUPIAH",
    normal: "CREDIT",
    meaning: "Tax on prizes that the house bears and has not paid to the state yet.",
  },
  VOUCHER_PAYABLE: {
    asset: "RUPIAH",
    normal: "CREDIT",
    meaning: "Vouchers given whose partner has not been paid yet.",
  },
  POINTS_ISSUED: { asset: "POINTS", normal: "DEBIT", meaning: "Points ever given." },
  POINTS: {
    asset: "POINTS",
    normal: "CREDIT",
    limited: true,
    owner: "borrower",
    meaning: "A borrower's points; a daily epoch stands after the id.",
  },
  POINTS_GONE: { asset: "POINTS", normal: "CREDIT", meaning: "Points spent or expired." },
  COUPON_PRINTED: { asset: "COUPON", normal: "DEBIT", meaning: "Coupons ever made available." },
  COUPON_STOCK: {
    asset: "COUPON",
    normal: "CREDIT",
    limited: true,
    owner: "campaign",
    meaning: "Coupons that a campaign may still give.",
  },
  COUPON_GIVEN: { asset: "COUPON", normal: "CREDIT", owner: "campaign", meaning: "Coupons given to borrowers." },
  TICKET_ISSUED: { asset: "TICKET", normal: "DEBIT", meaning: "Draw tickets ever given." },
  TICKET: {
    asset: "TICKET",
    normal: "CREDIT",
    limited: true,
    owner: "borrower",
    meaning: "A borrower's chances to play; the campaign stands after the id.",
  },
  TICKET_USED: { asset: "TICKET", normal: "CREDIT", meaning: "Draw tickets played, expired or taken back." },
} as const satisfies Record<string, AccountKind>;

export type AccountKindName = keyof typeof chart;
type OwnedKind = {
  [Name in AccountKindName]: (typeof chart)[Name] extends { owner: string } ? Name : never;
}[AccountKindName];
export type HouseKind = Exclude<AccountKindName, OwnedKind>;

export interface AccountRef {
  id: string;
  kind: AccountKindName;
  ownerId: string | null;
}

/** Names an account; its first transfer opens it. An owner's id may contain an epoch or campaign after a colon. */
export function account(kind: HouseKind): AccountRef;
export function account(kind: OwnedKind, ownerId: string): AccountRef;
export function account(kind: AccountKindName, ownerId?: string): AccountRef {
  const isOwned = "owner" in chart[kind];
  if (isOwned !== (ownerId !== undefined && ownerId !== ""))
    throw new RangeError(`${kind} ${isOwned ? "needs" : "has no"} owner`);
  return { id: ownerId === undefined ? kind : `${kind}/${ownerId}`, kind, ownerId: ownerId ?? null };
}

export interface TransferKind {
  debit: readonly AccountKindName[];
  credit: readonly AccountKindName[];
  /** May also be written with its sides exchanged: a figure that was booked turned out smaller. */
  reversible?: true;
}

const receivables = ["RECEIVABLE_PRINCIPAL", "RECEIVABLE_INTEREST", "RECEIVABLE_FEE", "RECEIVABLE_LATE_FEE"] as const;

const bankAccounts = ["ESCROW", "OPERATING_CASH"] as const;

export const transferKinds = {
  // Lenders
  LENDER_DEPOSIT: { debit: ["ESCROW"], credit: ["LENDER_AVAILABLE"] },
  LENDER_WITHDRAWAL: { debit: ["LENDER_AVAILABLE"], credit: ["ESCROW"] },
  LENDER_INCOME: { debit: ["INTEREST_INCOME", "FEE_INCOME", "LATE_FEE_INCOME"], credit: ["LENDER_AVAILABLE"] },
  LOAN_FUNDING: { debit: ["LENDER_AVAILABLE"], credit: ["LENDER_INVESTED"], reversible: true },
  PRINCIPAL_RETURNED: { debit: ["LENDER_INVESTED"], credit: ["LENDER_AVAILABLE"], reversible: true },
  // A loan
  DISBURSEMENT: { debit: ["RECEIVABLE_PRINCIPAL"], credit: ["ESCROW", "RESTRUCTURE_CLEARING"], reversible: true },
  INTEREST_AGREED: { debit: ["RECEIVABLE_INTEREST"], credit: ["UNEARNED_INTEREST"], reversible: true },
  INTEREST_EARNED: { debit: ["UNEARNED_INTEREST"], credit: ["INTEREST_INCOME"], reversible: true },
  FEE_CHARGED: { debit: ["RECEIVABLE_FEE"], credit: ["FEE_INCOME"], reversible: true },
  // Unpaid interest of a restructured loan becomes a fee of the new one, so that it is income only once.
  ARREARS_CARRIED: { debit: ["RECEIVABLE_FEE"], credit: ["RESTRUCTURE_CLEARING"], reversible: true },
  LATE_FEE_CHARGED: { debit: ["RECEIVABLE_LATE_FEE"], credit: ["LATE_FEE_INCOME"], reversible: true },
  REPAYMENT: {
    debit: ["ESCROW", "BORROWER_BALANCE", "UNMATCHED", "RESTRUCTURE_CLEARING"],
    credit: ["LOAN_SETTLEMENT"],
    reversible: true,
  },
  ALLOCATION: { debit: ["LOAN_SETTLEMENT"], credit: receivables, reversible: true },
  OVERPAYMENT: { debit: ["LOAN_SETTLEMENT"], credit: ["BORROWER_BALANCE"], reversible: true },
  WAIVER: { debit: ["WAIVER_COST"], credit: receivables, reversible: true },
  DISCOUNT: { debit: ["DISCOUNT_COST"], credit: receivables, reversible: true },
  WRITE_OFF: { debit: ["WRITTEN_OFF"], credit: receivables, reversible: true },
  // Borrowers' money
  UNMATCHED_RECEIVED: { debit: ["ESCROW"], credit: ["UNMATCHED"] },
  UNMATCHED_RETURNED: { debit: ["UNMATCHED"], credit: ["ESCROW"] },
  BALANCE_REFUND: { debit: ["BORROWER_BALANCE"], credit: ["ESCROW"] },
  // A transfer that was given up and paid after all: from the bank account into suspense, and from there by a decision of staff.
  LATE_PAYOUT: { debit: ["LATE_PAYOUT"], credit: bankAccounts },
  LATE_PAYOUT_RECOVERED: { debit: bankAccounts, credit: ["LATE_PAYOUT"] },
  LATE_PAYOUT_COUNTED: {
    debit: ["ESCROW", "BORROWER_BALANCE", "WALLET", "UNMATCHED", "LENDER_AVAILABLE", "RETURNED_PAYOUT"],
    credit: ["LATE_PAYOUT"],
  },
  LATE_PAYOUT_LOST: { debit: ["PAYOUT_LOSS"], credit: ["LATE_PAYOUT"] },
  // A completed transfer that the bank returned: into suspense, and out again when it is sent once more or goes back to its source.
  RETURNED_PAYOUT: { debit: bankAccounts, credit: ["RETURNED_PAYOUT"] },
  RETURNED_PAYOUT_ENDED: {
    debit: ["RETURNED_PAYOUT"],
    credit: [...bankAccounts, "BORROWER_BALANCE", "WALLET", "UNMATCHED", "LENDER_AVAILABLE"],
  },
  // Merges two accounts of one person; the epoch or campaign stays in the owner's id.
  MERGE: {
    debit: ["BORROWER_BALANCE", "WALLET", "POINTS", "TICKET"],
    credit: ["BORROWER_BALANCE", "WALLET", "POINTS", "TICKET"],
  },
  // Rewards
  REWARD_FUNDED: { debit: ["PROMOTION_COST"], credit: ["REWARD_BUDGET"] },
  REWARD_RELEASED: { debit: ["REWARD_BUDGET"], credit: ["PROMOTION_COST"] },
  REWARD: { debit: ["REWARD_BUDGET"], credit: ["WALLET"] },
  REWARD_EXPIRED: { debit: ["WALLET"], credit: ["PROMOTION_COST"] },
  REWARD_REVOKED: { debit: ["WALLET"], credit: ["REWARD_BUDGET"] },
  // A day's or an epoch's part of a budget, and its unused rest back.
  BUDGET_SET_ASIDE: { debit: ["REWARD_BUDGET"], credit: ["REWARD_BUDGET"] },
  PRIZE_TAX: { debit: ["REWARD_BUDGET"], credit: ["PRIZE_TAX_PAYABLE"], reversible: true },
  PRIZE_TAX_PAID: { debit: ["PRIZE_TAX_PAYABLE"], credit: ["OPERATING_CASH"] },
  VOUCHER_GIVEN: { debit: ["REWARD_BUDGET"], credit: ["VOUCHER_PAYABLE"], reversible: true },
  VOUCHER_PAID: { debit: ["VOUCHER_PAYABLE"], credit: ["OPERATING_CASH"] },
  WALLET_WITHDRAWAL: { debit: ["WALLET"], credit: ["OPERATING_CASH"] },
  // The company's money: into its own account, and on into escrow for coupon discounts on bills.
  OPERATING_DEPOSIT: { debit: ["OPERATING_CASH"], credit: ["HOUSE_FUNDS"] },
  ESCROW_TOPPED_UP: { debit: ["ESCROW"], credit: ["OPERATING_CASH"] },
  POINTS_EARNED: { debit: ["POINTS_ISSUED"], credit: ["POINTS"] },
  POINTS_SPENT: { debit: ["POINTS"], credit: ["POINTS_GONE"], reversible: true },
  POINTS_EXPIRED: { debit: ["POINTS"], credit: ["POINTS_GONE"] },
  POINTS_REVOKED: { debit: ["POINTS"], credit: ["POINTS_GONE"] },
  COUPON_FUNDED: { debit: ["COUPON_PRINTED"], credit: ["COUPON_STOCK"] },
  COUPON_RELEASED: { debit: ["COUPON_STOCK"], credit: ["COUPON_PRINTED"] },
  COUPON_GIVEN: { debit: ["COUPON_STOCK"], credit: ["COUPON_GIVEN"] },
  COUPON_TAKEN_BACK: { debit: ["COUPON_GIVEN"], credit: ["COUPON_STOCK"] },
  // A coupon's promise is held until the coupon is used or ends; the loan's booking then posts the discount.
  COUPON_REDEEMED: { debit: ["REWARD_BUDGET"], credit: ["DISCOUNT_COST"], reversible: true },
  TICKET_EARNED: { debit: ["TICKET_ISSUED"], credit: ["TICKET"] },
  TICKET_USED: { debit: ["TICKET"], credit: ["TICKET_USED"] },
  TICKET_REVOKED: { debit: ["TICKET"], credit: ["TICKET_USED"] },
  TICKET_EXPIRED: { debit: ["TICKET"], credit: ["TICKET_USED"] },
} as const satisfies Record<string, TransferKind>;

export type TransferKindName = keyof typeof transferKinds;

/** Whether such a transfer is allowed. @throws RangeError: a transfer outside the chart is a programming error */
export function assertInChart(kind: TransferKindName, debit: AccountRef, credit: AccountRef): void {
  const rule: TransferKind = transferKinds[kind];
  const fits = (from: AccountRef, to: AccountRef) => rule.debit.includes(from.kind) && rule.credit.includes(to.kind);
  const isInChart = fits(debit, credit) || (rule.reversible === true && fits(credit, debit));
  if (!isInChart) throw new RangeError(`${kind} does not move from ${debit.kind} to ${credit.kind}`);
  if (chart[debit.kind].asset !== chart[credit.kind].asset)
    throw new RangeError(`${debit.kind} and ${credit.kind} hold different assets`);
}
