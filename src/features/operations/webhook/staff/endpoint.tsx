import type { Route } from "./+types/endpoint";
import { countedText } from "#shared/counted.ts";
import { Fragment } from "react";
import { Acts, type Act } from "#web/console/acts.tsx";
import { Case } from "#web/console/case.tsx";
import { LocalInstant } from "#web/console/local-time.tsx";
import { call } from "#web/api.ts";
import { defineForms, type BoundForm } from "#web/form-actions.ts";
import { useFrame } from "#web/frame.tsx";
import { useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Choices } from "#web/ui/choices/choices.tsx";
import { CopyText } from "#web/ui/copy-text/copy-text.tsx";
import { DefinitionList } from "#web/ui/definition-list/definition-list.tsx";
import { Disclosure } from "#web/ui/disclosure/disclosure.tsx";
import { ActionForm, Saved } from "#web/ui/form/action-form.tsx";
import { FollowUps } from "#web/ui/follow-ups/follow-ups.tsx";
import { Notice } from "#web/ui/notice/notice.tsx";
import { ActionBar } from "#web/ui/page/page.tsx";
import { Select } from "#web/ui/select/select.tsx";
import { Section, Small } from "#web/ui/text/text.tsx";
import { DateField, TextArea, TextField } from "#web/ui/text-field/text-field.tsx";
import { mayStaff } from "#shared/staff-permissions.ts";
import { webhookTypes } from "../contract.ts";
import { AddressFields } from "../parts/address-fields.tsx";
import { EndpointBadge } from "../parts/endpoint-badge.tsx";
import { getWebhookEndpoint, proposeWebhookChange, replayWebhookEvents, showWebhookSecret } from "../staff-contract.ts";
import { webhookStaffTexts } from "../texts.ts";

export const handle: ScreenHandle = { title: webhookStaffTexts.endpointTitle };

export const loader = ({ params: { endpointId }, context }: Route.LoaderArgs) =>
  call(getWebhookEndpoint, { endpointId }, { context });

const toProposal = ({ proposalId }: { proposalId: string }) => `/staff/checks/${proposalId}`;
const forms = defineForms({
  secret: { call: showWebhookSecret },
  change: { call: proposeWebhookChange, input: () => ({ action: "CHANGE" }), done: toProposal },
  switch: { call: proposeWebhookChange, done: toProposal },
  rotate: { call: proposeWebhookChange, input: () => ({ action: "ROTATE" }), done: toProposal },
  replay: {
    call: replayWebhookEvents,
    done: ({ proposalId }) => (proposalId === null ? "?replayed=1" : toProposal({ proposalId })),
  },
});
export const action = forms.action;

export default function Endpoint({ loaderData: shown, actionData }: Route.ComponentProps) {
  const t = useTexts(webhookStaffTexts);
  const mayPropose = mayStaff(useFrame().staff?.roles ?? [], "webhook.propose");
  const { endpointId, url, proposalId, waiting, dead } = shown;
  const replay: Act = {
    of: forms.form("replay", actionData),
    id: "replay",
    heading: t("replay"),
    lead: t("replayLead"),
    ...(shown.state === "OFF" ? { instead: <Small>{t("off")}</Small> } : {}),
    children: <ReplayFields />,
  };
  const secret = actionData?.form === "secret" ? actionData.reply?.secret : undefined;
  const log = (state: string) => `/staff/webhooks/deliveries?${new URLSearchParams({ endpointId, state })}`;
  return (
    <Case
      title={url}
      badges={<EndpointBadge endpoint={shown} />}
      links={<a href="/staff/webhooks">{t("endpoints")}</a>}
      facts={<Facts shown={shown} />}
      acts={mayPropose && <Acts acts={[replay]} />}
    >
      <Saved by="replayed">{t("replayed")}</Saved>
      {proposalId !== null && (
        <Notice kind="attention" title={t("waits")}>
          <a href={`/staff/checks/${proposalId}`}>{t("toProposal")}</a>
        </Notice>
      )}
      {mayPropose && (shown.maySeeSecret || secret !== undefined) && (
        <Section heading={t("secret")}>
          <Small>{t("secretLead")}</Small>
          {secret === undefined ? (
            <ActionForm of={forms.form("secret", actionData)} id="secret">
              <ActionBar>
                <Button kind="secondary">{t("showSecret")}</Button>
              </ActionBar>
            </ActionForm>
          ) : (
            <CopyText label={t("secret")} value={secret} />
          )}
        </Section>
      )}
      <Section heading={t("ofThis")}>
        <DefinitionList
          items={[
            [
              t("waiting"),
              <a key="waiting" href={log("WAITING")}>
                {countedText(waiting)}
              </a>,
            ],
            [
              t("dead"),
              <a key="dead" href={log("DEAD")}>
                {countedText(dead)}
              </a>,
            ],
          ]}
        />
      </Section>
      {mayPropose && <Changes shown={shown} actionData={actionData} />}
    </Case>
  );
}

