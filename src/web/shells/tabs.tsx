import { useFrame } from "#web/frame.tsx";
import { useLanguage } from "#web/language.tsx";
import { tabNames, tabOf, useNav } from "#web/nav.ts";
import { TabBar } from "#web/ui/tab-bar/tab-bar.tsx";
import { say } from "#shared/texts.ts";

/** The borrower's tabs at the lower edge, in reach of the thumb. */
export function ShellTabs() {
  const language = useLanguage();
  const nav = useNav();
  const { path } = useFrame();
  const current = tabOf(nav, path);
  const items = tabNames.flatMap((name) =>
    nav.flatMap(({ tabs }) => {
      const tab = tabs?.[name];
      return tab ? [{ ...tab, label: say(tab.label, language), current: name === current }] : [];
    }),
  );
  return <TabBar items={items} />;
}
