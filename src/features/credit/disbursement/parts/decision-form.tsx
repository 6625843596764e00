import type { ReactNode } from "react";
import { Button } from "#web/ui/button/button.tsx";
import { Choices, type Choice } from "#web/ui/choices/choices.tsx";
import { Form, type FormProps, type FormRefill } from "#web/ui/form/form.tsx";
import { ActionBar } from "#web/ui/page/page.tsx";
import { Heading } from "#web/ui/text/text.tsx";
import { TextArea } from "#web/ui/text-field/text-field.tsx";
import { useFrame } from "#web/frame.tsx";
import { useTexts } from "#web/language.tsx";
import { texts } from "../texts.ts";

export interface DecisionFormProps extends FormRefill {
  /** Which list the transfer stands in; the screen's action reads it. */
  about: "late" | "returned";
  call: FormProps["call"];
  transferId: string;
  /** The loan's number, or what the money was for. */
  subject: string;
  actions: readonly Choice[];
  /** What else one of the actions needs. */
  children?: ReactNode;
}

/** Proposes what becomes of a transfer's money, with the reason; somebody else confirms it. */
export function DecisionForm({ about, call, transferId, subject, actions, children, ...answered }: DecisionFormProps) {
  const t = useTexts(texts);
  const { formKey } = useFrame();
  return (
    <>
      <Heading>{t("decisionHeading", { subject })}</Heading>
      <Form id={`${about}-form`} call={call} idempotencyKey={formKey} {...answered}>
        <input type="hidden" name={about} value="1" />
        <input type="hidden" name="transferId" value={transferId} />
        <Choices name="deed" label={t("decision")} choices={actions} />
        {children}
        <TextArea name="reason" label={t("reason")} rows={2} />
        <ActionBar>
          <Button>{t("propose")}</Button>
        </ActionBar>
      </Form>
    </>
  );
}
