import { redirect } from "react-router";
import type { Route } from "./+types/merge-mobile-result";
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
import {
  declineAccountMerge,
  getAccountMerge,
  mergePages,
  reverseAccountMerge,
  type MergeRequestView,
  type MergeView,
} from "../contract.ts";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.resultTitle, back: "/webview/my-profile" };

const unfinished = new Set(["STARTED", "OTHER_PROVEN", "FACE_PROVEN"]);

export async function loader({ context }: Route.LoaderArgs) {
  const { request, merge } = await call(getAccountMerge, {}, { context });
  if (!request && !merge) throw redirect(mergePages.entry, 303);
  // Shows the merge where this account has no request of its own (the other account asked), or its request became this merge or has ended.
  if (merge && (!request || request.requestId === merge.mergeId || unfinished.has(request.state) === false))
    return { request: request?.requestId === merge.mergeId ? request : null, merge };
  if (request && unfinished.has(request.state)) throw redirect(request.path, 303);
  return { request, merge: null };
}

/** The request whose result is shown: that of the merge, else the newest one of this account. */
async function newestInput({ context }: { context: Route.ActionArgs["context"] }): Promise<{ requestId: string }> {
  const { request, merge } = await call(getAccountMerge, {}, { context });
  const requestId = merge?.mergeId ?? request?.requestId;
  if (requestId === undefined) throw redirect(mergePages.entry, 303);
  return { requestId };
}

const forms = defineForms({
  decline: { call: declineAccountMerge, input: newestInput, done: mergePages.result },
  reverse: { call: reverseAccountMerge, input: newestInput, done: mergePages.result },
});
export const action = forms.action;

export default function MergeMobileResult({ loaderData: { request, merge }, actionData }: Route.ComponentProps) {
  if (merge?.state === "ASKED") return <UnderReview request={request} merge={merge} outcome={actionData} />;
  if (merge && (merge.state === "MERGED" || merge.state === "FINAL"))
    return <Merged merge={merge} outcome={actionData} />;
  return <Ended request={request} merge={merge} />;
}

function UnderReview({
  request,
  merge,
  outcome,
}: {
  request: MergeRequestView | null;
  merge: MergeView;
  outcome: object | undefined;
}) {
  const t = useTexts(texts);
  const language = useLanguage();
  const on = (at: string) => formatInstant(new Date(at), language);
  const isApproved = request?.state === "APPROVED";
  const number = { number: merge.maskedOtherNumber };
  return (
    <Stack gap="loose">
      <Title lead={t(isApproved ? "approvedLead" : merge.isAskedByOther ? "askedByOther" : "reviewLead", number)}>
        {t(isApproved ? "approvedTitle" : "reviewTitle")}
      </Title>
      <Saved by="sent">{t("sentNow")}</Saved>
      <Saved by="shown">{t("shownNow")}</Saved>
      {request && <CaseNotices asked={request.asked} isLate={request.isLate} proofPage={mergePages.proof} />}
      <Timeline>
        <TimelineItem state="done" title={t("wasSent")} when={on(merge.askedAt)} />
        <TimelineItem
          state={isApproved ? "done" : "now"}
          title={t("isReviewed")}
          {...(isApproved || !request?.promisedUntil
            ? {}
            : { when: t("promised", { until: on(request.promisedUntil) }) })}
        >
          {!isApproved && t("reviewNote")}
        </TimelineItem>
        <TimelineItem state={isApproved ? "now" : "next"} title={t("isMerged")}>
          {t("mergeNote")}
        </TimelineItem>
      </Timeline>
      <FormRefusal of={forms.form("decline", outcome)} />
      <ActionForm of={forms.form("decline", outcome)} action={mergePages.result}>
        <Stack gap="tight">
          <Button kind="quiet" track="account_merge_decline">
            {t("decline")}
          </Button>
          <Small centred>{t("declineNote")}</Small>
        </Stack>
      </ActionForm>
    </Stack>
  );
}

function Merged({ merge, outcome }: { merge: MergeView; outcome: object | undefined }) {
  const t = useTexts(texts);
  const language = useLanguage();
  const { mergeId, maskedKeptNumber, maskedFreedNumber, canReverse, reversibleUntil, hasStatement } = merge;
  const until = reversibleUntil ? formatInstant(new Date(reversibleUntil), language) : "";
  return (
    <Stack gap="loose">
      <EmptyState level={1} art="check" title={t("mergedTitle")}>
        {t("mergedBody", { kept: maskedKeptNumber, freed: maskedFreedNumber })} {!canReverse && t("finalBody")}
      </EmptyState>
      {hasStatement ? (
        <Stack gap="tight">
          <ButtonLink to={`/api/account-merge/${mergeId}/statement`} kind="secondary" download>
            {t("statementLink")}
          </ButtonLink>
          <Small centred>
            <a href={`/verify/${mergeId}`}>{t("verifyLink")}</a>
          </Small>
        </Stack>
      ) : (
        <Small centred>{t("statementSoon")}</Small>
      )}
      {canReverse && (
        <>
          <Notice kind="attention" title={t("undoTitle")}>
            {t("undoBody", { until })}
          </Notice>
          <FormRefusal of={forms.form("reverse", outcome)} />
          <ActionForm of={forms.form("reverse", outcome)} action={mergePages.result}>
            <Button kind="quiet" track="account_merge_reverse">
              {t("undo")}
            </Button>
          </ActionForm>
        </>
      )}
      <ActionBar>
        <ButtonLink to="/webview/home">{t("toHome")}</ButtonLink>
      </ActionBar>
    </Stack>
  );
}

function Ended({ request, merge }: { request: MergeRequestView | null; merge: MergeView | null }) {
  const t = useTexts(texts);
  const { value } = useFrame().brand.supportPhone;
  const isReversed = merge?.state === "REVERSED";
  const isClosed = request?.reason?.code === "CLOSED_INSTEAD";
  const key = isReversed ? "reversed" : isClosed ? "closed" : request?.state === "EXPIRED" ? "expired" : "notMerged";
  return (
    <Stack gap="loose">
      <EmptyState level={1} art={isReversed || isClosed ? "check" : "document"} title={t(`${key}Title`)}>
        {t(`${key}Body`)}
      </EmptyState>
      {request?.reason && !isReversed && (
        <Notice kind="attention" title={t("reason")}>
          {request.reason.text}
        </Notice>
      )}
      {!isClosed && (
        <Small centred>
          <a href={`tel:${value.replace(/[^\d+]/g, "")}`}>{t("callSupport", { phone: value })}</a>
        </Small>
      )}
      <ActionBar>
        {/* A person who has just undone a merge does not want to start it again. */}
        {isClosed || isReversed ? (
          <ButtonLink to="/webview/home">{t("toHome")}</ButtonLink>
        ) : (
          <ButtonLink to={mergePages.entry}>{t("startAgain")}</ButtonLink>
        )}
      </ActionBar>
    </Stack>
  );
}