function Facts({ shown }: { shown: Route.ComponentProps["loaderData"] }) {
  const t = useTexts(webhookStaffTexts);
  const { brand, types, offCause, rotatesUntil, madeAt, changedAt } = shown;
  return (
    <DefinitionList
      items={[
        [t("brand"), brand],
        [t("types"), types.join(", ")],
        ...(offCause ? ([[t("state"), t(offCause)]] as const) : []),
        ...(rotatesUntil ? ([[t("rotates"), <LocalInstant key="rotates" at={rotatesUntil} />]] as const) : []),
        [t("madeAt"), <LocalInstant key="made" at={madeAt} />],
        [t("changedAt"), <LocalInstant key="changed" at={changedAt} />],
      ]}
    />
  );
}

type ActionData = Route.ComponentProps["actionData"];

/** Changes that two people make, folded: they are rare. */
function Changes({ shown, actionData }: { shown: Route.ComponentProps["loaderData"]; actionData: ActionData }) {
  const t = useTexts(webhookStaffTexts);
  const { state, url, types } = shown;
  const to = state === "ON" ? "OFF" : "ON";
  const [change, toggle, rotate] = (["change", "switch", "rotate"] as const).map((name) =>
    forms.form(name, actionData),
  ) as [BoundForm, BoundForm, BoundForm];
  return (
    <>
      <Disclosure summary={t("change")} open={change.answer !== undefined}>
        <ActionForm of={change} id="change">
          <AddressFields url={url} types={types} />
          <ReasonAndButton label={t("send")} />
        </ActionForm>
      </Disclosure>
      <Disclosure summary={t(`switch${to}`)} open={toggle.answer !== undefined}>
        <Small>{t("switchLead")}</Small>
        <ActionForm of={toggle} id="switch" hidden={{ action: to }}>
          <ReasonAndButton label={t("send")} />
        </ActionForm>
      </Disclosure>
      <Disclosure summary={t("rotate")} open={rotate.answer !== undefined}>
        <Small>{t("rotateLead")}</Small>
        <ActionForm of={rotate} id="rotate">
          <ReasonAndButton label={t("send")} />
        </ActionForm>
      </Disclosure>
    </>
  );
}

function ReasonAndButton({ label }: { label: string }) {
  const t = useTexts(webhookStaffTexts);
  return (
    <>
      <TextArea name="reason" label={t("reason")} hint={t("reasonHint")} rows={2} />
      <ActionBar>
        <Button kind="secondary">{label}</Button>
      </ActionBar>
    </>
  );
}

/** The events of a replay: the other fields depend on the choice. */
function ReplayFields() {
  const t = useTexts(webhookStaffTexts);
  const choice = (
    <Choices
      name="scope"
      label={t("scope")}
      defaultValue="DEAD"
      choices={[
        { value: "DEAD", label: t("DEADChoice") },
        { value: "PERIOD", label: t("PERIODChoice"), shows: "1" },
        { value: "EVENT", label: t("EVENTChoice"), shows: "2" },
      ]}
    />
  );
  return (
    <>
      <FollowUps asked={choice}>
        {[
          <Fragment key="period">
            <DateField name="from" label={t("from")} conditional />
            <DateField name="to" label={t("to")} conditional />
            <Select
              name="type"
              label={t("type")}
              hint={t("typeHint")}
              conditional
              options={webhookTypes.map((value) => ({ value, label: value }))}
            />
          </Fragment>,
          <TextField
            key="event"
            name="eventId"
            label={t("eventId")}
            conditional
            autoComplete="off"
            autoCapitalize="none"
          />,
        ]}
      </FollowUps>
      <ReasonAndButton label={t("replay")} />
    </>
  );
}
