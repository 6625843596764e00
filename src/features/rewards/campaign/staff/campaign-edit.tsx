import type { Route } from "./+types/campaign-edit";
import { call } from "#web/api.ts";
import { defineForms } from "#web/form-actions.ts";
import { useFrame } from "#web/frame.tsx";
import { useLanguage, useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { Button, DefaultButton } from "#web/ui/button/button.tsx";
import { ActionForm } from "#web/ui/form/action-form.tsx";
import { ActionBar } from "#web/ui/page/page.tsx";
import { Section, Title } from "#web/ui/text/text.tsx";
import { TextArea } from "#web/ui/text-field/text-field.tsx";
import { onlyFor } from "#features/platform/console/parts/only-for.ts";
import { listTemplates, getStaffCampaign, proposeImprovement, reviseDraft } from "../staff-contract.ts";
import { AboutFields, Outlook, PeriodFields, RulesPart } from "./draft-fields.tsx";
import {
  checkedDraft,
  draftSteps,
  inPlace,
  mechanicIn,
  offeredFor,
  typedAt,
  draftValuesOf,
  withRules,
  type DraftStep,
} from "./draft-page.ts";
import { campaignFormTexts } from "./form-texts.ts";
import { texts as console } from "./texts.ts";

export const handle: ScreenHandle<{ campaign: { activityId: string } }> = {
  title: console.revise,
  head: ({ campaign }) => ({ title: campaign.activityId }),
};

const pageOf = (activityId: string): string => `/staff/campaigns/${activityId}`;

/** A draft is replaced; an approved campaign may only improve, and a second person checks it. Both use the form of a draft. */
const forms = defineForms(
  {
    draft: {
      call: reviseDraft,
      input: withRules,
      done: ({ activityId }) => `${pageOf(activityId)}?saved=1`,
    },
    improve: {
      call: proposeImprovement,
      input: withRules,
      done: (_reply, { params }) => `${pageOf(params["activityId"] ?? "")}?proposed=1`,
    },
  },
  { others: draftSteps },
);
export const action = forms.action;

export async function loader({ params: { activityId }, request, context }: Route.LoaderArgs) {
  await onlyFor({ context }, reviseDraft);
  const [campaign, templates] = await Promise.all([
    call(getStaffCampaign, { activityId }, { context }),
    call(listTemplates, {}, { context }),
  ]);
  const values = typedAt(request.url) ?? draftValuesOf(campaign);
  return { campaign, templates, values, checked: await checkedDraft({ ...values, activityId }, context) };
}

export default function CampaignEdit({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTexts(campaignFormTexts);
  const tc = useTexts(console);
  const language = useLanguage();
  const { path } = useFrame();
  const { campaign, templates } = loaderData;
  const { activityId, state } = campaign;
  const isDraft = state === "DRAFT";
  const own = isDraft ? "draft" : "improve";
  const step = actionData && "manner" in actionData ? (actionData as DraftStep) : null;
  const of = inPlace(step ? { ...forms.form(own, null), values: step.values } : forms.form(own, actionData));
  const values = of.values ?? loaderData.values;
  const mechanic = mechanicIn(values);
  return (
    <>
      <Title lead={isDraft ? tc("newLead") : tc("improveLead")}>{t("editTitle", { name: activityId })}</Title>
      <p>
        <a href={pageOf(activityId)}>{activityId}</a>
      </p>
      <ActionForm of={of} values={values} {...(mechanic ? { live: path } : {})}>
        <DefaultButton name="intent" value={own} />
        <div className="console-grid console-tables">
          <div className="console-main">
            <Section heading={t("about")}>
              <div className="draft-bounds">
                {isDraft && <AboutFields {...offeredFor(templates, mechanic, language)} />}
                <PeriodFields isOpen={!isDraft} />
              </div>
            </Section>
            <RulesPart
              manner={mechanic ? "form" : "json"}
              mechanic={mechanic}
              values={values}
              keys={[...templates.couponKeys, ...templates.voucherKeys]}
            />
            {!isDraft && <TextArea name="reason" label={tc("reason")} rows={3} />}
          </div>
          <div className="console-aside">
            <Outlook
              skin={isDraft ? String(values["skin"] ?? "") : campaign.skin}
              checked={step ? step.checked : actionData ? null : loaderData.checked}
              budget={values["budgetRupiah"] === undefined ? undefined : String(values["budgetRupiah"])}
            />
          </div>
        </div>
        <ActionBar>
          <Button name="intent" value={own}>
            {isDraft ? tc("save") : tc("improve")}
          </Button>
        </ActionBar>
      </ActionForm>
    </>
  );
}
