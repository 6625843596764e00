import type { ReactNode } from "react";
import { useGivenFrame } from "#web/frame.tsx";
import { BareAmountsProvider, useTexts } from "#web/language.tsx";
import { kitTexts } from "../texts.ts";

export interface Column<Row> {
  key: string;
  label: ReactNode;
  show: (row: Row) => ReactNode;
  /** Figures are right-aligned in their cell. */
  figures?: boolean;
  /** Takes the width that the other columns leave. On a wide page of the console its text is one line, cut by an ellipsis: give the whole as `title`. */
  flexible?: boolean;
  /** Links to the same list sorted by this column; `sorted` says that it is. */
  sortTo?: string;
  sorted?: "ascending" | "descending";
}
export interface DataTableProps<Row> {
  /** Target of a link within the page. */
  id?: string;
  caption: string;
  captionHidden?: boolean;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** Shown instead of rows when there are none. */
  empty?: ReactNode;
}

/** A dense table: the staff console's first part. The first column names its row; it scrolls sideways, the page does not. */
export function DataTable<Row>({ id, caption, captionHidden, columns, rows, rowKey, empty }: DataTableProps<Row>) {
  const t = useTexts(kitTexts);
  // A page of the console, where tables are read by the column.
  const isBare = useGivenFrame()?.staff != null;
  return (
    <div className="data-table-room" id={id} role="region" aria-label={`${caption}: ${t("scrollTable")}`} tabIndex={0}>
      <table className="data-table">
        <caption className={captionHidden ? "visually-hidden" : "data-table-caption"}>{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.key} scope="col" className={classOf(column)} aria-sort={column.sorted}>
                {column.sortTo === undefined ? column.label : <a href={column.sortTo}>{column.label}</a>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)}>
              {columns.map((column, index) => {
                const className = classOf(column);
                const shown =
                  isBare && column.figures ? (
                    <BareAmountsProvider value>{column.show(row)}</BareAmountsProvider>
                  ) : (
                    column.show(row)
                  );
                return index === 0 ? (
                  <th key={column.key} scope="row" className={className}>
                    {shown}
                  </th>
                ) : (
                  <td key={column.key} className={className}>
                    {shown}
                  </td>
                );
              })}
            </tr>
          ))}
          {rows.length === 0 && (
            <tr>
              <td colSpan={columns.length} className="data-table-empty">
                {empty ?? "–"}
              </td>
            </tr>
          )}
        </tbody>
      </table>
    </div>
  );
}

const classOf = ({ figures, flexible }: Pick<Column<never>, "figures" | "flexible">): string | undefined =>
  figures ? "data-table-figures" : flexible ? "data-table-flexible" : undefined;
