import { Button } from "#web/ui/button/button.tsx";
import { Form, type FormProps } from "#web/ui/form/form.tsx";
import { Notice } from "#web/ui/notice/notice.tsx";
import { ActionBar } from "#web/ui/page/page.tsx";
import { Select } from "#web/ui/select/select.tsx";
import { Heading, Small } from "#web/ui/text/text.tsx";
import { TextArea, TextField } from "#web/ui/text-field/text-field.tsx";
import { useTexts } from "#web/language.tsx";
import { proposeReturn, type UnmatchedPayment } from "../staff-contract.ts";
import { staffTexts } from "../staff/texts.ts";

type Answered = Partial<Pick<FormProps, "values" | "failure">>;

/** The maker's proposal to send unmatched money back; while one waits, the way to it. */
export function ReturnForm({
  payment,
  banks,
  ...answered
}: Answered & { payment: UnmatchedPayment; banks: { value: string; label: string }[] }) {
  const t = useTexts(staffTexts);
  if (payment.returnProposalId) {
    return (
      <Notice kind="attention">
        <a href={`/staff/checks/${payment.returnProposalId}`}>{t("returnWaits")}</a>
      </Notice>
    );
  }
  return (
    <>
      <Heading>{t("returnHeading")}</Heading>
      {payment.returnFailure && <Notice kind="attention">{t("returnFailed", { code: payment.returnFailure })}</Notice>}
      <Form id="return" call={proposeReturn} {...answered}>
        <input type="hidden" name="return" value="1" />
        <input type="hidden" name="receiptId" value={payment.receiptId} />
        <Select name="bankCode" label={t("bank")} options={banks} />
        <TextField name="accountNumber" label={t("accountNumber")} inputMode="numeric" autoComplete="off" />
        <Small>{t("returnNote")}</Small>
        <TextArea name="reason" label={t("reason")} rows={2} />
        <ActionBar>
          <Button kind="secondary">{t("proposeReturn")}</Button>
        </ActionBar>
      </Form>
    </>
  );
}
