import type { Route } from "./+types/tomoro-rules";
import { claimLead } from "#features/rewards/campaign/parts/lead.ts";
import { loadRules } from "#features/rewards/campaign/parts/load.ts";
import { RulesPage } from "#features/rewards/campaign/parts/rules-page.tsx";
import { useLanguage } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.coffeeRules, back: "/webview/activity-center" };

export const loader = (args: Route.LoaderArgs) => loadRules(args, "tomoro");

export default function TomoroRules({ loaderData: { campaign } }: Route.ComponentProps) {
  return <RulesPage campaign={campaign} terms={[claimLead(campaign, useLanguage())]} />;
}
