import type { Route } from "./+types/policy-agreement";
import { joinCampaign } from "#features/rewards/campaign/parts/joining.ts";
import { ActButton, ActResult, answerPath } from "#features/rewards/campaign/parts/act.tsx";
import { loadRules } from "#features/rewards/campaign/parts/load.ts";
import { RulesPage } from "#features/rewards/campaign/parts/rules-page.tsx";
import { pathOfCampaign } from "#features/rewards/campaign/parts/places.ts";
import { say } from "#shared/texts.ts";
import { defineForms } from "#web/form-actions.ts";
import { useLanguage, useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { Checkbox } from "#web/ui/choices/choices.tsx";
import { ActionForm } from "#web/ui/form/action-form.tsx";
import { ActionBar } from "#web/ui/page/page.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import { eggTerms } from "../parts/egg-terms.ts";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.policyTitle, back: "/webview/activity-center" };

export const loader = (args: Route.LoaderArgs) => loadRules(args, "toy-egg-2");

const forms = defineForms({
  join: {
    call: joinCampaign,
    done: (_reply, { params }) => answerPath(pathOfCampaign("toy-egg-2", params["activityId"] ?? ""), "join"),
  },
});
export const action = forms.action;

export default function PolicyAgreement({ loaderData: { campaign }, actionData }: Route.ComponentProps) {
  const t = useTexts(texts);
  const language = useLanguage();
  const rules = <RulesPage campaign={campaign} terms={eggTerms.map((term) => say(term, language))} />;
  if (!campaign.asksAgreement || campaign.view === "LOGIN" || campaign.view === "ENDED") return rules;
  return (
    <Stack gap="loose">
      <ActResult outcome={actionData} />
      {rules}
      <ActionForm of={forms.form("join", actionData)}>
        <Checkbox name="agree" required>
          {t("agree")}
        </Checkbox>
        <ActionBar>
          <ActButton act="join">{t("agreeAndPlay")}</ActButton>
        </ActionBar>
      </ActionForm>
    </Stack>
  );
}
