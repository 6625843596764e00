/** The borrower's home before and after a loan: the state, the one next step, and other actions. */
import type { ReactNode } from "react";
import { Money, useLanguage, useTexts } from "#web/language.tsx";
import { ButtonLink } from "#web/ui/button/button.tsx";
import { EmptyState } from "#web/ui/empty-state/empty-state.tsx";
import { LinkList } from "#web/ui/link-list/link-list.tsx";
import { Notice } from "#web/ui/notice/notice.tsx";
import { Progress } from "#web/ui/progress/progress.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import { Figure, Section, Small, Title } from "#web/ui/text/text.tsx";
import { readinessParts, type ReadinessPart } from "#features/account/profile/contract.ts";
import { unbroken } from "#web/ui/text/unbroken.ts";
import { Timeline, TimelineItem } from "#web/ui/timeline/timeline.tsx";
import { formatInstant } from "#shared/dates.ts";
import { formatRupiah } from "#shared/money.ts";
import { signHours } from "#shared/promised-times.ts";
import { unbrokenNumber } from "#shared/loan-number.ts";
import type { LoanHome, LoanSummary } from "#features/credit/application/contract.ts";
import { FaceStuck, isFaceWaiting, type FaceReviewState } from "./face-stuck.tsx";
import { texts } from "../texts.ts";
import { applicationObstacleTexts } from "#features/credit/application/parts/obstacle-texts.ts";
import { CancelLoan } from "#features/credit/application/parts/cancel-loan.tsx";
import { LoanTimeline } from "#features/credit/application/parts/loan-timeline.tsx";
import { RefusalReasons } from "#features/credit/application/parts/refusal-reasons.tsx";

/** The page for each missing part. */
const partPaths: Record<ReadinessPart, string> = {
  IDENTITY: "/webview/identity",
  PROFILE: "/webview/profile",
  CONTACTS: "/webview/additional-info/contact-upload",
  INCOME_EVIDENCE: "/webview/additional-info/upload/salary-slip",
  BANK_ACCOUNT: "/webview/bank-account",
};
const partIcons = {
  IDENTITY: "camera",
  PROFILE: "person",
  CONTACTS: "phone",
  INCOME_EVIDENCE: "document",
  BANK_ACCOUNT: "bank",
} as const;

/** Information is missing: the progress, and the next part. Applying can be tried out before. */
export function FillIn({
  home,
  face = null,
  invitedRupiah = 0,
}: {
  home: LoanHome;
  face?: FaceReviewState | null;
  /** Interest discount that waits for an invited person's identity. */
  invitedRupiah?: number;
}) {
  const t = useTexts(texts);
  const missing = home.readiness?.missing ?? [];
  // A part that waits for staff is not the next step.
  const next = missing.find((part) => part !== "IDENTITY" || !isFaceWaiting(face));
  return (
    <Stack gap="loose">
      <Title lead={t("newLead")}>{t("welcome")}</Title>
      <Progress
        label={t("progress")}
        words={t("progressCount", { done: readinessParts.length - missing.length, all: readinessParts.length })}
        value={readinessParts.length - missing.length}
        maximum={readinessParts.length}
      />
      {face && <FaceStuck face={face} />}
      {invitedRupiah > 0 && <Notice>{t("invited", { coupon: unbroken(formatRupiah(invitedRupiah)) })}</Notice>}
      <DraftLine home={home} />
      <Stack gap="tight">
        {next && (
          <ButtonLink to={partPaths[next]}>
            {missing.length === readinessParts.length ? t("startFilling") : t("continueFilling", { part: t(next) })}
          </ButtonLink>
        )}
        <ButtonLink kind="secondary" to="/webview/apply-loan">
          {home.draft ? t("continueDraft") : t("calculateFirst")}
        </ButtonLink>
      </Stack>
      <Section heading={t("toComplete")}>
        <LinkList
          items={missing.map((part) => ({
            to: partPaths[part],
            label: t(part),
            detail: t(`${part}detail`),
            icon: partIcons[part],
          }))}
        />
      </Section>
    </Stack>
  );
}

