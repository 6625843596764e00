/** The steps of the login page: ask for a code, enter it, or use a password. */
import type { ReactNode } from "react";
import { useTexts } from "#web/language.tsx";
import type { FormAnswer } from "#web/api.ts";
import { EmptyState } from "#web/ui/empty-state/empty-state.tsx";
import { Button, ButtonLink, DefaultButton } from "#web/ui/button/button.tsx";
import { CaptchaField } from "#web/ui/captcha-field/captcha-field.tsx";
import { Checkbox } from "#web/ui/choices/choices.tsx";
import { Form } from "#web/ui/form/form.tsx";
import { Notice } from "#web/ui/notice/notice.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import { PasswordField, PhoneField } from "#web/ui/text-field/text-field.tsx";
import { Small, Title } from "#web/ui/text/text.tsx";
import { maskPhone } from "#shared/fields/phone.ts";
import { safePage } from "#shared/safe-url.ts";
import { cookieTexts } from "#shared/cookie-problems.ts";
import { sendVerification, type PendingVerification } from "#features/account/verification/contract.ts";
import { ChannelField, OtpStep, ResendForm } from "#features/account/verification/parts/otp-step.tsx";
import { codeRequest, login, passwordRequest, registerOrLogin } from "../contract.ts";
import { texts } from "../texts.ts";
import type { LoginFormAnswer, Captcha, LoginNotice, LoginStep } from "./login-step.ts";

interface StepProps {
  answer: FormAnswer | undefined;
  /** URL of the same page at another step; keeps `next`. */
  elsewhere: string;
}

const firstForm = { input: codeRequest, policy: registerOrLogin.policy };
const captchaForm = { input: sendVerification.input, policy: sendVerification.policy };
const passwordForm = { input: passwordRequest, policy: login.policy };
const shown = (answer: FormAnswer | undefined) => (answer ? { failure: answer.failure, values: answer.values } : {});

export function AskStep({
  answer,
  elsewhere,
  mobileNumber,
  notice,
  intro,
  children,
}: Pick<StepProps, "elsewhere"> & {
  answer: LoginFormAnswer | undefined;
  mobileNumber: string | undefined;
  notice: LoginNotice | null;
  /** Replaces the login's own title. */
  intro?: ReactNode;
  /** Further ticks of a page that asks for more. */
  children?: ReactNode;
}) {
  const t = useTexts(texts);
  const problem = useTexts(cookieTexts);
  return (
    <Stack gap="loose">
      {intro ?? <Title lead={t("startLead")}>{t("startTitle")}</Title>}
      {notice && !answer && (
        <Notice kind="info">{notice === "cookiesMissing" ? problem("cookiesMissing") : t(notice)}</Notice>
      )}
      <Form call={firstForm} {...shown(answer)}>
        <DefaultButton name="intent" value="send" />
        <PhoneField
          name="mobileNumber"
          label={t("mobileNumber")}
          {...(mobileNumber ? { defaultValue: mobileNumber } : {})}
        />
        <ChannelField />
        {answer?.captcha && <CaptchaField {...answer.captcha} refresh={<OtherPicture />} />}
        {children}
        <Stack gap="tight">
          <Checkbox name="agreeTerms">
            {t("agreeTermsBefore")} <a href="/webview/static-text/terms">{t("terms")}</a>
            {t("agreeTermsAfter")}
          </Checkbox>
          <Checkbox name="agreePrivacy">
            {t("agreePrivacyBefore")} <a href="/webview/static-text/privacy">{t("privacy")}</a>
            {t("agreePrivacyAfter")}
          </Checkbox>
          <Checkbox name="rememberDevice" required={false} hint={t("rememberHint")}>
            {t("remember")}
          </Checkbox>
        </Stack>
        <Button name="intent" value="send" track="login_send_code">
          {t("sendCode")}
        </Button>
      </Form>
      <Small centred>
        <a href={elsewhere}>{t("withPassword")}</a>
      </Small>
    </Stack>
  );
}

function OtherPicture() {
  const t = useTexts(texts);
  return (
    <Button kind="quiet" compact name="intent" value="captcha" formNoValidate track="login_captcha">
      {t("otherPicture")}
    </Button>
  );
}

/** The captcha before a further code. Number, agreements and the choice to stay logged in were given before. */
function CaptchaStep({
  answer,
  elsewhere,
  captcha,
  channel,
  mobileNumber,
}: StepProps & { captcha: Captcha; channel: string; mobileNumber: string }) {
  const t = useTexts(texts);
  return (
    <Stack gap="loose">
      <Title lead={t("captchaLead", { number: maskPhone(mobileNumber) })}>{t("captchaTitle")}</Title>
      <Form call={captchaForm} {...shown(answer)}>
        <DefaultButton name="intent" value="resend" />
        <input type="hidden" name="channel" value={channel} />
        <CaptchaField {...captcha} refresh={<OtherPicture />} />
        <Button name="intent" value="resend" track="login_send_code">
          {t("sendCode")}
        </Button>
      </Form>
      <Small centred>
        <a href={elsewhere}>{t("toCode")}</a>
      </Small>
    </Stack>
  );
}

