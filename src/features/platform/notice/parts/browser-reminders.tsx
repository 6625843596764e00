/** Reminders by the browser itself, on a screen that has the forms `startPush` and `endPush`. */
import { pushUrl } from "virtual:enhance";
import { formatInstant } from "#shared/dates.ts";
import { useFrame } from "#web/frame.tsx";
import { useLanguage, useTexts } from "#web/language.tsx";
import type { BoundForm } from "#web/form-actions.ts";
import { Button } from "#web/ui/button/button.tsx";
import { ActionForm } from "#web/ui/form/action-form.tsx";
import { Notice } from "#web/ui/notice/notice.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import { Section, Small } from "#web/ui/text/text.tsx";
import type { PushState } from "../contract.ts";
import { texts } from "../texts.ts";

/** `start` and `end` are the screen's forms; `path` is the screen itself. */
export function BrowserReminders({
  push: { publicKey, isOn, until, browsers },
  start,
  end,
  path,
}: {
  push: PushState;
  start: BoundForm;
  end: BoundForm;
  path: string;
}) {
  const t = useTexts(texts);
  const language = useLanguage();
  const { nonce } = useFrame();
  const others = browsers - (isOn ? 1 : 0);
  return (
    <Section heading={t("pushHeading")} id="push">
      <Stack>
        <p>{t("pushLead")}</p>
        {publicKey === null && <Small>{t("pushUnavailable")}</Small>}
        {isOn && until !== null && (
          <>
            <Notice kind="ok">{t("pushOn", { until: formatInstant(new Date(until), language) })}</Notice>
            <ActionForm id="push-end" of={end} action={path} which={{ everywhere: "false" }}>
              <Button kind="secondary" track="push_end">
                {t("pushEnd")}
              </Button>
            </ActionForm>
          </>
        )}
        {!isOn && publicKey !== null && (
          <div className="stack" data-push={publicKey}>
            <div data-push-part="unable">
              <Notice>{t("pushUnable")}</Notice>
            </div>
            <div data-push-part="denied" role="status" hidden>
              <Notice kind="attention">{t("pushDenied")}</Notice>
            </div>
            <div data-push-part="failed" role="status" hidden>
              <Notice kind="bad">{t("pushFailed")}</Notice>
            </div>
            <div data-push-part="form" hidden={!start.answer}>
              <ActionForm id="push-start" of={start} action={path} hidden={{ endpoint: "", p256dh: "", auth: "" }}>
                <Button kind="secondary" track="push_start" startsPush>
                  {t("pushStart")}
                </Button>
              </ActionForm>
            </div>
            <script src={pushUrl} nonce={nonce} defer />
          </div>
        )}
        {others > 0 && (
          <ActionForm id="push-end-all" of={end} action={path} which={{ everywhere: "true" }}>
            <Button kind="secondary" track="push_end_everywhere">
              {t("pushEndEverywhere", { count: browsers })}
            </Button>
          </ActionForm>
        )}
      </Stack>
    </Section>
  );
}
