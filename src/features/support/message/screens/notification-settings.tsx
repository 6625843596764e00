import { data, redirect, useSearchParams } from "react-router";
import type { Route } from "./+types/notification-settings";
import { mutableTopics } from "#features/platform/notice/contract.ts";
import { call, submit } from "#web/api.ts";
import { useLanguage, useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Choices } from "#web/ui/choices/choices.tsx";
import { Form } from "#web/ui/form/form.tsx";
import { Notice } from "#web/ui/notice/notice.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import { Section, Title } from "#web/ui/text/text.tsx";
import { contactHours, formatHours } from "#shared/dates.ts";
import { getNotificationSettings, saveNotificationSettings } from "../contract.ts";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.settings, back: "/webview/message" };

const path = "/webview/notification-settings";

export async function loader({ context }: Route.LoaderArgs) {
  return call(getNotificationSettings, {}, { context });
}

export async function action({ request, context }: Route.ActionArgs) {
  const sent = await submit(saveNotificationSettings, await request.formData(), context);
  if (!sent.ok) return data(sent.answer, { status: sent.answer.status });
  return redirect(`${path}?saved=1`, { status: 303 });
}

export default function NotificationSettings({ loaderData: { muted }, actionData }: Route.ComponentProps) {
  const t = useTexts(texts);
  const language = useLanguage();
  const [query] = useSearchParams();
  return (
    <Stack gap="loose">
      {query.has("saved") && !actionData && <Notice kind="ok" live title={t("saved")} />}
      <Title lead={t("settingsLead")}>{t("settings")}</Title>
      <Form call={saveNotificationSettings} {...(actionData ? { failure: actionData.failure } : {})}>
        <Choices
          multiple
          name="muted"
          label={t("muteLabel")}
          choices={mutableTopics.map((topic) => ({ value: topic, label: t(topic), detail: t(`mute${topic}`) }))}
          defaultValues={muted}
        />
        <Button track="notification_settings_save">{t("save")}</Button>
      </Form>
      <Section heading={t("neverMuted")}>
        <p>{t("neverMutedBody", { hours: formatHours(contactHours, language) })}</p>
      </Section>
    </Stack>
  );
}
