import type { ReactNode } from "react";
import { formatRupiah } from "#shared/money.ts";
import { useTexts } from "#web/language.tsx";
import { useScriptPart } from "#web/script-parts.ts";
import { FieldProblemText } from "../field/field.tsx";
import { useField, type FieldOptions } from "../form/form-state.tsx";
import type { RuleAttributes } from "../form/rules.ts";
import { Icon } from "../icon/icon.tsx";
import { kitTexts } from "../texts.ts";

export interface AmountStepperProps {
  name: string;
  label: ReactNode;
  hint?: ReactNode;
  defaultRupiah: number;
  /** Bounds that depend on the borrower, in rupiah; the contract's otherwise. */
  minimumRupiah?: number;
  maximumRupiah?: number;
  stepRupiah?: number;
}

/**
 * An amount with buttons for less and more. Without script it is a plain number field; with script, the amount is shown
 * as money until the field gets focus, and the buttons change it by a step within the bounds.
 */
export function AmountStepper(props: AmountStepperProps) {
  useScriptPart("amounts");
  const t = useTexts(kitTexts);
  const rules: RuleAttributes = {};
  // A contract that leaves the bounds to the product has no words for them.
  const codes: FieldOptions["codes"] = {};
  if (props.minimumRupiah !== undefined) [rules.min, codes.min] = [props.minimumRupiah, "AMOUNT_BELOW_MINIMUM"];
  if (props.maximumRupiah !== undefined) [rules.max, codes.max] = [props.maximumRupiah, "AMOUNT_ABOVE_MAXIMUM"];
  if (props.stepRupiah !== undefined) [rules.step, codes.step] = [props.stepRupiah, "AMOUNT_STEP"];
  const field = useField(props.name, { hint: props.hint, rules, codes, defaultValue: String(props.defaultRupiah) });
  const shown = Number(field.value);
  return (
    <div className="field" data-stepper="">
      <label className="amount-label" htmlFor={field.id}>
        {props.label}
      </label>
      <div className="amount-row">
        <button
          className="amount-step"
          type="button"
          data-step="-1"
          aria-label={t("decrease")}
          aria-controls={field.id}
        >
          <Icon name="minus" />
        </button>
        <span className="amount-box">
          <input
            {...field.control}
            type="number"
            inputMode="numeric"
            className="amount-input"
            defaultValue={field.value}
            autoComplete="off"
          />
          <output className="amount-shown" htmlFor={field.id} data-format="rupiah" aria-hidden="true">
            {Number.isSafeInteger(shown) ? formatRupiah(shown) : field.value}
          </output>
        </span>
        <button className="amount-step" type="button" data-step="1" aria-label={t("increase")} aria-controls={field.id}>
          <Icon name="plus" />
        </button>
      </div>
      {props.hint !== undefined && (
        <p className="amount-hint" id={`${field.id}-hint`}>
          {props.hint}
        </p>
      )}
      <FieldProblemText field={field} />
    </div>
  );
}
