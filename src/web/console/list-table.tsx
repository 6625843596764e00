/** A list of the console: its filters, its table with columns that sort, its pages, and all of it as CSV. No script anywhere. */
import type { ReactNode } from "react";
import type { BoundForm } from "#web/form-actions.ts";
import { useFrame } from "#web/frame.tsx";
import { useTexts } from "#web/language.tsx";
import { Button } from "#web/ui/button/button.tsx";
import { DataTable, type Column, type DataTableProps } from "#web/ui/data-table/data-table.tsx";
import { Disclosure } from "#web/ui/disclosure/disclosure.tsx";
import { ActionForm } from "#web/ui/form/action-form.tsx";
import { Form } from "#web/ui/form/form.tsx";
import { Pagination } from "#web/ui/pagination/pagination.tsx";
import { Small } from "#web/ui/text/text.tsx";
import { DateField, TextField } from "#web/ui/text-field/text-field.tsx";
import { mayStaff } from "#shared/staff-permissions.ts";
import { maxExportedRows } from "#shared/list-export.ts";
import { groupThousands } from "#shared/money.ts";
import { listAddress, type ListState } from "./list.ts";
import { consoleTexts } from "./texts.ts";

export interface ListColumn<Item> extends Column<Item> {
  /** The orders of the list's call by this column: ascending, descending. */
  orders?: readonly [ascending: string, descending: string];
}

export interface ListTableProps<Item> {
  list: ListState;
  /** Filter fields in addition to the list's tabs; `names` are the names of their inputs. */
  filter?: { names: readonly string[]; fields: ReactNode } | null;
  /** Includes a period. It applies to the column of the order, so that one index serves both. */
  hasPeriod?: boolean;
  /** The name of the period's days, when no column of the list sorts. */
  periodOf?: ReactNode;
  /** The filters that the address names besides the list's tabs, each with the address without it. */
  active?: readonly { key: string; label: string; without: string }[];
  table: Pick<DataTableProps<Item>, "caption" | "rows" | "rowKey" | "empty"> & {
    columns: readonly ListColumn<Item>[];
  };
  /** The form for the whole list as CSV; shown to staff with the permission. */
  csv?: BoundForm;
}

/** The list below the head of its screen. The first column names its row and stays in sight while the rest is scrolled. */
export function ListTable<Item>(props: ListTableProps<Item>) {
  const { list, filter, hasPeriod = false, periodOf, active = [], table, csv } = props;
  const t = useTexts(consoleTexts);
  const { columns, empty, ...rest } = table;
  const names = [...(filter?.names ?? []), ...(hasPeriod ? ["from", "to"] : [])];
  const isFiltered = names.some((name) => list.asked[name] !== undefined);
  const all = listAddress(list, Object.fromEntries(names.map((name) => [name, ""])));
  const sorting = columns.find(({ orders }) => list.order !== null && orders?.includes(list.order));
  const days = sorting?.label ?? periodOf;
  return (
    <>
      {(filter || hasPeriod) && (
        <Form id="filter" method="get" action={list.path} values={list.asked}>
          <Kept list={list} without={names} />
          <div className="console-line list-filter">
            {filter?.fields}
            {hasPeriod && (
              <>
                <DateField name="from" label={<Of column={days} text={t("from")} />} conditional />
                <DateField name="to" label={<Of column={days} text={t("to")} />} conditional />
              </>
            )}
            <Button kind="secondary" compact>
              {t("filter")}
            </Button>
            {isFiltered && <a href={all}>{t("unfiltered")}</a>}
          </div>
        </Form>
      )}
      {active.length > 0 && <ActiveFilters active={active} />}
      <DataTable
        captionHidden
        {...rest}
        empty={isFiltered ? t("noMatch") : (empty ?? t("nothing"))}
        columns={columns.map((column) => sortable(column, list))}
      />
      <Small>{t("allTimes")}</Small>
      <Pagination page={list.page} />
      {csv && <CsvForm of={csv} list={list} />}
    </>
  );
}

/** The filters in the address as chips; each link leads to the list without that filter. */
function ActiveFilters({ active }: Required<Pick<ListTableProps<never>, "active">>) {
  const t = useTexts(consoleTexts);
  return (
    <ul className="filter-chips" aria-label={t("activeFilters")}>
      {active.map(({ key, label, without }) => (
        <li key={key}>
          <a className="filter-chip" href={without} aria-label={t("withoutFilter", { filter: label })}>
            {label} <span aria-hidden="true">×</span>
          </a>
        </li>
      ))}
    </ul>
  );
}

/** A date with the name of its column. */
function Of({ column, text }: { column: ReactNode; text: string }) {
  return column === undefined ? (
    text
  ) : (
    <>
      {column}: {text}
    </>
  );
}

/** Hidden fields that keep the other parameters of the address. */
function Kept({ list, without }: { list: ListState; without: readonly string[] }) {
  return Object.entries(list.asked)
    .filter(([name]) => !without.includes(name))
    .map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />);
}

/** The head of a sortable column links to the list sorted by it, in reverse when it already is. */
function sortable<Item>({ orders, ...column }: ListColumn<Item>, list: ListState): Column<Item> {
  if (!orders) return column;
  const [ascending, descending] = orders;
  if (list.order !== ascending && list.order !== descending)
    // Its days belong to another column.
    return { ...column, sortTo: listAddress(list, { order: ascending, from: "", to: "" }) };
  const isAscending = list.order === ascending;
  return {
    ...column,
    sortTo: listAddress(list, { order: isAscending ? descending : ascending }),
    sorted: isAscending ? "ascending" : "descending",
  };
}

/** The reason for a CSV file, and the file. It holds the list with its current filters. */
function CsvForm({ of, list }: { of: BoundForm; list: ListState }) {
  const t = useTexts(consoleTexts);
  const { staff } = useFrame();
  if (!staff || !mayStaff(staff.roles, "export.run")) return null;
  return (
    <Disclosure summary={t("csv")} open={of.answer !== undefined}>
      <ActionForm of={of} id="csv" hidden={{ ...list.asked, format: "XLSX" }} download>
        <Small>{t("csvLead", { count: groupThousands(maxExportedRows) })}</Small>
        <TextField name="reason" label={t("csvReason")} autoComplete="off" />
        <div>
          <Button kind="secondary" compact>
            {t("csvGet")}
          </Button>
        </div>
      </ActionForm>
    </Disclosure>
  );
}
