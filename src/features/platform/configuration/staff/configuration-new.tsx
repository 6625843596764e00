import type { Route } from "./+types/configuration-new";
import { Title } from "#web/ui/text/text.tsx";
import { defineForms } from "#web/form-actions.ts";
import { useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { onlyFor } from "#features/platform/console/parts/only-for.ts";
import { proposeConfig } from "../staff-contract.ts";
import { ValueForm } from "../parts/value-forms.tsx";
import { configurationEditorTexts as texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.newTitle };

export async function loader({ context }: Route.LoaderArgs) {
  await onlyFor({ context }, proposeConfig);
  return null;
}

const forms = defineForms({
  value: { call: proposeConfig, done: ({ proposalId }) => `/staff/configuration/proposals/${proposalId}` },
});
export const action = forms.action;

export default function ConfigurationNew({ actionData }: Route.ComponentProps) {
  const t = useTexts(texts);
  return (
    <>
      <Title>{t("newTitle")}</Title>
      <ValueForm of={forms.form("value", actionData)} configName={null} value="" isPublic={false} baseVersion={0} />
    </>
  );
}
