import type { FormAnswer } from "#web/api.ts";
import { useFrame } from "#web/frame.tsx";
import { useLanguage, useTexts } from "#web/language.tsx";
import { Button } from "#web/ui/button/button.tsx";
import { Disclosure } from "#web/ui/disclosure/disclosure.tsx";
import { Form, type FormCall } from "#web/ui/form/form.tsx";
import { ActionBar } from "#web/ui/page/page.tsx";
import { Select } from "#web/ui/select/select.tsx";
import { Section, Small } from "#web/ui/text/text.tsx";
import { TextArea } from "#web/ui/text-field/text-field.tsx";
import { mayStaff, type StaffRole } from "#shared/staff-permissions.ts";
import { formatDate } from "#shared/dates.ts";
import {
  answerComplaint,
  assignComplaint,
  closeComplaint,
  escalateComplaint,
  extendComplaint,
  noteOnComplaint,
  unmaskComplaint,
  type ComplaintCase,
} from "../staff-contract.ts";
import { texts } from "../staff/texts.ts";

export type CaseAct = "take" | "answer" | "extend" | "close" | "escalate" | "note" | "unmask";
interface FormsProps {
  found: ComplaintCase;
  names: readonly { staffId: string; name: string; roles: readonly StaffRole[] }[];
  acted: { act: CaseAct; answer: FormAnswer } | undefined;
}
type Acted = FormsProps["acted"];

const answered = (acted: Acted, act: CaseAct) =>
  acted?.act === act ? { values: acted.answer.values, failure: acted.answer.failure } : {};

/** What may be done with a complaint, by its state; what is done most stands first and open. */
export function CaseForms({ found, names, acted }: FormsProps) {
  const t = useTexts(texts);
  const language = useLanguage();
  const may = (act: ComplaintCase["acts"][number]) => found.acts.includes(act);
  return (
    <>
      {may("TAKE") && <TakeForms found={found} names={names} acted={acted} />}
      {may("ANSWER") && <AnswerForm found={found} acted={acted} />}
      {may("EXTEND") && found.extendableTo && (
        <WordsForm
          act="extend"
          name="reason"
          contract={extendComplaint}
          acted={acted}
          summary={t("extendTitle", { date: formatDate(found.extendableTo, language) })}
          label={t("toldReason")}
          button={t("extendIt")}
        />
      )}
      <WordsForm
        act="note"
        name="text"
        contract={noteOnComplaint}
        acted={acted}
        summary={t("noteTitle")}
        label={t("noteText")}
        button={t("noteIt")}
      />
      {may("CLOSE") && (
        <WordsForm
          act="escalate"
          name="reason"
          contract={escalateComplaint}
          acted={acted}
          summary={t("escalateTitle")}
          label={t("ownReason")}
          button={t("escalateIt")}
        />
      )}
      {may("CLOSE") && (
        <WordsForm
          act="close"
          name="reason"
          contract={closeComplaint}
          acted={acted}
          summary={t("closeTitle")}
          label={t("toldReason")}
          button={t("closeIt")}
        />
      )}
      {found.maskedEmail !== "" && (
        <WordsForm
          act="unmask"
          name="reason"
          contract={unmaskComplaint}
          acted={acted}
          summary={t("unmaskTitle")}
          label={t("unmaskReason")}
          button={t("unmaskIt")}
        />
      )}
    </>
  );
}

/** Taking a complaint, or handing it to a colleague. */
function TakeForms({ found, names, acted }: FormsProps) {
  const t = useTexts(texts);
  const { formKey } = useFrame();
  return (
    <>
      {found.assigneeId === null && (
        <Form
          id="take"
          call={assignComplaint}
          idempotencyKey={formKey}
          {...(acted?.act === "take" ? { failure: acted.answer.failure } : {})}
        >
          <Button kind="secondary" name="act" value="take">
            {t("take")}
          </Button>
        </Form>
      )}
      <Disclosure summary={t("assign")}>
        <Form id="assign" call={assignComplaint} idempotencyKey={formKey}>
          <input type="hidden" name="act" value="take" />
          <Select
            name="staffId"
            label={t("assignTo")}
            options={names
              .filter(({ roles }) => mayStaff(roles, "complaint.answer"))
              .map(({ staffId, name }) => ({ value: staffId, label: name }))}
          />
          <Button kind="secondary">{t("assign")}</Button>
        </Form>
      </Disclosure>
    </>
  );
}

function AnswerForm({ found, acted }: Pick<FormsProps, "found" | "acted">) {
  const t = useTexts(texts);
  const { formKey } = useFrame();
  return (
    <Section heading={t("answerTitle")}>
      <Small>{t("answerLead", { language: found.language })}</Small>
      <Form id="answer" call={answerComplaint} idempotencyKey={formKey} {...answered(acted, "answer")}>
        <input type="hidden" name="act" value="answer" />
        <TextArea name="text" label={t("answerText")} hint={t("answerHint")} rows={8} />
        <ActionBar>
          <Button>{t("answerIt")}</Button>
        </ActionBar>
      </Form>
    </Section>
  );
}

interface WordsFormProps {
  act: CaseAct;
  name: "text" | "reason";
  contract: FormCall;
  acted: Acted;
  summary: string;
  label: string;
  button: string;
}
/** An act that takes a few words, folded away until it is wanted. */
function WordsForm({ act, name, contract, acted, summary, label, button }: WordsFormProps) {
  const { formKey } = useFrame();
  return (
    <Disclosure summary={summary} open={acted?.act === act}>
      <Form id={act} call={contract} idempotencyKey={formKey} {...answered(acted, act)}>
        <input type="hidden" name="act" value={act} />
        <TextArea name={name} label={label} rows={3} />
        <Button kind="secondary">{button}</Button>
      </Form>
    </Disclosure>
  );
}
