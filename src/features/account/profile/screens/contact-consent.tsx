import { data } from "react-router";
import type { Route } from "./+types/contact-consent";
import { call, Problem } from "#web/api.ts";
import { defineForms } from "#web/form-actions.ts";
import { useFrame } from "#web/frame.tsx";
import { useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Card } from "#web/ui/card/card.tsx";
import { EmptyState } from "#web/ui/empty-state/empty-state.tsx";
import { ActionForm } from "#web/ui/form/action-form.tsx";
import { Notice } from "#web/ui/notice/notice.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import { Title } from "#web/ui/text/text.tsx";
import { answerContactConsent, getContactConsent } from "../contact-contract.ts";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.consentTitle, noIndex: true, isStep: true };

const path = "/webview/contact-consent";

/** A link that has expired, or whose contact was removed, shows a text instead of an error page. */
export async function loader({ context }: Route.LoaderArgs) {
  try {
    return data({ asked: await call(getContactConsent, {}, { context }) });
  } catch (problem) {
    if (problem instanceof Problem && ["LINK_INVALID", "CONTACT_UNKNOWN"].includes(problem.code))
      return data({ asked: null }, { status: problem.init.status });
    throw problem;
  }
}

// The page itself says when a link has expired.
const forms = defineForms({ answer: { call: answerContactConsent, done: path, refused: () => path } });
export const action = forms.action;

export default function ContactConsent({ loaderData: { asked } }: Route.ComponentProps) {
  const t = useTexts(texts);
  const { brand } = useFrame();
  if (!asked) {
    return (
      <EmptyState level={1} art="calendar" title={t("linkOverTitle")}>
        {t("linkOverBody")}
      </EmptyState>
    );
  }
  const { consent } = asked;
  const borrower = asked.borrowerName || t("consentSomebody");
  return (
    <Stack gap="loose">
      {consent === "GIVEN" && <Notice kind="ok" live title={t("consentGivenTitle")} />}
      {consent === "REFUSED" && (
        <Notice kind="info" live title={t("consentRefusedTitle")}>
          {t("consentRefusedBody")}
        </Notice>
      )}
      <Title lead={t("consentAsk", { borrower, relationship: t(asked.relationship), brand: brand.name })}>
        {t("consentGreeting", { name: asked.contactName })}
      </Title>
      <Card heading={t("consentMeans")}>
        <Stack gap="tight">
          <p>{t("consentOnly", { borrower })}</p>
          <p>
            <strong>{t("consentNever")}</strong>
          </p>
          <p>{t("consentChange")}</p>
        </Stack>
      </Card>
      <ActionForm of={forms.form("answer", undefined)} action={path}>
        <Stack>
          {consent !== "GIVEN" && (
            <Button name="answer" value="GIVEN" track="contact_consent_given">
              {t("consentYes")}
            </Button>
          )}
          {consent !== "REFUSED" && (
            <Button kind="secondary" name="answer" value="REFUSED" track="contact_consent_refused">
              {t("consentNo")}
            </Button>
          )}
        </Stack>
      </ActionForm>
    </Stack>
  );
}
