import { LocalInstant } from "#web/console/local-time.tsx";
import { ShortId } from "#web/console/short-id.tsx";
import { useSearchParams } from "react-router";
import { Button, ButtonLink } from "#web/ui/button/button.tsx";
import { DataTable } from "#web/ui/data-table/data-table.tsx";
import { ActionForm } from "#web/ui/form/action-form.tsx";
import { Notice } from "#web/ui/notice/notice.tsx";
import { ActionBar } from "#web/ui/page/page.tsx";
import { Pagination } from "#web/ui/pagination/pagination.tsx";
import { InlineRow } from "#web/ui/stack/stack.tsx";
import { Heading, Section, Small } from "#web/ui/text/text.tsx";
import { TextArea } from "#web/ui/text-field/text-field.tsx";
import { listAddress } from "#web/console/list.ts";
import type { BoundForm } from "#web/form-actions.ts";
import type { PageLinks } from "#web/list.ts";
import { Money, useTexts } from "#web/language.tsx";
import { formatRupiah } from "#shared/money.ts";
import type { ChargebackPayment } from "../chargeback-contract.ts";
import { unmatchedStaffTexts } from "../staff/texts.ts";
import { PaymentLink } from "./payment-link.tsx";

interface ActionForms {
  ask: BoundForm;
  suspense: BoundForm;
}

/** Payments that their rail reversed, and the possible actions for the opened one. */
export function Chargebacks({
  items,
  page,
  opened,
  mayPropose,
  ...forms
}: ActionForms & {
  items: readonly ChargebackPayment[];
  page: PageLinks;
  opened: ChargebackPayment | null;
  mayPropose: boolean;
}) {
  const t = useTexts(unmatchedStaffTexts);
  const [query] = useSearchParams();
  const takenCursor = query.get("takenCursor") ?? "";
  const to = (receiptId: string) =>
    `${listAddress({ path: "/staff/payments", asked: {} }, { takenCursor, taken: receiptId })}#taken-back`;
  return (
    <Section heading={t("chargeback")} id="taken-back">
      <Small>{t("chargebackLead")}</Small>
      {opened && mayPropose && <Actions payment={opened} {...forms} />}
      <DataTable
        caption={t("chargeback")}
        captionHidden
        rows={items}
        rowKey={(one) => one.receiptId}
        columns={[
          {
            key: "reference",
            label: t("reference"),
            show: (one) => <ShortId id={one.reference} to={to(one.receiptId)} />,
          },
          { key: "rail", label: t("rail"), show: (one) => t(one.rail) },
          { key: "amount", label: t("amount"), figures: true, show: (one) => <Money rupiah={one.amountRupiah} /> },
          { key: "paid", label: t("paid"), show: (one) => <LocalInstant at={one.paidAt} /> },
          { key: "found", label: t("chargebackAt"), show: (one) => <LocalInstant at={one.foundAt} /> },
          { key: "code", label: t("railCode"), show: (one) => <span className="console-id">{one.code}</span> },
          {
            key: "where",
            label: t("moneyStands"),
            show: (one) =>
              one.where === "LOAN" && one.loanNumber ? (
                <a className="console-id" href={`/staff/loans/${one.loanId}`}>
                  {one.loanNumber}
                </a>
              ) : (
                t(one.where)
              ),
          },
          {
            key: "proposal",
            label: t("proposal"),
            show: (one) =>
              one.proposalId ? <a href={`/staff/checks/${one.proposalId}`}>{t("reversalWaits")}</a> : t("noProposal"),
          },
        ]}
      />
      <Pagination page={page} />
    </Section>
  );
}

/** Actions: ask the rail again, or remove the money from the books (for a loan on its own page, from suspense here). */
function Actions({ payment, ask, suspense }: ActionForms & { payment: ChargebackPayment }) {
  const t = useTexts(unmatchedStaffTexts);
  const { receiptId, where, loanId, proposalId } = payment;
  const isSuspense = where === "SUSPENSE" && proposalId === null;
  return (
    <>
      <Heading level={3}>{t("reversalHeading", { amount: formatRupiah(payment.amountRupiah) })}</Heading>
      <PaymentLink receiptId={receiptId} />
      {where === "GONE" && <Notice kind="attention">{t("chargebackGone")}</Notice>}
      <ActionForm of={ask} id="ask" hidden={{ receiptId }}>
        <InlineRow>
          {where === "LOAN" && proposalId === null && (
            <ButtonLink to={`/staff/payments/reversal?loan=${loanId}&payment=${receiptId}#reverse`}>
              {t("proposeReversal")}
            </ButtonLink>
          )}
          <Button kind="secondary">{t("askAgain")}</Button>
        </InlineRow>
      </ActionForm>
      {isSuspense && (
        <ActionForm of={suspense} id="suspense" hidden={{ receiptId }}>
          <TextArea name="reason" label={t("reason")} hint={t("reversalReasonHint")} rows={2} />
          <ActionBar>
            <Button>{t("proposeReversal")}</Button>
          </ActionBar>
        </ActionForm>
      )}
    </>
  );
}
