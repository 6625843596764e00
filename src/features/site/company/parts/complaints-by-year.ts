import { complaintReasons, type getComplaintStatistics } from "#features/support/complaint/contract.ts";
import type { ReplyOf } from "#shared/contract.ts";

type Counted = ReplyOf<typeof getComplaintStatistics>["items"][number];
export interface ComplaintYear {
  year: number;
  rows: Counted[];
  total: Pick<Counted, "received" | "resolved" | "withinDays">;
}

/** The statistics as tables: the newest year first, reasons in the order of the form, each year with its sum. */
export function complaintsByYear(items: readonly Counted[]): ComplaintYear[] {
  const years = [...new Set(items.map(({ year }) => year))].sort((a, b) => b - a);
  return years.map((year) => {
    const rows = items
      .filter((item) => item.year === year)
      .sort((a, b) => complaintReasons.indexOf(a.reason) - complaintReasons.indexOf(b.reason));
    const sum = (name: "received" | "resolved" | "withinDays"): number =>
      rows.reduce((total, row) => total + row[name], 0);
    return {
      year,
      rows,
      total: { received: sum("received"), resolved: sum("resolved"), withinDays: sum("withinDays") },
    };
  });
}
