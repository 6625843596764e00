import { useTexts } from "#web/language.tsx";
import { Receipt, ReceiptLine } from "#web/ui/receipt/receipt.tsx";
import type { PointsTaskAnswer } from "../contract.ts";
import { texts } from "../texts.ts";

/** Tasks that bring points, and how often. */
export function TaskList({ tasks }: { tasks: readonly PointsTaskAnswer[] }) {
  const t = useTexts(texts);
  const often = (times: PointsTaskAnswer["times"]) =>
    times ? (times.per === "EVER" ? t("once") : t("perMonth", { count: times.max })) : undefined;
  return (
    <Receipt>
      {tasks.map(({ task, points, times }) => (
        <ReceiptLine key={task} label={t(task)} note={points === null ? t("grows") : often(times)}>
          {points === null ? t("daily") : t("points", { count: points })}
        </ReceiptLine>
      ))}
    </Receipt>
  );
}
