import type { LoaderFunctionArgs } from "react-router";
import { loadRules } from "#features/rewards/campaign/parts/load.ts";
import { RulesPage } from "#features/rewards/campaign/parts/rules-page.tsx";
import type { Campaign } from "#features/rewards/campaign/contract.ts";
import { useTexts } from "#web/language.tsx";
import { pageFrame, type ScreenHandle } from "#web/screen.ts";
import { treeAt } from "../parts/trees.ts";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.rulesTitle, back: "/webview/activity-center" };

export const loader = (args: Pick<LoaderFunctionArgs, "params" | "context">) =>
  loadRules(args, treeAt(args.context.get(pageFrame).path));

export default function WateringRule({ loaderData: { campaign } }: { loaderData: { campaign: Campaign } }) {
  const t = useTexts(texts);
  return <RulesPage campaign={campaign} terms={[t("termDays"), t("termEnergy")]} />;
}
