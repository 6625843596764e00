import type { ReactNode } from "react";
import { useTexts } from "#web/language.tsx";
import type { Field } from "../form/form-state.tsx";
import { kitTexts } from "../texts.ts";

/** Properties of every field. */
export interface FieldProps {
  /** The name in the call's input, dotted where nested: `address.villageCode`. */
  name: string;
  label: ReactNode;
  hint?: ReactNode;
  /** Kept in session storage while the network is away: plain fields only, never identifiers or codes. */
  keep?: boolean;
  /** Overrides the contract's rule, when it depends on more than the contract. */
  required?: boolean;
  /** Whether it must be filled in follows from other answers: it is not called optional, and no browser asks for it. */
  conditional?: boolean;
  defaultValue?: string;
}

interface FrameProps {
  field: Field;
  label: ReactNode;
  hint?: ReactNode;
  /** A group of controls has a legend instead of a label. */
  group?: boolean;
  children: ReactNode;
}

/** Label, hint, control, and the place where the field's problem is shown (always there, hidden while empty). */
export function FieldFrame({ field, label, hint, group, children }: FrameProps) {
  const t = useTexts(kitTexts);
  const words = (
    <>
      {label}
      {!field.control.required && !field.isConditional && !group && (
        <span className="field-optional"> ({t("optional")})</span>
      )}
    </>
  );
  const inner = (
    <>
      {group ? (
        <legend className="field-label">{words}</legend>
      ) : (
        <label className="field-label" htmlFor={field.id}>
          {words}
        </label>
      )}
      {hint !== undefined && (
        <p className="field-hint" id={`${field.id}-hint`}>
          {hint}
        </p>
      )}
      {children}
      <FieldProblemText field={field} />
    </>
  );
  if (group) {
    return (
      <fieldset className="field" id={field.id} aria-describedby={field.control["aria-describedby"]} tabIndex={-1}>
        {inner}
      </fieldset>
    );
  }
  return <div className="field">{inner}</div>;
}

export function FieldProblemText({ field }: { field: Field }) {
  return (
    <p
      className="field-problem"
      id={`${field.id}-problem`}
      data-problem-for={field.control.name}
      hidden={field.problem === undefined}
    >
      {field.problem}
    </p>
  );
}
