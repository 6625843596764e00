import { data, redirect } from "react-router";
import type { Route } from "./+types/lost-number";
import { generateCaptcha } from "#features/account/verification/contract.ts";
import {
  channelOf,
  mustWaitForCode,
  isCodeUnderWay,
  pendingCode,
  pendingCodeTo,
} from "#features/account/verification/parts/step-up.ts";
import { call, formAnswer, Problem, submitForm, type FormAnswer } from "#web/api.ts";
import { pageRefusal, pageRefusalOf } from "#web/refusal.ts";
import { defineForms, type Posted } from "#web/form-actions.ts";
import { useTexts } from "#web/language.tsx";
import { pageFrame, type ScreenHandle } from "#web/screen.ts";
import { BirthDateField } from "#web/ui/birth-date-field/birth-date-field.tsx";
import { Button } from "#web/ui/button/button.tsx";
import { CaptchaField } from "#web/ui/captcha-field/captcha-field.tsx";
import { CheckList } from "#web/ui/check-list/check-list.tsx";
import { Form } from "#web/ui/form/form.tsx";
import { ActionBar } from "#web/ui/page/page.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import { PhoneField, TextField } from "#web/ui/text-field/text-field.tsx";
import { Section, Small, Title } from "#web/ui/text/text.tsx";
import {
  getLostNumber,
  nameRecoveryNumber,
  proveRecoveryNumber,
  showRecoveryProof,
  showRecoverySelfie,
  startLostNumber,
  submitLostNumber,
} from "../contract.ts";
import { NumberStep, Over, LostNumberProofStep, SelfieStep, LostNumberSent } from "../parts/steps.tsx";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = {
  title: texts.title,
  back: "/webview/home",
  isStep: true,
  noIndex: true,
  uploads: [showRecoverySelfie, showRecoveryProof],
};

/** The page with its request, on the website and in an app. */
const pageOf = (path: string, requestId: string): string => `${path}?request=${requestId}`;

export async function loader({ request, context }: Route.LoaderArgs) {
  const { path } = context.get(pageFrame);
  const query = new URL(request.url).searchParams;
  const requestId = query.get("request");
  if (!requestId) return { path, requestId, request: null, pending: null };
  try {
    const found = await call(getLostNumber, { requestId }, { context });
    const number = found.state === "STARTED" && !query.has("other") ? found.maskedNewNumber : null;
    return { path, requestId, request: found, pending: await pendingCodeTo(number, "RECOVER_NUMBER", context) };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { path, requestId, request: null, pending: null };
  }
}

const here = ({ url }: { url: URL }) => ({ requestId: url.searchParams.get("request") ?? "" });
const back = (_reply: unknown, { url }: { url: URL }) => pageOf(url.pathname, here({ url }).requestId);
const saved = (_reply: unknown, { url }: { url: URL }) => `${pageOf(url.pathname, here({ url }).requestId)}&saved=1`;
/** A step out of order: shows the page of the current step. */
const inOrder = ({ failure }: FormAnswer, { url }: { url: URL }) =>
  failure.status.code === "STEP_ORDER" ? pageOf(url.pathname, here({ url }).requestId) : null;

/** The result of a step within the page. */
type Shown = Response | ReturnType<typeof data<object>>;

/** The first page: the form again with a captcha, which opens the session for the next steps. */
async function start({ form, url, context }: Posted): Promise<Shown> {
  const again = async (answer: Omit<FormAnswer, "failure"> & { failure?: FormAnswer["failure"] }) =>
    data<object>({ ...answer, captcha: await call(generateCaptcha, {}, { context }) }, { status: answer.status });
  const typed = formAnswer(new Problem(200, { status: { code: "", detail: "" }, traceId: "" }), form).values;
  if (!form.has("captchaKey") || form.has("otherPicture")) return again({ values: typed, status: 200 });
  const sent = await submitForm(startLostNumber, form, context);
  return sent.ok ? redirect(pageOf(url.pathname, sent.reply.requestId), 303) : again(sent.answer);
}

