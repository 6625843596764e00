import { redirect } from "react-router";
import type { Route } from "./+types/edit-result";
import { getHold } from "#features/account/hold/contract.ts";
import { CaseNotices } from "#features/account/change-request/parts/proof.tsx";
import { formatInstant } from "#shared/dates.ts";
import { call } from "#web/api.ts";
import { defineForms } from "#web/form-actions.ts";
import { useFrame } from "#web/frame.tsx";
import { useLanguage, useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { Button, ButtonLink } from "#web/ui/button/button.tsx";
import { EmptyState } from "#web/ui/empty-state/empty-state.tsx";
import { ActionForm, FormRefusal, Saved } from "#web/ui/form/action-form.tsx";
import { Notice } from "#web/ui/notice/notice.tsx";
import { ActionBar } from "#web/ui/page/page.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import { Small, Title } from "#web/ui/text/text.tsx";
import { Timeline, TimelineItem } from "#web/ui/timeline/timeline.tsx";
import { getMobileChange, mobileChangePages, withdrawMobileChange, type MobileChangeView } from "../contract.ts";
import { mobileChangeInput } from "../parts/steps.tsx";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.resultTitle, back: "/webview/my-profile" };

const unfinished = ["STARTED", "OLD_PROVEN", "IDENTITY_PROVEN", "NEW_PROVEN"] as const;

export async function loader({ context }: Route.LoaderArgs) {
  const { request } = await call(getMobileChange, {}, { context });
  if (!request) throw redirect(mobileChangePages.entry, 303);
  if (unfinished.some((state) => state === request.state)) throw redirect(request.path, 303);
  const heldUntil = request.state === "DONE" ? (await call(getHold, {}, { context })).until : null;
  return { request, heldUntil };
}

const forms = defineForms({
  withdraw: { call: withdrawMobileChange, input: mobileChangeInput, done: mobileChangePages.result },
});
export const action = forms.action;

export default function EditResult({ loaderData, actionData }: Route.ComponentProps) {
  const { request } = loaderData;
  if (request.state === "SUBMITTED" || request.state === "APPROVED")
    return <UnderReview request={request} outcome={actionData} />;
  return <Ended request={request} heldUntil={loaderData.heldUntil} />;
}

function UnderReview({ request, outcome }: { request: MobileChangeView; outcome: object | undefined }) {
  const t = useTexts(texts);
  const language = useLanguage();
  const { createdAt, promisedUntil, effectiveFrom, asked, isLate, maskedNewNumber } = request;
  const on = (at: string) => formatInstant(new Date(at), language);
  const isApproved = request.state === "APPROVED";
  return (
    <Stack gap="loose">
      <Title
        lead={t(isApproved ? "approvedLead" : isLate ? "lateLead" : "reviewLead", {
          number: maskedNewNumber ?? "",
          from: effectiveFrom ? on(effectiveFrom) : "",
        })}
      >
        {t(isApproved ? "approvedTitle" : isLate ? "lateTitle" : "reviewTitle")}
      </Title>
      <Saved by="sent">{t("sentNow")}</Saved>
      <Saved by="shown">{t("shownNow")}</Saved>
      <CaseNotices asked={asked} isLate={isLate} proofPage={mobileChangePages.proof} />
      <Timeline>
        <TimelineItem state="done" title={t("wasSent")} when={on(createdAt)} />
        <TimelineItem
          state={isApproved ? "done" : "now"}
          title={t("isReviewed")}
          {...(isApproved || !promisedUntil ? {} : { when: t("promised", { until: on(promisedUntil) }) })}
        >
          {!isApproved && t("reviewNote")}
        </TimelineItem>
        <TimelineItem
          state={isApproved ? "now" : "next"}
          title={t("takesEffect")}
          {...(effectiveFrom && !isLate
            ? { when: t(isApproved ? "effectiveOn" : "notBefore", { from: on(effectiveFrom) }) }
            : {})}
        >
          {t("effectNote")}
        </TimelineItem>
      </Timeline>
      <FormRefusal of={forms.form("withdraw", outcome)} />
      <ActionForm of={forms.form("withdraw", outcome)} action={mobileChangePages.result}>
        <Stack gap="tight">
          <Button kind="quiet" track="mobile_change_withdraw">
            {t("withdraw")}
          </Button>
          <Small centred>{t("withdrawNote")}</Small>
        </Stack>
      </ActionForm>
    </Stack>
  );
}

const endings = {
  DONE: { art: "check", title: "doneTitle", body: "doneBody" },
  REJECTED: { art: "document", title: "rejectedTitle", body: "rejectedBody" },
  WITHDRAWN: { art: "document", title: "withdrawnTitle", body: "withdrawnBody" },
  EXPIRED: { art: "calendar", title: "expiredTitle", body: "expiredBody" },
  STOPPED: { art: "shield", title: "stoppedTitle", body: "stoppedBody" },
} as const;

function Ended({
  request: { state, reason, maskedNewNumber },
  heldUntil,
}: {
  request: MobileChangeView;
  heldUntil: string | null;
}) {
  const t = useTexts(texts);
  const language = useLanguage();
  const { value } = useFrame().brand.supportPhone;
  const { art, title, body } = endings[state as keyof typeof endings];
  const isDone = state === "DONE";
  return (
    <Stack gap="loose">
      <EmptyState level={1} art={art} title={t(title)}>
        {t(body, { number: maskedNewNumber ?? "" })}
      </EmptyState>
      {heldUntil && <Notice>{t("doneHeld", { until: formatInstant(new Date(heldUntil), language) })}</Notice>}
      {reason && (
        <Notice kind="attention" title={t("reason")}>
          {reason.text}
        </Notice>
      )}
      {!isDone && (
        <Small centred>
          <a href={`tel:${value.replace(/[^\d+]/g, "")}`}>{t("callSupport", { phone: value })}</a>
        </Small>
      )}
      <ActionBar>
        {isDone ? (
          <>
            <ButtonLink to="/webview/password">{t("setPassword")}</ButtonLink>
            <ButtonLink to="/webview/home" kind="secondary">
              {t("toHome")}
            </ButtonLink>
          </>
        ) : (
          <ButtonLink to={mobileChangePages.entry}>{t("startAgain")}</ButtonLink>
        )}
      </ActionBar>
    </Stack>
  );
}
