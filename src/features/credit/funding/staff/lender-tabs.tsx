import { useTexts } from "#web/language.tsx";
import { Tabs } from "#web/ui/tabs/tabs.tsx";
import { texts } from "../texts.ts";

/** The pages about lenders' money. */
export function LenderTabs({ current }: { current: "statements" | "income" | "withdrawals" }) {
  const t = useTexts(texts);
  return (
    <Tabs
      label={t("pages")}
      wrap
      tabs={[
        { to: "/staff/lenders", label: t("statements"), current: current === "statements" },
        { to: "/staff/lenders/income", label: t("incomeTitle"), current: current === "income" },
        { to: "/staff/lenders/withdrawals", label: t("withdrawals"), current: current === "withdrawals" },
        { to: "/staff/money/deposits", label: t("deposits") },
      ]}
    />
  );
}
