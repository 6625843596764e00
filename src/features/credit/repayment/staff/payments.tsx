import { LocalInstant } from "#web/console/local-time.tsx";
import { ShortId } from "#web/console/short-id.tsx";
import { useSearchParams } from "react-router";
import type { Route } from "./+types/payments";
import { Button, ButtonLink } from "#web/ui/button/button.tsx";
import { ActionForm } from "#web/ui/form/action-form.tsx";
import { ActionBar } from "#web/ui/page/page.tsx";
import { Select } from "#web/ui/select/select.tsx";
import { InlineRow } from "#web/ui/stack/stack.tsx";
import { Heading, Title } from "#web/ui/text/text.tsx";
import { TextArea, TextField } from "#web/ui/text-field/text-field.tsx";
import { call } from "#web/api.ts";
import { defineForms, type BoundForm } from "#web/form-actions.ts";
import { readPage } from "#web/list.ts";
import { defineList, listAddress, type ListState } from "#web/console/list.ts";
import { ListTable, type ListColumn } from "#web/console/list-table.tsx";
import { useFrame } from "#web/frame.tsx";
import { Money, useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { exportsPage } from "#shared/list-export.ts";
import { formatRupiah } from "#shared/money.ts";
import { mayStaff } from "#shared/staff-permissions.ts";
import { listStaffNames } from "#features/platform/console/contract.ts";
import { listBanks } from "#features/account/bank-account/contract.ts";
import {
  askChargeback,
  exportUnmatchedPayments,
  listChargebackPayments,
  listUnmatchedPayments,
  proposeAssignment,
  proposeReturn,
  proposeSuspenseReversal,
  unmatchedCauses,
  type UnmatchedPayment,
} from "../staff-contract.ts";
import { Chargebacks } from "../parts/chargebacks.tsx";
import { PaymentLink } from "../parts/payment-link.tsx";
import { ReturnForm } from "../parts/return-form.tsx";
import { unmatchedStaffTexts } from "./texts.ts";

export const handle: ScreenHandle = { title: unmatchedStaffTexts.title };

const unmatched = defineList(listUnmatchedPayments, { filters: ["cause"], usualOrder: "OLDEST" });

export async function loader({ request, context }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams;
  const [list, taken, banks, names] = await Promise.all([
    unmatched.read({ request, context }),
    readPage(request, listChargebackPayments, { limit: 50 }, { context, key: "takenCursor", anchor: "taken-back" }),
    call(listBanks, {}, { context }),
    call(listStaffNames, {}, { context }),
  ]);
  const opened = list.items.find((one) => one.receiptId === query.get("receipt")) ?? null;
  const takenOpened = taken.items.find((one) => one.receiptId === query.get("taken")) ?? null;
  return {
    ...list,
    taken,
    takenOpened,
    opened,
    banks: banks.items.map(({ code, shortName }) => ({ value: code, label: shortName })),
    names: Object.fromEntries(names.items.map(({ staffId, name }) => [staffId, name])),
  };
}

const toCheck = ({ proposalId }: { proposalId: string }): string => `/staff/checks/${proposalId}`;
const forms = defineForms({
  csv: { call: exportUnmatchedPayments, done: exportsPage },
  assign: { call: proposeAssignment, done: ({ assignmentId }) => `/staff/checks/${assignmentId}` },
  return: { call: proposeReturn, done: toCheck },
  suspense: { call: proposeSuspenseReversal, done: toCheck },
  ask: {
    call: askChargeback,
    done: ({ stands }, { form }) =>
      stands ? "/staff/payments" : `/staff/payments?taken=${String(form.get("receiptId"))}#taken-back`,
  },
});
export const action = forms.action;

export default function Payments({
  loaderData: { items, list, taken, takenOpened, opened, banks, names },
  actionData,
}: Route.ComponentProps) {
  const t = useTexts(unmatchedStaffTexts);
  const roles = useFrame().staff?.roles ?? [];
  const proposal = opened?.proposal ?? null;
  return (
    <>
      <Title lead={t("lead")}>{t("title")}</Title>
      {mayStaff(roles, "money.read") && (
        <InlineRow>
          <ButtonLink kind="secondary" compact to="/staff/payments/reversal">
            {t("toReversal")}
          </ButtonLink>
        </InlineRow>
      )}
      {(taken.items.length > 0 || taken.page.first) && (
        <Chargebacks
          {...taken}
          opened={takenOpened}
          mayPropose={mayStaff(roles, "money.propose")}
          ask={forms.form("ask", actionData)}
          suspense={forms.form("suspense", actionData)}
        />
      )}
      {opened && (
        <section id="assign" className="section">
          <PaymentLink receiptId={opened.receiptId} />
          {proposal && (
            <AssignmentWaits payment={opened} proposal={proposal} maker={names[proposal.makerId] ?? proposal.makerId} />
          )}
          {!proposal && mayStaff(roles, "payment.unmatched.assign") && (
            <AssignForm payment={opened} of={forms.form("assign", actionData)} />
          )}
          {mayStaff(roles, "money.propose") && (
            <ReturnForm payment={opened} banks={banks} of={forms.form("return", actionData)} />
          )}
        </section>
      )}
      <UnmatchedTable items={items} names={names} list={list} csv={forms.form("csv", actionData)} />
    </>
  );
}

/** Payments that belong to no loan yet. */
function UnmatchedTable({
  items,
  names,
  list,
  csv,
}: {
  items: readonly UnmatchedPayment[];
  names: Readonly<Record<string, string>>;
  list: ListState;
  csv: BoundForm;
}) {
  const t = useTexts(unmatchedStaffTexts);
  return (
    <ListTable
      list={list}
      filter={{
        names: ["cause"],
        fields: (
          <Select
            name="cause"
            label={t("cause")}
            conditional
            options={unmatchedCauses.map((one) => ({ value: one, label: t(one) }))}
          />
        ),
      }}
      hasPeriod
      csv={csv}
      table={{
        caption: t("title"),
        rows: items,
        rowKey: (one) => one.receiptId,
        empty: t("empty"),
        columns: useUnmatchedColumns(names, list),
      }}
    />
  );
}

function useUnmatchedColumns(names: Readonly<Record<string, string>>, list: ListState): ListColumn<UnmatchedPayment>[] {
  const t = useTexts(unmatchedStaffTexts);
  const [query] = useSearchParams();
  const cursor = query.get("cursor") ?? "";
  return [
    {
      key: "reference",
      label: t("reference"),
      show: (one) => (
        <ShortId id={one.reference} to={`${listAddress(list, { cursor, receipt: one.receiptId })}#assign`} />
      ),
    },
    { key: "rail", label: t("rail"), show: (one) => t(one.rail) },
    {
      key: "amount",
      label: t("amount"),
      figures: true,
      orders: ["SMALLEST", "LARGEST"],
      show: (one) => <Money rupiah={one.amountRupiah} />,
    },
    {
      key: "paid",
      label: t("paid"),
      orders: ["OLDEST", "NEWEST"],
      show: (one) => <LocalInstant at={one.paidAt} />,
    },
    { key: "cause", label: t("cause"), show: (one) => t(one.cause) },
    {
      key: "madeFor",
      label: t("madeFor"),
      show: (one) =>
        one.loanId ? (
          <a className="console-id" href={`/staff/loans/${one.loanId}`}>
            {one.loanNumber}
          </a>
        ) : (
          "–"
        ),
    },
    {
      key: "proposal",
      label: t("proposal"),
      show: (one) =>
        one.returnProposalId ? (
          t("returnWaits")
        ) : one.proposal ? (
          <>
            <a className="console-id" href={`/staff/loans/${one.proposal.loanId}`}>
              {one.proposal.loanNumber}
            </a>{" "}
            · {names[one.proposal.makerId] ?? ""}
          </>
        ) : (
          t("noProposal")
        ),
    },
  ];
}

/** The maker's proposal: which loan the money belongs to. */
function AssignForm({ payment, of }: { payment: UnmatchedPayment; of: BoundForm }) {
  const t = useTexts(unmatchedStaffTexts);
  return (
    <>
      <Heading>{t("proposeHeading", { amount: formatRupiah(payment.amountRupiah) })}</Heading>
      <ActionForm of={of} hidden={{ receiptId: payment.receiptId }}>
        <TextField
          name="loan"
          label={t("loan")}
          autoComplete="off"
          autoCapitalize="none"
          {...(payment.loanNumber ? { defaultValue: payment.loanNumber } : {})}
        />
        <TextArea name="reason" label={t("reason")} hint={t("reasonHint")} rows={2} />
        <ActionBar>
          <Button>{t("propose")}</Button>
        </ActionBar>
      </ActionForm>
    </>
  );
}

/** The proposal that waits for another member of staff. */
function AssignmentWaits({
  payment,
  proposal,
  maker,
}: {
  payment: UnmatchedPayment;
  proposal: NonNullable<UnmatchedPayment["proposal"]>;
  maker: string;
}) {
  const t = useTexts(unmatchedStaffTexts);
  return (
    <>
      <Heading>{t("checkHeading", { amount: formatRupiah(payment.amountRupiah) })}</Heading>
      <p className="console-quote">
        {t("proposedBy", { name: maker, loan: proposal.loanNumber, reason: proposal.reason })}
      </p>
      <p>
        <a href={`/staff/checks/${proposal.assignmentId}`}>{t("toCheck")}</a>
      </p>
    </>
  );
}
