import type { Route } from "./+types/bind";
import { FreshCode } from "#features/account/verification/parts/otp-step.tsx";
import { submitFresh } from "#features/account/verification/parts/step-up.ts";
import { say } from "#shared/texts.ts";
import { holdUntil, OnHold } from "#features/account/hold/parts/on-hold.tsx";
import { call } from "#web/api.ts";
import { defineForms } from "#web/form-actions.ts";
import { useTexts } from "#web/language.tsx";
import { pageFrame, type ScreenHandle } from "#web/screen.ts";
import { Button } from "#web/ui/button/button.tsx";
import { ActionForm } from "#web/ui/form/action-form.tsx";
import { ActionBar } from "#web/ui/page/page.tsx";
import { Select } from "#web/ui/select/select.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import { Small, Title } from "#web/ui/text/text.tsx";
import { PasswordField, TextField } from "#web/ui/text-field/text-field.tsx";
import {
  beginLink,
  connectBy,
  endAccountLink,
  listLinks,
  institutionsOf,
  type LinkKind,
  type LinkView,
} from "../contract.ts";
import { bindPaths, leadToStep, placeAfter, linkPath } from "../parts/places.ts";
import { AtPartner, Begin, CancelLink, Connecting, LastLink, Linked, useMoment } from "../parts/steps.tsx";
import { texts } from "../texts.ts";

export const handle: ScreenHandle<{ kind: LinkKind }> = {
  title: texts.title,
  back: "/webview/additional-info",
  head: ({ kind }, { language }) => ({ title: say(texts[`${kind}Title`], language) }),
};

/** The address gives the kind: the screen has one for each. */
const kindOf = (path: string): "BANK" | "ECOM" => (path === bindPaths.ECOM ? "ECOM" : "BANK");

export async function loader({ context }: Route.LoaderArgs) {
  const { path, pathWithQuery } = context.get(pageFrame);
  const kind = kindOf(path);
  const [{ items, byCredentials, ...rest }, hold] = await Promise.all([
    call(listLinks, {}, { context }),
    holdUntil(context),
  ]);
  const { link = null, attemptsLeft = 0 } = items.find((item) => item.kind === kind) ?? {};
  const isAwaited = new URL(pathWithQuery, "http://own.invalid").searchParams.has("waiting");
  leadToStep(path, kind, link, isAwaited);
  const offers = institutionsOf(kind).map(({ code, name }) => ({ value: code, label: name }));
  const byLogin = offers.filter(({ value }) => byCredentials.includes(value));
  return {
    ...rest,
    hold,
    kind,
    link,
    attemptsLeft,
    isAwaited,
    offers: byLogin.length > 0 ? byLogin : offers,
    byLogin: byLogin.length > 0,
  };
}

const kindHere = ({ url }: { url: URL }) => ({ kind: kindOf(url.pathname) });
const forms = defineForms(
  {
    begin: { call: beginLink, input: kindHere, done: (link) => linkPath(link.kind, link) },
    login: { call: connectBy.login, done: placeAfter, gone: "?" },
    partner: { call: connectBy.partner, done: placeAfter, gone: "?" },
    end: { call: endAccountLink, done: "?removed=1", gone: "?" },
  },
  { fresh: submitFresh },
);
export const action = forms.action;

export default function Bind({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTexts(texts);
  const { kind, link, offers, byLogin, isAwaited, hold, ...rest } = loaderData;
  const path = bindPaths[kind];
  const form = (name: "begin" | "login" | "partner" | "end") => forms.form(name, actionData);
  if (actionData?.step) {
    return (
      <Stack gap="loose">
        <Title lead={t("codeLead")}>{t("codeTitle")}</Title>
        <FreshCode
          step={actionData.step}

          action={path}
          button={t("goOn")}
          track="link_code_own"
        />
      </Stack>
    );
  }
  if (link && (link.state === "CONNECTING" || (isAwaited && !actionData)))
    return <Connecting path={path} link={link} end={form("end")} />;
  if (link?.state === "CONSENTED")
    return (
      <Login kind={kind} link={link} offers={offers} byLogin={byLogin} attemptsLeft={rest.attemptsLeft} form={form} />
    );
  if (link?.state === "REDIRECTED") return <AtPartner link={link} end={form("end")} />;
  if (link?.state === "LINKED") return <Linked link={link} end={form("end")} />;
  if (hold !== null) {
    return (
      <Stack gap="loose">
        <Title>{t(`${kind}Title`)}</Title>
        <OnHold until={hold} />
      </Stack>
    );
  }
  return <Begin {...rest} kind={kind} link={link} of={form("begin")} />;
}

interface LoginProps {
  kind: "BANK" | "ECOM";
  link: LinkView;
  offers: { value: string; label: string }[];
  byLogin: boolean;
  attemptsLeft: number;
  form(name: "login" | "partner" | "end"): ReturnType<typeof forms.form>;
}

function Login({ kind, link, offers, byLogin, attemptsLeft, form }: LoginProps) {
  const t = useTexts(texts);
  const moment = useMoment();
  const isRefused = form("login").answer !== undefined;
  return (
    <Stack gap="loose">
      <Title {...(byLogin ? { lead: t("loginLead") } : {})}>{t(`${kind}Title`)}</Title>
      {!isRefused && <LastLink link={link} attemptsLeft={attemptsLeft} />}
      <ActionForm of={form(byLogin ? "login" : "partner")} values={{ institution: link.institution ?? "" }}>
        <input type="hidden" name="linkId" value={link.linkId} />
        <Select name="institution" label={t(`choose${kind}`)} options={offers} />
        {byLogin && (
          <>
            <TextField
              name="userId"
              label={t("userId")}
              hint={t("userIdHint")}
              autoComplete="off"
              autoCapitalize="none"
            />
            <PasswordField name="credential" label={t("password")} hint={t("passwordHint")} autoComplete="off" />
          </>
        )}
        {link.failure !== null && <Small>{t("consentStands", { until: moment(link.stepUntil) })}</Small>}
        <ActionBar>
          <Button track="link_connect">{t(byLogin ? "link" : "goOn")}</Button>
        </ActionBar>
      </ActionForm>
      <CancelLink link={link} of={form("end")} />
    </Stack>
  );
}
