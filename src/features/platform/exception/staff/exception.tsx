import type { Route } from "./+types/exception";
import { Acts, type Act } from "#web/console/acts.tsx";
import { Case } from "#web/console/case.tsx";
import { LocalInstant } from "#web/console/local-time.tsx";
import { StaffName, StaffProvider } from "#web/console/staff-name.tsx";
import { call } from "#web/api.ts";
import { defineForms, type BoundForm } from "#web/form-actions.ts";
import { useFrame } from "#web/frame.tsx";
import { Money, useLanguage, useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { Badge } from "#web/ui/badge/badge.tsx";
import { Button } from "#web/ui/button/button.tsx";
import { DataTable } from "#web/ui/data-table/data-table.tsx";
import { DefinitionList } from "#web/ui/definition-list/definition-list.tsx";
import { FormRefusal, Saved } from "#web/ui/form/action-form.tsx";
import { Notice } from "#web/ui/notice/notice.tsx";
import { ActionBar } from "#web/ui/page/page.tsx";
import { Section, Small } from "#web/ui/text/text.tsx";
import { TextArea } from "#web/ui/text-field/text-field.tsx";
import { formatInstant } from "#shared/dates.ts";
import { mayStaff } from "#shared/staff-permissions.ts";
import { knownStaff } from "#features/platform/console/parts/known-staff.ts";
import { closeException, getException, retryException, type ExceptionDetail, type PartnerReport } from "../contract.ts";
import { TraceLink } from "../parts/trace-link.tsx";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.title };

export async function loader({ params: { exceptionId }, context }: Route.LoaderArgs) {
  const [found, staff] = await Promise.all([call(getException, { exceptionId }, { context }), knownStaff({ context })]);
  return { found, staff };
}

const forms = defineForms({
  retry: { call: retryException, done: "?retried=1" },
  close: { call: closeException, done: "?closed=1" },
});
export const action = forms.action;

export default function Exception({ loaderData: { found, staff }, actionData }: Route.ComponentProps) {
  const t = useTexts(texts);
  const language = useLanguage();
  const roles = useFrame().staff?.roles ?? [];
  const { state, borrowerId, loanId, waiting } = found;
  const mayOpen = mayStaff(roles, "borrower.read");
  const [retry, close] = [forms.form("retry", actionData), forms.form("close", actionData)];
  const acts = useActs(found, { retry, close });
  return (
    <StaffProvider staff={staff}>
      <Case
        title={t("caseTitle", { text: found.text })}
        badges={<Badge kind={state === "OPEN" ? "attention" : "plain"}>{t(state)}</Badge>}
        links={
          <>
            {mayOpen && borrowerId !== null && <a href={`/staff/borrowers/${borrowerId}`}>{t("borrowerPage")}</a>}
            {mayOpen && loanId !== null && <a href={`/staff/loans/${loanId}`}>{t("loanPage")}</a>}
          </>
        }
        facts={<Facts found={found} />}
        acts={mayStaff(roles, "exception.settle") && <Acts acts={acts} />}
      >
        {state === "RETRYING" && <Saved by="retried">{t("retried")}</Saved>}
        {state === "CLOSED" && <Saved by="closed">{t("closed")}</Saved>}
        {/* A form that is gone from the page cannot say why it was refused. */}
        {state !== "OPEN" && <FormRefusal of={retry} />}
        {state === "CLOSED" && <FormRefusal of={close} />}
        {waiting !== null && waiting.failures > 0 && (
          <Notice kind="attention">
            {t("failed", {
              count: waiting.failures,
              at: formatInstant(new Date(waiting.nextAt), language, "WIB", "short"),
            })}
          </Notice>
        )}
        <Steps steps={found.steps} />
      </Case>
    </StaffProvider>
  );
}

/** The actions in the current state: while a retry runs, an exception can only be closed. */
function useActs({ state, mayRetry }: ExceptionDetail, forms: { retry: BoundForm; close: BoundForm }): Act[] {
  const t = useTexts(texts);
  const retry: Act = {
    of: forms.retry,
    id: "retry",
    heading: t("retry"),
    ...(mayRetry ? { lead: t("retryLead") } : { instead: <Small>{t("orphaned")}</Small> }),
    children: (
      <ActionBar>
        <Button>{t("retry")}</Button>
      </ActionBar>
    ),
  };
  const close: Act = {
    of: forms.close,
    id: "close",
    heading: t("close"),
    lead: t("closeLead"),
    children: (
      <>
        <TextArea name="reason" label={t("reason")} hint={t("reasonHint")} rows={3} />
        <ActionBar>
          <Button kind="secondary">{t("close")}</Button>
        </ActionBar>
      </>
    ),
  };
  return state === "CLOSED" ? [] : state === "RETRYING" ? [close] : [retry, close];
}

function Facts({ found }: { found: ExceptionDetail }) {
  const t = useTexts(texts);
  const { closedAt, closedBy, reason, report } = found;
  return (
    <DefinitionList
      items={[
        [t("why"), found.causeText],
        ...(report ? reportItems(report, t) : []),
        [t("leftAt"), <LocalInstant key="left" at={found.leftAt} />],
        [t("times"), found.times],
        [t("event"), <EventName key="event" found={found} />],
        [t("happenedAt"), <LocalInstant key="happened" at={found.happenedAt} />],
        [t("trace"), <TraceLink key="trace" traceId={found.traceId} />],
        [t("subscriber"), <code key="subscriber">{found.subscriber}</code>],
        ...(closedAt ? ([[t("closedAt"), <LocalInstant key="closed" at={closedAt} />]] as const) : []),
        ...(closedBy
          ? ([
              [t("closedBy"), <StaffName key="by" id={closedBy} />],
              [t("reason"), reason ?? t("reasonForgotten")],
            ] as const)
          : []),
      ]}
    />
  );
}

function reportItems(report: PartnerReport, t: (key: keyof typeof texts & string) => string) {
  const { provider, kind, reference, paymentId, amountRupiah, code, receivedAt } = report;
  return [
    [t("reported"), t(kind)],
    [t("partner"), provider],
    [t("reference"), <code key="reference">{reference}</code>],
    ...(paymentId === null ? [] : ([[t("paymentId"), <code key="payment">{paymentId}</code>]] as const)),
    ...(amountRupiah === null ? [] : ([[t("amount"), <Money key="amount" rupiah={amountRupiah} />]] as const)),
    ...(code === null ? [] : ([[t("code"), <code key="code">{code}</code>]] as const)),
    [t("receivedAt"), <LocalInstant key="received" at={receivedAt} />],
  ] as const;
}

const EventName = ({ found: { event, eventId } }: { found: ExceptionDetail }) => <code title={eventId}>{event}</code>;

function Steps({ steps }: { steps: ExceptionDetail["steps"] }) {
  const t = useTexts(texts);
  return (
    <Section heading={t("steps")}>
      <DataTable
        caption={t("steps")}
        captionHidden
        rows={steps.map((step, index) => ({ ...step, index }))}
        rowKey={({ index }) => String(index)}
        columns={[
          { key: "when", label: t("when"), show: ({ at }) => <LocalInstant at={at} /> },
          { key: "step", label: t("step"), show: ({ causeText }) => causeText },
          { key: "state", label: t("state"), show: ({ state }) => t(state) },
          {
            key: "who",
            label: t("who"),
            show: ({ actor }) => (actor === "SYSTEM" ? t("SYSTEM") : <StaffName id={actor.replace(/^STAFF:/, "")} />),
          },
        ]}
      />
    </Section>
  );
}
