import type { HTMLInputAutoCompleteAttribute } from "react";
import { groupThousands } from "#shared/money.ts";
import { useTexts } from "#web/language.tsx";
import { useScriptPart } from "#web/script-parts.ts";
import { FieldFrame } from "../field/field.tsx";
import type { FieldProps } from "../field/field.tsx";
import { Icon } from "../icon/icon.tsx";
import { useField } from "../form/form-state.tsx";
import type { RuleAttributes } from "../form/rules.ts";
import { kitTexts } from "../texts.ts";

export interface TextFieldProps extends FieldProps {
  type?: "text" | "search" | "url";
  autoComplete?: HTMLInputAutoCompleteAttribute;
  /** The keyboard of a phone. `numeric` for digits such as a NIK, which is a text and no number. */
  inputMode?: "text" | "numeric" | "email" | "tel" | "search";
  autoCapitalize?: "none" | "words" | "sentences" | "characters";
  placeholder?: string;
  readOnly?: boolean;
  /** Rules from the borrower's own state, in addition to the contract's. */
  rules?: RuleAttributes;
}

/** One line of text. Its rules come from the call of the form around it. */
export function TextField(props: TextFieldProps) {
  useScriptPart("codes", props.autoComplete === "one-time-code");
  const field = useField(props.name, props);
  return (
    <FieldFrame field={field} label={props.label} hint={props.hint}>
      <input
        type={props.type ?? "text"}
        inputMode={props.inputMode}
        {...field.control}
        className="input"
        defaultValue={field.value}
        autoComplete={props.autoComplete}
        autoCapitalize={props.autoCapitalize}
        placeholder={props.placeholder}
        readOnly={props.readOnly}
        data-keep={props.keep ? "" : undefined}
      />
    </FieldFrame>
  );
}

/** A password: never filled in by the server, never stored. With script, a button shows the typed text. */
export function PasswordField(
  props: Omit<FieldProps, "keep" | "defaultValue"> & { autoComplete: "current-password" | "new-password" | "off" },
) {
  const t = useTexts(kitTexts);
  const field = useField(props.name, props);
  return (
    <FieldFrame field={field} label={props.label} hint={props.hint}>
      <span className="input-box input-secret">
        <input
          {...field.control}
          type="password"
          className="input"
          autoComplete={props.autoComplete}
          autoCapitalize="none"
          spellCheck={false}
        />
        <button
          className="input-reveal"
          type="button"
          data-reveal=""
          aria-pressed="false"
          aria-controls={field.control.id}
          aria-label={t("showPassword")}
        >
          <Icon name="eye" size={20} />
        </button>
      </span>
    </FieldFrame>
  );
}

/** A mobile number as people type it; `+62`, spaces and dashes are accepted, the server stores `08…`. */
export function PhoneField(props: FieldProps) {
  const t = useTexts(kitTexts);
  const hint = props.hint ?? t("phoneHint");
  const field = useField(props.name, { ...props, hint });
  return (
    <FieldFrame field={field} label={props.label} hint={hint}>
      <input
        {...field.control}
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        className="input"
        defaultValue={field.value}
        data-keep={props.keep ? "" : undefined}
      />
    </FieldFrame>
  );
}

/** A day, by the device's own picker. Bounds are business dates. */
export function DateField(props: FieldProps & { min?: string; max?: string; autoComplete?: "bday" }) {
  const rules: RuleAttributes = {};
  if (props.min !== undefined) rules.min = props.min;
  if (props.max !== undefined) rules.max = props.max;
  const field = useField(props.name, { ...props, rules });
  return (
    <FieldFrame field={field} label={props.label} hint={props.hint}>
      <input
        {...field.control}
        type="date"
        className="input"
        defaultValue={field.value}
        autoComplete={props.autoComplete}
        data-keep={props.keep ? "" : undefined}
      />
    </FieldFrame>
  );
}

/** Several lines. The author of the field states the contract's maximal length in the hint. */
export function TextArea(props: FieldProps & { rows?: number; placeholder?: string }) {
  const field = useField(props.name, props);
  const { type: _type, pattern: _pattern, ...control } = field.control;
  return (
    <FieldFrame field={field} label={props.label} hint={props.hint}>
      <textarea
        {...control}
        className="input input-area"
        rows={props.rows ?? 4}
        defaultValue={field.value}
        placeholder={props.placeholder}
        data-keep={props.keep ? "" : undefined}
      />
    </FieldFrame>
  );
}

/**
 * An amount of whole rupiah with its `Rp`: a text field, because people group thousands by dots and the server reads
 * them; the enhancer checks the bounds by the same attributes. For choosing a loan's amount see AmountStepper.
 */
export function AmountField(props: FieldProps & { rules?: RuleAttributes }) {
  useScriptPart("amounts");
  // Some contracts also accept an amount as text and name no type; an invalid amount still gets its error text.
  const field = useField(props.name, {
    ...props,
    rules: { type: "number", ...props.rules },
    codes: { type: "AMOUNT_FORMAT" },
  });
  return (
    <FieldFrame field={field} label={props.label} hint={props.hint}>
      <span className="input-box">
        <span className="input-mark" aria-hidden="true">
          Rp
        </span>
        <input
          {...field.control}
          type="text"
          inputMode="numeric"
          className="input"
          defaultValue={
            field.value !== undefined && /^\d{1,15}$/.test(field.value)
              ? groupThousands(Number(field.value))
              : field.value
          }
          autoComplete="off"
          data-format="rupiah"
          data-keep={props.keep ? "" : undefined}
        />
      </span>
    </FieldFrame>
  );
}
