import { data } from "react-router";
import type { Route } from "./+types/webhooks";
import { defineForms } from "#web/form-actions.ts";
import { readPage } from "#web/list.ts";
import { useFrame } from "#web/frame.tsx";
import { useTexts } from "#web/language.tsx";
import { pageFrame, type ScreenHandle } from "#web/screen.ts";
import { ActionForm, Saved } from "#web/ui/form/action-form.tsx";
import { Button } from "#web/ui/button/button.tsx";
import { CopyText } from "#web/ui/copy-text/copy-text.tsx";
import { Pagination } from "#web/ui/pagination/pagination.tsx";
import { Select } from "#web/ui/select/select.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import { Section, Small, Title } from "#web/ui/text/text.tsx";
import { TextField } from "#web/ui/text-field/text-field.tsx";
import { sandboxReceiverPath } from "#shared/sandbox-ports.ts";
import { putSandboxNext } from "../contract.ts";
import { ReceivedList } from "../parts/received-list.tsx";
import { texts } from "../texts.ts";
import { webhookReceiverTexts } from "../parts/receiver-texts.ts";
import { listSandboxWebhooks } from "../webhook-contract.ts";

export const handle: ScreenHandle = { title: webhookReceiverTexts.title, measure: "wide", noIndex: true };

/** The name in the address until another one is asked for. */
const firstInbox = "demo";

export async function loader({ request, context }: Route.LoaderArgs) {
  if (!context.get(pageFrame).sandbox) throw data(null, { status: 404 });
  const inboxName = new URL(request.url).searchParams.get("inbox")?.trim().toLowerCase() ?? "";
  const inbox = /^[a-z0-9-]{1,40}$/.test(inboxName) ? inboxName : null;
  const input = { limit: 20, ...(inbox ? { inbox } : {}) };
  const { items, page } = await readPage(request, listSandboxWebhooks, input, { context });
  return { items, page, inbox };
}

/** Maximal answers set by one form. */
const maxAnswers = 8;

const forms = defineForms({
  next: {
    call: putSandboxNext,
    input({ form }) {
      const times = Math.min(maxAnswers, Math.max(1, Math.trunc(Number(form.get("times")) || 1)));
      const outcome = String(form.get("outcome") ?? "");
      return {
        port: "WEBHOOK",
        key: inboxTyped(form),
        answers: Array.from({ length: times }, () => ({ outcome })),
        outcome: undefined,
        times: undefined,
      };
    },
    done: (_reply, { form }) => `/sandbox/webhooks?${new URLSearchParams({ inbox: inboxTyped(form), set: "1" })}#next`,
  },
});
export const action = forms.action;

const inboxTyped = (form: FormData): string =>
  String(form.get("key") ?? "")
    .trim()
    .toLowerCase();

export default function Webhooks({ loaderData: { items, page, inbox }, actionData }: Route.ComponentProps) {
  const t = useTexts(webhookReceiverTexts);
  const all = useTexts(texts);
  const { siteOrigin } = useFrame();
  const name = inbox ?? firstInbox;
  return (
    <Stack gap="loose">
      <Title lead={t("lead")}>{t("title")}</Title>
      <CopyText label={t("address")} value={siteOrigin + sandboxReceiverPath + name} />
      <Small>
        {t("addressHow")} <a href="/staff/webhooks">{t("toEndpoints")}</a>
      </Small>
      <Section heading={t("next")} id="next">
        <Small>{t("nextLead")}</Small>
        <Saved by="set">{t("isSet")}</Saved>
        <ActionForm of={forms.form("next", actionData)} id="next-form" values={{ key: name, times: "1" }}>
          <TextField name="key" label={t("inbox")} hint={t("inboxHint")} autoComplete="off" autoCapitalize="none" />
          <Select
            name="outcome"
            label={t("outcome")}
            options={(["OK", "SERVER_ERROR", "GONE", "REDIRECT", "SLOW"] as const).map((value) => ({
              value,
              label: t(value),
            }))}
          />
          <TextField name="times" label={t("times")} type="text" inputMode="numeric" />
          <Button kind="secondary">{t("set")}</Button>
        </ActionForm>
      </Section>
      <Section
        heading={t("received")}
        aside={<a href={`/sandbox/webhooks${inbox ? `?inbox=${inbox}` : ""}`}>{all("refresh")}</a>}
      >
        {inbox !== null && (
          <Small>
            {t("ofInbox", { inbox })} <a href="/sandbox/webhooks">{t("everyInbox")}</a>
          </Small>
        )}
        <ReceivedList events={items} />
        <Pagination page={page} />
      </Section>
      <Small>
        <a href="/sandbox">{all("title")}</a>
      </Small>
    </Stack>
  );
}
