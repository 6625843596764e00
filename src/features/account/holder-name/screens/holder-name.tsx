import type { Route } from "./+types/holder-name";
import { call } from "#web/api.ts";
import { defineForms } from "#web/form-actions.ts";
import { InstantText, useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { Button, ButtonLink } from "#web/ui/button/button.tsx";
import { DefinitionList } from "#web/ui/definition-list/definition-list.tsx";
import { EmptyState } from "#web/ui/empty-state/empty-state.tsx";
import { FileField } from "#web/ui/file-field/file-field.tsx";
import { ActionForm, FormRefusal, Saved } from "#web/ui/form/action-form.tsx";
import { Notice } from "#web/ui/notice/notice.tsx";
import { ActionBar } from "#web/ui/page/page.tsx";
import { Select } from "#web/ui/select/select.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import { Small, Title } from "#web/ui/text/text.tsx";
import { TextField } from "#web/ui/text-field/text-field.tsx";
import {
  askHolderName,
  getHolderName,
  holderPlaces,
  holderNamePage,
  withdrawHolderName,
  type HolderNameRequest,
} from "../contract.ts";
import { placeTexts, texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.title, back: "/webview/bank-account", uploads: [askHolderName] };

export const loader = ({ context }: Route.LoaderArgs) => call(getHolderName, {}, { context });

const forms = defineForms({
  ask: { call: askHolderName, done: `${holderNamePage}?sent=1` },
  withdraw: {
    call: withdrawHolderName,
    input: async ({ context }) => ({ requestId: (await call(getHolderName, {}, { context })).request?.requestId }),
    done: holderNamePage,
    gone: holderNamePage,
  },
});
export const action = forms.action;

export default function HolderName({
  loaderData: { fullName, confirmedNames, request },
  actionData,
}: Route.ComponentProps) {
  const t = useTexts(texts);
  const place = useTexts(placeTexts);
  if (fullName === null)
    return (
      <EmptyState
        level={1}
        art="id-card"
        title={t("identityTitle")}
        action={<ButtonLink to="/webview/identity">{t("toIdentity")}</ButtonLink>}
      >
        {t("identityBody")}
      </EmptyState>
    );
  if (request && (request.state === "SUBMITTED" || request.state === "APPROVED"))
    return <UnderReview fullName={fullName} request={request} outcome={actionData} />;
  return (
    <Stack gap="loose">
      <Title lead={t("lead")}>{t("title")}</Title>
      <FormRefusal of={forms.form("withdraw", actionData)} />
      {request && <Last request={request} />}
      <DefinitionList
        items={[
          [t("onCard"), fullName],
          ...(confirmedNames.length > 0 ? [[t("confirmed"), confirmedNames.join(" · ")] as const] : []),
        ]}
      />
      <ActionForm of={forms.form("ask", actionData)} action={holderNamePage} upload>
        <TextField name="name" label={t("name")} hint={t("nameHint")} autoComplete="off" />
        <Select
          name="where"
          label={t("place")}
          options={holderPlaces.map((value) => ({ value, label: place(value) }))}
        />
        <FileField name="photo" label={t("photo")} hint={t("photoHint")} required />
        <Small>{t("note")}</Small>
        <ActionBar>
          <Button track="holder_name_ask">{t("send")}</Button>
        </ActionBar>
      </ActionForm>
    </Stack>
  );
}

function Last({ request: { state, reason } }: { request: HolderNameRequest }) {
  const t = useTexts(texts);
  if (state !== "DONE" && state !== "REJECTED" && state !== "STOPPED") return null;
  return (
    <Notice kind={state === "DONE" ? "ok" : "attention"} title={t(state)}>
      {reason?.text} {state === "DONE" && <a href="/webview/bank-account">{t("toAccounts")}</a>}
    </Notice>
  );
}

function UnderReview({
  fullName,
  request: { name, promisedUntil, isLate },
  outcome,
}: {
  fullName: string;
  request: HolderNameRequest;
  outcome: object | undefined;
}) {
  const t = useTexts(texts);
  const withdraw = forms.form("withdraw", outcome);
  return (
    <Stack gap="loose">
      <Title lead={t("reviewLead")}>{t("reviewTitle")}</Title>
      <Saved by="sent">{t("sentNow")}</Saved>
      <FormRefusal of={forms.form("ask", outcome)} />
      {isLate && <Notice kind="attention">{t("isLate")}</Notice>}
      <DefinitionList
        items={[
          [t("onCard"), fullName],
          [t("name"), name],
          ...(promisedUntil && !isLate
            ? [[t("promised"), <InstantText key="until" at={promisedUntil} />] as const]
            : []),
        ]}
      />
      <ActionForm of={withdraw} id="withdraw" action={holderNamePage}>
        <Button kind="quiet" track="holder_name_withdraw">
          {t("withdraw")}
        </Button>
      </ActionForm>
    </Stack>
  );
}
