/** What a person may do with a case: one form for each act, and what was refused stands at its own. */
import type { ReactNode } from "react";
import { useFrame } from "#web/frame.tsx";
import type { FormAnswer } from "#web/api.ts";
import { Form, type FormCall, type FormProps } from "#web/ui/form/form.tsx";
import { Section, Small } from "#web/ui/text/text.tsx";

/** What the screen's action gave back: which act was refused, why, and what was typed. */
export type ActAnswer = Pick<FormAnswer, "values" | "failure"> & { act: string };

export interface Act {
  /** Posted as `act`, so that the screen's action knows which of its calls is meant; leads the ids of the form's fields. */
  key: string;
  heading: ReactNode;
  lead?: ReactNode;
  call: FormCall;
  /** Instead of the form, where it is somebody else's turn: why. */
  instead?: ReactNode;
  /** The fields, and the button. */
  children?: ReactNode;
}

/** What a form shows again after a refusal of this act; nothing after that of another one. */
export const answerTo = (key: string, answer: ActAnswer | undefined): Pick<FormProps, "values" | "failure"> =>
  answer?.act === key ? { values: answer.values, failure: answer.failure } : {};

/** Forms in the order in which they are given; those that the person may not send are left out by the screen. */
export function Acts({ acts, answer }: { acts: readonly Act[]; answer: ActAnswer | undefined }) {
  const { formKey } = useFrame();
  return acts.map(({ key, heading, lead, call, instead, children }) => {
    const answered = answerTo(key, answer);
    const needsKey = "idempotent" in call.policy && call.policy.idempotent === true;
    return (
      <Section key={key} heading={heading}>
        {lead !== undefined && <Small>{lead}</Small>}
        {instead ?? (
          <Form id={key} call={call} {...(needsKey ? { idempotencyKey: `${formKey}-${key}` } : {})} {...answered}>
            <input type="hidden" name="act" value={key} />
            {children}
          </Form>
        )}
      </Section>
    );
  });
}
