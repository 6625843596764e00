import type { Route } from "./+types/endpoints";
import { LocalInstant } from "#web/console/local-time.tsx";
import { defineList } from "#web/console/list.ts";
import { ListTable } from "#web/console/list-table.tsx";
import { defineForms } from "#web/form-actions.ts";
import { useFrame } from "#web/frame.tsx";
import { useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { Button } from "#web/ui/button/button.tsx";
import { ActionForm } from "#web/ui/form/action-form.tsx";
import { ActionBar } from "#web/ui/page/page.tsx";
import { Select } from "#web/ui/select/select.tsx";
import { InlineRow } from "#web/ui/stack/stack.tsx";
import { Section, Title } from "#web/ui/text/text.tsx";
import { TextArea } from "#web/ui/text-field/text-field.tsx";
import { mayStaff } from "#shared/staff-permissions.ts";
import { EndpointBadge } from "../parts/endpoint-badge.tsx";
import { AddressFields } from "../parts/address-fields.tsx";
import { listWebhookEndpoints, proposeWebhookEndpoint } from "../staff-contract.ts";
import { webhookStaffTexts } from "../texts.ts";

export const handle: ScreenHandle = { title: webhookStaffTexts.title };

const endpoints = defineList(listWebhookEndpoints);
const forms = defineForms({
  propose: { call: proposeWebhookEndpoint, done: ({ proposalId }) => `/staff/checks/${proposalId}` },
});
export const action = forms.action;
export const loader = ({ request, context }: Route.LoaderArgs) => endpoints.read({ request, context });

export default function Endpoints({ loaderData: { items, brands, list }, actionData }: Route.ComponentProps) {
  const t = useTexts(webhookStaffTexts);
  const roles = useFrame().staff?.roles ?? [];
  return (
    <>
      <Title lead={t("lead")}>{t("title")}</Title>
      <InlineRow>
        <a href="/staff/webhooks/deliveries">{t("log")}</a>
        <a href="/staff/webhooks/access-keys">{t("accessKeys")}</a>
      </InlineRow>
      <ListTable
        list={list}
        table={{
          caption: t("endpoints"),
          rows: items,
          rowKey: ({ endpointId }) => endpointId,
          empty: t("empty"),
          columns: [
            { key: "url", label: t("url"), show: (one) => <a href={`/staff/webhooks/${one.endpointId}`}>{one.url}</a> },
            { key: "brand", label: t("brand"), show: ({ brand }) => brand },
            { key: "state", label: t("state"), show: (one) => <EndpointBadge endpoint={one} /> },
            { key: "types", label: t("types"), figures: true, show: ({ types }) => types.length },
            { key: "changed", label: t("changedAt"), show: ({ changedAt }) => <LocalInstant at={changedAt} /> },
          ],
        }}
      />
      {mayStaff(roles, "webhook.propose") && (
        <Section heading={t("propose")}>
          <ActionForm of={forms.form("propose", actionData)} id="propose">
            <Select
              name="brand"
              label={t("brand")}
              defaultValue={brands.length === 1 ? brands[0] : undefined}
              options={brands.map((value) => ({ value, label: value }))}
            />
            <AddressFields />
            <TextArea name="reason" label={t("reason")} hint={t("reasonHint")} rows={2} />
            <ActionBar>
              <Button>{t("send")}</Button>
            </ActionBar>
          </ActionForm>
        </Section>
      )}
    </>
  );
}