/** Nothing prevents an application. */
export function MayApply({ home, children }: { home: LoanHome; children?: ReactNode }) {
  const t = useTexts(texts);
  const obstacle = useTexts(applicationObstacleTexts);
  return (
    <Stack gap="loose">
      {children ?? <Title>{t("welcome")}</Title>}
      <Figure label={t("canBorrow")} note={t("ofLimit", { total: formatRupiah(home.limit.totalRupiah) })}>
        <Money rupiah={home.limit.remainingRupiah} />
      </Figure>
      <DraftLine home={home} />
      <Stack gap="tight">
        {home.oldDebt ? (
          <ButtonLink to="/webview/bills" track="home-pay">
            {obstacle("payOldDebt")}
          </ButtonLink>
        ) : (
          <ButtonLink to="/webview/apply-loan" track="home-apply">
            {home.draft ? t("continueDraft") : t("startApplication")}
          </ButtonLink>
        )}
        <ButtonLink kind="secondary" to="/webview/loan-product">
          {t("seeProduct")}
        </ButtonLink>
      </Stack>
      <HowItGoes />
    </Stack>
  );
}

/** The steps after applying, explained in advance. */
function HowItGoes() {
  const t = useTexts(texts);
  return (
    <Section heading={t("howTitle")}>
      <Timeline>
        {(["how1", "how2", "how3", "how4"] as const).map((step, index) => (
          <TimelineItem key={step} state={index === 0 ? "now" : "next"} title={t(step)} when={t(`${step}detail`)} />
        ))}
      </Timeline>
    </Section>
  );
}

function DraftLine({ home: { draft } }: { home: LoanHome }) {
  const t = useTexts(texts);
  const language = useLanguage();
  if (!draft) return null;
  const when = formatInstant(new Date(draft.updatedAt), language, "WIB", "short");
  return (
    <Small>
      {draft.amountRupiah === null
        ? t("draftSavedNoAmount", { when })
        : t("draftSaved", { when, amount: formatRupiah(draft.amountRupiah) })}
    </Small>
  );
}

/** An application on its way to the decision. */
export function LoanUnderReview({ home, loan }: { home: LoanHome; loan: LoanSummary }) {
  const t = useTexts(texts);
  const language = useLanguage();
  const { promisedUntil = loan.submittedAt, isLate = false, documentsUntil = null } = home.review ?? {};
  const text = (at: string) => formatInstant(new Date(at), language, "WIB", "short");
  // A promise that has passed is not repeated; the new one is shown while it is valid.
  const isOverdue = promisedUntil <= home.now;
  const title = documentsUntil
    ? "askedTitle"
    : isLate || isOverdue
      ? "lateTitle"
      : loan.state === "IN_REVIEW"
        ? "inReviewTitle"
        : "reviewingTitle";
  const body = documentsUntil
    ? "askedBody"
    : isOverdue
      ? "lateOpen"
      : isLate
        ? "lateBody"
        : loan.state === "IN_REVIEW"
          ? "inReviewBody"
          : "reviewingBody";
  return (
    <Stack gap="loose">
      <Title lead={t(body, { until: text(documentsUntil ?? promisedUntil) })}>{t(title)}</Title>
      <Figure label={t("amountRequested")} note={t("loanNumber", { number: unbrokenNumber(loan.number) })}>
        <Money rupiah={loan.amountRupiah} />
      </Figure>
      {documentsUntil ? (
        <ButtonLink to="/webview/additional-again" track="home-documents">
          {t("askedAction")}
        </ButtonLink>
      ) : (
        <ButtonLink to="/webview/home">{t("refresh")}</ButtonLink>
      )}
      <Offer home={home} to="/webview/n-select-one" />
      <Way home={home} />
      <CancelLoan loanId={loan.loanId} />
    </Stack>
  );
}

/** One of several additions is possible: before the decision, or after a rejection that it may change. */
function Offer({ home: { review }, to }: { home: LoanHome; to: string }) {
  const t = useTexts(texts);
  const language = useLanguage();
  if (!review?.offerUntil) return null;
  const until = formatInstant(new Date(review.offerUntil), language, "WIB", "short");
  const again = to.endsWith("reoffer");
  return (
    <LinkList
      items={[
        {
          to,
          icon: "plus",
          label: t(again ? "offerAfterRejection" : "offer"),
          detail: t("offerUntil", { until }),
          track: "home-offer",
        },
      ]}
    />
  );
}

