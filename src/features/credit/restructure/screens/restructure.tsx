import type { Route } from "./+types/restructure";
import { call } from "#web/api.ts";
import { defineForms } from "#web/form-actions.ts";
import { InstantText, useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { documentKindTexts } from "#features/account/document/contract.ts";
import { Button, ButtonLink } from "#web/ui/button/button.tsx";
import { Choices } from "#web/ui/choices/choices.tsx";
import { EmptyState } from "#web/ui/empty-state/empty-state.tsx";
import { ActionForm, FormRefusal } from "#web/ui/form/action-form.tsx";
import { LinkCard } from "#web/ui/card/card.tsx";
import { Illustration } from "#web/ui/illustration/illustration.tsx";
import { Notice } from "#web/ui/notice/notice.tsx";
import { ActionBar } from "#web/ui/page/page.tsx";
import { Select } from "#web/ui/select/select.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import { Small, Title } from "#web/ui/text/text.tsx";
import { TextArea } from "#web/ui/text-field/text-field.tsx";
import {
  hardshipReasons,
  askRestructure,
  declineRestructure,
  getRestructure,
  maxDocuments,
  offerDays,
  restWorkingDays,
  type RestructureAnswer,
} from "../contract.ts";
import { OfferView, type OpenOffer } from "../parts/offer-view.tsx";
import { offerIn, restructurePage } from "../parts/pages.ts";
import { hardshipReasonTexts, texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.title, back: "/webview/bills" };

export async function loader({ request, context }: Route.LoaderArgs) {
  return { help: await call(getRestructure, {}, { context }), wanted: offerIn(request.url) };
}

const forms = defineForms({
  ask: { call: askRestructure, done: restructurePage },
  decline: { call: declineRestructure, done: restructurePage },
});
export const action = forms.action;

export default function Restructure({ loaderData: { help, wanted }, actionData }: Route.ComponentProps) {
  const { loan, offers, obstacle } = help;
  const open = offers.flatMap((offer): OpenOffer[] =>
    offer.state === "OFFERED" && offer.plan ? [{ ...offer, plan: offer.plan }] : [],
  );
  // The longest first: its instalments are the smallest.
  const offer = open.find(({ offerId }) => offerId === wanted) ?? open.at(-1);
  if (loan && offer)
    return <OfferView loan={loan} offers={open} offer={offer} decline={forms.form("decline", actionData)} />;
  if (loan && obstacle === null) return <AskView help={help} outcome={actionData} />;
  return <StandsView help={help} outcome={actionData} />;
}

/** Nothing is offered: the borrower may ask. */
function AskView({ help, outcome }: { help: RestructureAnswer; outcome: Route.ComponentProps["actionData"] }) {
  const t = useTexts(texts);
  const reason = useTexts(hardshipReasonTexts);
  const kindText = useTexts(documentKindTexts);
  return (
    <Stack gap="loose">
      <Title lead={t("askLead", { days: restWorkingDays })}>{t("askTitle")}</Title>
      <FormRefusal of={forms.form("decline", outcome)} />
      <Ended help={help} />
      <ActionForm of={forms.form("ask", outcome)} action={restructurePage}>
        <Select
          name="reason"
          label={t("reason")}
          options={hardshipReasons.map((value) => ({ value, label: reason(value) }))}
        />
        <TextArea name="note" label={t("note")} hint={t("noteHint")} rows={3} />
        {help.documents.length > 0 ? (
          <Choices
            multiple
            name="documentIds"
            label={t("documents")}
            hint={t("documentsHint", { max: maxDocuments })}
            choices={help.documents.map(({ documentId, kind, uploadedAt }) => ({
              value: documentId,
              label: kindText(kind),
              detail: (
                <>
                  {t("documentAdded")} <InstantText at={uploadedAt} />
                </>
              ),
            }))}
          />
        ) : (
          <Small>
            <a href="/webview/additional-info">{t("addDocument")}</a>
          </Small>
        )}
        <Small>{t("askFree", { days: offerDays })}</Small>
        <ActionBar>
          <Button track="restructure_ask">{t("ask")}</Button>
        </ActionBar>
      </ActionForm>
    </Stack>
  );
}

/** The newest offers have ended. */
function Ended({ help: { offers } }: { help: RestructureAnswer }) {
  const t = useTexts(texts);
  const state = offers[0]?.state;
  if (!state || state === "OFFERED" || state === "SIGNED") return null;
  return <Notice title={t(`${state}_title`)}>{t(`${state}_body`)}</Notice>;
}

/** Asked and waiting, signed, or nothing to restructure. */
function StandsView({ help, outcome }: { help: RestructureAnswer; outcome: Route.ComponentProps["actionData"] }) {
  const t = useTexts(texts);
  const { ask, loan, obstacle, signed } = help;
  if (!loan && !signed)
    return (
      <EmptyState
        level={1}
        art="calendar"
        title={t("noLoanTitle")}
        action={<ButtonLink to="/webview/home">{t("toHome")}</ButtonLink>}
      >
        {t("noLoanBody")}
      </EmptyState>
    );
  const isResting = obstacle === "ASKED_LATELY" && ask?.restsUntil;
  return (
    <Stack gap="loose">
      <Title>{t(ask?.review === "WAITING" && isResting ? "waitingTitle" : "standsTitle")}</Title>
      <FormRefusal of={forms.form("ask", outcome)} />
      <FormRefusal of={forms.form("decline", outcome)} />
      {isResting && (
        <Notice kind="ok" title={t("restTitle")}>
          {t("restBody")} <InstantText at={isResting} />.
        </Notice>
      )}
      {ask?.review === "WAITING" && ask.promisedUntil && (
        <Notice title={t("reviewTitle")}>
          {t("reviewBody")} <InstantText at={ask.promisedUntil} />.
        </Notice>
      )}
      {ask?.review === "REJECTED" && <Notice title={t("rejectedTitle")}>{t("rejectedBody")}</Notice>}
      <Ended help={help} />
      {obstacle && obstacle !== "NO_LOAN" && !isResting && <Notice>{t(obstacle)}</Notice>}
      {signed && (
        <LinkCard
          to={`${restructurePage}/contract`}
          art={<Illustration name="document" size="small" />}
          title={t("seeContract")}
        >
          {signed.loanNumber}
        </LinkCard>
      )}
      <ActionBar>
        <ButtonLink to="/webview/bills">{t("toBills")}</ButtonLink>
      </ActionBar>
    </Stack>
  );
}
