import type { FormAnswer } from "#web/api.ts";
import { useFrame } from "#web/frame.tsx";
import { DateText, useTexts } from "#web/language.tsx";
import { Button, ButtonLink, DefaultButton } from "#web/ui/button/button.tsx";
import { CaptchaField } from "#web/ui/captcha-field/captcha-field.tsx";
import { Card } from "#web/ui/card/card.tsx";
import { CopyText } from "#web/ui/copy-text/copy-text.tsx";
import { DefinitionList } from "#web/ui/definition-list/definition-list.tsx";
import { Form } from "#web/ui/form/form.tsx";
import { Notice } from "#web/ui/notice/notice.tsx";
import { ActionBar } from "#web/ui/page/page.tsx";
import { Select } from "#web/ui/select/select.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import { Section, Small, Title } from "#web/ui/text/text.tsx";
import { TextArea, TextField } from "#web/ui/text-field/text-field.tsx";
import { complaintReasons, submitComplaint } from "../contract.ts";
import { complaintReasonLabels, texts } from "../texts.ts";
import type { loadForm } from "./complaint-form.ts";

interface HandedIn {
  number: string;
  dueOn: string;
  maskedEmail: string;
}
interface Shown extends Awaited<ReturnType<typeof loadForm>> {
  answer: { values: FormAnswer["values"]; failure: FormAnswer["failure"] | undefined; handed?: HandedIn } | undefined;
}

/** The complaint form: subject, description, reply address. */
export function ComplaintForm({ loggedIn, captcha, terms, answer }: Shown) {
  const t = useTexts(texts);
  const reason = useTexts(complaintReasonLabels);
  const { formKey } = useFrame();
  if (answer?.handed) return <HandedIn handed={answer.handed} loggedIn={loggedIn} />;
  const answered = answer ? { values: answer.values, ...(answer.failure ? { failure: answer.failure } : {}) } : {};
  return (
    <Stack gap="loose">
      <Title lead={t("formLead", { days: terms.answerWorkingDays })}>{t("formTitle")}</Title>
      {loggedIn && <Notice>{t("linkedToAccount")}</Notice>}
      <Form call={submitComplaint} idempotencyKey={formKey} {...answered}>
        <DefaultButton name="intent" value="send" />
        <Select
          name="reason"
          label={t("reason")}
          options={complaintReasons.map((one) => ({ value: one, label: reason(one) }))}
          keep
        />
        <TextArea name="text" label={t("text")} hint={t("textHint")} rows={7} />
        <TextField
          name="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          label={t("email")}
          hint={t("emailHint")}
        />
        {captcha && (
          <CaptchaField
            {...captcha}
            refresh={
              <Button kind="quiet" compact name="intent" value="captcha" formNoValidate track="complaint_captcha">
                {t("otherPicture")}
              </Button>
            }
          />
        )}
        <Button name="intent" value="send" track="complaint_send">
          {t("send")}
        </Button>
      </Form>
      <Small centred>
        {t("alreadySent")}{" "}
        <a href={loggedIn ? "/webview/customer-service/complaint/mine" : "/complaint/follow"}>
          {loggedIn ? t("toOwn") : t("toFollow")}
        </a>
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

/** The complaint is with us, and its ticket cannot be opened here now: its number, and how to follow it. */
function HandedIn({ handed, loggedIn }: { handed: HandedIn; loggedIn: boolean }) {
  const t = useTexts(texts);
  return (
    <Stack gap="loose">
      <Title>{t("ticketTitle")}</Title>
      <Notice kind="ok" live>
        {t("received", { email: handed.maskedEmail })}
      </Notice>
      <Card>
        <Stack>
          <div className="talk-number">
            <CopyText label={t("number")} value={handed.number} />
          </div>
          <DefinitionList
            items={[
              [
                t("answerBy"),
                <strong key="due">
                  <DateText date={handed.dueOn} />
                </strong>,
              ],
            ]}
          />
        </Stack>
      </Card>
      <p>{t(loggedIn ? "openFromOwn" : "openLater")}</p>
      <ActionBar>
        <ButtonLink to={loggedIn ? "/webview/customer-service/complaint/mine" : "/complaint/follow"}>
          {t(loggedIn ? "toOwn" : "toFollow")}
        </ButtonLink>
      </ActionBar>
    </Stack>
  );
}
