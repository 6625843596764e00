import { useTexts } from "#web/language.tsx";
import { Tabs } from "#web/ui/tabs/tabs.tsx";
import { texts } from "../texts.ts";

/** The pages of accounting. */
export function AccountingTabs({ current }: { current: "trial" | "account" | "reconciliation" }) {
  const t = useTexts(texts);
  return (
    <Tabs
      label={t("pages")}
      wrap
      tabs={[
        { to: "/staff/accounting", label: t("title"), current: current === "trial" },
        { to: "/staff/accounting/account", label: t("accountTitle"), current: current === "account" },
        { to: "/staff/accounting/reconciliation", label: t("reconciliation"), current: current === "reconciliation" },
      ]}
    />
  );
}
