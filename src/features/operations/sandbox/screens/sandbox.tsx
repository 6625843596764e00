import type { Route } from "./+types/sandbox";
import { call } from "#web/api.ts";
import { defineForms } from "#web/form-actions.ts";
import { sandboxHostPath } from "#shared/sandbox-host.ts";
import { useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { LinkList } from "#web/ui/link-list/link-list.tsx";
import { Tabs } from "#web/ui/tabs/tabs.tsx";
import { Section, Small, Title } from "#web/ui/text/text.tsx";
import {
  advanceSandboxClock,
  getSandboxClock,
  listSandboxEntryCodes,
  listSandboxMessages,
  listSandboxNext,
  listSandboxPersons,
  listSandboxStaff,
} from "../contract.ts";
import { listPayables, paySandboxBank } from "../bank-contract.ts";
import { listSandboxRequests } from "../request-contract.ts";
import { BankCounter } from "../parts/bank-counter.tsx";
import { ClockCard } from "../parts/clock-card.tsx";
import { EntryCodes } from "../parts/entry-codes.tsx";
import { NextAnswers } from "../parts/next-answers.tsx";
import { MessageList } from "../parts/message-list.tsx";
import { PersonCards } from "../parts/person-cards.tsx";
import { RequestList } from "../parts/request-list.tsx";
import { StaffCards } from "../parts/staff-cards.tsx";
import { texts } from "../texts.ts";
import { webhookReceiverTexts } from "../parts/receiver-texts.ts";

export const handle: ScreenHandle = { title: texts.title, measure: "wide", noIndex: true };

export async function loader({ request, context }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams;
  const to = query.get("to")?.trim() ?? "";
  const cursor = query.get("cursor");
  const [clock, messages, payables, persons, staff, next, requests, codes] = await Promise.all([
    call(getSandboxClock, {}, { context }),
    call(listSandboxMessages, { limit: 10, ...(to ? { to } : {}), ...(cursor ? { cursor } : {}) }, { context }),
    call(listPayables, {}, { context }),
    call(listSandboxPersons, {}, { context }),
    call(listSandboxStaff, {}, { context }),
    call(listSandboxNext, {}, { context }),
    call(listSandboxRequests, { limit: shownRequests }, { context }),
    call(listSandboxEntryCodes, {}, { context }),
  ]);
  const paid = (["PAID", "FAILED"] as const).find((outcome) => outcome === query.get("paid")) ?? null;
  return {
    clock,
    to,
    messages,
    payables: payables.items,
    persons: persons.items,
    staff: staff.items,
    next: next.items,
    requests: requests.items,
    codes: codes.items,
    moved: query.has("moved"),
    paid,
  };
}

/** The rest is on a page of its own. */
const shownRequests = 4;
/** A QRIS code's whole string begins with its format indicator. */
const qrisBeginning = "000201";

const forms = defineForms({
  pay: {
    call: paySandboxBank,
    input: ({ form }): Record<string, unknown> => {
      const target = String(form.get("reference") ?? "").trim();
      return target.startsWith(qrisBeginning) ? { reference: undefined, qris: target } : {};
    },
    done: ({ outcome }) => `/sandbox?paid=${outcome}#bank`,
  },
  clock: {
    call: advanceSandboxClock,
    input: ({ form }): Record<string, unknown> => {
      const days = String(form.get("days") ?? "");
      if (days === "") return {};
      return { advanceSeconds: /^\d{1,4}$/.test(days) ? Number(days) * 86_400 : -1 };
    },
    done: "/sandbox?moved=1#clock",
  },
});
export const action = forms.action;

export default function Sandbox({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTexts(texts);
  const receiver = useTexts(webhookReceiverTexts);
  const { clock, to, messages, payables, persons, staff, next, requests, codes, moved, paid } = loaderData;
  const answerTo = (name: "pay" | "clock") => forms.form(name, actionData).answer;
  return (
    <div className="sandbox">
      <div className="sandbox-wide">
        <Title lead={t("lead")}>{t("title")}</Title>
        <Tabs
          label={t("places")}
          tabs={(["messages", "clock", "bank", "persons", "staff", "next", "requests"] as const).map((part) => ({
            to: `#${part}`,
            label: t(part),
          }))}
        />
      </div>
      <div>
        <Section heading={t("start")}>
          <p>{t("startPerson")}</p>
          <LinkList
            items={[
              { to: "/login", label: t("startLogin"), detail: t("startLoginDetail"), icon: "phone" },
              { to: "/webview/apply-loan", label: t("startApply"), detail: t("startApplyDetail"), icon: "loan" },
              { to: "#bank", label: t("startPay"), detail: t("startPayDetail"), icon: "bank" },
              { to: "#clock", label: t("startClock"), detail: t("startClockDetail"), icon: "clock" },
            ]}
          />
        </Section>
      </div>
      <div className="sandbox-messages">
        <MessageList to={to} messages={messages} />
      </div>
      <ClockCard clock={clock} moved={moved} answer={answerTo("clock")} />
      <BankCounter payables={payables} paid={paid} answer={answerTo("pay")} />
      <div className="sandbox-wide">
        <PersonCards persons={persons} />
      </div>
      <div className="sandbox-wide">
        <StaffCards staff={staff} />
      </div>
      {codes.length > 0 && (
        <div className="sandbox-wide">
          <EntryCodes codes={codes} />
        </div>
      )}
      <div className="sandbox-wide">
        <NextAnswers ports={next} />
      </div>
      <div className="sandbox-wide">
        <Section heading={t("requests")} id="requests" aside={<a href="/sandbox/requests">{t("allRequests")}</a>}>
          <Small>{t("requestsLead")}</Small>
          <RequestList requests={requests} />
        </Section>
      </div>
      <div className="sandbox-wide">
        <Section heading={t("more")}>
          <LinkList
            items={[
              { to: "/api/docs", label: t("apiDocs"), icon: "document" },
              { to: sandboxHostPath, label: t("host"), detail: t("hostLead"), icon: "phone" },
              { to: "/sandbox/webhooks", label: receiver("title"), detail: receiver("lead"), icon: "document" },
              { to: "/sandbox/areas", label: t("areas"), icon: "home" },
              { to: "/gallery", label: t("gallery"), icon: "copy" },
            ]}
          />
        </Section>
      </div>
    </div>
  );
}
