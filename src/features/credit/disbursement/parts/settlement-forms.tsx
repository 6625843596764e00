import { Button } from "#web/ui/button/button.tsx";
import { Choices } from "#web/ui/choices/choices.tsx";
import type { BoundForm } from "#web/form-actions.ts";
import { ActionForm } from "#web/ui/form/action-form.tsx";
import { ActionBar } from "#web/ui/page/page.tsx";
import { Select } from "#web/ui/select/select.tsx";
import { Heading } from "#web/ui/text/text.tsx";
import { TextArea } from "#web/ui/text-field/text-field.tsx";
import { useTexts } from "#web/language.tsx";
import { settlementActions, type FailedTransfer } from "../contract.ts";
import { texts } from "../texts.ts";

/** The maker's proposal for a failed payout. */
export function SettlementForm({
  transfer,
  subject,
  form,
}: {
  transfer: FailedTransfer;
  subject: string;
  form: BoundForm;
}) {
  const t = useTexts(texts);
  const others = transfer.accounts.filter((account) => !account.isFailed);
  const actions = settlementActions.filter((deed) => deed !== "OTHER_ACCOUNT" || others.length > 0);
  return (
    <>
      <Heading>{t("proposeHeading", { subject })}</Heading>
      <ActionForm of={form} hidden={{ transferId: transfer.transferId }}>
        <Choices name="deed" label={t("deed")} choices={actions.map((deed) => ({ value: deed, label: t(deed) }))} />
        {others.length > 0 && (
          <Select
            name="bankAccountId"
            label={t("account")}
            hint={t("accountHint")}
            options={others.map((account) => ({
              value: account.id,
              label: `${account.bankName} ${account.masked} ${account.accountName}`,
            }))}
          />
        )}
        <TextArea name="reason" label={t("reason")} rows={2} />
        <ActionBar>
          <Button>{t("propose")}</Button>
        </ActionBar>
      </ActionForm>
    </>
  );
}

/** The proposal that waits for another member of staff. */
export function SettlementWaits({
  transfer,
  proposal,
  subject,
  maker,
}: {
  transfer: FailedTransfer;
  proposal: NonNullable<FailedTransfer["proposal"]>;
  subject: string;
  maker: string;
}) {
  const t = useTexts(texts);
  const account = transfer.accounts.find((one) => one.id === proposal.bankAccountId);
  const deed = account ? `${t(proposal.deed)} (${account.bankName} ${account.masked})` : t(proposal.deed);
  return (
    <>
      <Heading>{t("checkHeading", { subject })}</Heading>
      <p className="console-quote">{t("proposedBy", { name: maker, deed, reason: proposal.reason })}</p>
      <p>
        <a href={`/staff/checks/${proposal.settlementId}`}>{t("toCheck")}</a>
      </p>
    </>
  );
}
