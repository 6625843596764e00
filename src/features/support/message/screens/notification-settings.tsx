import type { Route } from "./+types/notification-settings";
import { getEmail, setMailing } from "#features/account/email/contract.ts";
import { Mailings } from "#features/account/email/parts/mailings.tsx";
import { endPush, getPush, mutableTopics, startPush } from "#features/platform/notice/contract.ts";
import { BrowserReminders } from "#features/platform/notice/parts/browser-reminders.tsx";
import { getCampaignBreak, setCampaignBreak } from "#features/rewards/campaign/contract.ts";
import { RestForm, restInput } from "#features/rewards/campaign/parts/rest-form.tsx";
import { contactHours, formatHours, formatInstant } from "#shared/dates.ts";
import { call } from "#web/api.ts";
import { defineForms } from "#web/form-actions.ts";
import { useLanguage, useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Choices } from "#web/ui/choices/choices.tsx";
import { ActionForm, Saved } from "#web/ui/form/action-form.tsx";
import { Notice } from "#web/ui/notice/notice.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import { Section, Small, Title } from "#web/ui/text/text.tsx";
import { getNotificationSettings, saveNotificationSettings } from "../contract.ts";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.settings, back: "/webview/message" };

const path = "/webview/notification-settings";

/** Settings for notices, mails, and breaks from campaigns. // Spec account 13 */
export async function loader({ context }: Route.LoaderArgs) {
  const [{ muted }, { mailings }, { rest }, push] = await Promise.all([
    call(getNotificationSettings, {}, { context }),
    call(getEmail, {}, { context }),
    call(getCampaignBreak, {}, { context }),
    call(getPush, {}, { context }),
  ]);
  return { muted, mailings, rest, push };
}

const saved = `${path}?saved=1`;
const forms = defineForms({
  save: { call: saveNotificationSettings, done: saved },
  mailing: { call: setMailing, done: `${saved}#mailings` },
  pushStart: { call: startPush, done: `${saved}#push` },
  pushEnd: { call: endPush, done: `${saved}#push` },
  rest: { call: setCampaignBreak, input: restInput, done: `${saved}#rest` },
});
export const action = forms.action;

export default function NotificationSettings({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTexts(texts);
  const language = useLanguage();
  const { muted, mailings, rest, push } = loaderData;
  return (
    <Stack gap="loose">
      <Saved>{t("saved")}</Saved>
      <Title lead={t("settingsLead")}>{t("settings")}</Title>
      <ActionForm of={forms.form("save", actionData)} action={path}>
        <Choices
          multiple
          name="muted"
          label={t("muteLabel")}
          choices={mutableTopics.map((topic) => ({ value: topic, label: t(topic), detail: t(`mute${topic}`) }))}
          defaultValues={muted}
        />
        <Button track="notification_settings_save">{t("save")}</Button>
      </ActionForm>
      <div id="mailings">
        {mailings.length > 0 ? (
          <Mailings
            mailings={mailings}
            form={(id, which, row) => (
              <ActionForm key={id} id={id} of={forms.form("mailing", actionData)} action={path} which={which}>
                {row}
              </ActionForm>
            )}
          />
        ) : (
          <Small>
            {t("noAddress")} <a href="/webview/add-email">{t("addAddress")}</a>
          </Small>
        )}
      </div>
      <BrowserReminders
        push={push}
        start={forms.form("pushStart", actionData)}
        end={forms.form("pushEnd", actionData)}
        path={path}
      />
      <Section heading={t("restHeading")}>
        <Stack>
          {rest && (
            <Notice>
              {rest.until === null
                ? t("restsForGood")
                : t("rests", { until: formatInstant(new Date(rest.until), language) })}
            </Notice>
          )}
          {rest?.until !== null && <RestForm of={forms.form("rest", actionData)} />}
        </Stack>
      </Section>
      <Section heading={t("neverMuted")}>
        <p>{t("neverMutedBody", { hours: formatHours(contactHours, language) })}</p>
      </Section>
    </Stack>
  );
}
