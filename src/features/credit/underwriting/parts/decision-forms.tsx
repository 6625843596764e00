import { Button } from "#web/ui/button/button.tsx";
import { Choices } from "#web/ui/choices/choices.tsx";
import { Form, type FormProps } from "#web/ui/form/form.tsx";
import { Notice } from "#web/ui/notice/notice.tsx";
import { ActionBar } from "#web/ui/page/page.tsx";
import { Select } from "#web/ui/select/select.tsx";
import { Section, Small } from "#web/ui/text/text.tsx";
import { TextArea } from "#web/ui/text-field/text-field.tsx";
import { useTexts } from "#web/language.tsx";
import { checkDecision, proposals, proposeDecision, rejectReasons, type Proposal } from "../contract.ts";
import { texts } from "../texts.ts";

type Answered = Partial<Pick<FormProps, "values" | "failure">>;

/** The maker's word on a case. */
export function DecisionForm(answered: Answered) {
  const t = useTexts(texts);
  return (
    <Section heading={t("decideHeading")}>
      <Small>{t("decideLead")}</Small>
      <Form id="decide" call={proposeDecision} {...answered}>
        <input type="hidden" name="act" value="decide" />
        <Choices
          name="proposal"
          label={t("decision")}
          columns={2}
          choices={proposals.map((one) => ({ value: one, label: t(one) }))}
        />
        <Select
          name="reason"
          label={t("reason")}
          hint={t("reasonHint")}
          options={rejectReasons.map((one) => ({ value: one, label: t(one) }))}
        />
        <TextArea name="note" label={t("note")} hint={t("noteHint")} rows={3} />
        <ActionBar>
          <Button>{t("propose")}</Button>
        </ActionBar>
      </Form>
    </Section>
  );
}

/** The checker's word; the maker sees that somebody else is needed. */
export function CheckForm({
  proposal,
  maker,
  isOwn,
  ...answered
}: Answered & { proposal: Proposal | null; maker: string; isOwn: boolean }) {
  const t = useTexts(texts);
  return (
    <Section heading={t("checkHeading")}>
      <Small>{t("checkLead", { name: maker, proposal: proposal ? t(proposal) : "–" })}</Small>
      {isOwn ? (
        <Notice>{t("ownProposal")}</Notice>
      ) : (
        <Form id="check" call={checkDecision} {...answered}>
          <input type="hidden" name="act" value="check" />
          <TextArea name="note" label={t("note")} rows={3} />
          <ActionBar>
            <Button name="agree" value="true">
              {t("agree")}
            </Button>
            <Button name="agree" value="false" kind="secondary">
              {t("sendBack")}
            </Button>
          </ActionBar>
        </Form>
      )}
    </Section>
  );
}
