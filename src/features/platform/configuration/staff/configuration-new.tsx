import { data, redirect } from "react-router";
import type { Route } from "./+types/configuration-new";
import { Title } from "#web/ui/text/text.tsx";
import { call, submit } from "#web/api.ts";
import { useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { getStaffSession } from "#features/platform/console/contract.ts";
import { proposeConfig } from "../staff-contract.ts";
import { ValueForm } from "../parts/value-forms.tsx";
import { editorTexts as texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.newTitle };

export async function loader({ context }: Route.LoaderArgs) {
  await call(getStaffSession, {}, { context });
  return null;
}

export async function action({ request, context }: Route.ActionArgs) {
  const sent = await submit(proposeConfig, await request.formData(), context);
  if (!sent.ok) return data(sent.answer, { status: sent.answer.status });
  throw redirect(`/staff/configuration/proposals/${sent.reply.proposalId}`, 303);
}

export default function ConfigurationNew({ actionData }: Route.ComponentProps) {
  const t = useTexts(texts);
  return (
    <>
      <Title>{t("newTitle")}</Title>
      <ValueForm
        configName={null}
        value=""
        isPublic={false}
        baseVersion={0}
        {...(actionData ? { values: actionData.values, failure: actionData.failure } : {})}
      />
    </>
  );
}
