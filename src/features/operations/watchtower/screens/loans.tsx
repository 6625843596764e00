import type { Route } from "./+types/loans";
import { ShortId } from "#web/console/short-id.tsx";
import { LocalDay, LocalInstant } from "#web/console/local-time.tsx";
import { defineList, listAddress } from "#web/console/list.ts";
import type { ListColumn } from "#web/console/list-table.tsx";
import { Queue, TwoLines } from "#web/console/queue.tsx";
import { defineForms } from "#web/form-actions.ts";
import { useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { exportsPage } from "#shared/list-export.ts";
import { groupThousands } from "#shared/money.ts";
import { LoanStateBadge, LoanStateText } from "#features/credit/loan/parts/loan-state-badge.tsx";
import { Badge } from "#web/ui/badge/badge.tsx";
import { exportStaffLoans, listStaffLoans, type ListedLoan } from "../loans-contract.ts";
import { loanListTexts } from "../texts.ts";

export const handle: ScreenHandle = { title: loanListTexts.title };

const loans = defineList(listStaffLoans, { filters: ["view"] });
const forms = defineForms({ csv: { call: exportStaffLoans, done: exportsPage } });
export const action = forms.action;
export const loader = ({ request, context }: Route.LoaderArgs) => loans.read({ request, context });

/** The states that are often needed; other states can be reached by the address. */
const views = ["ACTIVE", "LATE", "SIGNED", "DISBURSING", "PAID_OFF", "RESTRUCTURED", "WRITTEN_OFF"] as const;

export default function Loans({ loaderData: { items, list }, actionData }: Route.ComponentProps) {
  const t = useTexts(loanListTexts);
  const view = list.asked["view"];
  return (
    <Queue
      title={t("title")}
      lead={t("lead")}
      views={[
        { to: listAddress(list, { view: "" }), label: t("all"), current: view === undefined },
        ...views.map((one) => ({
          to: listAddress(list, { view: one }),
          label: one === "LATE" ? t(one) : <LoanStateText state={one} />,
          current: view === one,
        })),
      ]}
      list={list}
      hasPeriod
      periodOf={t(view === "LATE" ? "lateSince" : "submitted")}
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

function useColumns(): ListColumn<ListedLoan>[] {
  const t = useTexts(loanListTexts);
  return [
    {
      key: "loan",
      label: t("loan"),
      flexible: true,
      show: ({ loanId, loanNumber, brand, productKey }) => {
        const product = [brand, productKey].filter((part) => part !== null).join(" · ");
        return (
          <TwoLines>
            <a className="console-id" href={`/staff/loans/${loanId}`}>
              {loanNumber}
            </a>
            <span title={product}>{product}</span>
          </TwoLines>
        );
      },
    },
    {
      key: "borrower",
      label: t("borrower"),
      show: ({ borrowerId }) => <ShortId id={borrowerId} to={`/staff/borrowers/${borrowerId}`} />,
    },
    {
      key: "state",
      label: t("state"),
      // The days past due say more about a late loan than that it runs.
      show: ({ state, daysPastDue }) =>
        state === "ACTIVE" && daysPastDue > 0 ? (
          <Badge kind="bad">{t("late", { count: daysPastDue })}</Badge>
        ) : (
          <LoanStateBadge state={state} />
        ),
    },
    {
      key: "principal",
      label: t("principal"),
      figures: true,
      show: ({ principalRupiah }) => groupThousands(principalRupiah),
    },
    {
      key: "unpaid",
      label: t("unpaid"),
      figures: true,
      show: ({ unpaidPrincipalRupiah }) =>
        unpaidPrincipalRupiah === null ? "–" : groupThousands(unpaidPrincipalRupiah),
    },
    { key: "due", label: t("nextDue"), show: ({ nextDueOn }) => <Day on={nextDueOn} /> },
    { key: "out", label: t("disbursed"), show: ({ disbursedOn }) => <Day on={disbursedOn} /> },
    { key: "submitted", label: t("submitted"), show: ({ submittedAt }) => <LocalInstant at={submittedAt} /> },
  ];
}

const Day = ({ on }: { on: string | null }) => (on === null ? "–" : <LocalDay on={on} />);