/** Link to the release, for an owner who froze the account. */
function ToRelease({ answer }: Pick<StepProps, "answer">) {
  const t = useTexts(texts);
  if (answer?.failure.status.code !== "ACCOUNT_FROZEN") return null;
  return (
    <ButtonLink to="/account-hold" kind="secondary">
      {t("toRelease")}
    </ButtonLink>
  );
}

export function CodeStep({ answer, elsewhere, pending }: StepProps & { pending: PendingVerification }) {
  const t = useTexts(texts);
  if (answer?.failure.status.code === "NUMBER_REPLACED") return <Replaced answer={answer} elsewhere={elsewhere} />;
  if (answer?.failure.status.code === "ACCOUNT_FROZEN") return <Frozen answer={answer} elsewhere={elsewhere} />;
  return (
    <Stack gap="loose">
      <Title>{t("codeTitle")}</Title>
      <Form call={registerOrLogin} {...shown(answer)} single={!pending.proven}>
        <input type="hidden" name="intent" value="enter" />
        <OtpStep pending={pending} isTyped />
        <Button track="login_enter">{t("enter")}</Button>
      </Form>
      <Small centred>
        <a href={elsewhere}>{t("otherNumber")}</a> · <a href="/lost-number">{t("lostNumber")}</a>
      </Small>
      <ResendForm />
    </Stack>
  );
}

/** The account was frozen by its owner: a person who proved the number releases it on another page, and another code would not help here. */
function Frozen({ answer, elsewhere }: { answer: NonNullable<StepProps["answer"]>; elsewhere: string }) {
  const t = useTexts(texts);
  return (
    <Stack gap="loose">
      <Title>{t("frozenTitle")}</Title>
      <Notice kind="attention" live>
        {answer.failure.status.detail}
      </Notice>
      <ButtonLink to="/account-hold">{t("toRelease")}</ButtonLink>
      <Small centred>
        <a href={elsewhere}>{t("otherNumber")}</a> · <a href="/lost-number">{t("lostNumber")}</a>
      </Small>
    </Stack>
  );
}

/** The account has another number now: the person who proved this one may object, and another code would not help here. */
function Replaced({ answer, elsewhere }: { answer: NonNullable<StepProps["answer"]>; elsewhere: string }) {
  const t = useTexts(texts);
  const { data, detail } = answer.failure.status;
  const path = safePage(String(data?.["objectPath"] ?? ""));
  return (
    <Stack gap="loose">
      <Title>{t("replacedTitle")}</Title>
      <Notice kind="attention" live>
        {detail}
      </Notice>
      {path && <ButtonLink to={path}>{t("object")}</ButtonLink>}
      <Small centred>
        <a href={elsewhere}>{t("otherNumber")}</a>
      </Small>
    </Stack>
  );
}

function PasswordStep({
  answer,
  elsewhere,
  wasSent,
  wasEntered,
}: Omit<StepProps, "answer"> & {
  answer: LoginFormAnswer | undefined;
  wasSent: boolean;
  /** The password was right a moment ago, and the browser came back without a session. */
  wasEntered: boolean;
}) {
  const t = useTexts(texts);
  const problem = useTexts(cookieTexts);
  return (
    <Stack gap="loose">
      <Title>{t("passwordTitle")}</Title>
      {wasEntered && !answer && (
        <Notice kind="bad" live>
          {problem("cookiesMissing")}
        </Notice>
      )}
      {wasSent && !wasEntered && !answer && <Notice kind="info">{t("viewAfterLogin")}</Notice>}
      <Form call={passwordForm} {...shown(answer)}>
        <DefaultButton name="intent" value="password" />
        <PhoneField name="mobileNumber" label={t("mobileNumber")} />
        <PasswordField
          name="password"
          label={t("password")}
          autoComplete="current-password"
          {...(answer?.captcha ? { hint: t("passwordAgain") } : {})}
        />
        {answer?.captcha && <CaptchaField {...answer.captcha} refresh={<OtherPicture />} />}
        <Checkbox name="rememberDevice" required={false} hint={t("rememberHint")}>
          {t("remember")}
        </Checkbox>
        <Button name="intent" value="password" track="login_password">
          {t("enter")}
        </Button>
      </Form>
      <ToRelease answer={answer} />
      <Small>{t("forgotten")}</Small>
      <Small centred>
        <a href={elsewhere}>{t("withCode")}</a>
      </Small>
    </Stack>
  );
}

/** All steps after the first one, which each page draws itself. */
export function LoginSteps({
  shown: step,
  answer,
}: {
  shown: Exclude<LoginStep, { step: "ask" }>;
  answer: FormAnswer | undefined;
}) {
  const t = useTexts(texts);
  switch (step.step) {
    case "insecure":
      return (
        <Stack gap="loose">
          <EmptyState
            level={1}
            art="shield"
            title={t("insecureTitle")}
            action={<ButtonLink to={step.secureAddress}>{t("openSecure")}</ButtonLink>}
          >
            {t("insecureBody")}
          </EmptyState>
          <Small>{t("insecureOperator")}</Small>
        </Stack>
      );
    case "notServed":
      return (
        <EmptyState level={1} art="house" title={t("notServedTitle")}>
          {t("notServedBody")}
        </EmptyState>
      );
    case "code":
      return <CodeStep {...step} answer={answer} />;
    case "password":
      return <PasswordStep {...step} answer={answer} />;
    case "captcha":
      return <CaptchaStep {...step} answer={answer} />;
  }
}
