import { useFrame } from "#web/frame.tsx";
import type { BoundForm } from "#web/form-actions.ts";
import { Notice } from "../notice/notice.tsx";
import type { ReactNode } from "react";
import { Form, type FormProps } from "./form.tsx";

export interface ActionFormProps extends Omit<FormProps, "call" | "failure"> {
  /** `forms.form("add", actionData)` */
  of: BoundForm;
  /** For a form that occurs many times in a page: the fields that identify the sent one. A refusal appears only there. */
  which?: Readonly<Record<string, string>>;
  /** Other fields that the page fills in. Their values may have changed since the form was sent: the form shows its refusal anyway. */
  hidden?: Readonly<Record<string, string>>;
}

/** A form from a screen's `defineForms`: writes its name, shows its result and the typed values. */
export function ActionForm({
  of,
  which = {},
  hidden = {},
  values,
  idempotencyKey,
  children,
  ...props
}: ActionFormProps) {
  const { formKey } = useFrame();
  const { intent, call, answer } = of;
  const isSent = isSentWith(of, which);
  const shown = (isSent && of.values) || values;
  const needsKey = "idempotent" in call.policy && call.policy.idempotent === true;
  const key = idempotencyKey ?? (needsKey ? formKey : undefined);
  return (
    <Form
      {...props}
      call={call}
      {...(shown ? { values: shown } : {})}
      {...(isSent && answer ? { failure: answer.failure } : {})}
      {...(key ? { idempotencyKey: key } : {})}
    >
      {intent !== null && <input type="hidden" name="intent" value={intent} />}
      {Object.entries({ ...which, ...hidden }).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
    </Form>
  );
}

/** The refusal of a form that is not visible: in a dialog, or gone from the page. */
export function FormRefusal({ of, which = {} }: Pick<ActionFormProps, "of" | "which">) {
  if (!of.answer || !isSentWith(of, which)) return null;
  return (
    <Notice kind="bad" live>
      {of.answer.failure.status.detail}
    </Notice>
  );
}

const isSentWith = (of: BoundForm, which: Readonly<Record<string, string>>): boolean =>
  Object.entries(which).every(([name, value]) => of.values?.[name] === value);

/** Confirms once that something was saved: on the page that a form redirected to with `?saved=1`, or by a value or key that distinguishes two. */
export function Saved({ by = "saved", value = "1", children }: { by?: string; value?: string; children: ReactNode }) {
  const { pathWithQuery, posted } = useFrame();
  if (posted || new URL(pathWithQuery, "http://own.invalid").searchParams.get(by) !== value) return null;
  return (
    <Notice kind="ok" live>
      {children}
    </Notice>
  );
}
