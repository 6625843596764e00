import type { ReactNode } from "react";
import { Button } from "#web/ui/button/button.tsx";
import { Choices, type Choice } from "#web/ui/choices/choices.tsx";
import type { BoundForm } from "#web/form-actions.ts";
import { ActionForm } from "#web/ui/form/action-form.tsx";
import { ActionBar } from "#web/ui/page/page.tsx";
import { Heading } from "#web/ui/text/text.tsx";
import { TextArea } from "#web/ui/text-field/text-field.tsx";
import { useTexts } from "#web/language.tsx";
import { texts } from "../texts.ts";

export interface DecisionFormProps {
  /** A form of the screen's `defineForms`. */
  of: BoundForm;
  /** Prefix of its fields' ids. */
  id: string;
  transferId: string;
  /** The loan's number, or what the money was for. */
  subject: string;
  actions: readonly Choice[];
  /** Further fields that one of the actions needs. */
  children?: ReactNode;
}

/** Proposes a decision about a transfer's money, with the reason; another member of staff confirms it. */
export function DecisionForm({ of, id, transferId, subject, actions, children }: DecisionFormProps) {
  const t = useTexts(texts);
  return (
    <>
      <Heading>{t("decisionHeading", { subject })}</Heading>
      <ActionForm of={of} id={id} hidden={{ transferId }}>
        <Choices name="deed" label={t("decision")} choices={actions} />
        {children}
        <TextArea name="reason" label={t("reason")} rows={2} />
        <ActionBar>
          <Button>{t("propose")}</Button>
        </ActionBar>
      </ActionForm>
    </>
  );
}
