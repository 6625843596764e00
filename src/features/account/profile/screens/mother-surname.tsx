import type { Route } from "./+types/mother-surname";
import { call } from "#web/api.ts";
import { defineForms } from "#web/form-actions.ts";
import { InstantText, useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { Button, ButtonLink } from "#web/ui/button/button.tsx";
import { Card } from "#web/ui/card/card.tsx";
import { DefinitionList } from "#web/ui/definition-list/definition-list.tsx";
import { Dialog, DialogClose, DialogLink } from "#web/ui/dialog/dialog.tsx";
import { Disclosure } from "#web/ui/disclosure/disclosure.tsx";
import { EmptyState } from "#web/ui/empty-state/empty-state.tsx";
import { ActionForm, FormRefusal, Saved } from "#web/ui/form/action-form.tsx";
import { Notice } from "#web/ui/notice/notice.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import { Small, Title } from "#web/ui/text/text.tsx";
import { TextField } from "#web/ui/text-field/text-field.tsx";
import { getMothersName, removeMothersName, saveMothersName } from "../mother-contract.ts";
import { mothersNameTexts as texts } from "../parts/mother-texts.ts";

export const handle: ScreenHandle = { title: texts.title, back: "/webview/my-profile" };

const path = "/webview/mother-surname";

export const loader = ({ context }: Route.LoaderArgs) => call(getMothersName, {}, { context });

const forms = defineForms({
  save: { call: saveMothersName, done: `${path}?saved=1` },
  remove: { call: removeMothersName, done: `${path}?removed=1` },
});
export const action = forms.action;

export default function MotherSurname({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTexts(texts);
  const { isNeeded, masked, givenAt } = loaderData;
  const isRefused = actionData?.form === "save";
  if (!isNeeded && masked === null) {
    return (
      <Stack>
        <FormRefusal of={forms.form("save", actionData)} />
        <Saved by="removed">{t("removed")}</Saved>
        <EmptyState
          level={1}
          art="document"
          title={t("notNeededTitle")}
          action={<ButtonLink to="/webview/my-profile">{t("back")}</ButtonLink>}
        >
          {t("notNeeded")}
        </EmptyState>
      </Stack>
    );
  }
  const form = (
    <ActionForm of={forms.form("save", actionData)} id="save" action={path}>
      <TextField name="name" label={t("name")} hint={t("nameHint")} autoComplete="off" autoCapitalize="words" />
      <Button track="mothers_name_save">{t("save")}</Button>
    </ActionForm>
  );
  return (
    <Stack gap="loose">
      <Title {...(isNeeded ? { lead: t("lead") } : {})}>{t("title")}</Title>
      <Saved>{t("saved")}</Saved>
      <Saved by="removed">{t("removed")}</Saved>
      {!isNeeded && <Notice>{t("notNeededKept")}</Notice>}
      {masked !== null && (
        <Card>
          <DefinitionList
            items={[
              [t("kept"), masked],
              [t("given"), givenAt && <InstantText key="at" at={givenAt} />],
            ]}
          />
        </Card>
      )}
      {isNeeded && masked === null && form}
      {isNeeded && masked !== null && (
        <Disclosure summary={t("change")} open={isRefused}>
          {form}
        </Disclosure>
      )}
      <Stack gap="tight">
        <Small>{t("use")}</Small>
        <Small>{t("sealed")}</Small>
      </Stack>
      <Notice>{t("never")}</Notice>
      {masked !== null && (
        <>
          <DialogLink to="remove" kind="quiet">
            {t("remove")}
          </DialogLink>
          <Dialog id="remove" heading={t("removeAsk")}>
            <ActionForm of={forms.form("remove", actionData)} id="remove-form" action={path}>
              {isNeeded && <p>{t("removeBody")}</p>}
              <Button kind="danger" track="mothers_name_remove">
                {t("removeDo")}
              </Button>
              <DialogClose>{t("keep")}</DialogClose>
            </ActionForm>
          </Dialog>
        </>
      )}
    </Stack>
  );
}
