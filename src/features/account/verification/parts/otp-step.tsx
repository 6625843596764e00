/** The code step: where the code was sent, its field, the countdown, and buttons to send it again. */
import { useFrame } from "#web/frame.tsx";
import { useTexts } from "#web/language.tsx";
import { Button } from "#web/ui/button/button.tsx";
import { Choices } from "#web/ui/choices/choices.tsx";
import { Form } from "#web/ui/form/form.tsx";
import { Notice } from "#web/ui/notice/notice.tsx";
import { CodeCountdown, OtpField } from "#web/ui/otp-field/otp-field.tsx";
import { InlineRow, Stack } from "#web/ui/stack/stack.tsx";
import { Small } from "#web/ui/text/text.tsx";
import type { FormAnswer } from "#web/api.ts";
import { maskPhone } from "#shared/fields/phone.ts";
import { verificationChannels, type VerificationChannel } from "#shared/fields/verification.ts";
import { maxTries, sendVerificationWithoutCaptcha, type PendingVerification, stepUp } from "../contract.ts";
import { texts } from "../texts.ts";
import { mustWaitForCode, type FreshStep } from "./step-up.ts";

/** The id of the form that sends a code again; it is outside the code's form, so that Enter never presses it. */
const resendForm = "resend";

export interface OtpStepProps {
  pending: PendingVerification;
  /** This session typed the number: shown whole, so that a slip can be seen. */
  isTyped?: boolean;
}

/** Fields `verificationId` and `code` for the form around it. The page also shows one `<ResendForm/>` outside of that form. */
export function OtpStep({ pending, isTyped = false }: OtpStepProps) {
  const t = useTexts(texts);
  const id = <input type="hidden" name="verificationId" value={pending.verificationId} />;
  if (pending.proven) {
    return (
      <>
        {id}
        <Notice kind="ok">{t("proven")}</Notice>
      </>
    );
  }
  // The wait is shown at the buttons that wait, so no sentence asks to press them earlier.
  const waits = pending.resendInSeconds > 0;
  const sent = { SMS: "sentBySms", VOICE: "sentByVoice", WHATSAPP: "sentByWhatsapp" } as const;
  return (
    <>
      {id}
      {pending.undeliverable && <Notice kind="attention">{t("undeliverable")}</Notice>}
      {pending.expiresInSeconds === 0 && <Notice kind="attention">{t(waits ? "expiredWait" : "expired")}</Notice>}
      {pending.expiresInSeconds > 0 && pending.attemptsLeft === 0 && (
        <Notice kind="attention">{t(waits ? "noTriesWait" : "noTriesLeft")}</Notice>
      )}
      <OtpField
        name="code"
        hint={t(sent[pending.channel], { number: isTyped ? pending.mobileNumber : maskPhone(pending.mobileNumber) })}
        resendInSeconds={pending.resendInSeconds}
        resendAt={pending.resendAt}
        resend={<ResendButtons last={pending.channel} />}
      >
        {pending.attemptsLeft > 0 && pending.attemptsLeft < maxTries && (
          <Small>{t("triesLeft", { count: pending.attemptsLeft })}</Small>
        )}
      </OtpField>
      <Small>{t("neverShare")}</Small>
    </>
  );
}

function ResendButtons({ last }: { last: VerificationChannel }) {
  const t = useTexts(texts);
  const ordered = [last, ...verificationChannels.filter((channel) => channel !== last)];
  return (
    <>
      <Small>{t("resendBy")}</Small>
      <InlineRow>
        {ordered.map((channel) => (
          <Button
            key={channel}
            kind="secondary"
            compact
            form={resendForm}
            name="channel"
            value={channel}
            track="otp_resend"
          >
            {t(channel)}
          </Button>
        ))}
      </InlineRow>
    </>
  );
}

/** The form behind the "send again" buttons: posts `intent=resend` (`codeStep` within a form's step-up), `channel` and the carried fields to the page's own action. It comes after the form of the code, which shows refusals. */
export function ResendForm({ otherFields, action }: { otherFields?: FormAnswer["values"]; action?: string }) {
  return (
    <Form id={resendForm} call={sendVerificationWithoutCaptcha} {...(action ? { action } : {})} bare>
      <CodeStep value="resend" isWithin={otherFields !== undefined} />
      <Kept values={otherFields} />
    </Form>
  );
}

