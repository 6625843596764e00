import type { Route } from "./+types/write-offs";
import { ShortId } from "#web/console/short-id.tsx";
import { LocalInstant } from "#web/console/local-time.tsx";
import { defineList, listAddress } from "#web/console/list.ts";
import type { ListColumn } from "#web/console/list-table.tsx";
import { Queue, TwoLines } from "#web/console/queue.tsx";
import { defineForms } from "#web/form-actions.ts";
import { useFrame } from "#web/frame.tsx";
import { Money, useLanguage, useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { addMonths, dateInWib, formatDate, formatMonth, lastDayOfMonth } from "#shared/dates.ts";
import { exportsPage } from "#shared/list-export.ts";
import { groupThousands } from "#shared/money.ts";
import { mayStaff } from "#shared/staff-permissions.ts";
import { LoanStateBadge } from "#features/credit/loan/parts/loan-state-badge.tsx";
import type { WrittenOffLoan } from "../desk-contract.ts";
import { exportWriteOffs, listWriteOffs } from "../staff-contract.ts";
import { writeOffTexts } from "../texts.ts";

export const handle: ScreenHandle = { title: writeOffTexts.title };

const writeOffs = defineList(listWriteOffs);
const forms = defineForms({ csv: { call: exportWriteOffs, done: exportsPage } });
export const action = forms.action;
export const loader = ({ request, context }: Route.LoaderArgs) => writeOffs.read({ request, context });

const monthsShown = 3;

export default function WriteOffs({ loaderData, actionData }: Route.ComponentProps) {
  const { items, list, from, to, ledgerRupiah, ledgerRecoveredRupiah } = loaderData;
  const t = useTexts(writeOffTexts);
  const language = useLanguage();
  const thisMonth = `${dateInWib(new Date(useFrame().now)).slice(0, 8)}01`;
  const months = Array.from({ length: monthsShown }, (_, back) => addMonths(thisMonth, -back));
  return (
    <Queue
      title={t("title")}
      lead={
        <>
          {t("lead")} {t("period", { from: formatDate(from, language), to: formatDate(to, language) })}{" "}
          <strong>
            {t("sum")} <Money rupiah={ledgerRupiah} />
          </strong>{" "}
          · {t("sumRecovered")} <Money rupiah={ledgerRecoveredRupiah} />. {t("agrees")}
        </>
      }
      views={months.map((month, back) => ({
        to: listAddress(list, back === 0 ? { from: "", to: "" } : { from: month, to: lastDayOfMonth(month) }),
        label: formatMonth(month, language),
        current: from === month && (back === 0 || to === lastDayOfMonth(month)),
      }))}
      list={list}
      hasPeriod
      periodOf={t("writtenOffAt")}
      csv={forms.form("csv", actionData)}
      table={{
        caption: t("title"),
        rows: items,
        rowKey: ({ loanId }) => loanId,
        empty: t("empty"),
        columns: useColumns(),
      }}
    />
  );
}

function useColumns(): ListColumn<WrittenOffLoan>[] {
  const t = useTexts(writeOffTexts);
  const mayOpen = mayStaff(useFrame().staff?.roles ?? [], "borrower.read");
  const rupiah = (key: "principal" | "amount" | "recovered" | "owed", of: (one: WrittenOffLoan) => number) =>
    ({ key, label: t(key), figures: true, show: (one: WrittenOffLoan) => groupThousands(of(one)) }) as const;
  return [
    {
      key: "loan",
      label: t("loan"),
      show: ({ loanId, loanNumber, state }) => (
        <TwoLines>
          <a className="console-id" href={`/staff/servicing/${loanId}`}>
            {loanNumber}
          </a>
          <LoanStateBadge state={state} />
        </TwoLines>
      ),
    },
    {
      key: "borrower",
      label: t("borrower"),
      show: ({ borrowerId }) => <ShortId id={borrowerId} to={mayOpen ? `/staff/borrowers/${borrowerId}` : null} />,
    },
    { key: "at", label: t("writtenOffAt"), show: ({ writtenOffAt }) => <LocalInstant at={writtenOffAt} /> },
    rupiah("principal", ({ principalRupiah }) => principalRupiah),
    {
      key: "interest",
      label: t("interestAndFees"),
      figures: true,
      show: ({ interestRupiah, feesRupiah }) => groupThousands(interestRupiah + feesRupiah),
    },
    rupiah("amount", ({ amountRupiah }) => amountRupiah),
    rupiah("recovered", ({ recoveredRupiah }) => recoveredRupiah),
    rupiah("owed", ({ owedRupiah }) => owedRupiah),
  ];
}
