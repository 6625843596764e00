import type { ReactNode } from "react";
import { DateText, Money, useTexts } from "#web/language.tsx";
import { kitTexts } from "../texts.ts";

export interface ScheduleRow {
  number: number;
  /** Business date, YYYY-MM-DD. */
  dueOn: string;
  principalRupiah: number;
  interestRupiah: number;
  feeRupiah?: number;
  /** The discount of a coupon. */
  discountRupiah?: number;
  /** Total without the discount. */
  totalRupiah: number;
  /** Its state: a `<Badge>`. */
  status?: ReactNode;
}

export interface ScheduleTableProps {
  caption: string;
  rows: readonly ScheduleRow[];
  /** Late fees of the whole loan, in a separate row and included in the total; omitted without any. */
  lateFee?: { rupiah: number; status?: ReactNode };
}

/** Every instalment with its parts: a table, or one block per row on a narrow screen. The fee column appears when there is a fee. */
export function ScheduleTable({ caption, rows, lateFee }: ScheduleTableProps) {
  const t = useTexts(kitTexts);
  const lateRupiah = lateFee?.rupiah ?? 0;
  const withFee = rows.some((row) => (row.feeRupiah ?? 0) > 0);
  const withDiscount = rows.some((row) => (row.discountRupiah ?? 0) > 0);
  const toPay = (row: ScheduleRow) => row.totalRupiah - (row.discountRupiah ?? 0);
  const sum = (of: (row: ScheduleRow) => number) => rows.reduce((total, row) => total + of(row), 0);
  const cell = (label: string, rupiah: number) => (
    <td role="cell" className="schedule-figure" data-label={label}>
      <Money rupiah={rupiah} />
    </td>
  );
  return (
    <table className="schedule" role="table">
      <caption className="schedule-caption">{caption}</caption>
      <ScheduleHead withFee={withFee} withDiscount={withDiscount} />
      <tbody role="rowgroup">
        {rows.map((row) => (
          <tr role="row" key={row.number}>
            <th role="rowheader" scope="row">
              {row.number} · <DateText date={row.dueOn} style="short" /> {row.status}
            </th>
            {cell(t("principal"), row.principalRupiah)}
            {cell(t("interest"), row.interestRupiah)}
            {withFee && cell(t("fee"), row.feeRupiah ?? 0)}
            {withDiscount && cell(t("discount"), -(row.discountRupiah ?? 0))}
            {cell(t("toPay"), toPay(row))}
          </tr>
        ))}
        {lateRupiah > 0 && (
          <tr role="row">
            <th role="rowheader" scope="row" colSpan={3 + Number(withFee) + Number(withDiscount)}>
              {t("lateFee")} {lateFee?.status}
            </th>
            {cell(t("toPay"), lateRupiah)}
          </tr>
        )}
      </tbody>
      <tfoot role="rowgroup">
        <tr role="row">
          <th role="rowheader" scope="row">
            {t("total")}
          </th>
          {cell(
            t("principal"),
            sum((row) => row.principalRupiah),
          )}
          {cell(
            t("interest"),
            sum((row) => row.interestRupiah),
          )}
          {withFee &&
            cell(
              t("fee"),
              sum((row) => row.feeRupiah ?? 0),
            )}
          {withDiscount &&
            cell(
              t("discount"),
              sum((row) => -(row.discountRupiah ?? 0)),
            )}
          {cell(t("toPay"), sum(toPay) + lateRupiah)}
        </tr>
      </tfoot>
    </table>
  );
}

function ScheduleHead({ withFee, withDiscount }: { withFee: boolean; withDiscount: boolean }) {
  const t = useTexts(kitTexts);
  return (
    <thead role="rowgroup">
      <tr role="row">
        <th role="columnheader" scope="col">
          {t("instalment")}
        </th>
        <th role="columnheader" scope="col" className="schedule-figure">
          {t("principal")}
        </th>
        <th role="columnheader" scope="col" className="schedule-figure">
          {t("interest")}
        </th>
        {withFee && (
          <th role="columnheader" scope="col" className="schedule-figure">
            {t("fee")}
          </th>
        )}
        {withDiscount && (
          <th role="columnheader" scope="col" className="schedule-figure">
            {t("discount")}
          </th>
        )}
        <th role="columnheader" scope="col" className="schedule-figure">
          {t("toPay")}
        </th>
      </tr>
    </thead>
  );
}
