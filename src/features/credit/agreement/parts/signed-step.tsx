/** After the signature: the result, the current step and the next ones. */
import { DateText, InstantText, useTexts } from "#web/language.tsx";
import { ButtonLink } from "#web/ui/button/button.tsx";
import { LinkCard } from "#web/ui/card/card.tsx";
import { Form, LiveRegion } from "#web/ui/form/form.tsx";
import { Illustration } from "#web/ui/illustration/illustration.tsx";
import { ActionBar } from "#web/ui/page/page.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import { Title } from "#web/ui/text/text.tsx";
import { Timeline, TimelineItem } from "#web/ui/timeline/timeline.tsx";
import type { AgreementAnswer } from "../contract.ts";
import { texts } from "../texts.ts";

export function SignedStep({ loanId, signed }: { loanId: string; signed: NonNullable<AgreementAnswer["signed"]> }) {
  const t = useTexts(texts);
  const isSealed = signed.state === "SIGNED";
  return (
    <Stack gap="loose">
      <Title lead={t(signed.disbursedOn ? "paidLead" : "signedLead")}>{t("signedTitle")}</Title>
      <Form method="get" live="/webview/agreement">
        <input type="hidden" name="loan" value={loanId} />
        <LiveRegion>
          <Timeline>
            <TimelineItem title={t("stepSigned")} when={signed.signedAt && <InstantText at={signed.signedAt} />} />
            {isSealed ? (
              <TimelineItem title={t("stepSealed")} when={signed.sealedAt && <InstantText at={signed.sealedAt} />} />
            ) : (
              <TimelineItem state="now" title={t("stepSealing")}>
                <span data-live-again="">{t("sealingDetail")}</span>{" "}
                <a href={`/webview/agreement?loan=${loanId}`}>{t("reload")}</a>
              </TimelineItem>
            )}
            {signed.disbursedOn ? (
              <TimelineItem title={t("stepPaid")} when={<DateText date={signed.disbursedOn} />} />
            ) : (
              <TimelineItem state={isSealed ? "now" : "next"} title={t("stepPaid")}>
                {t("stepPaidNext")}
              </TimelineItem>
            )}
          </Timeline>
        </LiveRegion>
      </Form>
      <LinkCard
        to={`/webview/agreement-pdf?loan=${loanId}`}
        art={<Illustration name="document" size="small" />}
        title={t("seeSigned")}
      />
      <ActionBar>
        <ButtonLink to="/webview/home">{t("toHome")}</ButtonLink>
      </ActionBar>
    </Stack>
  );
}