/** Approved: the signature and its deadline. */
export function LoanToSign({ home, loan }: { home: LoanHome; loan: LoanSummary }) {
  const t = useTexts(texts);
  const language = useLanguage();
  const deadline = Date.parse(loan.signDeadline ?? home.now);
  const leftMinutes = Math.max(0, Math.floor((deadline - Date.parse(home.now)) / 60_000));
  const until = formatInstant(new Date(deadline), language, "WIB", "short");
  if (leftMinutes === 0) {
    return (
      <EmptyState
        level={1}
        art="calendar"
        title={t("signPassedTitle")}
        action={<ButtonLink to="/webview/home">{t("refresh")}</ButtonLink>}
      >
        {t("signExpires", { until })}
      </EmptyState>
    );
  }
  return (
    <Stack gap="loose">
      <Title>{t("approvedTitle")}</Title>
      <Figure label={t("amountApproved")} note={t("loanNumber", { number: unbrokenNumber(loan.number) })}>
        <Money rupiah={loan.amountRupiah} />
      </Figure>
      <Progress
        kind="deadline"
        label={t("signBefore")}
        words={t("hoursMinutes", { hours: Math.floor(leftMinutes / 60), minutes: leftMinutes % 60 })}
        value={leftMinutes}
        maximum={signHours * 60}
      />
      <Stack gap="tight">
        <ButtonLink to="/webview/agreement" track="home-sign">
          {t("signNow")}
        </ButtonLink>
        <Small>{t("signExpires", { until })}</Small>
      </Stack>
      <Way home={home} />
      <CancelLoan loanId={loan.loanId} />
    </Stack>
  );
}

/** The newest loan has ended: its result, and what is possible now. */
export function Ended({ home, loan }: { home: LoanHome; loan: LoanSummary }) {
  const t = useTexts(texts);
  const expired = home.timeline.some((step) => step.code === "EXPIRED");
  const undone = home.timeline.some((step) => step.code === "TRANSFER_RETURNED");
  const stopped = home.timeline.some((step) => step.code === "STOPPED");
  const titles = {
    CANCELLED: [
      undone ? "undoneTitle" : expired || stopped ? "expiredTitle" : "cancelledTitle",
      undone ? "undoneBody" : expired ? "expiredBody" : stopped ? "stoppedBody" : "cancelledBody",
    ],
    PAID_OFF: ["paidOffTitle", "paidOffBody"],
    RESTRUCTURED: ["restructuredTitle", "restructuredBody"],
  } as const;
  const [title, body] = titles[loan.state as keyof typeof titles] ?? titles.PAID_OFF;
  return (
    <MayApply home={home}>
      <Title lead={t(body)}>{t(title)}</Title>
      <Small>
        <a href={`/webview/loan-history/${loan.loanId}${loan.state === "PAID_OFF" ? "#documents" : ""}`}>
          {t(loan.state === "PAID_OFF" ? "seeLetter" : "seeDetail")}
        </a>
        {" · "}
        {t("loanNumber", { number: unbrokenNumber(loan.number) })}
      </Small>
    </MayApply>
  );
}

/** Refused: why, and from when another try makes sense. */
export function LoanRejected({ home, loan }: { home: LoanHome; loan: LoanSummary }) {
  const t = useTexts(texts);
  return (
    <Stack gap="loose">
      <Title lead={t("rejectedLead")}>{t("rejectedTitle")}</Title>
      <RefusalReasons refusal={home.refusal} />
      <Offer home={home} to="/webview/n-select-one-reoffer" />
      {!home.mayApplyOn && <ButtonLink to="/webview/apply-loan">{t("applyAgain")}</ButtonLink>}
      <Small>{t("limitFree")}</Small>
      <Way home={home} />
      <Small>
        <a href={`/webview/loan-history/${loan.loanId}`}>{t("seeDetail")}</a>
      </Small>
    </Stack>
  );
}

export function Way({ home }: { home: LoanHome }) {
  const { loan } = home;
  if (!loan) return null;
  return (
    <LoanTimeline
      steps={home.timeline}
      account={loan.account}
      documentsPath={`/webview/loan-history/${loan.loanId}#documents`}
    />
  );
}
