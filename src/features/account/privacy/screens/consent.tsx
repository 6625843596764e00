import { data } from "react-router";
import type { Route } from "./+types/consent";
import { call, Problem } from "#web/api.ts";
import { defineForms } from "#web/form-actions.ts";
import { useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { Button, ButtonLink } from "#web/ui/button/button.tsx";
import { DefinitionList } from "#web/ui/definition-list/definition-list.tsx";
import { Dialog, DialogClose, DialogLink } from "#web/ui/dialog/dialog.tsx";
import { Disclosure } from "#web/ui/disclosure/disclosure.tsx";
import { EmptyState } from "#web/ui/empty-state/empty-state.tsx";
import { ActionForm } from "#web/ui/form/action-form.tsx";
import { Notice } from "#web/ui/notice/notice.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import { Prose } from "#web/ui/text/prose.tsx";
import { Section, Small, Title } from "#web/ui/text/text.tsx";
import {
  getConsent,
  hasOwnKey,
  withdrawConsentCall,
  type ConsentKind,
  type Stopped as StoppedThing,
} from "../contract.ts";
import { ReceiptFacts } from "../parts/receipt-facts.tsx";
import { consentKindTexts, texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.receiptTitle, back: "/webview/privacy/consents" };

const all = "/webview/privacy/consents";

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const isNew = new URL(request.url).searchParams.has("withdrawn");
  try {
    return data({ consent: await call(getConsent, { consentId: params.consentId }, { context }), isNew });
  } catch (problem) {
    if (problem instanceof Problem && ["CONSENT_UNKNOWN", "INPUT_INVALID"].includes(problem.code))
      return data({ consent: null, isNew }, { status: 404 });
    throw problem;
  }
}

const forms = defineForms({ withdraw: { call: withdrawConsentCall, done: "?withdrawn=1" } });
export const action = forms.action;

export default function Consent({ loaderData: { consent, isNew }, actionData }: Route.ComponentProps) {
  const t = useTexts(texts);
  const name = useTexts(consentKindTexts);
  if (!consent)
    return (
      <EmptyState
        level={1}
        art="search"
        title={t("unknownTitle")}
        action={<ButtonLink to={all}>{t("back")}</ButtonLink>}
      >
        {t("unknownBody")}
      </EmptyState>
    );
  const isOver = consent.state === "WITHDRAWN" || consent.state === "ENDED";
  return (
    <Stack gap="loose">
      <Title lead={name(consent.kind)}>{t("receiptTitle")}</Title>
      {isNew && isOver && (
        <Notice kind="ok" live>
          {t("withdrawnNow")}
        </Notice>
      )}
      <ReceiptFacts receipt={consent} />
      {isOver && <Stopped kind={consent.kind} stopped={consent.stopped} />}
      {hasOwnKey(consent.kind) && <Small>{t("inputsStay")}</Small>}
      {consent.withdrawable ? (
        <>
          <DialogLink to="withdraw" kind="danger">
            {t("withdraw")}
          </DialogLink>
          <Dialog id="withdraw" heading={t("withdrawAsk", { kind: name(consent.kind) })}>
            <ActionForm of={forms.form("withdraw", actionData)}>
              <p>
                {t(
                  hasOwnKey(consent.kind)
                    ? "withdrawBody"
                    : consent.kind === "FACE_CHECK"
                      ? "withdrawFace"
                      : "withdrawStops",
                )}
              </p>
              {consent.kind === "CREDIT_CHECK" && consent.subject === "" && <p>{t("withdrawCredit")}</p>}
              <Button kind="danger" track="privacy_withdraw">
                {t("withdraw")}
              </Button>
              <DialogClose>{t("keep")}</DialogClose>
            </ActionForm>
          </Dialog>
        </>
      ) : (
        consent.basis === "CONTRACT" && consent.state === "STANDING" && <Small>{t("closingEnds")}</Small>
      )}
      <Disclosure summary={t("textTitle")}>
        <section lang={consent.text?.language} aria-label={consent.title}>
          <Prose html={consent.body} />
        </section>
      </Disclosure>
      <Small>
        <a href={consent.verifyPath}>{t("verifyReceipt")}</a>. {t("verifyWhy")}
      </Small>
    </Stack>
  );
}

function Stopped({ kind, stopped }: { kind: ConsentKind; stopped: readonly StoppedThing[] }) {
  const t = useTexts(texts);
  const nameOf = (what: string) => (Object.hasOwn(texts, what) ? t(what as "APPLICATION") : what);
  const stoppedParts = stopped.filter(({ rule }) => rule === undefined);
  const retained = stopped.flatMap(({ what, rule, years = 0 }) =>
    rule ? [[nameOf(what), t(rule, { years })] as const] : [],
  );
  return (
    <>
      <Section heading={t("stoppedTitle")}>
        <Stack gap="tight">
          {stoppedParts.length === 0 ? (
            <p>{t("stoppedNothing")}</p>
          ) : (
            <DefinitionList items={stoppedParts.map(({ what, count }) => [nameOf(what), count])} />
          )}
          {hasOwnKey(kind) && <Small>{t("keyGone")}</Small>}
        </Stack>
      </Section>
      {retained.length > 0 && (
        <Section heading={t("staysTitle")}>
          <DefinitionList items={retained} />
        </Section>
      )}
    </>
  );
}
