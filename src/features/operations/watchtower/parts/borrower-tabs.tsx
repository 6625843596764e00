import { mayStaff } from "#shared/staff-permissions.ts";
import { useFrame } from "#web/frame.tsx";
import { useTexts } from "#web/language.tsx";
import { Tabs } from "#web/ui/tabs/tabs.tsx";
import { texts } from "../texts.ts";

/** The pages about one borrower, by what the person may do. */
export function BorrowerTabs({ borrowerId }: { borrowerId: string }) {
  const t = useTexts(texts);
  const { path, staff } = useFrame();
  const base = `/staff/borrowers/${borrowerId}`;
  const roles = staff?.roles ?? [];
  const tabs = [
    { to: base, label: t("overview"), shown: true },
    { to: `${base}/timeline`, label: t("timeline"), shown: true },
    { to: `${base}/rewards`, label: t("rewards"), shown: true },
    { to: `${base}/documents`, label: t("documents"), shown: mayStaff(roles, "borrower.documents") },
    { to: `${base}/review-answers`, label: t("reviewAnswers"), shown: mayStaff(roles, "borrower.documents") },
    { to: `${base}/unmask`, label: t("unmask"), shown: mayStaff(roles, "borrower.unmask") },
    {
      to: `${base}/access`,
      label: t("access"),
      shown: mayStaff(roles, "borrower.unlock") || mayStaff(roles, "borrower.block") || mayStaff(roles, "legal.hold"),
    },
  ];
  return (
    <Tabs
      label={t("borrowerParts")}
      tabs={tabs.filter((tab) => tab.shown).map(({ to, label }) => ({ to, label, current: path === to }))}
    />
  );
}