/** Choice of how the code is sent. Field `channel`. */
export function ChannelField() {
  const t = useTexts(texts);
  return (
    <Choices
      name="channel"
      label={t("chooseChannel")}
      columns={3}
      defaultValue="WHATSAPP"
      choices={(["WHATSAPP", "SMS", "VOICE"] as const).map((channel) => ({ value: channel, label: t(channel) }))}
    />
  );
}

/** Within a form's step-up, `intent` carries the form's own name; a code step on its own is a form of the page. */
function CodeStep({ value, isWithin }: { value: "code" | "resend"; isWithin: boolean }) {
  return <input type="hidden" name={isWithin ? "codeStep" : "intent"} value={value} />;
}

function Kept({ values }: { values: FormAnswer["values"] | undefined }) {
  return Object.entries(values ?? {}).flatMap(([name, value]) =>
    [value].flat().map((one) => <input key={`${name}-${one}`} type="hidden" name={name} value={one} />),
  );
}

/** Before a step-up's code was requested: why one is needed, the channels, and the button (`intent=code`; `codeStep=code` within a form's step-up). */
export function AskCode({
  answer,
  otherFields,
  action,
}: {
  answer?: FormAnswer | undefined;
  otherFields?: FormAnswer["values"];
  action?: string;
}) {
  const t = useTexts(texts);
  const { now } = useFrame();
  // The caps of a number: one wait, shown once, after which the button is enabled again. // docs/decisions/100
  const { code, data } = answer?.failure.status ?? {};
  const isCapped = code !== undefined && (mustWaitForCode(code) || code === "OTP_SEND_LIMIT");
  const wait = isCapped ? Number(data?.["retryInSeconds"]) : 0;
  const failure = answer && wait === 0 ? { failure: answer.failure } : {};
  return (
    <Form
      id="code"
      call={sendVerificationWithoutCaptcha}
      {...failure}
      {...(answer ? { values: answer.values } : {})}
      {...(action ? { action } : {})}
    >
      <CodeStep value="code" isWithin={otherFields !== undefined} />
      <Kept values={otherFields} />
      {wait > 0 && (
        <Notice kind="attention" live>
          {t(code === "OTP_SEND_LIMIT" ? "waitForMany" : "waitForNext")}
        </Notice>
      )}
      <p>{t("stepUpWhy")}</p>
      <ChannelField />
      <Stack gap="tight">
        {wait > 0 && (
          <CodeCountdown
            until={new Date(Date.parse(now) + wait * 1000).toISOString()}
            seconds={wait}
            text={texts.sendIn}
          />
        )}
        <div className="stack" data-after-countdown="">
          <Button track="otp_send">{t("sendCode")}</Button>
        </div>
      </Stack>
    </Form>
  );
}

export interface FreshCodeProps {
  step: FreshStep;
  /** Path of the screen whose action carries out the effect. */
  action: string;
  /** The button's text: the action after the right code. */
  button: string;
  /** `danger` where the effect cannot be undone. */
  kind?: "primary" | "danger";
  track: string;
  idempotencyKey?: string;
}

/** The step between a form and its effect, as `submitFresh` answers it: the code, and a way back to the form as it was. */
export function FreshCode({ step, action, button, kind = "primary", track, idempotencyKey }: FreshCodeProps) {
  const t = useTexts(texts);
  const { pending, answer, otherFields } = step;
  const back = (
    <Form id="edit" action={action}>
      <Kept values={otherFields} />
      <Button kind="quiet" name="codeStep" value="edit">
        {t("stepUpBack")}
      </Button>
    </Form>
  );
  if (!pending) {
    return (
      <>
        <AskCode answer={answer} otherFields={otherFields} action={action} />
        {back}
      </>
    );
  }
  return (
    <>
      {!answer && <p>{t("stepUpWhy")}</p>}
      <Form
        call={stepUp}
        action={action}
        single={!pending.proven}
        {...(answer ? { failure: answer.failure } : {})}
        {...(idempotencyKey ? { idempotencyKey } : {})}
      >
        <Kept values={otherFields} />
        <OtpStep pending={pending} />
        <Button kind={kind} track={track}>
          {button}
        </Button>
      </Form>
      {back}
      <ResendForm otherFields={otherFields} action={action} />
    </>
  );
}
