import type { BoundForm } from "#web/form-actions.ts";
import { useLanguage, useTexts } from "#web/language.tsx";
import { Button } from "#web/ui/button/button.tsx";
import { Disclosure } from "#web/ui/disclosure/disclosure.tsx";
import { ActionForm } from "#web/ui/form/action-form.tsx";
import { ActionBar } from "#web/ui/page/page.tsx";
import { Select } from "#web/ui/select/select.tsx";
import { Section, Small } from "#web/ui/text/text.tsx";
import { TextArea } from "#web/ui/text-field/text-field.tsx";
import { mayStaff, type StaffRole } from "#shared/staff-permissions.ts";
import { formatDate } from "#shared/dates.ts";
import type { ComplaintCase } from "../staff-contract.ts";
import { texts } from "../staff/texts.ts";

type CaseAct = "take" | "assign" | "answer" | "extend" | "close" | "escalate" | "note" | "unmask";
interface FormsProps {
  found: ComplaintCase;
  names: readonly { staffId: string; name: string; roles: readonly StaffRole[] }[];
  form: (act: CaseAct) => BoundForm;
}

/** The actions on a complaint, by its state; the most frequent one comes first and open. */
export function CaseForms({ found, names, form }: FormsProps) {
  const t = useTexts(texts);
  const language = useLanguage();
  const may = (act: ComplaintCase["acts"][number]) => found.acts.includes(act);
  return (
    <>
      {may("TAKE") && <TakeForms found={found} names={names} form={form} />}
      {may("ANSWER") && <AnswerForm found={found} form={form} />}
      {may("EXTEND") && found.extendableTo && (
        <WordsForm
          of={form("extend")}
          id="extend"
          name="reason"
          summary={t("extendTitle", { date: formatDate(found.extendableTo, language) })}
          label={t("toldReason")}
          button={t("extendIt")}
        />
      )}
      <WordsForm
        of={form("note")}
        id="note"
        name="text"
        summary={t("noteTitle")}
        label={t("noteText")}
        button={t("noteIt")}
      />
      {may("CLOSE") && (
        <WordsForm
          of={form("escalate")}
          id="escalate"
          name="reason"
          summary={t("escalateTitle")}
          label={t("ownReason")}
          button={t("escalateIt")}
        />
      )}
      {may("CLOSE") && (
        <WordsForm
          of={form("close")}
          id="close"
          name="reason"
          summary={t("closeTitle")}
          label={t("toldReason")}
          button={t("closeIt")}
        />
      )}
      {found.maskedEmail !== "" && (
        <WordsForm
          of={form("unmask")}
          id="unmask"
          name="reason"
          summary={t("unmaskTitle")}
          label={t("unmaskReason")}
          button={t("unmaskIt")}
        />
      )}
    </>
  );
}

/** Taking a complaint, or handing it to a colleague. */
function TakeForms({ found, names, form }: FormsProps) {
  const t = useTexts(texts);
  return (
    <>
      {found.assigneeId === null && (
        <ActionForm of={form("take")} id="take">
          <Button kind="secondary">{t("take")}</Button>
        </ActionForm>
      )}
      <Disclosure summary={t("assign")} open={form("assign").answer !== undefined}>
        <ActionForm of={form("assign")} id="assign">
          <Select
            name="staffId"
            label={t("assignTo")}
            options={names
              .filter(({ roles }) => mayStaff(roles, "complaint.answer"))
              .map(({ staffId, name }) => ({ value: staffId, label: name }))}
          />
          <Button kind="secondary">{t("assign")}</Button>
        </ActionForm>
      </Disclosure>
    </>
  );
}

function AnswerForm({ found, form }: Pick<FormsProps, "found" | "form">) {
  const t = useTexts(texts);
  return (
    <Section heading={t("answerTitle")}>
      <Small>{t("answerLead", { language: found.language })}</Small>
      <ActionForm of={form("answer")} id="answer">
        <TextArea name="text" label={t("answerText")} hint={t("answerHint")} rows={8} />
        <ActionBar>
          <Button>{t("answerIt")}</Button>
        </ActionBar>
      </ActionForm>
    </Section>
  );
}

interface WordsFormProps {
  of: BoundForm;
  id: string;
  name: "text" | "reason";
  summary: string;
  label: string;
  button: string;
}
/** An act that takes a few words, folded away until it is wanted. */
function WordsForm({ of, id, name, summary, label, button }: WordsFormProps) {
  return (
    <Disclosure summary={summary} open={of.answer !== undefined}>
      <ActionForm of={of} id={id}>
        <TextArea name={name} label={label} rows={3} />
        <Button kind="secondary">{button}</Button>
      </ActionForm>
    </Disclosure>
  );
}
