import { data } from "react-router";
import type { Route } from "./+types/reversal";
import { Badge } from "#web/ui/badge/badge.tsx";
import { Button } from "#web/ui/button/button.tsx";
import { DataTable } from "#web/ui/data-table/data-table.tsx";
import { DefinitionList } from "#web/ui/definition-list/definition-list.tsx";
import { ActionForm } from "#web/ui/form/action-form.tsx";
import { Form } from "#web/ui/form/form.tsx";
import { ActionBar } from "#web/ui/page/page.tsx";
import { Heading, Title } from "#web/ui/text/text.tsx";
import { TextArea, TextField } from "#web/ui/text-field/text-field.tsx";
import { call, Problem } from "#web/api.ts";
import { defineForms, type BoundForm } from "#web/form-actions.ts";
import { useFrame } from "#web/frame.tsx";
import { DateText, InstantText, Money, useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import type { Envelope } from "#shared/contract.ts";
import { formatRupiah } from "#shared/money.ts";
import { mayStaff } from "#shared/staff-permissions.ts";
import { onlyFor } from "#features/platform/console/parts/only-for.ts";
import { LoanStateBadge } from "#features/credit/loan/parts/loan-state-badge.tsx";
import { listLoanPayments, proposeReversal, type UnmatchedPaymentDetail } from "../staff-contract.ts";
import { unmatchedStaffTexts } from "./texts.ts";

export const handle: ScreenHandle = { title: unmatchedStaffTexts.reversalTitle };

const path = "/staff/payments/reversal";

export async function loader({ request, context }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams;
  const wanted = query.get("loan")?.trim() ?? "";
  const nothing = { wanted, failure: null as Envelope | null, loan: null, opened: null };
  if (wanted === "") {
    await onlyFor({ context }, listLoanPayments);
    return nothing;
  }
  try {
    const loan = await call(listLoanPayments, { loan: wanted }, { context });
    return {
      wanted,
      failure: null,
      loan,
      opened: loan.items.find((one) => one.paymentId === query.get("payment") && one.state === "COUNTS") ?? null,
    };
  } catch (error) {
    // An unknown loan number is reported at the field where it was typed.
    if (error instanceof Problem && (error.code === "LOAN_UNKNOWN" || error.code === "INPUT_INVALID"))
      return data({ ...nothing, failure: error.data }, { status: error.init.status });
    throw error;
  }
}

const forms = defineForms({
  reverse: { call: proposeReversal, done: ({ proposalId }) => `/staff/checks/${proposalId}` },
});
export const action = forms.action;

const badges = { COUNTS: "ok", OWN: "plain", REVERSED: "bad" } as const;

export default function Reversal({ loaderData: { wanted, failure, loan, opened }, actionData }: Route.ComponentProps) {
  const t = useTexts(unmatchedStaffTexts);
  const roles = useFrame().staff?.roles ?? [];
  const mayPropose = mayStaff(roles, "money.propose");
  return (
    <>
      <Title lead={t("reversalLead")}>{t("reversalTitle")}</Title>
      <Form id="find" method="get" action={path} call={listLoanPayments} {...(failure ? { failure } : {})}>
        <TextField name="loan" label={t("loan")} autoComplete="off" autoCapitalize="none" defaultValue={wanted} />
        <ActionBar>
          <Button kind="secondary">{t("find")}</Button>
        </ActionBar>
      </Form>
      {loan && (
        <>
          <DefinitionList
            items={[
              [
                t("loan"),
                <a key="loan" className="console-id" href={`/staff/loans/${loan.loanId}`}>
                  {loan.loanNumber}
                </a>,
              ],
              [t("loanState"), <LoanStateBadge key="state" state={loan.loanState} />],
              [t("owes"), <Money key="owes" rupiah={loan.owesRupiah} />],
            ]}
          />
          {opened && mayPropose && !opened.proposalId && (
            <ReversalForm loanId={loan.loanId} payment={opened} of={forms.form("reverse", actionData)} />
          )}
          <DataTable
            caption={t("payments")}
            rows={loan.items}
            rowKey={(one) => one.paymentId}
            empty={t("noPayments")}
            columns={[
              { key: "paid", label: t("paid"), show: (one) => <InstantText at={one.paidAt} style="short" /> },
              { key: "amount", label: t("amount"), figures: true, show: (one) => <Money rupiah={one.amountRupiah} /> },
              { key: "way", label: t("way"), show: (one) => t(one.way) },
              {
                key: "valueDate",
                label: t("valueDate"),
                show: (one) => <DateText date={one.valueDate} style="short" />,
              },
              {
                key: "state",
                label: t("paymentState"),
                show: (one) => <Badge kind={badges[one.state]}>{t(one.state)}</Badge>,
              },
              {
                key: "deed",
                label: t("proposal"),
                show: (one) =>
                  one.proposalId ? (
                    <a href={`/staff/checks/${one.proposalId}`}>{t("reversalWaits")}</a>
                  ) : one.state === "COUNTS" && mayPropose ? (
                    <a href={`${path}?loan=${encodeURIComponent(wanted)}&payment=${one.paymentId}#reverse`}>
                      {t("reverse")}
                    </a>
                  ) : (
                    "–"
                  ),
              },
            ]}
          />
        </>
      )}
    </>
  );
}

function ReversalForm({ loanId, payment, of }: { of: BoundForm; loanId: string; payment: UnmatchedPaymentDetail }) {
  const t = useTexts(unmatchedStaffTexts);
  return (
    <section id="reverse" className="section">
      <Heading>{t("reversalHeading", { amount: formatRupiah(payment.amountRupiah) })}</Heading>
      <ActionForm of={of} id="reversal" hidden={{ loanId, paymentId: payment.paymentId }}>
        <TextArea name="reason" label={t("reason")} hint={t("reversalReasonHint")} rows={2} />
        <ActionBar>
          <Button>{t("proposeReversal")}</Button>
        </ActionBar>
      </ActionForm>
    </section>
  );
}
