import { redirect } from "react-router";
import type { Route } from "./+types/merge-mobile-preview";
import { FreshCode } from "#features/account/verification/parts/otp-step.tsx";
import { submitFresh, type FreshStep } from "#features/account/verification/parts/step-up.ts";
import { dateInWib, formatDate } from "#shared/dates.ts";
import { formatRupiah } from "#shared/money.ts";
import { call, Problem } from "#web/api.ts";
import { useFrame } from "#web/frame.tsx";
import { defineForms, type BoundForm } from "#web/form-actions.ts";
import { useLanguage, useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { toStepInOrder } from "#web/steps.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Card } from "#web/ui/card/card.tsx";
import { CheckList } from "#web/ui/check-list/check-list.tsx";
import { Choices } from "#web/ui/choices/choices.tsx";
import { DefinitionList } from "#web/ui/definition-list/definition-list.tsx";
import { ActionForm } from "#web/ui/form/action-form.tsx";
import { Notice } from "#web/ui/notice/notice.tsx";
import { ActionBar } from "#web/ui/page/page.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import { Heading, Section, Small, Title } from "#web/ui/text/text.tsx";
import {
  getMergePreview,
  listedCodes,
  mergePages,
  submitAccountMerge,
  type MergeLine,
  type MergePreview,
} from "../contract.ts";
import { readOpenMerge, mergeInput, MergeSteps } from "../parts/steps.tsx";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.previewTitle, back: mergePages.proof };

export async function loader({ context }: Route.LoaderArgs) {
  const { request } = await readOpenMerge(context);
  if (request.state !== "FACE_PROVEN") throw redirect(request.path, 303);
  try {
    const preview = await call(getMergePreview, { requestId: request.requestId }, { context });
    return { preview, obstacle: null };
  } catch (error) {
    // An obstacle appeared after the number was proven: the page says so, and the request can still be declined.
    if (error instanceof Problem && error.code === "MERGE_NOT_POSSIBLE")
      return { preview: null, obstacle: error.data.status.detail };
    throw error;
  }
}

const forms = defineForms<{ sign: unknown }, FreshStep>(
  {
    sign: {
      call: submitAccountMerge,
      input: mergeInput,
      done: `${mergePages.result}?sent=1`,
      refused: toStepInOrder,
    },
  },
  { fresh: submitFresh },
);
export const action = forms.action;

export default function MergeMobilePreview({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTexts(texts);
  const { preview, obstacle } = loaderData;
  const { formKey } = useFrame();
  if (!preview)
    return (
      <Stack gap="loose">
        <Title>{t("notMergedTitle")}</Title>
        <Notice kind="attention">{obstacle}</Notice>
        <Small centred>
          <a href={mergePages.entry}>{t("startAgain")}</a>
        </Small>
      </Stack>
    );
  const { own, other, survivor, closesInstead } = preview;
  const step = (actionData as { step?: FreshStep } | undefined)?.step;
  if (step)
    return (
      <Stack gap="loose">
        <MergeSteps step={4} />
        <Title>{t("signTitle")}</Title>
        <FreshCode
          step={step}
          action={mergePages.preview}
          button={t(closesInstead ? "signClose" : "sign")}
          track="account_merge_sign_code"
          idempotencyKey={formKey}
        />
      </Stack>
    );
  const [goesOn, ends] = survivor === "OWN" ? [own, other] : [other, own];
  const numbers = { survivor: goesOn.maskedNumber, absorbed: ends.maskedNumber };
  return (
    <Stack gap="loose">
      <MergeSteps step={4} />
      <Title lead={t(closesInstead ? "closesLead" : "previewLead", numbers)}>
        {t(closesInstead ? "closesTitle" : "previewTitle")}
      </Title>
      <DefinitionList
        items={[
          [t("goesOn"), <AccountName key="survivor" account={goesOn} />],
          [t("ends"), <AccountName key="absorbed" account={ends} />],
        ]}
      />
      {!closesInstead && (
        <>
          {preview.lines.every(({ code }) => (listedCodes as readonly string[]).includes(code)) && (
            <Notice>{t("nothing")}</Notice>
          )}
          {preview.lines.map((line) => (
            <Line key={line.code} line={line} />
          ))}
          <Section heading={t("rulesTitle")}>
            <CheckList items={[t("rule1"), t("rule2"), t("rule3")]} />
          </Section>
        </>
      )}
      <Heading>{t("signTitle")}</Heading>
      <Sign preview={preview} of={forms.form("sign", actionData)} />
    </Stack>
  );
}

function AccountName({ account }: { account: MergePreview["own"] }) {
  const t = useTexts(texts);
  const date = formatDate(dateInWib(new Date(account.registeredAt)), useLanguage());
  return `${account.maskedNumber}, ${t("since", { date })}`;
}

function Line({ line: { text, unit, survivor, absorbed, after, note } }: { line: MergeLine }) {
  const t = useTexts(texts);
  const figure = (value: number) =>
    unit === "RUPIAH" ? formatRupiah(value) : unit === "POINTS" ? t("points", { count: value }) : String(value);
  return (
    <Card>
      <Stack gap="tight">
        <strong>{text}</strong>
        <DefinitionList
          items={[
            [t("goesOn"), figure(survivor)],
            [t("ends"), figure(absorbed)],
            [t("afterwards"), <strong key="after">{figure(after)}</strong>],
          ]}
        />
        {note && <Small>{note}</Small>}
      </Stack>
    </Card>
  );
}

function Sign({ preview: { previewHash, own, other, closesInstead }, of }: { preview: MergePreview; of: BoundForm }) {
  const t = useTexts(texts);
  return (
    <ActionForm
      of={of}
      id="sign-form"
      action={mergePages.preview}
      hidden={{ previewHash, ...(closesInstead ? { keepNumber: "OWN" } : {}) }}
    >
      {!closesInstead && (
        <Choices
          name="keepNumber"
          label={t("keepTitle")}
          defaultValues={["OWN"]}
          choices={[
            { value: "OWN", label: t("keepOwn", { number: own.maskedNumber }) },
            { value: "OTHER", label: t("keepOther", { number: other.maskedNumber }) },
          ]}
        />
      )}
      <ActionBar>
        <Button track="account_merge_sign">{t(closesInstead ? "signClose" : "sign")}</Button>
      </ActionBar>
    </ActionForm>
  );
}
