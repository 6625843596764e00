import { useTexts } from "#web/language.tsx";
import { FieldFrame } from "../field/field.tsx";
import type { FieldProps } from "../field/field.tsx";
import { useField } from "../form/form-state.tsx";
import { Icon } from "../icon/icon.tsx";
import { kitTexts } from "../texts.ts";

export interface Option {
  value: string;
  label: string;
}

/** One of many, by the device's own list. Starts on "Choose…" unless a value is given. */
export function Select(props: FieldProps & { options: readonly Option[]; autoComplete?: string; disabled?: boolean }) {
  const t = useTexts(kitTexts);
  const field = useField(props.name, props);
  const { required, id, name } = field.control;
  return (
    <FieldFrame field={field} label={props.label} hint={props.hint}>
      <span className="input-box">
        <select
          id={id}
          name={name}
          required={required}
          className="input input-select"
          defaultValue={field.value ?? ""}
          autoComplete={props.autoComplete}
          disabled={props.disabled}
          aria-describedby={field.control["aria-describedby"]}
          aria-invalid={field.control["aria-invalid"]}
          data-message-required={field.control["data-message-required"]}
          data-keep={props.keep ? "" : undefined}
        >
          <option value="">{t("choose")}</option>
          {props.options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <Icon name="down" size={20} />
      </span>
    </FieldFrame>
  );
}
