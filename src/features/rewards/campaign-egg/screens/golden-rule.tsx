import type { Route } from "./+types/golden-rule";
import { loadRules } from "#features/rewards/campaign/parts/load.ts";
import { RulesPage } from "#features/rewards/campaign/parts/rules-page.tsx";
import { say } from "#shared/texts.ts";
import { useLanguage } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { eggTerms } from "../parts/egg-terms.ts";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.policyTitle, back: "/webview/golden-egg" };

export const loader = (args: Route.LoaderArgs) => loadRules(args, "golden-egg");

export default function GoldenRule({ loaderData: { campaign } }: Route.ComponentProps) {
  const language = useLanguage();
  return <RulesPage campaign={campaign} terms={eggTerms.map((term) => say(term, language))} />;
}
