import { useLanguage, useTexts } from "#web/language.tsx";
import { defineForms } from "#web/form-actions.ts";
import { Button, ButtonLink } from "#web/ui/button/button.tsx";
import { Choices } from "#web/ui/choices/choices.tsx";
import { EmptyState } from "#web/ui/empty-state/empty-state.tsx";
import { ActionForm, FormRefusal } from "#web/ui/form/action-form.tsx";
import { Notice } from "#web/ui/notice/notice.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import { Small, Title } from "#web/ui/text/text.tsx";
import { formatInstant } from "#shared/dates.ts";
import { type InformationOffer, kindOfOption, documentKindTexts, type OfferOption, pathOfKind } from "../contract.ts";
import { chooseInformation, skipInformation } from "../offer-contract.ts";
import { offerTexts } from "./offer-texts.ts";

/** Path of the page where an option is uploaded. */
function pathOfOption(option: OfferOption): string {
  const kind = kindOfOption(option);
  if (kind) return `/webview/additional-info/upload/${pathOfKind(kind)}`;
  switch (option) {
    case "LINK_BANK":
      return "/webview/additional-info/bind-bank";
    case "LINK_ECOM":
      return "/webview/additional-info/bind-ecom";
    case "LINK_OPEN_FINANCE":
      return "/webview/finantier-register";
    case "COMPETITORS":
      return "/webview/additional-info/competitors";
    case "SOCIAL":
      return "/webview/social-media-special";
    default:
      return `/webview/spider/${option.replace("LOOKUP_", "").toLowerCase()}`;
  }
}

/** A choice leads to the page where it is given; the page itself says when the offer has ended. */
export const offerForms = (path: `/${string}`) =>
  defineForms({
    choose: {
      call: chooseInformation,
      done: ({ offer: { chosen } }) => (chosen ? pathOfOption(chosen) : path),
      refused: ({ failure }) => (failure.status.code === "OFFER_OVER" ? path : null),
    },
    skip: { call: skipInformation, done: path, refused: () => path },
  });
type OfferForms = ReturnType<typeof offerForms>;

/** The offer, or its result. */
export function OfferPage({
  offer,
  forms,
  path,
  outcome,
}: {
  offer: InformationOffer | null;
  forms: OfferForms;
  path: string;
  outcome: object | undefined;
}) {
  if (offer?.state === "OPEN") return <Open offer={offer} forms={forms} path={path} outcome={outcome} />;
  return <Over offer={offer} />;
}

function Open({
  offer,
  forms,
  path,
  outcome,
}: {
  offer: InformationOffer;
  forms: OfferForms;
  path: string;
  outcome: object | undefined;
}) {
  const t = useTexts(offerTexts);
  const name = useTexts(documentKindTexts);
  const { kind, options, chosen, offerId } = offer;
  const until = formatInstant(new Date(offer.dueAt), useLanguage(), "WIB", "short");
  const label = (option: OfferOption): string => {
    const document = kindOfOption(option);
    return document ? name(document) : t(option as Exclude<OfferOption, `DOCUMENT_${string}`>);
  };
  const detail = (option: OfferOption): string =>
    t(
      option.startsWith("DOCUMENT_")
        ? "DOCUMENT"
        : option.startsWith("LOOKUP_")
          ? "LOOKUP"
          : option.startsWith("LINK_")
            ? "LINK"
            : "OTHER",
    );
  return (
    <Stack gap="loose">
      <Title lead={t(`${kind}Lead`)}>{t(`${kind}Title`)}</Title>
      <Small>
        {t("until", { until })} {t("harmless")}
      </Small>
      {chosen && (
        <Notice title={t("chosen", { option: label(chosen) })}>
          <a href={pathOfOption(chosen)}>{t("goOn")}</a>
        </Notice>
      )}
      <FormRefusal of={forms.form("skip", outcome)} />
      <ActionForm
        of={forms.form("choose", outcome)}
        id="choose"
        action={path}
        hidden={{ offerId }}
        {...(chosen ? { values: { option: chosen } } : {})}
      >
        <Choices
          name="option"
          label={t("option")}
          choices={options.map((option) => ({ value: option, label: label(option), detail: detail(option) }))}
        />
        <Button track="information_choose">{t("choose")}</Button>
      </ActionForm>
      <ActionForm of={forms.form("skip", outcome)} id="skip" action={path} hidden={{ offerId }}>
        <Button kind="quiet" track="information_skip">
          {t("skip")}
        </Button>
      </ActionForm>
    </Stack>
  );
}

function Over({ offer }: { offer: InformationOffer | null }) {
  const t = useTexts(offerTexts);
  const state = offer && offer.state !== "OPEN" && offer.state !== "WITHDRAWN" ? offer.state : null;
  const mayApply = state === "GIVEN" && offer?.kind === "REOFFER";
  return (
    <EmptyState
      level={1}
      art={state === "GIVEN" ? "check" : state === "EXPIRED" ? "calendar" : "document"}
      title={t(state ? `${state}Title` : "noneTitle")}
      action={
        <ButtonLink to={mayApply ? "/webview/apply-loan" : "/webview/home"}>
          {t(mayApply ? "apply" : "home")}
        </ButtonLink>
      }
    >
      {t(mayApply ? "GIVENagain" : (state ?? "none"))}
    </EmptyState>
  );
}
