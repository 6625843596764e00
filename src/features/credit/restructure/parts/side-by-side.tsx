/** The old instalments and the new ones in the same rows, so that both are compared at a glance. */
import { DateText, Money, useTexts } from "#web/language.tsx";
import { DataTable } from "#web/ui/data-table/data-table.tsx";
import type { RestructureAnswer, RestructurePlan } from "../contract.ts";
import { texts } from "../texts.ts";

interface Instalment {
  dueOn: string;
  rupiah: number;
}

export function SideBySide({
  old,
  plan: { quote, oldScheduleRupiah },
  name,
}: {
  old: NonNullable<RestructureAnswer["loan"]>["rows"];
  plan: RestructurePlan;
  /** Identifies the plan if a page shows several. */
  name?: string;
}) {
  const t = useTexts(texts);
  const before = old.map(({ dueOn, unpaidRupiah }): Instalment => ({ dueOn, rupiah: unpaidRupiah }));
  const after = quote.instalments.map(({ dueOn, totalRupiah }): Instalment => ({ dueOn, rupiah: totalRupiah }));
  const rows = Array.from({ length: Math.max(before.length, after.length) }, (_, index) => ({
    key: String(index),
    old: before[index] ? <Cell {...before[index]} /> : "–",
    new: after[index] ? <Cell {...after[index]} /> : "–",
  }));
  const total = {
    key: "total",
    old: <Total label={t("oldTotal")} rupiah={oldScheduleRupiah} />,
    new: <Total label={t("newTotal")} rupiah={quote.totalRupiah} />,
  };
  return (
    <DataTable
      caption={name === undefined ? t("sideBySide") : `${t("sideBySide")}: ${name}`}
      columns={[
        { key: "old", label: t("oldSchedule"), show: (row) => row.old },
        { key: "new", label: t("newSchedule"), show: (row) => row.new, figures: true },
      ]}
      rows={[...rows, total]}
      rowKey={({ key }) => key}
    />
  );
}

function Cell({ dueOn, rupiah }: Instalment) {
  return (
    <>
      <Money rupiah={rupiah} />
      <br />
      <small>
        <DateText date={dueOn} style="short" />
      </small>
    </>
  );
}

function Total({ label, rupiah }: { label: string; rupiah: number }) {
  return (
    <>
      {label}
      <br />
      <strong>
        <Money rupiah={rupiah} />
      </strong>
    </>
  );
}
