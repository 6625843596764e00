import { AmountStepper } from "#web/ui/amount-stepper/amount-stepper.tsx";
import { Choices } from "#web/ui/choices/choices.tsx";
import { useTexts } from "#web/language.tsx";
import { texts } from "../texts.ts";

export interface LoanAmountFieldsProps {
  /** The words above the amount: "Saya ingin meminjam". */
  label: string;
  /** Softer words below it, where the borrower's own bounds need saying. */
  hint?: string | undefined;
  bounds: { minimumRupiah: number; maximumRupiah: number; stepRupiah: number };
  tenorsDays: readonly number[];
  input: { amountRupiah: number; tenorDays: number };
}

/** Amount and tenor: the two fields of every place that computes a loan, in a form that fetches its quote. */
export function LoanAmountFields({ label, hint, bounds, tenorsDays, input }: LoanAmountFieldsProps) {
  const t = useTexts(texts);
  return (
    <>
      <AmountStepper name="amountRupiah" label={label} hint={hint} defaultRupiah={input.amountRupiah} {...bounds} />
      <Choices
        name="tenorDays"
        label={t("productTenors")}
        labelHidden
        columns={3}
        defaultValues={[String(input.tenorDays)]}
        choices={tenorsDays.map((days) => ({ value: String(days), label: t("productDays", { days }) }))}
      />
    </>
  );
}
