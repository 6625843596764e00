/** The parts of the form that asks for a loan. */
import type { BankAccountAnswer } from "#features/account/bank-account/contract.ts";
import type { LoanProductAnswer, QuoteAnswer, TakenDiscount } from "#features/credit/loan/contract.ts";
import { QuoteReceipt } from "#features/credit/loan/parts/quote-receipt.tsx";
import { LoanAmountFields } from "#features/credit/loan/parts/loan-amount-fields.tsx";
import { useLanguage, useTexts } from "#web/language.tsx";
import { ButtonLink } from "#web/ui/button/button.tsx";
import { Choices } from "#web/ui/choices/choices.tsx";
import { Disclosure } from "#web/ui/disclosure/disclosure.tsx";
import { EmptyState } from "#web/ui/empty-state/empty-state.tsx";
import { LiveRegion } from "#web/ui/form/form.tsx";
import { Notice } from "#web/ui/notice/notice.tsx";
import { ScheduleTable } from "#web/ui/schedule-table/schedule-table.tsx";
import { Select } from "#web/ui/select/select.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import { Small } from "#web/ui/text/text.tsx";
import { dateInWib, formatDate, formatInstant } from "#shared/dates.ts";
import { unbrokenNumber } from "#shared/loan-number.ts";
import { formatPpm, formatRupiah } from "#shared/money.ts";
import type { LoanHome } from "../contract.ts";
import type { CouponQuote } from "../coupon-contract.ts";
import { texts } from "../texts.ts";
import { applicationObstacleTexts } from "./obstacle-texts.ts";

export interface Bounds {
  minimumRupiah: number;
  maximumRupiah: number;
  stepRupiah: number;
  /** The amount that can still be borrowed is less than the smallest loan. */
  tooSmall: boolean;
}

const openStates = ["SUBMITTED", "IN_REVIEW", "APPROVED", "SIGNED", "DISBURSING", "ACTIVE"];

/** Why no application can be taken now; null when one can. */
export function applicationObstacleOf(home: LoanHome, bounds: Bounds): "OPEN" | "OLD_DEBT" | "WAIT" | "LIMIT" | null {
  if (home.loan && openStates.includes(home.loan.state)) return "OPEN";
  if (home.oldDebt) return "OLD_DEBT";
  if (home.mayApplyOn) return "WAIT";
  return bounds.tooSmall ? "LIMIT" : null;
}

/** Shown instead of the form: the reason, and the next step. */
export function NoApplication({
  home,
  bounds,
  obstacle,
}: {
  home: LoanHome;
  bounds: Bounds;
  obstacle: NonNullable<ReturnType<typeof applicationObstacleOf>>;
}) {
  const t = useTexts(applicationObstacleTexts);
  const general = useTexts(texts);
  const language = useLanguage();
  const remaining = formatRupiah(home.limit.remainingRupiah);
  const minimum = formatRupiah(bounds.minimumRupiah);
  const views = {
    OPEN: { art: "receipt", title: t("openTitle"), to: "/webview/home", action: t("toHome"), body: t("openBody") },
    OLD_DEBT: {
      art: "receipt",
      title: t("oldDebtTitle"),
      to: "/webview/bills",
      action: t("payOldDebt"),
      body: t("oldDebtBody", { number: unbrokenNumber(home.oldDebt?.number ?? "") }),
    },
    WAIT: {
      art: "calendar",
      title: t("waitTitle"),
      to: "/webview/home",
      action: t("seeReasons"),
      body: general("tryAgainOn", { date: home.mayApplyOn ? formatDate(home.mayApplyOn, language) : "–" }),
    },
    LIMIT: {
      art: "shield",
      title: t("limitTooSmallTitle"),
      to: "/webview/profile",
      action: t("toProfile"),
      body: t("limitTooSmall", { remaining, minimum }),
    },
  } as const;
  const view = views[obstacle];
  return (
    <EmptyState
      level={1}
      art={view.art}
      title={view.title}
      action={<ButtonLink to={view.to}>{view.action}</ButtonLink>}
    >
      {view.body}
    </EmptyState>
  );
}

export interface ApplyNoticesProps {
  home: LoanHome;
  saved: boolean;
  fromDraft: boolean;
  /** The sent form had the key of an application that has ended; no new application was made. */
  isAfterEnd: boolean;
}

export function ApplyNotices({ home, saved, fromDraft, isAfterEnd }: ApplyNoticesProps) {
  const t = useTexts(texts);
  const language = useLanguage();
  const { draft } = home;
  if (home.readiness?.complete && !saved && !fromDraft && !isAfterEnd) return null;
  return (
    <Stack>
      {isAfterEnd && (
        <Notice kind="attention" title={t("notSentTitle")} live>
          {t("notSent")}
        </Notice>
      )}
      {saved ? (
        <Notice kind="ok" title={t("savedTitle")} live>
          {t("saved")}
        </Notice>
      ) : (
        fromDraft &&
        draft && (
          <Notice>
            {t("draftLoaded", { when: formatInstant(new Date(draft.updatedAt), language, "WIB", "short") })}
          </Notice>
        )
      )}
      {!home.readiness?.complete && (
        <Notice kind="attention" title={t("incompleteTitle")}>
          {t("incomplete")}
        </Notice>
      )}
    </Stack>
  );
}

