import type { FormAnswer } from "#web/api.ts";
import { useFrame } from "#web/frame.tsx";
import { useTexts } from "#web/language.tsx";
import { Button, DefaultButton } from "#web/ui/button/button.tsx";
import { CaptchaField } from "#web/ui/captcha-field/captcha-field.tsx";
import { Form } from "#web/ui/form/form.tsx";
import { Notice } from "#web/ui/notice/notice.tsx";
import { Select } from "#web/ui/select/select.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import { Section, Small, Title } from "#web/ui/text/text.tsx";
import { TextArea, TextField } from "#web/ui/text-field/text-field.tsx";
import { complaintReasons, submitComplaint } from "../contract.ts";
import { reasonTexts, texts } from "../texts.ts";
import type { loadForm } from "./complaint-form.ts";

interface Shown extends Awaited<ReturnType<typeof loadForm>> {
  answer: { values: FormAnswer["values"]; failure: FormAnswer["failure"] | undefined } | undefined;
}

/** The complaint form: what it is about, what happened, where to write to. */
export function ComplaintForm({ loggedIn, captcha, terms, answer }: Shown) {
  const t = useTexts(texts);
  const reason = useTexts(reasonTexts);
  const { formKey } = useFrame();
  const answered = answer ? { values: answer.values, ...(answer.failure ? { failure: answer.failure } : {}) } : {};
  return (
    <Stack gap="loose">
      <Title lead={t("formLead", { days: terms.answerWorkingDays })}>{t("formTitle")}</Title>
      {loggedIn && <Notice>{t("linkedToAccount")}</Notice>}
      <Form call={submitComplaint} idempotencyKey={formKey} {...answered}>
        <DefaultButton name="act" value="send" />
        <Select name="reason" label={t("reason")} options={complaintReasons.map((one) => ({ value: one, label: reason(one) }))} keep />
        <TextArea name="text" label={t("text")} hint={t("textHint")} rows={7} />
        <TextField name="email" type="email" inputMode="email" autoComplete="email" autoCapitalize="none" label={t("email")} hint={t("emailHint")} />
        {captcha && (
          <CaptchaField
            {...captcha}
            refresh={
              <Button kind="quiet" compact name="act" value="captcha" formNoValidate track="complaint_captcha">
                {t("otherPicture")}
              </Button>
            }
          />
        )}
        <Button name="act" value="send" track="complaint_send">
          {t("send")}
        </Button>
      </Form>
      <Small centred>
        {t("alreadySent")} <a href={loggedIn ? "/webview/customer-service/complaint/mine" : "/complaint/follow"}>{loggedIn ? t("toOwn") : t("toFollow")}</a>
      </Small>
      <Section heading={t("howTitle")}>
        <div className="prose">
          <ol>
            <li>{t("howReceive")}</li>
            <li>{t("howAnswer", { days: terms.answerWorkingDays, extension: terms.extensionWorkingDays })}</li>
            <li>{t("howOutside")}</li>
          </ol>
        </div>
      </Section>
    </Stack>
  );
}
