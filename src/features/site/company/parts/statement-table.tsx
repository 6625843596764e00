import type { FinancialStatement } from "../contract.ts";
import { useTexts } from "#web/language.tsx";
import { DataTable } from "#web/ui/data-table/data-table.tsx";
import { Small } from "#web/ui/text/text.tsx";
import { groupThousands } from "#shared/money.ts";
import { texts } from "../texts.ts";

const million = 1_000_000n;

/** Accounting's way to write, in millions: `(1.234)` below zero. */
function millions(rupiah: number): string {
  const figure = groupThousands(Number(BigInt(rupiah) / million));
  return rupiah < 0 ? `(${figure})` : figure;
}

/** The years in columns. */
export function StatementTable({ items }: { items: readonly FinancialStatement[] }) {
  const t = useTexts(texts);
  return (
    <>
      <DataTable
        caption={t("figuresOf")}
        captionHidden
        rows={items}
        rowKey={({ year }) => String(year)}
        columns={[
          { key: "year", label: t("year"), show: ({ year }) => year },
          { key: "revenue", label: t("revenue"), show: ({ revenueRupiah }) => millions(revenueRupiah), figures: true },
          { key: "profit", label: t("profit"), show: ({ profitRupiah }) => millions(profitRupiah), figures: true },
          {
            key: "assets",
            label: t("assets"),
            show: ({ totalAssetsRupiah }) => millions(totalAssetsRupiah),
            figures: true,
          },
        ]}
      />
      <Small>{t("inMillions")}</Small>
    </>
  );
}