export interface QuoteSummaryProps {
  quote: QuoteAnswer;
  /** The discount of the chosen coupon, and the coupons available. */
  coupon: CouponQuote | null;
  /** Why the chosen loan is not offered. */
  problem: string | undefined;
  product: LoanProductAnswer;
  bounds: Bounds;
  input: { amountRupiah: number; tenorDays: number };
}

/** Amount and tenor on the receipt of what they cost, the schedule below it. Both follow the choice. */
export function QuoteSummary({ quote, coupon, problem, product, bounds, input }: QuoteSummaryProps) {
  const t = useTexts(texts);
  const discount: TakenDiscount =
    coupon && coupon.discountRupiah > 0 ? { rupiah: coupon.discountRupiah, ...coupon } : null;
  return (
    <Stack>
      <QuoteReceipt quote={quote} discount={discount} problem={problem}>
        <LoanAmountFields
          label={t("amountLabel")}
          hint={t("amountHint", { maximum: formatRupiah(bounds.maximumRupiah) })}
          bounds={bounds}
          tenorsDays={product.tenorsDays}
          input={input}
        />
      </QuoteReceipt>
      <Recalculate />
      <LiveRegion>
        {problem === undefined && (
          <Stack>
            <CouponChoice coupon={coupon} />
            <Schedule quote={quote} discount={discount} />
          </Stack>
        )}
      </LiveRegion>
      <Notice kind="attention" title={t("riskTitle")}>
        {t("risk")}
      </Notice>
    </Stack>
  );
}

/** Without script the figures follow the choice by this button; its form has an action `quote`. */
export function Recalculate() {
  const t = useTexts(texts);
  return (
    <noscript>
      <button className="button button-secondary" type="submit" name="intent" value="quote" formNoValidate>
        {t("recalculate")}
      </button>
    </noscript>
  );
}

/**
 * The coupons that this loan could take, the largest chosen that comes back after a refusal; none is offered another amount or tenor for
 * one. The default is sent along, so that another amount or tenor chooses again.
 */
function CouponChoice({ coupon }: { coupon: CouponQuote | null }) {
  const t = useTexts(texts);
  const language = useLanguage();
  if (!coupon || coupon.others.length === 0) return null;
  return (
    <>
      <input type="hidden" name="couponDefault" value={coupon.defaultCouponId ?? "NONE"} />
      <Choices
        name="couponId"
        track="coupon_apply"
        label={t("couponLabel")}
        hint={t("couponHint")}
        defaultValues={[coupon.couponId ?? "NONE"]}
        choices={[
          ...coupon.others.map(({ couponId, title, discountRupiah, expiresAt, conditions }) => ({
            value: couponId,
            label: t("couponOff", { amount: formatRupiah(discountRupiah) }),
            detail: (
              <>
                {t("couponUntil", { title, date: formatDate(dateInWib(new Date(expiresAt)), language, "short") })}
                {conditions.length > 0 && <br />}
                {conditions.join(" ")}
              </>
            ),
          })),
          { value: "NONE", label: t("couponNone") },
        ]}
      />
    </>
  );
}

function Schedule({ quote, discount }: { quote: QuoteAnswer; discount: TakenDiscount }) {
  const t = useTexts(texts);
  const language = useLanguage();
  return (
    <Disclosure summary={t("schedule")}>
      <ScheduleTable
        caption={t("schedule")}
        rows={quote.instalments.map((row, index) => ({
          ...row,
          discountRupiah: row.totalRupiah - (discount?.instalments[index]?.payableRupiah ?? row.totalRupiah),
        }))}
      />
      <Small>
        {t("scheduleNote")} {t("late", { rate: formatPpm(quote.lateFeeDailyPpm, language) })}
      </Small>
    </Disclosure>
  );
}

type PurposeName =
  | "DAILY_NEEDS"
  | "EDUCATION"
  | "HEALTH"
  | "BUSINESS"
  | "HOME_REPAIR"
  | "VEHICLE"
  | "FAMILY_EVENT"
  | "OTHER";

/** A loan's purpose in words. */
export function PurposeText({ purpose }: { purpose: PurposeName }) {
  const t = useTexts(texts);
  return <>{t(purpose)}</>;
}

export function PurposeChoice({ purposes, chosen }: { purposes: readonly PurposeName[]; chosen: string | undefined }) {
  const t = useTexts(texts);
  return (
    <Select
      name="purpose"
      label={t("purposeLabel")}
      options={purposes.map((value) => ({ value, label: t(value) }))}
      keep
      {...(chosen ? { defaultValue: chosen } : {})}
    />
  );
}

export function AccountChoice({
  accounts,
  chosen,
}: {
  accounts: readonly BankAccountAnswer[];
  chosen: string | undefined;
}) {
  const t = useTexts(texts);
  if (accounts.length === 0) {
    return (
      <p>
        {t("noAccount")} <a href="/webview/bank-account">{t("addAccount")}</a>
      </p>
    );
  }
  return (
    <Stack gap="tight">
      <Choices
        name="bankAccountId"
        label={t("accountLabel")}
        defaultValues={chosen ? [chosen] : []}
        choices={accounts.map((account) => ({
          value: account.id,
          label: `${account.bankName} ${account.masked}`,
          detail: account.accountName,
        }))}
      />
      <Small>
        <a href="/webview/bank-account">{t("addAccount")}</a>
      </Small>
    </Stack>
  );
}
