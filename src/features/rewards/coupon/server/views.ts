/** A borrower's view of coupons. */
import type { Database, Reader } from "#server/database.server.ts";
import { listPage } from "#server/records/list-page.ts";
import type { Services } from "#server/services.ts";
import { say, type Language } from "#shared/texts.ts";
import type { CouponAnswer, CouponDefinitionAnswer, ShownState, UnobtainableReason } from "../contract.ts";
import { obtainableCouponsOf, type ObtainableCoupon } from "./obtainable.ts";
import { definitionsNow } from "./reach.ts";
import { couponsPage, type CouponRow, type CouponTerms, type DefinitionRow } from "./store.ts";

const states: Readonly<Record<CouponRow["state"], ShownState>> = {
  OBTAINED: "OBTAINED",
  // It is the borrower's still, and shows the loan that it is part of.
  RESERVED: "OBTAINED",
  USED: "USED",
  EXPIRED: "UNOBTAINABLE",
  WITHDRAWN: "UNOBTAINABLE",
};

export function couponAnswerOf(coupon: CouponRow, language: Language, now: Date): CouponAnswer {
  const isOver = coupon.state === "OBTAINED" && coupon.expiresAt <= now;
  const state = isOver ? "UNOBTAINABLE" : states[coupon.state];
  return {
    couponId: coupon.id,
    ...termsShown(coupon),
    state,
    reason: state === "UNOBTAINABLE" ? (coupon.state === "WITHDRAWN" ? "WITHDRAWN" : "ENDED") : null,
    title: say(coupon.title, language),
    usableFrom: coupon.usableFrom.toISOString(),
    expiresAt: coupon.expiresAt.toISOString(),
    loanId: coupon.loanId,
    discountRupiah: coupon.discountRupiah,
    to: null,
  };
}

const termsShown = ({ couponKey, effect, maxRupiah, ppm, minLoanRupiah, usableFor }: CouponTerms) => ({
  couponKey,
  effect,
  maxRupiah,
  ppm,
  minLoanRupiah,
  use: usableFor,
});

function obtainableShown(one: ObtainableCoupon, definition: DefinitionRow, language: Language): CouponAnswer {
  return {
    couponId: null,
    ...termsShown(definition),
    state: one.unobtainable ? "UNOBTAINABLE" : "OBTAINABLE",
    reason: one.unobtainable satisfies UnobtainableReason | null,
    title: say(one.title, language),
    usableFrom: null,
    expiresAt: null,
    loanId: null,
    discountRupiah: null,
    to: one.to,
  };
}

export async function listPageOf(
  services: Services,
  reader: Database,
  borrowerId: string,
  input: { cursor?: string | undefined; limit: number; state?: "USABLE" | "DONE" | undefined },
  language: Language,
): Promise<{ items: CouponAnswer[]; nextCursor: string | null }> {
  const now = services.clock.now();
  const { cursor, limit, state } = input;
  const isFirst = cursor === undefined && state !== "DONE";
  const [rows, definitions, obtainable] = await Promise.all([
    couponsPage(reader, borrowerId, { state, before: cursor, max: limit + 1 }),
    isFirst ? definitionsNow(services, reader) : new Map<string, DefinitionRow>(),
    isFirst ? obtainableCouponsOf(services, reader, borrowerId) : [],
  ]);
  const { page, nextCursor } = listPage(rows, limit, ({ id }) => id);
  const own = page.map((coupon) => couponAnswerOf(coupon, language, now));
  const others = obtainable.flatMap((one) => {
    const definition = definitions.get(one.couponKey);
    return definition ? [obtainableShown(one, definition, language)] : [];
  });
  return { items: [...others, ...own], nextCursor };
}

/** The coupons that are defined today. */
export async function definitionsShown(services: Services, reader: Reader): Promise<CouponDefinitionAnswer[]> {
  const definitions = await definitionsNow(services, reader);
  return [...definitions.values()].map(({ usableFor, validFrom: _validFrom, ...definition }) => ({
    ...definition,
    use: usableFor,
  }));
}
