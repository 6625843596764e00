/** A queue of the console: parts of it and filters by address, one table, pages, and the next piece of work. No script anywhere. */
import type { ReactNode } from "react";
import type { BoundForm } from "#web/form-actions.ts";
import { useTexts } from "#web/language.tsx";
import { Button } from "#web/ui/button/button.tsx";
import { DataTable, type Column, type DataTableProps } from "#web/ui/data-table/data-table.tsx";
import { ActionForm } from "#web/ui/form/action-form.tsx";
import { Form } from "#web/ui/form/form.tsx";
import { Notice } from "#web/ui/notice/notice.tsx";
import { Pagination } from "#web/ui/pagination/pagination.tsx";
import { Tabs } from "#web/ui/tabs/tabs.tsx";
import { Small, Title } from "#web/ui/text/text.tsx";
import { consoleTexts } from "./texts.ts";

/** The same queue with some of its query changed; a change begins at the first page again. An empty value leaves its key out. */
export function queueAddress(
  path: string,
  query: Readonly<Record<string, string>>,
  change: Readonly<Record<string, string>> = {},
): string {
  const kept = Object.entries({ ...query, ...change }).filter(([, value]) => value !== "");
  return kept.length > 0 ? `${path}?${new URLSearchParams(kept)}` : path;
}

export interface QueueProps<Item> {
  title: ReactNode;
  lead?: ReactNode;
  views: readonly { to: string; label: ReactNode; current: boolean }[];
  /** Fields of a form that asks for this address again, and what they hold; what the address says besides is sent along. */
  filter?: {
    path: string;
    fields: ReactNode;
    values: Readonly<Record<string, string>>;
    kept: Readonly<Record<string, string>>;
  };
  /** Takes the next piece of work; left out where the person may not. `isEmpty`: there was none. */
  next?: { of: BoundForm; isEmpty: boolean } | null;
  table: Pick<DataTableProps<Item>, "caption" | "rows" | "rowKey" | "empty"> & { columns: readonly Column<Item>[] };
  pages: { first: string | null; next: string | null };
}

/** Two short things in one cell, so that a table stays as narrow as a desk. */
export function TwoLines({ children }: { children: ReactNode }) {
  return <span className="queue-lines">{children}</span>;
}

/** The whole screen of a queue. The first column names its piece of work and stays in sight while the rest is scrolled. */
export function Queue<Item>({ title, lead, views, filter, next, table, pages }: QueueProps<Item>) {
  const t = useTexts(consoleTexts);
  return (
    <>
      <div className="queue-head">
        <Title>{title}</Title>
        {next && (
          <ActionForm of={next.of} id="next" bare>
            <Button compact>{t("next")}</Button>
          </ActionForm>
        )}
      </div>
      {lead !== undefined && <Small>{lead}</Small>}
      {next?.isEmpty && <Notice live>{t("noNext")}</Notice>}
      <Tabs label={t("views")} tabs={views} wrap />
      {filter && (
        <Form id="filter" method="get" action={filter.path} values={filter.values}>
          {Object.entries(filter.kept).map(([name, value]) =>
            value === "" ? null : <input key={name} type="hidden" name={name} value={value} />,
          )}
          <div className="console-line">
            {filter.fields}
            <Button kind="secondary" compact>
              {t("filter")}
            </Button>
          </div>
        </Form>
      )}
      <DataTable captionHidden {...table} />
      <Small>{t("allTimes")}</Small>
      <Pagination {...pages} />
    </>
  );
}
