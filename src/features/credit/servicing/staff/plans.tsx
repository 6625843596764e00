import type { Route } from "./+types/plans";
import { defineList } from "#web/console/list.ts";
import { ListTable } from "#web/console/list-table.tsx";
import { defineForms } from "#web/form-actions.ts";
import { useFrame } from "#web/frame.tsx";
import { DateText, useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { Button } from "#web/ui/button/button.tsx";
import { DefinitionList } from "#web/ui/definition-list/definition-list.tsx";
import { ActionForm } from "#web/ui/form/action-form.tsx";
import { Notice } from "#web/ui/notice/notice.tsx";
import { ActionBar } from "#web/ui/page/page.tsx";
import { Select } from "#web/ui/select/select.tsx";
import { Section, Title } from "#web/ui/text/text.tsx";
import { DateField, TextArea, TextField } from "#web/ui/text-field/text-field.tsx";
import { mayStaff } from "#shared/staff-permissions.ts";
import { listServicingPlans, proposeServicingStep } from "../staff-contract.ts";
import { servicingStaffTexts, stepActionTexts } from "../texts.ts";

export const handle: ScreenHandle = { title: servicingStaffTexts.plans };

const plans = defineList(listServicingPlans);
const forms = defineForms({
  propose: { call: proposeServicingStep, done: ({ proposalId }) => `/staff/checks/${proposalId}` },
});
export const action = forms.action;
export const loader = ({ request, context }: Route.LoaderArgs) => plans.read({ request, context });

export default function Plans({ loaderData: { items, list, proposalId }, actionData }: Route.ComponentProps) {
  const t = useTexts(servicingStaffTexts);
  const actionText = useTexts(stepActionTexts);
  const roles = useFrame().staff?.roles ?? [];
  const steps = items[0]?.steps ?? [];
  return (
    <>
      <Title lead={t("plansLead")}>{t("plans")}</Title>
      <a href="/staff/servicing">{t("title")}</a>
      {proposalId !== null && (
        <Notice kind="attention" title={t("waits")}>
          <a href={`/staff/checks/${proposalId}`}>{t("toProposal")}</a>
        </Notice>
      )}
      <ListTable
        list={list}
        table={{
          caption: t("plans"),
          rows: items,
          rowKey: ({ validFrom }) => validFrom,
          empty: t("noPlans"),
          columns: [
            { key: "from", label: t("plansTitle"), show: ({ validFrom }) => <DateText date={validFrom} /> },
            {
              key: "steps",
              label: t("step"),
              show: (plan) => (
                <DefinitionList
                  items={plan.steps.map(({ day, step, action: of }) => [
                    `${day > 0 ? "+" : ""}${day}`,
                    <span key={step}>
                      {actionText(of)} <span className="console-id">{step}</span>
                    </span>,
                  ])}
                />
              ),
            },
          ],
        }}
      />
      {mayStaff(roles, "servicing.plan") && (
        <Section heading={t("change")}>
          <ActionForm of={forms.form("propose", actionData)} id="propose">
            <Select
              name="step"
              label={t("step")}
              options={steps.map(({ step, day, action: of }) => ({
                value: step,
                label: `${day > 0 ? "+" : ""}${day} · ${actionText(of)} · ${step}`,
              }))}
            />
            <TextField name="day" label={t("day")} hint={t("dayHint")} autoComplete="off" />
            <DateField name="validFrom" label={t("validFrom")} />
            <TextArea name="reason" label={t("reason")} hint={t("reasonHint")} rows={2} />
            <ActionBar>
              <Button track="staff_servicing_plan">{t("send")}</Button>
            </ActionBar>
          </ActionForm>
        </Section>
      )}
    </>
  );
}
