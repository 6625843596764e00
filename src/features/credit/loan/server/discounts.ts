/**
 * Discounts on interest: a question that the domain which gives coupons answers. The loan stores the discount that an
 * application took; agreement, books and bill read it there and know nothing of coupons. // Product decisions, rewards
 * 4
 */
import type { Transaction, Reader } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import { sumRupiah } from "#shared/money.ts";
import type { Text } from "#shared/texts.ts";
import type { TakenDiscount } from "../contract.ts";
import { stateOf, type LoanTerms } from "./engine/index.ts";
import { defineQuestion } from "#server/questions.ts";

/**
 * The discount of a loan: its id, the maximum of interest that it covers, and the REWARD_BUDGET account that pays for
 * it.
 */
export interface LoanDiscount {
  discountId: string;
  rupiah: number;
  /** Owner of the ledger account. */
  budget: string;
}

export interface DiscountOffer {
  discountId: string;
  /** The discount on the interest of these terms. */
  rupiah: number;
  /** The reason why it was given. */
  title: Text;
  expiresAt: Date;
  /** Sending the application uses the coupon up, also if it is refused; the choice says so. // Product decisions, rewards 4 */
  isUsedBySubmission: boolean;
  /** Conditions to read before it is chosen, a sentence each. */
  conditions: readonly Text[];
}

export interface LoanDiscounts {
  /** Discounts that this borrower may take on a loan of these terms: the largest first, among equals the one that expires first. */
  offers(services: Services, reader: Reader, about: { borrowerId: string; terms: LoanTerms }): Promise<DiscountOffer[]>;
  /** Whether there is such a discount of this borrower's, usable or not. */
  isOwn(reader: Reader, about: { borrowerId: string; discountId: string }): Promise<boolean>;
  /** @throws Refusal COUPON_UNKNOWN, COUPON_NOT_USABLE if this discount cannot be used on a loan of these terms */
  assertUsable(
    services: Services,
    reader: Reader,
    about: { borrowerId: string; discountId: string; terms: LoanTerms },
  ): Promise<void>;
  /**
   * Reserves a discount for an application, before the application's row is written.
   * @throws Refusal COUPON_UNKNOWN, COUPON_NOT_USABLE
   */
  reserve(
    services: Services,
    trx: Transaction,
    about: { borrowerId: string; loanId: string; discountId: string; terms: LoanTerms },
  ): Promise<LoanDiscount>;
}

/** credit/application asks the single domain that gives discounts; without that domain there are no discounts. */
export const discountsOfLoans = defineQuestion<LoanDiscounts>("discounts-of-loans", "MANY");

/** The domain's answers; null if no domain gives discounts. */
export const loanDiscounts = ({ ask }: Pick<Services, "ask">): LoanDiscounts | null => ask(discountsOfLoans)[0] ?? null;

/** The payments of a schedule with a discount. */
export interface DiscountedSchedule {
  totalRupiah: number;
  instalments: { number: number; dueOn: string; payableRupiah: number }[];
}

/** Computed by the engine that also makes the bill, so that the figures shown are those billed. */
export function discountedSchedule(terms: LoanTerms, discountRupiah: number): DiscountedSchedule {
  const event = {
    kind: "DISCOUNT",
    id: "quoted",
    of: "INTEREST",
    valueDate: terms.disbursedOn,
    amountRupiah: discountRupiah,
  } as const;
  const { rows } = stateOf(terms, discountRupiah > 0 ? [event] : [], terms.disbursedOn);
  const instalments = rows.map(({ number, dueOn, dueRupiah }) => ({ number, dueOn, payableRupiah: dueRupiah }));
  return { totalRupiah: sumRupiah(instalments.map(({ payableRupiah }) => payableRupiah)), instalments };
}

/** The discount that a loan's application took, as its borrower sees it; null if it took none. */
export const takenDiscountOf = (terms: LoanTerms, discount: LoanDiscount | null): TakenDiscount =>
  discount && { rupiah: discount.rupiah, ...discountedSchedule(terms, discount.rupiah) };

/** The id of a coupon's discount among a loan's events. */
export const discountEventId = (discountId: string, revivals = 0): string =>
  revivals === 0 ? `coupon_${discountId}` : `coupon_${discountId}_${revivals}`;
