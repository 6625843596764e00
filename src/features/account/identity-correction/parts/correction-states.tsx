import { CaseNotices } from "#features/account/change-request/parts/proof.tsx";
import { formatInstant } from "#shared/dates.ts";
import type { BoundForm } from "#web/form-actions.ts";
import { useFrame } from "#web/frame.tsx";
import { DateText, useLanguage, useTexts } from "#web/language.tsx";
import { Button, ButtonLink } from "#web/ui/button/button.tsx";
import { Card } from "#web/ui/card/card.tsx";
import { DefinitionList } from "#web/ui/definition-list/definition-list.tsx";
import { EmptyState } from "#web/ui/empty-state/empty-state.tsx";
import { ActionForm, FormRefusal, Saved } from "#web/ui/form/action-form.tsx";
import { Notice } from "#web/ui/notice/notice.tsx";
import { NumberedList } from "#web/ui/numbered-list/numbered-list.tsx";
import { ActionBar } from "#web/ui/page/page.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import { Heading, Section, Small, Title } from "#web/ui/text/text.tsx";
import { Timeline, TimelineItem } from "#web/ui/timeline/timeline.tsx";
import { correctionPage, type CorrectionAnswer, type CorrectionView } from "../contract.ts";
import { correctionPartTexts, texts } from "../texts.ts";
import { Changes } from "./changes.tsx";

/** Without an open request: the current data, the way to correct it, and the result of the last request. */
export function CorrectionStart({
  present,
  last,
  start,
}: {
  present: NonNullable<CorrectionAnswer["present"]>;
  last: CorrectionView | null;
  start: BoundForm;
}) {
  const t = useTexts(texts);
  const part = useTexts(correctionPartTexts);
  return (
    <Stack gap="loose">
      <Title lead={t("lead")}>{t("title")}</Title>
      {last && <Last request={last} />}
      <Card>
        <Stack gap="tight">
          <Heading>{t("presentTitle")}</Heading>
          <DefinitionList
            items={[
              [
                part("nik"),
                <span key="nik" className="money">
                  {present.nik}
                </span>,
              ],
              [part("fullName"), present.fullName],
              [part("birthPlace"), present.birthPlace],
              [part("birthDate"), <DateText key="birth" date={present.birthDate} style="short" />],
              [part("sex"), part(present.sex)],
            ]}
          />
        </Stack>
      </Card>
      <Section heading={t("howTitle")}>
        <NumberedList
          items={([1, 2, 3] as const).map((number) => ({ title: t(`how${number}`), body: t(`how${number}Body`) }))}
        />
      </Section>
      <Small>{t("contracts")}</Small>
      <ActionForm of={start} action={correctionPage}>
        <ActionBar>
          <Button track="identity_correction_start">{t("start")}</Button>
        </ActionBar>
      </ActionForm>
    </Stack>
  );
}

function Last({ request: { state, reason } }: { request: CorrectionView }) {
  const t = useTexts(texts);
  const { value } = useFrame().brand.supportPhone;
  if (state !== "DONE" && state !== "REJECTED" && state !== "EXPIRED" && state !== "WITHDRAWN" && state !== "STOPPED")
    return null;
  return (
    <Notice kind={state === "DONE" ? "ok" : "attention"} title={t(state)}>
      {reason?.text}{" "}
      {state === "REJECTED" && <a href={`tel:${value.replace(/[^\d+]/g, "")}`}>{t("callSupport", { phone: value })}</a>}
    </Notice>
  );
}

/** Sent: who decides, by when, and how to withdraw it. */
export function CorrectionUnderReview({ request, withdraw }: { request: CorrectionView; withdraw: BoundForm }) {
  const t = useTexts(texts);
  const language = useLanguage();
  const { createdAt, promisedUntil, asked, isLate, changes } = request;
  const on = (at: string) => formatInstant(new Date(at), language);
  return (
    <Stack gap="loose">
      <Title lead={t("reviewLead")}>{t("reviewTitle")}</Title>
      <Saved by="sent">{t("sentNow")}</Saved>
      <Saved by="shown">{t("shownNow")}</Saved>
      <CaseNotices asked={asked} isLate={isLate} proofPage={correctionPage} />
      <Changes changes={changes} />
      <Timeline>
        <TimelineItem state="done" title={t("wasSent")} when={on(createdAt)} />
        <TimelineItem
          state="now"
          title={t("isReviewed")}
          {...(promisedUntil ? { when: t("promised", { until: on(promisedUntil) }) } : {})}
        />
        <TimelineItem state="next" title={t("takesEffect")}>
          {t("effectNote")}
        </TimelineItem>
      </Timeline>
      <Withdraw of={withdraw} />
    </Stack>
  );
}

export function Withdraw({ of }: { of: BoundForm }) {
  const t = useTexts(texts);
  return (
    <>
      <FormRefusal of={of} />
      <ActionForm of={of} id="withdraw" action={correctionPage}>
        <Stack gap="tight">
          <Button kind="quiet" track="identity_correction_withdraw">
            {t("withdraw")}
          </Button>
          <Small centred>{t("withdrawNote")}</Small>
        </Stack>
      </ActionForm>
    </>
  );
}

/** Nothing is verified: the data is changed on its own page. */
export function Unverified() {
  const t = useTexts(texts);
  return (
    <EmptyState
      level={1}
      art="document"
      title={t("unverifiedTitle")}
      action={<ButtonLink to="/webview/identity">{t("toIdentity")}</ButtonLink>}
    >
      {t("unverifiedBody")}
    </EmptyState>
  );
}