/** The new number; from the third different one on with a captcha, which is added to the typed form. */
async function name({ form, url, context }: Posted): Promise<Shown> {
  const page = back(null, { url });
  const values = formAnswer(new Problem(200, { status: { code: "", detail: "" }, traceId: "" }), form).values;
  const captcha = () => call(generateCaptcha, {}, { context });
  if (form.has("otherPicture")) return data<object>({ form: "name", values, captcha: await captcha() });
  const sent = await submitForm(nameRecoveryNumber, form, context, here({ url }));
  if (sent.ok) return redirect(page, 303);
  const { answer } = sent;
  const { code } = answer.failure.status;
  const isSentTwice =
    mustWaitForCode(code) && (await isCodeUnderWay("RECOVER_NUMBER", form.get("mobileNumber"), context));
  if (isSentTwice || code === "STEP_ORDER") {
    context.set(pageRefusal, pageRefusalOf(answer.failure));
    return redirect(page, 303);
  }
  const asks = code === "CAPTCHA_NEEDED" || form.has("captchaKey") ? { captcha: await captcha() } : {};
  return data<object>({ form: "name", values: answer.values, answer, ...asks }, { status: answer.status });
}

async function resend({ form, url, context }: Posted): Promise<Shown> {
  const pending = await pendingCode("RECOVER_NUMBER", context);
  const page = back(null, { url });
  if (!pending) return redirect(page, 303);
  const { mobileNumber } = pending;
  try {
    await call(nameRecoveryNumber, { ...here({ url }), mobileNumber, channel: channelOf(form) }, { context });
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const answer = formAnswer(error, form);
    return data<object>({ form: "prove", values: answer.values, answer }, { status: answer.status });
  }
  return redirect(page, 303);
}

const forms = defineForms(
  {
    name: { call: nameRecoveryNumber },
    prove: { call: proveRecoveryNumber, input: here, done: back, refused: inOrder },
    selfie: { call: showRecoverySelfie, input: here, done: back, refused: inOrder },
    photo: { call: showRecoveryProof, input: here, done: saved, refused: inOrder },
    video: { call: showRecoveryProof, input: here, done: saved, refused: inOrder },
    submit: { call: submitLostNumber, input: here, done: back, refused: inOrder },
  },
  { others: { start, name, resend } },
);
export const action = forms.action;

export default function LostNumber({ loaderData, actionData }: Route.ComponentProps) {
  const { path, requestId, request, pending } = loaderData;
  if (!requestId) return <Start path={path} answer={actionData as StartAnswer | undefined} />;
  if (!request || request.state === "ENDED") return <Over isUnknown={!request} path={path} />;
  const step = {
    request,
    action: pageOf(path, requestId),
    form: (name: Parameters<typeof forms.form>[0]) => forms.form(name, actionData),
  };
  switch (request.state) {
    case "STARTED":
      return <NumberStep {...step} pending={pending} captcha={(actionData as StartAnswer | undefined)?.captcha} />;
    case "NEW_PROVEN":
      return <SelfieStep {...step} />;
    case "SELFIE_SHOWN":
      return <LostNumberProofStep {...step} />;
    case "SUBMITTED":
      return <LostNumberSent request={request} />;
  }
}

interface StartAnswer extends Omit<FormAnswer, "failure"> {
  failure?: FormAnswer["failure"];
  captcha?: { captchaKey: string; imageUrl: string; audioUrl: string };
}

function Start({ path, answer }: { path: string; answer: StartAnswer | undefined }) {
  const t = useTexts(texts);
  return (
    <Stack gap="loose">
      <Title lead={t("startLead")}>{t("title")}</Title>
      {!answer && (
        <Section heading={t("needTitle")}>
          <CheckList items={[t("need1"), t("need2"), t("need3")]} />
        </Section>
      )}
      <Form
        call={startLostNumber}
        action={path}
        {...(answer ? { values: answer.values } : {})}
        {...(answer?.failure ? { failure: answer.failure } : {})}
      >
        <input type="hidden" name="intent" value="start" />
        <PhoneField name="mobileNumber" label={t("oldNumber")} />
        <TextField name="nik" label={t("nik")} hint={t("nikHint")} inputMode="numeric" autoComplete="off" />
        <BirthDateField name="birthDate" label={t("birthDate")} />
        {answer?.captcha && (
          <CaptchaField
            {...answer.captcha}
            refresh={
              <Button kind="quiet" compact name="otherPicture" value="1" formNoValidate track="lost_number_captcha">
                {t("otherPicture")}
              </Button>
            }
          />
        )}
        <ActionBar>
          <Button track="lost_number_start">{t("goOn")}</Button>
        </ActionBar>
      </Form>
      <Small centred>
        {t("stillHave")} <a href="/login">{t("toLogin")}</a>
      </Small>
    </Stack>
  );
}
