/** The steps by which an owner has a frozen account released: number, code, NIK and face. */
import {
  sendVerification,
  verifyVerificationCode,
  type PendingVerification,
} from "#features/account/verification/contract.ts";
import { ChannelField, OtpStep, ResendForm } from "#features/account/verification/parts/otp-step.tsx";
import { formatInstant } from "#shared/dates.ts";
import type { FormAnswer } from "#web/api.ts";
import type { BoundForm } from "#web/form-actions.ts";
import { useLanguage, useTexts } from "#web/language.tsx";
import { Button, DefaultButton } from "#web/ui/button/button.tsx";
import { CaptchaField } from "#web/ui/captcha-field/captcha-field.tsx";
import { Checkbox } from "#web/ui/choices/choices.tsx";
import { EmptyState } from "#web/ui/empty-state/empty-state.tsx";
import { FileField } from "#web/ui/file-field/file-field.tsx";
import { ActionForm } from "#web/ui/form/action-form.tsx";
import { Form } from "#web/ui/form/form.tsx";
import { Notice } from "#web/ui/notice/notice.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import { Steps } from "#web/ui/steps/steps.tsx";
import { PhoneField, TextField } from "#web/ui/text-field/text-field.tsx";
import { Small, Title } from "#web/ui/text/text.tsx";
import { unfreezeRequest } from "../contract.ts";
import { texts } from "../texts.ts";

const path = "/account-hold";
const numberForm = { input: unfreezeRequest, policy: sendVerification.policy };

/** What the action answered; with a captcha where the code needs one. */
export type AskAnswer = Partial<FormAnswer> & {
  values?: FormAnswer["values"];
  captcha?: { captchaKey: string; imageUrl: string; audioUrl: string };
};

const shown = (answer: AskAnswer | undefined) => ({
  ...(answer?.failure ? { failure: answer.failure } : {}),
  ...(answer?.values ? { values: answer.values } : {}),
});

export function AskNumber({ answer, isGone }: { answer: AskAnswer | undefined; isGone: boolean }) {
  const t = useTexts(texts);
  return (
    <Stack gap="loose">
      <Steps step={1} count={3} name={t("stepNumber")} />
      <Title lead={t("holdLead")}>{t("holdTitle")}</Title>
      {isGone && !answer && <Notice>{t("codeGone")}</Notice>}
      <Form call={numberForm} action={path} {...shown(answer)}>
        <DefaultButton name="intent" value="send" />
        <PhoneField name="mobileNumber" label={t("number")} hint={t("numberHint")} />
        <ChannelField />
        {answer?.captcha && (
          <CaptchaField
            {...answer.captcha}
            refresh={
              <Button kind="quiet" compact name="intent" value="captcha" formNoValidate track="security_captcha">
                {t("otherPicture")}
              </Button>
            }
          />
        )}
        <Button name="intent" value="send" track="security_send_code">
          {t("sendCode")}
        </Button>
      </Form>
      <Small>
        {t("noSim")} <a href="/lost-number">{t("toLostNumber")}</a>
      </Small>
    </Stack>
  );
}

export function EnterCode({ pending, answer }: { pending: PendingVerification; answer: AskAnswer | undefined }) {
  const t = useTexts(texts);
  return (
    <Stack gap="loose">
      <Steps step={2} count={3} name={t("stepCode")} />
      <Title>{t("codeTitle")}</Title>
      <Form call={verifyVerificationCode} {...shown(answer)} single>
        <input type="hidden" name="intent" value="enter" />
        <OtpStep pending={pending} />
        <Button track="security_code">{t("goOn")}</Button>
      </Form>
      <Small centred>
        <a href={`${path}?step=again`}>{t("otherNumber")}</a>
      </Small>
      <ResendForm />
    </Stack>
  );
}

export interface ProofProps {
  state: "FROZEN" | "KEPT";
  needsFace: boolean;
  verificationId: string;
  of: BoundForm;
}

export function ShowProof({ state, needsFace, verificationId, of }: Omit<ProofProps, "state"> & { state: string }) {
  const t = useTexts(texts);
  return (
    <Stack gap="loose">
      <Steps step={3} count={3} name={t("stepFace")} />
      <Title lead={t(needsFace ? "faceLead" : "noFaceLead")}>{t(needsFace ? "faceTitle" : "holdTitle")}</Title>
      {state === "KEPT" && <Notice kind="attention">{t("keptAgain")}</Notice>}
      <ActionForm of={of} action={path} upload hidden={{ verificationId }}>
        {needsFace && (
          <>
            <TextField
              name="nik"
              label={t("nik")}
              hint={t("nikHint")}
              inputMode="numeric"
              autoComplete="off"
              required
            />
            <FileField name="photo" label={t("selfie")} art="selfie" capture="user" required />
          </>
        )}
        <Checkbox name="agreed" required>
          {t(needsFace ? "agree" : "agreeNoFace")}
        </Checkbox>
        <Button track="security_unfreeze">{t("ask")}</Button>
      </ActionForm>
    </Stack>
  );
}

/** Two people decide; there is nothing to do meanwhile. */
export function Under({ promisedUntil }: { promisedUntil: string }) {
  const t = useTexts(texts);
  const language = useLanguage();
  return (
    <EmptyState level={1} art="shield" title={t("doneTitle")}>
      {t("provenBody", { until: formatInstant(new Date(promisedUntil), language) })}
    </EmptyState>
  );
}
