import { Button } from "#web/ui/button/button.tsx";
import { ActionForm } from "#web/ui/form/action-form.tsx";
import { Notice } from "#web/ui/notice/notice.tsx";
import { ActionBar } from "#web/ui/page/page.tsx";
import { Select } from "#web/ui/select/select.tsx";
import { Heading, Small } from "#web/ui/text/text.tsx";
import { TextArea, TextField } from "#web/ui/text-field/text-field.tsx";
import type { BoundForm } from "#web/form-actions.ts";
import { useTexts } from "#web/language.tsx";
import type { UnmatchedPayment } from "../staff-contract.ts";
import { unmatchedStaffTexts } from "../staff/texts.ts";

/** The maker's proposal to send unmatched money back; while one waits, the way to it. */
export function ReturnForm({
  payment,
  banks,
  of,
}: {
  of: BoundForm;
  payment: UnmatchedPayment;
  banks: { value: string; label: string }[];
}) {
  const t = useTexts(unmatchedStaffTexts);
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
      <ActionForm of={of} id="return" hidden={{ receiptId: payment.receiptId }}>
        <Select name="bankCode" label={t("bank")} options={banks} />
        <TextField name="accountNumber" label={t("accountNumber")} inputMode="numeric" autoComplete="off" />
        <Small>{t("returnNote")}</Small>
        <TextArea name="reason" label={t("reason")} rows={2} />
        <ActionBar>
          <Button kind="secondary">{t("proposeReturn")}</Button>
        </ActionBar>
      </ActionForm>
    </>
  );
}
