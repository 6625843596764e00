import { Money } from "#web/language.tsx";
import { Badge } from "../badge/badge.tsx";
import type { Examples } from "../example.ts";
import { DataTable } from "./data-table.tsx";

const loans = [
  { id: "L-10021", due: "2026-12-21", amountRupiah: 1000000, late: false },
  { id: "L-10017", due: "2026-11-18", amountRupiah: 2500000, late: true },
];

export const examples: Examples = {
  table: (
    <DataTable
      caption="Pinjaman"
      rows={loans}
      rowKey={(loan) => loan.id}
      columns={[
        { key: "id", label: "Nomor", show: (loan) => <a href={`#${loan.id}`}>{loan.id}</a> },
        { key: "due", label: "Jatuh tempo", show: (loan) => loan.due, sortTo: "?sort=due", sorted: "descending" },
        { key: "amount", label: "Jumlah", figures: true, show: (loan) => <Money rupiah={loan.amountRupiah} /> },
        {
          key: "state",
          label: "Keadaan",
          show: (loan) => <Badge kind={loan.late ? "bad" : "ok"}>{loan.late ? "Terlambat" : "Lancar"}</Badge>,
        },
      ]}
    />
  ),
  empty: (
    <DataTable
      caption="Uang tanpa pemilik"
      rows={[]}
      rowKey={() => ""}
      columns={[{ key: "id", label: "Nomor", show: () => null }]}
      empty="Tidak ada yang menunggu."
    />
  ),
};
