/**
 * A borrower's coupons as the server renders them: the four states, and a form only where a bill can be reduced.
 * // Spec 4
 */
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import type { Bill } from "#features/credit/repayment/contract.ts";
import { languages, say, type Language } from "#shared/texts.ts";
import { FrameProvider } from "#web/frame.tsx";
import { LanguageProvider } from "#web/language.tsx";
import type { PageFrame } from "#web/screen.ts";
import { defineForms } from "#web/form-actions.ts";
import { unobtainableReasons, useCoupon as takeOffBill, type CouponAnswer } from "../contract.ts";
import { texts } from "../texts.ts";
import { fitsBill, openBill, OwnCoupons } from "./own-coupons.tsx";

const use = defineForms({ use: { call: takeOffBill, done: "?used=1" } }).form("use", undefined);
const now = "2026-11-24T03:00:00.000Z";
const coupon = (more: Partial<CouponAnswer>): CouponAnswer => ({
  couponId: "01900000-0000-7000-8000-0000000000c1",
  couponKey: "interest-10000",
  state: "OBTAINED",
  reason: null,
  title: "Telur emas",
  effect: "INTEREST_FIXED",
  maxRupiah: 10_000,
  ppm: null,
  minLoanRupiah: 200_000,
  use: "BOTH",
  usableFrom: "2026-11-20T00:00:00.000Z",
  expiresAt: "2026-12-05T00:00:00.000Z",
  loanId: null,
  discountRupiah: null,
  to: null,
  ...more,
});
const bill = (discountRupiah: number, state = "ACTIVE") =>
  ({
    loanId: "01900000-0000-7000-8000-0000000000b1",
    loanNumber: "TN-1",
    state,
    nextDueDate: "2026-12-24",
    rows: [{ discountRupiah }],
  }) as unknown as Bill;

const pageOf = (items: CouponAnswer[], ofBill: Bill | null, language: Language = "id", here: string | null = null) =>
  renderToStaticMarkup(
    <FrameProvider
      frame={{ path: "/p", pathWithQuery: "/p", brand: { name: "Tunai" }, formKey: "k", now, origin: "" } as PageFrame}
    >
      <LanguageProvider language={language}>
        <OwnCoupons
          coupons={{ items, nextCursor: null, page: { first: null, next: null } }}
          here={here}
          bill={ofBill}
          now={now}
          use={use}
        />
      </LanguageProvider>
    </FrameProvider>,
  );

it("Each of the four states is told in words, in three languages: one's own that can be used first, and last what other campaigns give.", () => {
  const loanId = "01900000-0000-7000-8000-0000000000b2";
  const claimable = { couponId: null, usableFrom: null, expiresAt: null, to: "/webview/seven-year" } as const;
  for (const language of languages) {
    const html = pageOf(
      [
        coupon({ ...claimable, state: "OBTAINABLE" }),
        coupon({ state: "USED", loanId, discountRupiah: 10_000 }),
        coupon({ loanId, discountRupiah: 9_000 }),
        coupon({}),
        coupon({ state: "UNOBTAINABLE", reason: "ENDED" }),
      ],
      null,
      language,
    );
    const places = (["RESERVED", "OBTAINED", "USED", "OVER", "OBTAINABLE"] as const).map((state) =>
      html.indexOf(`${say(texts[state], language)}</span>`),
    );
    expect(places, language).toEqual(places.toSorted((a, b) => a - b));
    expect(Math.min(...places)).toBeGreaterThan(0);
    expect(html).toContain(`/webview/loan-history/${loanId}`);
    expect(html).toContain('href="/webview/seven-year"');
    expect(html).not.toContain("<form");
    for (const reason of unobtainableReasons)
      expect(pageOf([coupon({ state: "UNOBTAINABLE", reason })], null, language)).toContain(
        say(texts[`why_${reason}`], language).replaceAll("'", "&#x27;"),
      );
  }
});

it("One that was taken stands among one's own alone; what cannot be taken yet leads to its conditions.", () => {
  const [own, elsewhere] = [
    coupon({}),
    { couponId: null, usableFrom: null, expiresAt: null, to: "/webview/seven-year" },
  ];
  const taken = coupon({ ...elsewhere, state: "UNOBTAINABLE", reason: "DONE_ALREADY" });
  expect(pageOf([own, taken], null, "id")).not.toContain(texts.why_DONE_ALREADY.id);
  const html = pageOf([coupon({ ...elsewhere, state: "UNOBTAINABLE", reason: "NOT_ELIGIBLE" })], null, "id");
  expect(html).toContain(texts.why_NOT_ELIGIBLE.id);
  expect(html).toContain('href="/webview/seven-year"');
});

it("One that the screen offers above is not told a second time, and who has none reads so.", () => {
  const own = coupon({ couponId: null, state: "OBTAINABLE", to: "/webview/activity/get-coupon" });
  const html = pageOf([own], null, "en", "/webview/activity/get-coupon");
  expect(html).toContain(texts.ownNoneBody.en);
  expect(html).not.toContain(texts.elsewhere.en);
});

it("A coupon is taken off the bill of a loan that runs and has taken none, where it is for bills and its day has come.", () => {
  expect(openBill(null)).toBeNull();
  expect(openBill(bill(10_000))).toBeNull();
  expect(openBill(bill(0, "PAID_OFF"))).toBeNull();
  const open = openBill(bill(0));
  expect(open).not.toBeNull();
  const html = pageOf([coupon({})], open);
  expect(html).toContain('name="couponId"');
  expect(html).toContain('value="01900000-0000-7000-8000-0000000000b1"');
  const unfit: Partial<CouponAnswer>[] = [
    { use: "APPLICATION" },
    { state: "USED" },
    { loanId: "01900000-0000-7000-8000-0000000000b2" },
    { usableFrom: "2026-11-25T00:00:00.000Z" },
  ];
  for (const more of unfit) {
    expect(fitsBill(coupon(more), now)).toBe(false);
    expect(pageOf([coupon(more)], open)).not.toContain("<form");
  }
});
