import type { Route } from "./+types/borrowers";
import { LocalDay, LocalInstant } from "#web/console/local-time.tsx";
import { defineList, listAddress, type ListState } from "#web/console/list.ts";
import type { ListColumn } from "#web/console/list-table.tsx";
import { Queue, TwoLines } from "#web/console/queue.tsx";
import { ShortId } from "#web/console/short-id.tsx";
import { StateBadge } from "#web/console/state-badge.tsx";
import { defineForms } from "#web/form-actions.ts";
import { useLanguage, useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { formatDate, isBusinessDate } from "#shared/dates.ts";
import { exportsPage } from "#shared/list-export.ts";
import { groupThousands } from "#shared/money.ts";
import { LoanStateBadge } from "#features/credit/loan/parts/loan-state-badge.tsx";
import { Badge } from "#web/ui/badge/badge.tsx";
import { DataTable } from "#web/ui/data-table/data-table.tsx";
import { Select } from "#web/ui/select/select.tsx";
import {
  accountViews,
  exportBorrowers,
  listBorrowers,
  owingViews,
  type ListedBorrower,
} from "../borrowers-contract.ts";
import { FindForm } from "../parts/find-form.tsx";
import { searchBorrower } from "../staff-contract.ts";
import { borrowerListTexts, loanListTexts, texts } from "../texts.ts";

export const handle: ScreenHandle = { title: borrowerListTexts.title };

const borrowers = defineList(listBorrowers, { filters: ["state", "owing", "product", "brand"] });
export const loader = ({ request, context }: Route.LoaderArgs) => borrowers.read({ request, context });

const forms = defineForms({
  find: {
    call: searchBorrower,
    done: ({ found: [first, ...others] }) => (first && others.length === 0 ? first.to : null),
  },
  csv: { call: exportBorrowers, done: exportsPage },
});
export const action = forms.action;

export default function Borrowers({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTexts(borrowerListTexts);
  const { items, list, brands, products } = loaderData;
  const chosen = (name: string) => list.asked[name];
  const isOwing = chosen("owing") !== undefined || chosen("product") !== undefined;
  const found = actionData?.form === "find" ? (actionData.reply?.found ?? []) : [];
  const option = (view: (typeof accountViews)[number]) => ({ value: view, label: t(view) });
  return (
    <>
      {actionData?.form === "find" && <FindForm of={forms.form("find", actionData)} />}
      {found.length > 0 && <Found rows={found} />}
      <Queue
        title={t("title")}
        lead={t("lead")}
        views={[
          {
            to: listAddress(list, { state: "", owing: "" }),
            label: t("all"),
            current: chosen("state") === undefined && chosen("owing") === undefined,
          },
          ...owingViews.map((view) => ({
            to: listAddress(list, { state: "", owing: view }),
            label: t(view),
            current: chosen("owing") === view,
          })),
          ...accountViews.map((view) => ({
            to: listAddress(list, { state: view, owing: "" }),
            label: t(view),
            current: chosen("state") === view && !isOwing,
          })),
        ]}
        list={list}
        hasPeriod
        periodOf={t(isOwing ? "nextDue" : "registered")}
        active={useActive(list, isOwing)}
        filter={{
          names: ["brand", "product", "state"],
          fields: (
            <>
              <Select
                name="brand"
                label={t("brand")}
                conditional
                options={brands.map((id) => ({ value: id, label: id }))}
              />
              <Select
                name="product"
                label={t("product")}
                conditional
                options={products.map((key) => ({ value: key, label: key }))}
              />
              <Select name="state" label={t("state")} conditional options={accountViews.map(option)} />
            </>
          ),
        }}
        csv={forms.form("csv", actionData)}
        table={{
          caption: t("title"),
          rows: items,
          rowKey: ({ borrowerId }) => borrowerId,
          empty: t("empty"),
          columns: useColumns(),
        }}
      />
    </>
  );
}

/** Several accounts with the same NIK. */
function Found({ rows }: { rows: readonly { borrowerId: string | null; to: string }[] }) {
  const t = useTexts(texts);
  return (
    <DataTable
      caption={t("severalFound")}
      rows={rows}
      rowKey={(one) => one.to}
      columns={[
        {
          key: "id",
          label: t("id"),
          show: (one) => <ShortId id={one.borrowerId ?? one.to} to={one.to} />,
        },
      ]}
    />
  );
}

/** The filters of the form that are in the address; those of the tabs are marked there. */
function useActive(list: ListState, isOwing: boolean) {
  const t = useTexts(borrowerListTexts);
  const language = useLanguage();
  const { state, brand, product, from, to } = list.asked;
  const days = t(isOwing ? "nextDue" : "registered");
  const day = (date: string) => (isBusinessDate(date) ? formatDate(date, language, "short") : date);
  const filters: [key: string, label: string | null][] = [
    ["brand", brand ? t("of", { name: t("brand"), value: brand }) : null],
    ["product", product ? t("of", { name: t("product"), value: product }) : null],
    ["state", state && isOwing ? t("of", { name: t("state"), value: t(state as "ACTIVE") }) : null],
    ["from", from ? t("since", { name: days, day: day(from) }) : null],
    ["to", to ? t("until", { name: days, day: day(to) }) : null],
  ];
  return filters.flatMap(([key, label]) =>
    label === null ? [] : [{ key, label, without: listAddress(list, { [key]: "" }) }],
  );
}

function useColumns(): ListColumn<ListedBorrower>[] {
  const t = useTexts(borrowerListTexts);
  const late = useTexts(loanListTexts);
  return [
    {
      key: "borrower",
      label: t("borrower"),
      show: ({ borrowerId, brand }) => (
        <TwoLines>
          <ShortId id={borrowerId} to={`/staff/borrowers/${borrowerId}`} />
          {brand !== null && <span>{brand}</span>}
        </TwoLines>
      ),
    },
    {
      key: "state",
      label: t("state"),
      show: ({ state }) => (state ? <StateBadge state={state} label={t(state)} /> : "–"),
    },
    {
      key: "loan",
      label: t("loan"),
      flexible: true,
      show: ({ loan }) =>
        loan === null ? (
          "–"
        ) : (
          <TwoLines>
            <a className="console-id" href={`/staff/loans/${loan.loanId}`}>
              {loan.loanNumber}
            </a>
            <span title={loan.productKey}>{loan.productKey}</span>
          </TwoLines>
        ),
    },
    {
      key: "loanState",
      label: t("loanState"),
      show: ({ loan }) =>
        loan === null ? (
          "–"
        ) : loan.daysPastDue > 0 ? (
          <Badge kind="bad">{late("late", { count: loan.daysPastDue })}</Badge>
        ) : (
          <LoanStateBadge state={loan.state} />
        ),
    },
    {
      key: "unpaid",
      label: t("unpaid"),
      figures: true,
      show: ({ loan }) => (loan === null ? "–" : groupThousands(loan.unpaidPrincipalRupiah)),
    },
    {
      key: "due",
      label: t("nextDue"),
      show: ({ loan }) => (loan === null ? "–" : <LocalDay on={loan.nextDueOn} />),
    },
    {
      key: "registered",
      label: t("registered"),
      show: ({ registeredAt }) => (registeredAt === null ? "–" : <LocalInstant at={registeredAt} />),
    },
    {
      key: "login",
      label: t("lastLogin"),
      show: ({ lastLoginAt }) => (lastLoginAt === null ? "–" : <LocalInstant at={lastLoginAt} />),
    },
  ];
}
