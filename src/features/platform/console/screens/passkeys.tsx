import type { Route } from "./+types/passkeys";
import { Button } from "#web/ui/button/button.tsx";
import { Card } from "#web/ui/card/card.tsx";
import { DefinitionList } from "#web/ui/definition-list/definition-list.tsx";
import { EmptyState } from "#web/ui/empty-state/empty-state.tsx";
import { ActionForm } from "#web/ui/form/action-form.tsx";
import { Notice } from "#web/ui/notice/notice.tsx";
import { ActionBar } from "#web/ui/page/page.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import { Section, Small, Title } from "#web/ui/text/text.tsx";
import { TextField } from "#web/ui/text-field/text-field.tsx";
import { call } from "#web/api.ts";
import { defineForms } from "#web/form-actions.ts";
import { InstantText, useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { PasskeyForm, PasskeyNeedsScript } from "../parts/passkey-form.tsx";
import { addPasskey, beginPasskey, listOwnPasskeys, removePasskey, renamePasskey } from "../passkey-contract.ts";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.passkeysTitle };

export async function loader({ context }: Route.LoaderArgs) {
  return call(listOwnPasskeys, {}, { context });
}

const again = "/staff/passkeys";
const forms = defineForms({
  begin: { call: beginPasskey },
  add: { call: addPasskey, done: again },
  rename: { call: renamePasskey, done: again },
  remove: { call: removePasskey, done: again },
});
export const action = forms.action;

export default function Passkeys({ loaderData: { isOffered, items }, actionData }: Route.ComponentProps) {
  const t = useTexts(texts);
  const options = actionData?.form === "begin" ? actionData.reply?.options : undefined;
  return (
    <div className="console-narrow">
      <Title lead={t("passkeysLead")}>{t("passkeysTitle")}</Title>
      {items.length === 0 ? (
        <EmptyState art="document" title={t("passkeysNone")} />
      ) : (
        <Stack>
          {items.map((item) => (
            <Passkey key={item.passkeyId} item={item} outcome={actionData} />
          ))}
        </Stack>
      )}
      <Section heading={t("passkeyAdd")}>
        {!isOffered ? (
          <Notice>{t("passkeysNotHere")}</Notice>
        ) : options === undefined ? (
          <>
            <PasskeyNeedsScript />
            <div className="with-script">
              <Small>{t("passkeyAddLead")}</Small>
              <ActionForm of={forms.form("begin", actionData)} id="begin">
                <TextField name="code" label={t("code")} hint={t("codeHint")} inputMode="numeric" autoComplete="off" />
                <ActionBar>
                  <Button>{t("passkeyAddNext")}</Button>
                </ActionBar>
              </ActionForm>
            </div>
          </>
        ) : (
          <PasskeyForm of={forms.form("add", actionData)} way="create" options={options} label={t("passkeyMake")}>
            <TextField name="name" label={t("passkeyName")} hint={t("passkeyNameHint")} autoComplete="off" />
          </PasskeyForm>
        )}
      </Section>
    </div>
  );
}

interface PasskeyProps {
  item: Route.ComponentProps["loaderData"]["items"][number];
  outcome: Route.ComponentProps["actionData"];
}

function Passkey({ item, outcome }: PasskeyProps) {
  const t = useTexts(texts);
  const which = { passkeyId: item.passkeyId };
  return (
    <Card heading={item.name}>
      {item.isCopied && <Notice kind="bad">{t("passkeyCopied")}</Notice>}
      <DefinitionList
        items={[
          [t("created"), <InstantText key="created" at={item.createdAt} style="short" />],
          [t("passkeyUsed"), item.lastUsedAt ? <InstantText at={item.lastUsedAt} style="short" /> : t("never")],
        ]}
      />
      <ActionForm
        of={forms.form("rename", outcome)}
        which={which}
        id={`rename-${item.passkeyId}`}
        values={{ name: item.name }}
      >
        <TextField name="name" label={t("passkeyName")} autoComplete="off" />
        <ActionBar>
          <Button kind="secondary">{t("passkeyRename")}</Button>
        </ActionBar>
      </ActionForm>
      <ActionForm of={forms.form("remove", outcome)} which={which} id={`remove-${item.passkeyId}`}>
        <ActionBar>
          <Button kind="danger">{t("passkeyRemove")}</Button>
        </ActionBar>
      </ActionForm>
    </Card>
  );
}
