import { monthName } from "#shared/dates.ts";
import { datePartName, datePartsOf } from "#shared/fields/date.ts";
import { useLanguage, useTexts } from "#web/language.tsx";
import { FieldFrame, type FieldProps } from "../field/field.tsx";
import { useField, type Field } from "../form/form-state.tsx";
import { Icon } from "../icon/icon.tsx";
import { kitTexts } from "../texts.ts";

type BirthDateFieldProps = Omit<FieldProps, "keep">;

/**
 * The birth date in the order of the KTP (day, month, year), each part typed or chosen separately: a calendar would
 * open decades away from it. Sent as `name.year`, `name.month` and `name.day`; the call reads one date
 * (`#web/form-input.ts`).
 */
export function BirthDateField(props: BirthDateFieldProps) {
  const t = useTexts(kitTexts);
  const language = useLanguage();
  const field = useField(props.name, props);
  const known = datePartsOf(field.value ?? "");
  const year = usePart(field, "year", known.year, "(19|20)\\d\\d");
  const month = usePart(field, "month", String(Number(known.month) || ""));
  const day = usePart(field, "day", known.day, "0?[1-9]|[12]\\d|3[01]");
  return (
    <FieldFrame field={field} label={props.label} hint={props.hint} group>
      <div className="date-parts">
        <label className="date-part">
          <span className="date-part-label">{t("day")}</span>
          <input {...day} className="input" inputMode="numeric" maxLength={2} autoComplete="bday-day" />
        </label>
        <label className="date-part">
          <span className="date-part-label">{t("month")}</span>
          <span className="input-box">
            <select {...month} className="input input-select" autoComplete="bday-month">
              <option value="">–</option>
              {Array.from({ length: 12 }, (_, index) => (
                <option key={index} value={index + 1}>
                  {monthName(index + 1, language, "short")}
                </option>
              ))}
            </select>
            <Icon name="down" size={20} />
          </span>
        </label>
        <label className="date-part">
          <span className="date-part-label">{t("year")}</span>
          <input
            {...year}
            className="input"
            inputMode="numeric"
            maxLength={4}
            placeholder="1990"
            autoComplete="bday-year"
          />
        </label>
      </div>
    </FieldFrame>
  );
}

/** The attributes of one part: whether the whole field is required, the place of its error and its texts. */
function usePart({ control }: Field, part: "year" | "month" | "day", known: string | undefined, pattern?: string) {
  const { id, value } = useField(datePartName(control.name, part), { defaultValue: known ?? "" });
  const words = useField(control.name, { rules: { pattern: "x" }, codes: { pattern: "DATE_FORMAT" } }).control;
  return {
    id,
    name: datePartName(control.name, part),
    defaultValue: value,
    required: control.required,
    "data-problem-at": control.name,
    "data-message-required": control["data-message-required"],
    "aria-describedby": control["aria-describedby"],
    "aria-invalid": control["aria-invalid"],
    ...(pattern === undefined ? {} : { pattern, "data-message-pattern": words["data-message-pattern"] }),
  };
}
