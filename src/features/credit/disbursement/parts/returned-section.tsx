import { ShortId } from "#web/console/short-id.tsx";
import { useSearchParams } from "react-router";
import { Badge } from "#web/ui/badge/badge.tsx";
import { DataTable } from "#web/ui/data-table/data-table.tsx";
import { Select } from "#web/ui/select/select.tsx";
import { Pagination } from "#web/ui/pagination/pagination.tsx";
import { Section, Small } from "#web/ui/text/text.tsx";
import { listAddress } from "#web/console/list.ts";
import type { PageLinks } from "#web/list.ts";
import { InstantText, Money, useTexts } from "#web/language.tsx";
import { LoanStateBadge } from "#features/credit/loan/parts/loan-state-badge.tsx";
import { returnedActions, type ReturnedPayout } from "../contract.ts";
import { texts } from "../texts.ts";
import type { BoundForm } from "#web/form-actions.ts";
import { DecisionForm } from "./decision-form.tsx";
import { TransferSubject } from "./transfer-subject.tsx";

const givesBack = {
  LOAN: "givesBackLoan",
  BALANCE_REFUND: "givesBackBalance",
  WALLET: "givesBackBalance",
  UNMATCHED_RETURN: "givesBackUnmatched",
  LENDER_WITHDRAWAL: "givesBackLender",
} as const;

/** Transfers that the receiving bank sent back, with their history and the decisions possible for two people. */
export function ReturnedSection({
  items,
  page,
  opened,
  form,
}: {
  items: ReturnedPayout[];
  page: PageLinks;
  opened: ReturnedPayout | null;
  form: BoundForm;
}) {
  const t = useTexts(texts);
  const [query] = useSearchParams();
  const returnedCursor = query.get("returnedCursor") ?? "";
  const to = (returned: string) =>
    `${listAddress({ path: "/staff/disbursements", asked: {} }, { returnedCursor, returned })}#returned`;
  const subjectOf = (one: ReturnedPayout) => one.loanNumber ?? t(one.purpose);
  return (
    <Section heading={t("returnedTitle")} id="returned">
      <Small>{t("returnedLead")}</Small>
      {opened && opened.state === "OPEN" && !opened.proposalId && (
        <ReturnedForm returned={opened} subject={subjectOf(opened)} form={form} />
      )}
      <DataTable
        caption={t("returnedTitle")}
        captionHidden
        rows={items}
        rowKey={(one) => one.transferId}
        empty={t("lateEmpty")}
        columns={[
          {
            key: "subject",
            label: t("subject"),
            show: (one) => <TransferSubject of={one} to={to(one.transferId)} />,
          },
          { key: "amount", label: t("amount"), figures: true, show: (one) => <Money rupiah={one.amountRupiah} /> },
          { key: "arrived", label: t("arrivedAt"), show: (one) => <InstantText at={one.settledAt} style="short" /> },
          {
            key: "returned",
            label: t("returnedAt"),
            show: (one) => (
              <>
                <InstantText at={one.foundAt} style="short" /> <span className="console-id">{one.code}</span>
              </>
            ),
          },
          {
            key: "loanState",
            label: t("loanState"),
            show: (one) => (one.loanState ? <LoanStateBadge state={one.loanState} /> : "–"),
          },
          {
            key: "borrower",
            label: t("borrower"),
            show: (one) => <ShortId id={one.borrowerId} to={`/staff/borrowers/${one.borrowerId}`} />,
          },
          { key: "proposal", label: t("proposal"), show: (one) => <Standing returned={one} /> },
        ]}
      />
      <Pagination page={page} />
    </Section>
  );
}

function Standing({ returned: { state, proposalId, resendCode } }: { returned: ReturnedPayout }) {
  const t = useTexts(texts);
  if (proposalId)
    return (
      <a href={`/staff/checks/${proposalId}`}>
        <Badge kind="attention">{t("waitsForCheck")}</Badge>
      </a>
    );
  return (
    <>
      <Badge kind={state === "OPEN" ? "bad" : "attention"}>{t(state)}</Badge>
      {resendCode && <Small>{t("resendFailed", { code: resendCode })}</Small>}
    </>
  );
}

function ReturnedForm({ returned, subject, form }: { returned: ReturnedPayout; subject: string; form: BoundForm }) {
  const t = useTexts(texts);
  const { mayGiveBack, mayResend, accounts } = returned;
  const canResend = mayResend && accounts.length > 0;
  const actions = returnedActions
    .filter((deed) => (deed === "SEND_AGAIN" ? canResend : deed === "GIVE_BACK" ? mayGiveBack : true))
    .map((deed) => ({
      value: deed,
      label: t(deed),
      detail: t(deed === "GIVE_BACK" ? givesBack[returned.purpose] : `${deed}Detail`),
    }));
  return (
    <DecisionForm of={form} id="returned-form" transferId={returned.transferId} subject={subject} actions={actions}>
      {canResend && (
        <Select
          name="bankAccountId"
          label={t("toAccount")}
          hint={t("toAccountHint")}
          options={accounts.map((one) => ({
            value: one.id,
            label: `${one.bankName} ${one.masked} ${one.accountName}${one.cameBack ? ` ${t("cameBackFrom")}` : ""}`,
          }))}
        />
      )}
    </DecisionForm>
  );
}
