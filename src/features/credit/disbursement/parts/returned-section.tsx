import { Badge } from "#web/ui/badge/badge.tsx";
import { Button } from "#web/ui/button/button.tsx";
import { Choices } from "#web/ui/choices/choices.tsx";
import { DataTable } from "#web/ui/data-table/data-table.tsx";
import { Form, type FormProps } from "#web/ui/form/form.tsx";
import { ActionBar } from "#web/ui/page/page.tsx";
import { Select } from "#web/ui/select/select.tsx";
import { Heading, Section, Small } from "#web/ui/text/text.tsx";
import { TextArea } from "#web/ui/text-field/text-field.tsx";
import { useFrame } from "#web/frame.tsx";
import { InstantText, Money, useTexts } from "#web/language.tsx";
import { StateBadge } from "#features/operations/staff/parts/state-badge.tsx";
import { proposeReturnedPayout, returnedDeeds, type ReturnedPayout } from "../contract.ts";
import { texts } from "../texts.ts";

const givesBack = { LOAN: "givesBackLoan", BALANCE_REFUND: "givesBackBalance", WALLET: "givesBackBalance", UNMATCHED_RETURN: "givesBackUnmatched" } as const;

type Answered = Partial<Pick<FormProps, "values" | "failure">>;

/** Transfers that the receiving bank sent back: what happened to each, and what two people may decide. */
export function ReturnedSection({ items, opened, ...answered }: Answered & { items: ReturnedPayout[]; opened: ReturnedPayout | null }) {
  const t = useTexts(texts);
  const subjectOf = (one: ReturnedPayout) => one.loanNumber ?? t(one.purpose);
  return (
    <Section heading={t("returnedTitle")} id="returned">
      <Small>{t("returnedLead")}</Small>
      {opened && opened.state === "OPEN" && !opened.proposalId && <ReturnedForm returned={opened} subject={subjectOf(opened)} {...answered} />}
      <DataTable
        caption={t("returnedTitle")}
        captionHidden
        rows={items}
        rowKey={(one) => one.transferId}
        empty={t("lateEmpty")}
        columns={[
          { key: "subject", label: t("subject"), show: (one) => <a className="console-id" href={`/staff/disbursements?returned=${one.transferId}#returned`}>{subjectOf(one)}</a> },
          { key: "amount", label: t("amount"), figures: true, show: (one) => <Money rupiah={one.amountRupiah} /> },
          { key: "arrived", label: t("arrivedAt"), show: (one) => <InstantText at={one.settledAt} style="short" /> },
          { key: "returned", label: t("returnedAt"), show: (one) => <><InstantText at={one.foundAt} style="short" /> <span className="console-id">{one.code}</span></> },
          { key: "loanState", label: t("loanState"), show: (one) => (one.loanState ? <StateBadge state={one.loanState} /> : "–") },
          { key: "borrower", label: t("borrower"), show: (one) => <a className="console-id" href={`/staff/borrowers/${one.borrowerId}`}>{one.borrowerId.slice(-12)}</a> },
          { key: "proposal", label: t("proposal"), show: (one) => <Standing returned={one} /> },
        ]}
      />
    </Section>
  );
}

function Standing({ returned: { state, proposalId, resendCode } }: { returned: ReturnedPayout }) {
  const t = useTexts(texts);
  if (proposalId) return <a href={`/staff/money?proposal=${proposalId}#check`}><Badge kind="attention">{t("waitsForCheck")}</Badge></a>;
  return (
    <>
      <Badge kind={state === "OPEN" ? "bad" : "attention"}>{t(state)}</Badge>
      {resendCode && <Small>{t("resendFailed", { code: resendCode })}</Small>}
    </>
  );
}

function ReturnedForm({ returned, subject, ...answered }: Answered & { returned: ReturnedPayout; subject: string }) {
  const t = useTexts(texts);
  const { formKey } = useFrame();
  const { mayResend, accounts } = returned;
  const deeds = returnedDeeds.filter((deed) => deed !== "SEND_AGAIN" || (mayResend && accounts.length > 0));
  return (
    <>
      <Heading>{t("lateHeading", { subject })}</Heading>
      <Form id="returned-form" call={proposeReturnedPayout} idempotencyKey={formKey} {...answered}>
        <input type="hidden" name="returned" value="1" />
        <input type="hidden" name="transferId" value={returned.transferId} />
        <Choices name="deed" label={t("lateDeed")} choices={deeds.map((deed) => ({ value: deed, label: t(deed), detail: t(deed === "GIVE_BACK" ? givesBack[returned.purpose] : `${deed}Detail`) }))} />
        {mayResend && accounts.length > 0 && (
          <Select
            name="bankAccountId"
            label={t("toAccount")}
            hint={t("toAccountHint")}
            options={accounts.map((one) => ({ value: one.id, label: `${one.bankName} ${one.masked} ${one.accountName}${one.cameBack ? ` ${t("cameBackFrom")}` : ""}` }))}
          />
        )}
        <TextArea name="reason" label={t("reason")} rows={2} />
        <ActionBar>
          <Button>{t("propose")}</Button>
        </ActionBar>
      </Form>
    </>
  );
}
