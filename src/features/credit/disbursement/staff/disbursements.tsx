import { LocalInstant } from "#web/console/local-time.tsx";
import { ShortId } from "#web/console/short-id.tsx";
import { useSearchParams } from "react-router";
import type { Route } from "./+types/disbursements";
import { Badge } from "#web/ui/badge/badge.tsx";
import { Notice } from "#web/ui/notice/notice.tsx";
import { Select } from "#web/ui/select/select.tsx";
import { Title } from "#web/ui/text/text.tsx";
import { call } from "#web/api.ts";
import { defineList, listAddress } from "#web/console/list.ts";
import { readPage } from "#web/list.ts";
import { ListTable } from "#web/console/list-table.tsx";
import { defineForms, type BoundForm } from "#web/form-actions.ts";
import { useFrame } from "#web/frame.tsx";
import { Money, useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { exportsPage } from "#shared/list-export.ts";
import { mayStaff } from "#shared/staff-permissions.ts";
import { listStaffNames } from "#features/platform/console/contract.ts";
import {
  exportFailedDisbursements,
  listFailedDisbursements,
  listLatePayouts,
  listReturnedPayouts,
  proposeLatePayout,
  proposeReturnedPayout,
  proposeSettlement,
  disbursementKinds,
  type FailedTransfer,
} from "../contract.ts";
import { TransferSubject } from "../parts/transfer-subject.tsx";
import { LateSection } from "../parts/late-section.tsx";
import { ReturnedSection } from "../parts/returned-section.tsx";
import { SettlementForm, SettlementWaits } from "../parts/settlement-forms.tsx";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.title };

const failed = defineList(listFailedDisbursements, { filters: ["purpose"], usualOrder: "OLDEST" });

export async function loader({ request, context }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams;
  const [page, late, returned, names] = await Promise.all([
    failed.read({ request, context }),
    readPage(request, listLatePayouts, { limit: 50 }, { context, key: "lateCursor", anchor: "late" }),
    readPage(request, listReturnedPayouts, { limit: 50 }, { context, key: "returnedCursor", anchor: "returned" }),
    call(listStaffNames, {}, { context }),
  ]);
  const opened = page.items.find((one) => one.transferId === query.get("transfer")) ?? null;
  const openedLate = late.items.find((one) => one.transferId === query.get("late")) ?? null;
  const openedReturn = returned.items.find((one) => one.transferId === query.get("returned")) ?? null;
  return {
    ...page,
    opened,
    late,
    openedLate,
    returned,
    openedReturn,
    names: Object.fromEntries(names.items.map(({ staffId, name }) => [staffId, name])),
  };
}

const toCheck = ({ proposalId }: { proposalId: string }) => `/staff/checks/${proposalId}`;
const forms = defineForms({
  csv: { call: exportFailedDisbursements, done: exportsPage },
  settle: { call: proposeSettlement, done: ({ settlementId }) => `/staff/checks/${settlementId}` },
  late: { call: proposeLatePayout, done: toCheck },
  returned: { call: proposeReturnedPayout, done: toCheck },
});
export const action = forms.action;

export default function Disbursements({
  loaderData: { items, list, opened, late, openedLate, returned, openedReturn, names },
  actionData,
}: Route.ComponentProps) {
  const t = useTexts(texts);
  const [query] = useSearchParams();
  const roles = useFrame().staff?.roles ?? [];
  const maySettle = mayStaff(roles, "disbursement.settle");
  const mayPropose = mayStaff(roles, "money.propose");
  const cursor = query.get("cursor") ?? "";
  const toOpen = (one: FailedTransfer) => `${listAddress(list, { cursor, transfer: one.transferId })}#settle`;
  return (
    <>
      <Title lead={t("lead")}>{t("title")}</Title>
      {opened && maySettle && (
        <SettlementSection transfer={opened} names={names} form={forms.form("settle", actionData)} />
      )}
      <ListTable
        list={list}
        filter={{
          names: ["purpose"],
          fields: (
            <Select
              name="purpose"
              label={t("subject")}
              conditional
              options={disbursementKinds.map((one) => ({ value: one, label: t(one) }))}
            />
          ),
        }}
        hasPeriod
        csv={forms.form("csv", actionData)}
        table={{
          caption: t("title"),
          rows: items,
          rowKey: (one) => one.transferId,
          empty: t("empty"),
          columns: [
            { key: "subject", label: t("subject"), show: (one) => <TransferSubject of={one} to={toOpen(one)} /> },
            { key: "amount", label: t("amount"), figures: true, show: (one) => <Money rupiah={one.amountRupiah} /> },
            {
              key: "state",
              label: t("state"),
              show: (one) => <Badge kind={one.state === "FAILED" ? "bad" : "attention"}>{t(one.state)}</Badge>,
            },
            { key: "code", label: t("code"), show: (one) => <span className="console-id">{one.code ?? "–"}</span> },
            {
              key: "ordered",
              label: t("ordered"),
              orders: ["OLDEST", "NEWEST"],
              show: (one) => <LocalInstant at={one.orderedAt} />,
            },
            {
              key: "borrower",
              label: t("borrower"),
              show: (one) => <ShortId id={one.borrowerId} to={`/staff/borrowers/${one.borrowerId}`} />,
            },
            {
              key: "proposal",
              label: t("proposal"),
              show: (one) =>
                one.proposal ? `${t(one.proposal.deed)} · ${names[one.proposal.makerId] ?? ""}` : t("noProposal"),
            },
          ],
        }}
      />
      <LateSection {...late} opened={mayPropose ? openedLate : null} form={forms.form("late", actionData)} />
      <ReturnedSection
        {...returned}
        opened={mayPropose ? openedReturn : null}
        form={forms.form("returned", actionData)}
      />
    </>
  );
}

/** How the opened transfer is settled by hand: the proposal that waits, or the form that makes one. */
function SettlementSection({
  transfer,
  names,
  form,
}: {
  transfer: FailedTransfer;
  names: Readonly<Record<string, string>>;
  form: BoundForm;
}) {
  const t = useTexts(texts);
  const subject = transfer.loanNumber ?? t(transfer.purpose);
  return (
    <section id="settle" className="section">
      {transfer.proposal ? (
        <SettlementWaits
          transfer={transfer}
          proposal={transfer.proposal}
          subject={subject}
          maker={names[transfer.proposal.makerId] ?? transfer.proposal.makerId}
        />
      ) : transfer.state === "FAILED" ? (
        <SettlementForm transfer={transfer} subject={subject} form={form} />
      ) : (
        <Notice>{t("notSettled")}</Notice>
      )}
    </section>
  );
}
