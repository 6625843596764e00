/** The borrower's coupons with their states, and the next instalment for coupons that reduce a bill. // Spec 4; product decisions, rewards 4 */
import type { ReactNode } from "react";
import type { getBills, Bill } from "#features/credit/repayment/contract.ts";
import { unbroken } from "#web/ui/text/unbroken.ts";
import type { ReplyOf } from "#shared/contract.ts";
import { dateInWib, formatDate } from "#shared/dates.ts";
import { formatPpm, formatRupiah, unbrokenRupiah } from "#shared/money.ts";
import type { BoundForm } from "#web/form-actions.ts";
import { useLanguage, useTexts } from "#web/language.tsx";
import type { PageLinks } from "#web/list.ts";
import { Badge } from "#web/ui/badge/badge.tsx";
import { Button } from "#web/ui/button/button.tsx";
import { Choices } from "#web/ui/choices/choices.tsx";
import { ActionForm, Saved } from "#web/ui/form/action-form.tsx";
import { LinkList } from "#web/ui/link-list/link-list.tsx";
import { Pagination } from "#web/ui/pagination/pagination.tsx";
import { Receipt, ReceiptLine, ReceiptNote } from "#web/ui/receipt/receipt.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import { Section, Title } from "#web/ui/text/text.tsx";
import type { CouponAnswer, listCoupons } from "../contract.ts";
import { texts } from "../texts.ts";

export type ShownCoupons = ReplyOf<typeof listCoupons> & { page: PageLinks };

/** The loan to which a coupon can still be applied: the active one without a discount. */
export const openBill = (bill: ReplyOf<typeof getBills>["bill"]): Bill | null =>
  bill?.state === "ACTIVE" && bill.rows.every(({ discountRupiah }) => discountRupiah === 0) ? bill : null;

/** Whether this coupon can be applied to a bill now. */
export const fitsBill = ({ state, use, loanId, usableFrom }: CouponAnswer, now: string): boolean =>
  state === "OBTAINED" && loanId === null && use !== "APPLICATION" && (usableFrom === null || usableFrom <= now);

interface OwnCouponsProps {
  coupons: ShownCoupons;
  /** The screen's own campaign, whose coupon is shown above already. */
  here: string | null;
  /** Null when no loan could use a coupon. */
  bill: Bill | null;
  now: string;
  /** The form that applies one to the bill (`useCoupon`). */
  use: BoundForm;
}

const order = ["OBTAINED", "OBTAINABLE", "USED", "UNOBTAINABLE"] as const;

/** Usable coupons first, then those that are over. */
const sorted = (items: readonly CouponAnswer[]): CouponAnswer[] =>
  [...items].sort((a, b) => order.indexOf(a.state) - order.indexOf(b.state));

/** A claimed coupon is listed with one's own coupons, and is not offered again. */
const isOwnedAlready = ({ couponId, couponKey, reason }: CouponAnswer, all: readonly CouponAnswer[]): boolean =>
  couponId === null &&
  reason === "DONE_ALREADY" &&
  all.some((own) => own.couponId !== null && own.couponKey === couponKey);

/** The state in a word; an own coupon that cannot be used any more is "over", not "unavailable". */
const wordOf = ({ couponId, state, reason, loanId }: CouponAnswer) => {
  if (state === "OBTAINED" && loanId !== null) return "RESERVED";
  if (couponId === null || state !== "UNOBTAINABLE") return state;
  return reason === "WITHDRAWN" ? "TAKEN_BACK" : "OVER";
};

export function OwnCoupons({ coupons: { items: all, page }, here, bill, now, use }: OwnCouponsProps) {
  const t = useTexts(texts);
  const items = sorted(all.filter((one) => (one.to === null || one.to !== here) && !isOwnedAlready(one, all)));
  const own = items.filter(({ couponId }) => couponId !== null);
  const elsewhere = items.filter(({ couponId }) => couponId === null);
  const usable = bill ? own.filter((coupon) => fitsBill(coupon, now)) : [];
  return (
    <>
      <Section id="own" heading={t("own")}>
        <Stack>
          <Saved by="used">{t("usedNow")}</Saved>
          {own.length === 0 && <p>{t("ownNoneBody")}</p>}
          {own.map((coupon) => (
            <Coupon key={coupon.couponId} coupon={coupon} />
          ))}
          <Pagination page={page} />
          {bill && usable.length > 0 && <UseOnBill bill={bill} coupons={usable} use={use} />}
          <p>
            <a href="/webview/coupon-instructions">{t("instructions")}</a>
          </p>
        </Stack>
      </Section>
      {elsewhere.length > 0 && <Elsewhere coupons={elsewhere} />}
    </>
  );
}

/** Coupons of other campaigns: a line each with a link to its conditions. */
function Elsewhere({ coupons }: { coupons: readonly CouponAnswer[] }) {
  const t = useTexts(texts);
  const worth = useWorth();
  return (
    <Section heading={t("elsewhere")}>
      <LinkList
        items={coupons.map((coupon) => ({
          to: coupon.to ?? "/webview/activity-center",
          label: worth(coupon),
          detail: coupon.reason ? `${unbroken(coupon.title)} · ${t(`why_${coupon.reason}`)}` : unbroken(coupon.title),
          aside: <Badge kind={kinds[coupon.state]}>{t(coupon.state)}</Badge>,
        }))}
      />
    </Section>
  );
}

/** The page of one's coupons while no campaign gives any. */
export function CouponsAlone({ children }: { children: ReactNode }) {
  const t = useTexts(texts);
  return (
    <Stack gap="loose">
      <Title>{t("own")}</Title>
      {children}
    </Stack>
  );
}

const kinds = { OBTAINABLE: "attention", UNOBTAINABLE: "plain", OBTAINED: "ok", USED: "plain" } as const;

/** Its discount in words. */
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
  const { state, reason, title, minLoanRupiah, use, usableFrom, expiresAt, loanId, discountRupiah } = coupon;
  const day = (at: string) => formatDate(dateInWib(new Date(at)), language, "short");
  return (
    <Receipt heading={worth(coupon)} level={3}>
      <ReceiptLine label={title}>
        <Badge kind={kinds[state]}>{t(wordOf(coupon))}</Badge>
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
    </Receipt>
  );
}

/** A coupon is taken off the next instalment's interest at once, and stays there. */
function UseOnBill({
  bill: { loanId, loanNumber, nextDueDate },
  coupons,
  use,
}: {
  bill: Bill;
  coupons: readonly CouponAnswer[];
  use: BoundForm;
}) {
  const t = useTexts(texts);
  const language = useLanguage();
  const worth = useWorth();
  return (
    <Section heading={t("useHeading")}>
      <ActionForm of={use} id="use" hidden={{ loanId }}>
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
