import { formatRupiah } from "#shared/money.ts";
import { useTexts } from "#web/language.tsx";
import { Badge } from "#web/ui/badge/badge.tsx";
import { ScheduleTable } from "#web/ui/schedule-table/schedule-table.tsx";
import { Small } from "#web/ui/text/text.tsx";
import type { Bill } from "../contract.ts";
import { texts } from "../texts.ts";

const badgeKinds = { PAID: "ok", UPCOMING: "plain", DUE_TODAY: "attention", OVERDUE: "bad" } as const;

/** The instalments of a loan that has gone out, each with its state today, and the late fee. */
export function BillSchedule({ bill }: { bill: Bill }) {
  const t = useTexts(texts);
  return (
    <ScheduleTable
      caption={t("schedule")}
      rows={bill.rows.map((row) => ({
        ...row,
        status: (
          <>
            <Badge kind={badgeKinds[row.status]}>
              {row.unpaidRupiah > 0 && row.unpaidRupiah < row.totalRupiah - row.discountRupiah
                ? t("left", { amount: formatRupiah(row.unpaidRupiah) })
                : t(row.status)}
            </Badge>
            {row.carriedRupiah > 0 && <Small>{t("carried", { amount: formatRupiah(row.carriedRupiah) })}</Small>}
          </>
        ),
      }))}
      lateFee={{
        rupiah: bill.lateFeeChargedRupiah,
        status:
          bill.lateFeeRupiah === 0 ? <Badge kind="ok">{t("PAID")}</Badge> : <Badge kind="bad">{t("OVERDUE")}</Badge>,
      }}
    />
  );
}
