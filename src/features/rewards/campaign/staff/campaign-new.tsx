import { defineForms } from "#web/form-actions.ts";
import type { Route } from "./+types/campaign-new";
import { useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { Button } from "#web/ui/button/button.tsx";
import { ActionForm } from "#web/ui/form/action-form.tsx";
import { ActionBar } from "#web/ui/page/page.tsx";
import { Title } from "#web/ui/text/text.tsx";
import { TextField } from "#web/ui/text-field/text-field.tsx";
import { getStaffSession } from "#features/platform/console/contract.ts";
import { call } from "#web/api.ts";
import { draftCampaign } from "../staff-contract.ts";
import { CampaignFields } from "./campaign-fields.tsx";
import { texts } from "./texts.ts";

export const handle: ScreenHandle = { title: texts.newTitle };

const forms = defineForms({
  draft: { call: draftCampaign, done: ({ activityId }) => `/staff/campaigns/${activityId}?saved=1` },
});
export const action = forms.action;

/** A draft begins with rules that can be read: eggs with points. */
const sample = JSON.stringify(
  {
    mechanic: "INSTANT",
    prizes: [
      {
        prizeKey: "POINTS_20",
        prize: { kind: "POINTS", points: 20 },
        stock: 0,
        perDay: 0,
        ppm: 500_000,
        costPoints: 0,
      },
      { prizeKey: "NOTHING", prize: { kind: "NOTHING" }, stock: 0, perDay: 0, ppm: 500_000, costPoints: 0 },
    ],
    tasks: [{ task: "DAILY_SIGN_IN", gives: 1 }],
    playsADay: 3,
    choices: 3,
    asksAgreement: false,
  },
  null,
  2,
);

/** Whoever is not logged in learns it before the form and not after it. */
export const loader = ({ context }: Route.LoaderArgs) => call(getStaffSession, {}, { context });

export default function CampaignNew({ actionData }: Route.ComponentProps) {
  const t = useTexts(texts);
  return (
    <>
      <Title lead={t("newLead")}>{t("newTitle")}</Title>
      <ActionForm of={forms.form("draft", actionData)} values={{ rules: sample }}>
        <TextField name="activityId" label={t("activityId")} hint={t("activityIdHint")} autoCapitalize="none" />
        <CampaignFields />
        <ActionBar>
          <Button>{t("save")}</Button>
        </ActionBar>
      </ActionForm>
    </>
  );
}
