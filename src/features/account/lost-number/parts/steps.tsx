/** The later steps: the new number, the selfie, the proof, and the outcome. */
import { ProofForms } from "#features/account/change-request/parts/proof.tsx";
import { FaceStep } from "#features/account/identity/parts/face-step.tsx";
import { ChannelField, OtpStep, ResendForm } from "#features/account/verification/parts/otp-step.tsx";
import type { PendingVerification } from "#features/account/verification/contract.ts";
import { formatInstant } from "#shared/dates.ts";
import type { BoundForm } from "#web/form-actions.ts";
import { useLanguage, useTexts } from "#web/language.tsx";
import { UnlessChosen } from "#web/ui/file-field/unless-chosen.tsx";
import { Button, ButtonLink } from "#web/ui/button/button.tsx";
import { CaptchaField, type CaptchaFieldProps } from "#web/ui/captcha-field/captcha-field.tsx";
import { CopyText } from "#web/ui/copy-text/copy-text.tsx";
import { EmptyState } from "#web/ui/empty-state/empty-state.tsx";
import { ActionForm, Saved } from "#web/ui/form/action-form.tsx";
import { ActionBar } from "#web/ui/page/page.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import { Steps } from "#web/ui/steps/steps.tsx";
import { PhoneField } from "#web/ui/text-field/text-field.tsx";
import { Small, Title } from "#web/ui/text/text.tsx";
import type { LostNumberRequest } from "../contract.ts";
import { texts } from "../texts.ts";

interface StepProps {
  request: LostNumberRequest;
  /** The page with this request. */
  action: string;
  form(name: "name" | "prove" | "selfie" | "photo" | "video" | "submit"): BoundForm;
}

interface NumberStepProps extends StepProps {
  pending: PendingVerification | null;
  /** Asked together with the number after several different ones. */
  captcha: Omit<CaptchaFieldProps, "refresh"> | undefined;
}

export function NumberStep({ request, action, form, pending, captcha }: NumberStepProps) {
  const t = useTexts(texts);
  const bar = <Steps step={1} count={3} name={t("stepNumber")} />;
  // A number being typed, and its refusal, come before the code that was sent to another one.
  if (pending && request.maskedNewNumber && !captcha && !form("name").answer)
    return (
      <Stack gap="loose">
        {bar}
        <Title lead={t("codeLead", { number: pending.mobileNumber })}>{t("codeTitle")}</Title>
        <ActionForm of={form("prove")} action={action} single={!pending.proven}>
          <OtpStep pending={pending} isTyped />
          <ActionBar>
            <Button track="lost_number_code">{t("goOn")}</Button>
          </ActionBar>
        </ActionForm>
        <ResendForm action={action} />
        <Small centred>
          <a href={`${action}&other=1`}>{t("otherNumber")}</a>
        </Small>
      </Stack>
    );
  return (
    <Stack gap="loose">
      {bar}
      <Title lead={t("numberLead")}>{t("numberTitle")}</Title>
      <ActionForm of={form("name")} action={action}>
        <PhoneField name="mobileNumber" label={t("newNumber")} />
        <ChannelField />
        {captcha && (
          <CaptchaField
            {...captcha}
            refresh={
              <Button kind="quiet" compact name="otherPicture" value="1" formNoValidate track="lost_number_captcha">
                {t("otherPicture")}
              </Button>
            }
          />
        )}
        <ActionBar>
          <Button track="lost_number_name">{t("sendCode")}</Button>
        </ActionBar>
      </ActionForm>
    </Stack>
  );
}

export function SelfieStep({ action, form }: StepProps) {
  const t = useTexts(texts);
  return (
    <>
      <Steps step={2} count={3} name={t("stepSelfie")} />
      <FaceStep
        of={form("selfie")}
        action={action}
        title={<Title lead={t("selfieLead")}>{t("selfieTitle")}</Title>}
        act={t("goOn")}
      />
    </>
  );
}

export function LostNumberProofStep({ request, action, form }: StepProps) {
  const t = useTexts(texts);
  const { photos, hasVideo, maxPhotos } = request;
  return (
    <Stack gap="loose">
      <Steps step={3} count={3} name={t("stepProof")} />
      <Title lead={t("proofLead", { max: maxPhotos })}>{t("proofTitle")}</Title>
      <Saved>{t("saved")}</Saved>
      <ProofForms
        proof={{ photos, videoId: hasVideo ? "video" : null, maxPhotos }}
        action={action}
        form={(name) => form(name as "photo" | "video")}
        track="lost_number"
      />
      <UnlessChosen>
        <ActionForm of={form("submit")} id="send" action={action}>
          <Small>{t("submitNote")}</Small>
          <ActionBar>
            <Button track="lost_number_submit">{t("submit")}</Button>
          </ActionBar>
        </ActionForm>
      </UnlessChosen>
    </Stack>
  );
}

/** Shows the same words whether an account was found or not. */
export function LostNumberSent({ request }: Pick<StepProps, "request">) {
  const t = useTexts(texts);
  const language = useLanguage();
  const on = (at: string | null) => (at ? formatInstant(new Date(at), language) : "");
  const { reference, maskedNewNumber, promisedUntil, effectiveFrom } = request;
  return (
    <Stack gap="loose">
      <EmptyState
        level={1}
        art="check"
        title={t("sentTitle")}
        action={
          <ButtonLink to="/" kind="secondary">
            {t("toHome")}
          </ButtonLink>
        }
      >
        {t("sentBody", { number: maskedNewNumber ?? "", until: on(promisedUntil) })}
      </EmptyState>
      <CopyText label={t("reference")} value={reference} />
      <Small>{t("sentNote", { from: on(effectiveFrom) })}</Small>
    </Stack>
  );
}

export function Over({ isUnknown, path }: { isUnknown: boolean; path: string }) {
  const t = useTexts(texts);
  return (
    <EmptyState
      level={1}
      art="document"
      title={t(isUnknown ? "unknownTitle" : "endedTitle")}
      action={<ButtonLink to={path}>{t("again")}</ButtonLink>}
    >
      {t(isUnknown ? "unknownBody" : "endedBody")}
    </EmptyState>
  );
}
