/** One's coupons with how each stands, and the next instalment for those that take off a bill. // Spec 4; product decisions, rewards 4 */
import { getBills, type Bill } from "#features/credit/repayment/contract.ts";
import { claimPrize } from "#features/rewards/campaign/contract.ts";
import { answerPath } from "#features/rewards/campaign/parts/act.tsx";
import type { ReplyOf } from "#shared/contract.ts";
import { dateInWib, formatDate } from "#shared/dates.ts";
import { formatPpm, formatRupiah, unbrokenRupiah } from "#shared/money.ts";
import { defineForms } from "#web/form-actions.ts";
import { useLanguage, useTexts } from "#web/language.tsx";
import type { PageLinks } from "#web/list.ts";
import { Badge } from "#web/ui/badge/badge.tsx";
import { Button } from "#web/ui/button/button.tsx";
import { Choices } from "#web/ui/choices/choices.tsx";
import { EmptyState } from "#web/ui/empty-state/empty-state.tsx";
import { ActionForm, Saved } from "#web/ui/form/action-form.tsx";
import { Pagination } from "#web/ui/pagination/pagination.tsx";
import { Receipt, ReceiptLine, ReceiptNote } from "#web/ui/receipt/receipt.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import { Section } from "#web/ui/text/text.tsx";
import { useCoupon as takeOffBill, type CouponAnswer, type listCoupons } from "../contract.ts";
import { texts } from "../texts.ts";

/** The forms of the screen: claiming one of the campaign's, and taking one off the bill. */
export const couponForms = defineForms({
  claim: { call: claimPrize, done: ({ awardId }, { url }) => answerPath(url.pathname, "claim", { award: awardId }) },
  use: { call: takeOffBill, done: (_reply, { url }) => `${url.pathname}?used=1` },
});
type Outcome = Parameters<typeof couponForms.form>[1];

export type ShownCoupons = ReplyOf<typeof listCoupons> & { page: PageLinks };

/** What a coupon can still be taken off: the loan that runs and has taken none yet. */
export const openBill = (bill: ReplyOf<typeof getBills>["bill"]): Bill | null =>
  bill?.state === "ACTIVE" && bill.rows.every(({ discountRupiah }) => discountRupiah === 0) ? bill : null;

/** Whether this coupon may be taken off a bill now. */
export const fitsBill = ({ state, use, loanId, usableFrom }: CouponAnswer, now: string): boolean =>
  state === "OBTAINED" && loanId === null && use !== "APPLICATION" && (usableFrom === null || usableFrom <= now);

interface OwnCouponsProps {
  coupons: ShownCoupons;
  /** The screen's own campaign, whose coupon stands above already. */
  here: string | null;
  /** Null where nothing runs that a coupon could be taken off. */
  bill: Bill | null;
  now: string;
  outcome: Outcome;
}

const order = ["OBTAINED", "OBTAINABLE", "USED", "UNOBTAINABLE"] as const;

/** What can be used first, then what can be taken, then what is over. */
const sorted = (items: readonly CouponAnswer[]): CouponAnswer[] =>
  [...items].sort((a, b) => order.indexOf(a.state) - order.indexOf(b.state));

export function OwnCoupons({ coupons: { items: all, page }, here, bill, now, outcome }: OwnCouponsProps) {
  const t = useTexts(texts);
  const items = sorted(all.filter(({ to }) => to === null || to !== here));
  const usable = bill ? items.filter((coupon) => fitsBill(coupon, now)) : [];
  return (
    <Section heading={t("own")}>
      <Stack>
        <Saved by="used">{t("usedNow")}</Saved>
        {items.length === 0 && <EmptyState title={t("ownNone")}>{t("ownNoneBody")}</EmptyState>}
        {items.map((coupon, index) => (
          <Coupon key={coupon.couponId ?? `${coupon.to}-${index}`} coupon={coupon} />
        ))}
        <Pagination page={page} />
        {bill && usable.length > 0 && <UseOnBill bill={bill} coupons={usable} outcome={outcome} />}
        <p>
          <a href="/webview/coupon-instructions">{t("instructions")}</a>
        </p>
      </Stack>
    </Section>
  );
}

const kinds = { OBTAINABLE: "attention", UNOBTAINABLE: "plain", OBTAINED: "ok", USED: "plain" } as const;

/** What it takes off, in words. */
function useWorth(): (coupon: CouponAnswer) => string {
  const t = useTexts(texts);
  const language = useLanguage();
  return ({ effect, maxRupiah, ppm }) =>
    t(effect, { rupiah: unbrokenRupiah(maxRupiah), share: formatPpm(ppm ?? 0, language) });
}

function Coupon({ coupon }: { coupon: CouponAnswer }) {
  const t = useTexts(texts);
  const language = useLanguage();
  const worth = useWorth();
  const { state, reason, title, minLoanRupiah, use, usableFrom, expiresAt, loanId, discountRupiah, to } = coupon;
  const day = (at: string) => formatDate(dateInWib(new Date(at)), language, "short");
  const isReserved = state === "OBTAINED" && loanId !== null;
  return (
    <Receipt heading={worth(coupon)} level={3}>
      <ReceiptLine label={title}>
        <Badge kind={kinds[state]}>{t(isReserved ? "RESERVED" : state)}</Badge>
      </ReceiptLine>
      {reason && <ReceiptNote>{t(`why_${reason}`)}</ReceiptNote>}
      {expiresAt && state === "OBTAINED" && (
        <ReceiptLine
          label={t("validUntil")}
          {...(usableFrom && usableFrom < expiresAt ? { note: t("from", { day: day(usableFrom) }) } : {})}
        >
          {day(expiresAt)}
        </ReceiptLine>
      )}
      {state !== "USED" && state !== "UNOBTAINABLE" && (
        <>
          <ReceiptLine label={t("minLoan")}>{formatRupiah(minLoanRupiah)}</ReceiptLine>
          <ReceiptLine label={t("use")}>{t(use)}</ReceiptLine>
        </>
      )}
      {loanId && (
        <ReceiptLine label={<a href={`/webview/loan-history/${loanId}`}>{t("ofLoan")}</a>}>
          {discountRupiah === null ? "" : `−${formatRupiah(discountRupiah)}`}
        </ReceiptLine>
      )}
      {to && state === "OBTAINABLE" && <ReceiptLine label={<a href={to}>{t("toClaim")}</a>}>{""}</ReceiptLine>}
    </Receipt>
  );
}

/** A coupon is taken off the next instalment's interest at once, and stays there. */
function UseOnBill({
  bill: { loanId, loanNumber, nextDueDate },
  coupons,
  outcome,
}: {
  bill: Bill;
  coupons: readonly CouponAnswer[];
  outcome: Outcome;
}) {
  const t = useTexts(texts);
  const language = useLanguage();
  const worth = useWorth();
  return (
    <Section heading={t("useHeading")}>
      <ActionForm of={couponForms.form("use", outcome)} id="use" hidden={{ loanId }}>
        <p>{t("useLead", { loan: loanNumber, day: nextDueDate ? formatDate(nextDueDate, language, "short") : "" })}</p>
        <Choices
          name="couponId"
          label={t("useWhich")}
          defaultValue={coupons[0]?.couponId ?? ""}
          choices={coupons.flatMap((coupon) =>
            coupon.couponId === null ? [] : [{ value: coupon.couponId, label: worth(coupon), detail: coupon.title }],
          )}
        />
        <Button kind="secondary" track="coupon_apply">
          {t("useButton")}
        </Button>
      </ActionForm>
    </Section>
  );
}
