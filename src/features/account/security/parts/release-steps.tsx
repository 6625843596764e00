/** The steps by which an owner has a frozen account released: number, code, NIK and face. */
import {
  sendVerification,
  verifyVerificationCode,
  type PendingVerification,
} from "#features/account/verification/contract.ts";
import { FaceStep, type StaffCheck } from "#features/account/identity/parts/face-step.tsx";
import { ChannelField, OtpStep, ResendForm } from "#features/account/verification/parts/otp-step.tsx";
import { formatInstant } from "#shared/dates.ts";
import type { FormAnswer } from "#web/api.ts";
import type { BoundForm } from "#web/form-actions.ts";
import { useLanguage, useTexts } from "#web/language.tsx";
import { Button, ButtonLink, DefaultButton } from "#web/ui/button/button.tsx";
import { CaptchaField } from "#web/ui/captcha-field/captcha-field.tsx";
import { Checkbox } from "#web/ui/choices/choices.tsx";
import { EmptyState } from "#web/ui/empty-state/empty-state.tsx";
import { ActionForm } from "#web/ui/form/action-form.tsx";
import { Form } from "#web/ui/form/form.tsx";
import { Notice } from "#web/ui/notice/notice.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import { Steps } from "#web/ui/steps/steps.tsx";
import { PhoneField, TextField } from "#web/ui/text-field/text-field.tsx";
import { Small, Title } from "#web/ui/text/text.tsx";
import { unfreezeRequest, type UnfreezingAnswer } from "../contract.ts";
import { texts } from "../texts.ts";

const path = "/account-hold";
const numberForm = { input: unfreezeRequest, policy: sendVerification.policy };

/** The action's answer; with a captcha when the code needs one. */
export type UnfreezeFormAnswer = Partial<FormAnswer> & {
  values?: FormAnswer["values"];
  captcha?: { captchaKey: string; imageUrl: string; audioUrl: string };
};

const shown = (answer: UnfreezeFormAnswer | undefined) => ({
  ...(answer?.failure ? { failure: answer.failure } : {}),
  ...(answer?.values ? { values: answer.values } : {}),
});

export function AskNumber({ answer, isGone }: { answer: UnfreezeFormAnswer | undefined; isGone: boolean }) {
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

export function EnterCode({
  pending,
  answer,
}: {
  pending: PendingVerification;
  answer: UnfreezeFormAnswer | undefined;
}) {
  const t = useTexts(texts);
  return (
    <Stack gap="loose">
      <Steps step={2} count={3} name={t("stepCode")} />
      <Title>{t("codeTitle")}</Title>
      <Form call={verifyVerificationCode} {...shown(answer)} single>
        <input type="hidden" name="intent" value="enter" />
        <OtpStep pending={pending} isTyped />
        <Button track="security_code">{t("goOn")}</Button>
      </Form>
      <Small centred>
        <a href={`${path}?step=again`}>{t("otherNumber")}</a>
      </Small>
      <ResendForm />
    </Stack>
  );
}

export interface ProofProps extends Pick<StaffCheck, "faceReview" | "attemptsLeft"> {
  state: string;
  needsFace: boolean;
  /** Why it was not released before. */
  reason: string | null;
  billsPath: string | null;
  verificationId: string;
  of: BoundForm;
  staff: BoundForm;
}

export function ShowProof(props: ProofProps) {
  const { state, needsFace, reason, billsPath, verificationId, of, staff, faceReview, attemptsLeft } = props;
  const t = useTexts(texts);
  const hidden = { verificationId };
  return (
    <>
      <Steps step={3} count={3} name={t("stepFace")} />
      {state === "KEPT" && (
        <Notice kind="attention" {...(reason === null ? {} : { title: reason })}>
          {t("keptAgain")}
        </Notice>
      )}
      {needsFace ? (
        <FaceStep
          of={of}
          action={path}
          title={<Title lead={t("faceLead")}>{t("faceTitle")}</Title>}
          hidden={hidden}
          act={t("ask")}
          staff={{ flow: "UNFREEZE", form: staff, faceReview, attemptsLeft }}
        >
          <TextField name="nik" label={t("nik")} hint={t("nikHint")} inputMode="numeric" autoComplete="off" required />
        </FaceStep>
      ) : (
        <>
          <Title lead={t("noFaceLead")}>{t("stillFrozen")}</Title>
          <ActionForm of={of} action={path} upload hidden={hidden}>
            <Checkbox name="agreed" required>
              {t("agreeNoFace")}
            </Checkbox>
            <Button track="security_unfreeze">{t("ask")}</Button>
          </ActionForm>
        </>
      )}
      {billsPath !== null && (
        <Small centred>
          <a href={billsPath}>{t("payBills")}</a>
        </Small>
      )}
    </>
  );
}

/** Two people decide; the owner has nothing to do until then. */
export function Under({ promisedUntil, billsPath }: Pick<UnfreezingAnswer, "promisedUntil" | "billsPath">) {
  const t = useTexts(texts);
  const language = useLanguage();
  return (
    <EmptyState
      level={1}
      art="shield"
      title={t("doneTitle")}
      {...(billsPath === null
        ? {}
        : {
            action: (
              <ButtonLink to={billsPath} kind="secondary">
                {t("payBills")}
              </ButtonLink>
            ),
          })}
    >
      {t("provenBody", { until: formatInstant(new Date(promisedUntil), language) })} {t("doneBody")}
    </EmptyState>
  );
}

/** The decision of two people, for the browser that proved the account. */
export function UnfreezingDecided({
  state,
  reason,
  billsPath,
}: Pick<UnfreezingAnswer, "state" | "reason" | "billsPath">) {
  const t = useTexts(texts);
  if (state === "RELEASED")
    return (
      <EmptyState
        level={1}
        art="check"
        title={t("releasedTitle")}
        action={<ButtonLink to="/login">{t("toLogin")}</ButtonLink>}
      >
        {t("releasedBody")}
      </EmptyState>
    );
  return (
    <Stack gap="loose">
      <EmptyState
        level={1}
        art="shield"
        title={t("stillFrozen")}
        action={<ButtonLink to={`${path}?step=again`}>{t("toRelease")}</ButtonLink>}
      >
        {reason} {t("keptAgain")}
      </EmptyState>
      {billsPath !== null && (
        <Small centred>
          <a href={billsPath}>{t("payBills")}</a>
        </Small>
      )}
    </Stack>
  );
}
