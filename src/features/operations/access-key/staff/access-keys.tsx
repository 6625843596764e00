import type { Route } from "./+types/access-keys";
import { LocalInstant } from "#web/console/local-time.tsx";
import { defineList } from "#web/console/list.ts";
import { ListTable } from "#web/console/list-table.tsx";
import { defineForms } from "#web/form-actions.ts";
import { useFrame } from "#web/frame.tsx";
import { DateText, useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { Badge } from "#web/ui/badge/badge.tsx";
import { Button } from "#web/ui/button/button.tsx";
import { Choices } from "#web/ui/choices/choices.tsx";
import { CopyText } from "#web/ui/copy-text/copy-text.tsx";
import { ActionForm, FormRefusal } from "#web/ui/form/action-form.tsx";
import { Notice } from "#web/ui/notice/notice.tsx";
import { ActionBar } from "#web/ui/page/page.tsx";
import { Select } from "#web/ui/select/select.tsx";
import { Section, Small, Title } from "#web/ui/text/text.tsx";
import { TextArea, TextField } from "#web/ui/text-field/text-field.tsx";
import { partnerScopes } from "#shared/contract.ts";
import { mayStaff } from "#shared/staff-permissions.ts";
import {
  listAccessKeys,
  proposeAccessKey,
  proposeKeyRevocation,
  showAccessKey,
  type AccessKeyView,
} from "../staff-contract.ts";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.title };

const keys = defineList(listAccessKeys);
const toProposal = ({ proposalId }: { proposalId: string }) => `/staff/checks/${proposalId}`;
const forms = defineForms({
  show: { call: showAccessKey },
  propose: { call: proposeAccessKey, done: toProposal },
  revoke: { call: proposeKeyRevocation, done: toProposal },
});
export const action = forms.action;
export const loader = ({ request, context }: Route.LoaderArgs) => keys.read({ request, context });

export default function AccessKeys({ loaderData: { items, brands, list }, actionData }: Route.ComponentProps) {
  const t = useTexts(texts);
  const mayPropose = mayStaff(useFrame().staff?.roles ?? [], "webhook.propose");
  const shown = actionData?.form === "show" ? actionData.reply?.key : undefined;
  return (
    <>
      <Title lead={t("lead")}>{t("title")}</Title>
      <a href="/staff/webhooks">{t("toWebhooks")}</a>
      {shown !== undefined && (
        <Notice kind="attention" title={t("key")} live>
          <Small>{t("keyLead")}</Small>
          <CopyText label={t("key")} value={shown} />
        </Notice>
      )}
      <ListTable
        list={list}
        table={{
          caption: t("title"),
          rows: items,
          rowKey: ({ keyId }) => keyId,
          empty: t("empty"),
          columns: [
            { key: "name", label: t("name"), show: ({ name }) => name },
            { key: "brand", label: t("brand"), show: ({ brand }) => brand },
            { key: "scopes", label: t("scopes"), show: ({ scopes }) => scopes.map((scope) => t(scope)).join(", ") },
            { key: "state", label: t("state"), show: (one) => <State of={one} /> },
            { key: "made", label: t("madeAt"), show: ({ madeAt }) => <LocalInstant at={madeAt} /> },
            {
              key: "used",
              label: t("lastUsed"),
              show: ({ lastUsedOn }) => (lastUsedOn === null ? "–" : <DateText date={lastUsedOn} style="short" />),
            },
            {
              key: "acts",
              label: t("acts"),
              show: ({ keyId, state }) =>
                state === "NEW" && mayPropose ? (
                  <ActionForm of={forms.form("show", actionData)} id={`show-${keyId}`} which={{ keyId }} bare>
                    <Button kind="secondary" compact>
                      {t("show")}
                    </Button>
                  </ActionForm>
                ) : (
                  "–"
                ),
            },
          ],
        }}
      />
      {mayPropose && (
        <>
          <Propose of={forms.form("propose", actionData)} brands={brands} />
          <Revoke of={forms.form("revoke", actionData)} keys={items} />
        </>
      )}
    </>
  );
}

type Form = ReturnType<typeof forms.form>;

function Propose({ of, brands }: { of: Form; brands: readonly string[] }) {
  const t = useTexts(texts);
  return (
    <Section heading={t("propose")}>
      <ActionForm of={of} id="propose">
        <TextField name="name" label={t("name")} hint={t("nameHint")} autoComplete="off" />
        <Select
          name="brand"
          label={t("brand")}
          defaultValue={brands.length === 1 ? brands[0] : undefined}
          options={brands.map((value) => ({ value, label: value }))}
        />
        <Choices
          name="scopes"
          label={t("scopes")}
          multiple
          choices={partnerScopes.map((value) => ({ value, label: t(value) }))}
        />
        <ReasonAndButton />
      </ActionForm>
    </Section>
  );
}

/** One of the keys that are in force and have no proposal yet. */
function Revoke({ of, keys: all }: { of: Form; keys: readonly AccessKeyView[] }) {
  const t = useTexts(texts);
  const revocable = all.filter(({ state, proposalId }) => state !== "REVOKED" && proposalId === null);
  if (revocable.length === 0) return <FormRefusal of={of} />;
  return (
    <Section heading={t("revoke")}>
      <ActionForm of={of} id="revoke">
        <Select
          name="keyId"
          label={t("whichKey")}
          options={revocable.map(({ keyId, name, brand }) => ({ value: keyId, label: `${name} (${brand})` }))}
        />
        <ReasonAndButton />
      </ActionForm>
    </Section>
  );
}

function ReasonAndButton() {
  const t = useTexts(texts);
  return (
    <>
      <TextArea name="reason" label={t("reason")} hint={t("reasonHint")} rows={2} />
      <ActionBar>
        <Button kind="secondary">{t("send")}</Button>
      </ActionBar>
    </>
  );
}

const kinds = { NEW: "attention", ACTIVE: "ok", REVOKED: "plain" } as const;

function State({ of: { state, proposalId } }: { of: AccessKeyView }) {
  const t = useTexts(texts);
  return (
    <>
      <Badge kind={kinds[state]}>{t(state)}</Badge>{" "}
      {proposalId !== null && <a href={`/staff/checks/${proposalId}`}>{t("waits")}</a>}
    </>
  );
}
