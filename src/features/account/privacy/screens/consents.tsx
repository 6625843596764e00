import type { Route } from "./+types/consents";
import { call } from "#web/api.ts";
import { defineForms, type BoundForm } from "#web/form-actions.ts";
import { useLanguage, useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { Badge } from "#web/ui/badge/badge.tsx";
import { Button } from "#web/ui/button/button.tsx";
import { Card } from "#web/ui/card/card.tsx";
import { EmptyState } from "#web/ui/empty-state/empty-state.tsx";
import { ActionForm } from "#web/ui/form/action-form.tsx";
import { LinkList } from "#web/ui/link-list/link-list.tsx";
import { InlineRow, Stack } from "#web/ui/stack/stack.tsx";
import { Section, Small, Title } from "#web/ui/text/text.tsx";
import { formatInstant } from "#shared/dates.ts";
import { listConsents, switchConsent, switchKinds, type ConsentReceipt } from "../contract.ts";
import { dataTexts, consentKindTexts, texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.consentsTitle, back: "/webview/privacy" };

const path = "/webview/privacy/consents";

export const loader = ({ context }: Route.LoaderArgs) => call(listConsents, {}, { context });

const forms = defineForms({
  switch: { call: switchConsent, input: ({ form }) => ({ on: form.get("on") === "true" }), done: path },
});
export const action = forms.action;

const isSwitch = ({ kind }: ConsentReceipt): boolean => (switchKinds as readonly string[]).includes(kind);

export default function Consents({ loaderData: { items }, actionData }: Route.ComponentProps) {
  const t = useTexts(texts);
  const receipts = items.filter((one) => one.id !== null && !(isSwitch(one) && one.state === "STANDING"));
  const standing = receipts.filter(({ state }) => state === "STANDING");
  const ended = receipts.filter(({ state }) => state !== "STANDING");
  return (
    <Stack gap="loose">
      <Title lead={t("consentsLead")}>{t("consentsTitle")}</Title>
      {standing.length > 0 ? (
        <Section heading={t("standing")}>
          <Receipts items={standing} />
        </Section>
      ) : (
        <EmptyState title={t("noConsents")}>{t("noConsentsBody")}</EmptyState>
      )}
      <Section heading={t("switchesTitle")}>
        <Stack>
          {switchKinds.map((kind) => (
            <Switch
              key={kind}
              kind={kind}
              standing={items.find((one) => one.kind === kind && one.state === "STANDING") ?? null}
              of={forms.form("switch", actionData)}
            />
          ))}
        </Stack>
      </Section>
      {ended.length > 0 && (
        <Section heading={t("ended")}>
          <Receipts items={ended} />
        </Section>
      )}
    </Stack>
  );
}

function Receipts({ items }: { items: readonly ConsentReceipt[] }) {
  const t = useTexts(texts);
  const name = useTexts(consentKindTexts);
  const language = useLanguage();
  return (
    <LinkList
      items={items.map((one) => ({
        to: `${path}/${one.id}`,
        label: one.subjectText === "" ? name(one.kind) : `${name(one.kind)}: ${one.subjectText}`,
        detail:
          one.givenAt !== null
            ? t("given", { when: formatInstant(new Date(one.givenAt), language) })
            : one.endedAt === null
              ? undefined
              : t("switchedOff", { when: formatInstant(new Date(one.endedAt), language) }),
        ...(one.state === "STANDING"
          ? {}
          : { aside: <Badge kind="plain">{t(one.givenAt === null ? "isOff" : one.state)}</Badge> }),
      }))}
    />
  );
}

function Switch({
  kind,
  standing,
  of,
}: {
  kind: (typeof switchKinds)[number];
  standing: ConsentReceipt | null;
  of: BoundForm;
}) {
  const t = useTexts(texts);
  const name = useTexts(consentKindTexts);
  const about = useTexts(dataTexts);
  const isOn = standing !== null;
  return (
    <Card>
      <Stack gap="tight">
        <InlineRow spread>
          <strong>{name(kind)}</strong>
          <Badge kind={isOn ? "ok" : "plain"}>{t(isOn ? "isOn" : "isOff")}</Badge>
        </InlineRow>
        <Small>{about(kind)}</Small>
        <ActionForm id={`s-${kind}`} of={of} action={path} which={{ kind }}>
          <InlineRow>
            <Button
              kind="secondary"
              compact
              name="on"
              value={String(!isOn)}
              track={isOn ? "privacy_switch_off" : "privacy_switch_on"}
            >
              {t(isOn ? "switchOff" : "switchOn")} <span className="visually-hidden">{name(kind)}</span>
            </Button>
            {standing?.id && <a href={`${path}/${standing.id}`}>{t("receiptTitle")}</a>}
          </InlineRow>
        </ActionForm>
      </Stack>
    </Card>
  );
}
