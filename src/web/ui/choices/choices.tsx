import type { ReactNode } from "react";
import { FieldFrame, FieldProblemText } from "../field/field.tsx";
import type { FieldProps } from "../field/field.tsx";
import { useField } from "../form/form-state.tsx";

export interface Choice {
  value: string;
  label: ReactNode;
  /** A second, softer line. */
  detail?: ReactNode;
  disabled?: boolean;
  /** The numbers of the follow-ups in the same `<FollowUps>` that it shows: `1 2`. */
  shows?: string;
}
export interface ChoicesProps extends FieldProps {
  choices: readonly Choice[];
  /** Any number of choices instead of one. */
  multiple?: boolean;
  /** In a row, for short ones such as tenors. Stacked by default. */
  columns?: 2 | 3;
  /** The label is for screen readers only, when the surroundings show it. */
  labelHidden?: boolean;
  defaultValues?: readonly string[];
  /** Business event when a choice is made; the choice itself is never sent. */
  track?: string;
}

/** A few choices as cards: radio buttons, or tick boxes with `multiple`. */
export function Choices(props: ChoicesProps) {
  const field = useField(props.name, { ...props, defaultValue: props.defaultValues ?? props.defaultValue });
  const { required } = field.control;
  const label = props.labelHidden ? <span className="visually-hidden">{props.label}</span> : props.label;
  return (
    <FieldFrame field={field} label={label} hint={props.hint} group>
      <div className={props.columns ? `choices choices-${props.columns}` : "choices"}>
        {props.choices.map((choice) => (
          <label className="choice" key={choice.value}>
            <input
              className="choice-input"
              type={props.multiple ? "checkbox" : "radio"}
              name={props.name}
              value={choice.value}
              required={required && !props.multiple}
              defaultChecked={field.values.includes(choice.value)}
              disabled={choice.disabled}
              data-shows={choice.shows}
              data-track={props.track}
              data-message-required={props.multiple ? undefined : field.control["data-message-required"]}
              data-keep={props.keep ? "" : undefined}
            />
            <span className={props.columns ? "choice-body" : "choice-body choice-marked"}>
              {choice.label}
              {choice.detail !== undefined && <span className="choice-detail">{choice.detail}</span>}
            </span>
          </label>
        ))}
      </div>
    </FieldFrame>
  );
}

export interface CheckboxProps extends Omit<FieldProps, "label"> {
  /** The whole sentence that is agreed to; links in it open elsewhere. */
  children: ReactNode;
  value?: string;
  /** Must be ticked, whatever the contract's rule. */
  required?: boolean;
}

/** One box to tick, with its sentence. Never ticked in advance when it gives a consent. */
export function Checkbox(props: CheckboxProps) {
  const field = useField(props.name, {
    ...props,
    rules: props.required === undefined ? undefined : { required: props.required },
  });
  const value = props.value ?? "on";
  // Several boxes of one name need ids of their own.
  const id = props.value === undefined ? field.id : `${field.id}-${props.value}`;
  return (
    <div className="field">
      <label className="checkbox">
        <input
          className="checkbox-input"
          type="checkbox"
          id={id}
          name={props.name}
          value={value}
          required={field.control.required}
          defaultChecked={field.values.includes(value)}
          aria-describedby={`${id}-problem`}
          aria-invalid={field.control["aria-invalid"]}
          data-message-required={field.control["data-message-required"]}
          data-keep={props.keep ? "" : undefined}
        />
        <span>{props.children}</span>
      </label>
      {props.hint !== undefined && <p className="field-hint">{props.hint}</p>}
      <FieldProblemText field={{ ...field, id }} />
    </div>
  );
}
