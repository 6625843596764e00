import type { Route } from "./+types/serviced-loan";
import { Acts, type Act } from "#web/console/acts.tsx";
import { Case, Claim } from "#web/console/case.tsx";
import { deskForms } from "#web/console/desk.ts";
import { LocalInstant } from "#web/console/local-time.tsx";
import { StaffName, StaffProvider } from "#web/console/staff-name.tsx";
import { call } from "#web/api.ts";
import { defineForms, type BoundForm } from "#web/form-actions.ts";
import { useFrame } from "#web/frame.tsx";
import { DateText, Money, useLanguage, useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { Badge } from "#web/ui/badge/badge.tsx";
import { Button } from "#web/ui/button/button.tsx";
import { Choices } from "#web/ui/choices/choices.tsx";
import { DataTable } from "#web/ui/data-table/data-table.tsx";
import { DefinitionList } from "#web/ui/definition-list/definition-list.tsx";
import { Saved } from "#web/ui/form/action-form.tsx";
import { Notice } from "#web/ui/notice/notice.tsx";
import { ActionBar } from "#web/ui/page/page.tsx";
import { Select } from "#web/ui/select/select.tsx";
import { Section, Small } from "#web/ui/text/text.tsx";
import { AmountField, DateField, TextArea } from "#web/ui/text-field/text-field.tsx";
import { formatDate } from "#shared/dates.ts";
import { unbrokenRupiah } from "#shared/money.ts";
import { mayStaff } from "#shared/staff-permissions.ts";
import { LoanStateBadge } from "#features/credit/loan/parts/loan-state-badge.tsx";
import { LiveStatus } from "#features/credit/repayment/parts/live-status.tsx";
import { knownStaff } from "#features/platform/console/parts/known-staff.ts";
import { contactChannels, contactOutcomes } from "../contract.ts";
import { Lights } from "../parts/lights.tsx";
import { AgreedHoursLine } from "../parts/other-hours.tsx";
import { Relief } from "../parts/relief.tsx";
import {
  endContact,
  getLoanRelief,
  getStaffServicing,
  noteLenderNotified,
  notePromise,
  proposeWaiver,
  proposeWriteOff,
  servicingDesk,
  startContact,
} from "../staff-contract.ts";
import type { StaffServicing } from "../desk-contract.ts";
import { contactOutcomeTexts, promiseStateTexts, servicingStaffTexts, stepActionTexts } from "../texts.ts";

export const handle: ScreenHandle = { title: servicingStaffTexts.title };
const path = "/staff/servicing";

export async function loader({ params: { loanId }, context }: Route.LoaderArgs) {
  const [shown, relief, staff] = await Promise.all([
    call(getStaffServicing, { loanId }, { context }),
    call(getLoanRelief, { loanId }, { context }),
    knownStaff({ context }),
  ]);
  return { shown, relief, staff };
}

const toProposal = ({ proposalId }: { proposalId: string }) => `/staff/checks/${proposalId}`;
const forms = defineForms({
  contact: { call: startContact, done: "?" },
  end: { call: endContact, done: "?ended=1" },
  promise: {
    call: notePromise,
    done: ({ proposalId }) => (proposalId === null ? "?promised=1" : `/staff/checks/${proposalId}`),
  },
  waiver: { call: proposeWaiver, done: toProposal },
  told: { call: noteLenderNotified, done: "?told=1" },
  writeOff: { call: proposeWriteOff, done: toProposal },
  ...deskForms(servicingDesk, path),
});
export const action = forms.action;
type ActionData = Route.ComponentProps["actionData"];

export default function ServicedLoan({ loaderData: { shown, relief, staff }, actionData }: Route.ComponentProps) {
  const t = useTexts(servicingStaffTexts);
  const roles = useFrame().staff?.roles ?? [];
  const mayContact = mayStaff(roles, "servicing.contact");
  const [waiver, told, writeOff] = (["waiver", "told", "writeOff"] as const).map((name) =>
    forms.form(name, actionData),
  ) as [BoundForm, BoundForm, BoundForm];
  const { loanId, loanNumber, state, proposalId } = shown;
  return (
    <StaffProvider staff={staff}>
      <Case
        title={t("caseTitle", { number: loanNumber })}
        badges={<LoanStateBadge state={state} />}
        links={
          <>
            <a href={`/staff/loans/${loanId}`}>{t("toLoan")}</a>
            <a href={`/staff/loans/${loanId}/restructure`}>{t("toHelp")}</a>
          </>
        }
        facts={<Facts shown={shown} />}
        acts={
          mayContact && (
            <>
              <Claim
                claimedBy={shown.claimedBy}
                claimedUntil={shown.claimedUntil}
                isOver={!shown.isOpen}
                forms={{
                  claim: forms.form("claim", actionData),
                  release: forms.form("release", actionData),
                  next: forms.form("next", actionData),
                }}
              />
              <Acts claim={shown} acts={useActs(shown, actionData)} />
            </>
          )
        }
      >
        <Saved by="ended">{t("ended")}</Saved>
        <Saved by="promised">{t("promised")}</Saved>
        {proposalId !== null && (
          <Notice kind="attention" title={t("waits")}>
            <a href={`/staff/checks/${proposalId}`}>{t("toProposal")}</a>
          </Notice>
        )}
        {shown.running && <Running shown={shown} running={shown.running} />}
        <Contacts shown={shown} />
        <Plan shown={shown} />
        <Letters shown={shown} mayPrint={mayStaff(roles, "borrower.unmask")} />
        <Relief relief={relief} forms={mayStaff(roles, "money.propose") ? { waiver, told, writeOff } : null} />
      </Case>
    </StaffProvider>
  );
}

/** The number while it is shown; it asks again by itself, so that a payment takes it away. */
function Running({ shown, running }: { shown: StaffServicing; running: NonNullable<StaffServicing["running"]> }) {
  const t = useTexts(servicingStaffTexts);
  const { mobileNumber, until } = running;
  return (
    <Section heading={t("number")}>
      <LiveStatus path={`${path}/${shown.loanId}`} fields={{}} state={mobileNumber === null ? "GONE" : "SHOWN"}>
        {mobileNumber === null ? (
          <Notice kind="attention">{t("numberGone")}</Notice>
        ) : (
          <>
            <p className="money">
              <a href={`tel:${mobileNumber}`}>{mobileNumber}</a>
            </p>
            <Small>
              {t("numberUntil")} <LocalInstant at={until} />
            </Small>
            <Button kind="quiet">{t("check")}</Button>
          </>
        )}
      </LiveStatus>
    </Section>
  );
}

function Facts({ shown }: { shown: StaffServicing }) {
  const t = useTexts(servicingStaffTexts);
  const stateText = useTexts(promiseStateTexts);
  const { promise } = shown;
  return (
    <>
      <DefinitionList
        items={[
          [t("days"), shown.daysPastDue],
          [t("due"), <Money key="due" rupiah={shown.dueTodayRupiah} />],
          [t("lateFee"), <Money key="fee" rupiah={shown.lateFeeRupiah} />],
          [t("payoff"), <Money key="payoff" rupiah={shown.payoffRupiah} />],
          ...(promise
            ? ([
                [
                  t("promise"),
                  <span key="promise">
                    <Money rupiah={promise.amountRupiah} /> · <DateText date={promise.on} style="short" /> ·{" "}
                    {stateText(promise.state)}
                  </span>,
                ],
              ] as const)
            : []),
        ]}
      />
      <Section heading={t("lights")}>
        <Lights lights={shown.lights} />
        <AgreedHoursLine agreed={shown.agreedHours} />
      </Section>
    </>
  );
}

function useActs(shown: StaffServicing, actionData: ActionData): Act[] {
  const t = useTexts(servicingStaffTexts);
  const outcome = useTexts(contactOutcomeTexts);
  const language = useLanguage();
  const { running, range, maxOn } = shown;
  const contact: Act = {
    of: forms.form("contact", actionData),
    id: "contact",
    heading: t("contact"),
    lead: t("contactLead"),
    children: (
      <>
        <Choices
          name="channel"
          label={t("channel")}
          defaultValue="CALL"
          choices={contactChannels.map((value) => ({ value, label: t(value) }))}
        />
        <ActionBar>
          <Button track="staff_servicing_contact">{t("showNumber")}</Button>
        </ActionBar>
      </>
    ),
  };
  const end: Act = {
    of: forms.form("end", actionData),
    id: "end",
    heading: t("end"),
    children: (
      <>
        <input type="hidden" name="contactId" value={running?.contactId ?? ""} />
        <Select
          name="outcome"
          label={t("outcome")}
          options={contactOutcomes.map((value) => ({ value, label: outcome(value) }))}
        />
        <TextArea name="note" label={t("note")} hint={t("noteHint")} rows={2} />
        <ActionBar>
          <Button track="staff_servicing_end">{t("endSend")}</Button>
        </ActionBar>
      </>
    ),
  };
  const promise: Act = {
    of: forms.form("promise", actionData),
    id: "promise",
    heading: t("promise"),
    ...(range && maxOn
      ? {
          lead: t("promiseLead", {
            min: unbrokenRupiah(range.minRupiah),
            max: unbrokenRupiah(range.maxRupiah),
            last: formatDate(range.lastOn, language),
            longest: formatDate(maxOn, language),
          }),
          children: (
            <>
              <AmountField name="amountRupiah" label={t("amount")} defaultValue={String(shown.dueTodayRupiah)} />
              <DateField name="on" label={t("on")} min={range.firstOn} max={maxOn} />
              <ActionBar>
                <Button kind="secondary" track="staff_servicing_promise">
                  {t("promiseSend")}
                </Button>
              </ActionBar>
            </>
          ),
        }
      : { instead: <Small>–</Small> }),
  };
  return [...(running ? [end] : [contact]), promise];
}

function Contacts({ shown: { contacts } }: { shown: StaffServicing }) {
  const t = useTexts(servicingStaffTexts);
  const outcomeText = useTexts(contactOutcomeTexts);
  return (
    <Section heading={t("contacts")}>
      <DataTable
        caption={t("contacts")}
        captionHidden
        rows={contacts}
        rowKey={({ contactId }) => contactId}
        empty={t("noContacts")}
        columns={[
          { key: "at", label: t("at"), show: ({ startedAt }) => <LocalInstant at={startedAt} /> },
          { key: "channel", label: t("channel"), show: ({ channel }) => t(channel) },
          { key: "staff", label: t("staff"), show: ({ staffId }) => <StaffName id={staffId} /> },
          {
            key: "outcome",
            label: t("outcome"),
            show: ({ outcome, note, objectedAt }) => (
              <>
                {outcome ? outcomeText(outcome) : "–"} {objectedAt && <Badge kind="attention">{t("objected")}</Badge>}
                {note && <Small>{note}</Small>}
              </>
            ),
          },
        ]}
      />
    </Section>
  );
}

/** Letters that were sent; who may see an address may print them. */
function Letters({ shown: { loanId, letters }, mayPrint }: { shown: StaffServicing; mayPrint: boolean }) {
  const t = useTexts(servicingStaffTexts);
  if (letters.length === 0) return null;
  return (
    <Section heading={t("letters")}>
      {mayPrint && <Small>{t("lettersLead")}</Small>}
      <DefinitionList
        items={letters.map(({ letterId, title, sentAt }) => [
          <LocalInstant key={letterId} at={sentAt} />,
          mayPrint ? (
            <a key={letterId} href={`/api/staff/servicing/${loanId}/letters/${letterId}/pdf`}>
              {title} (PDF)
            </a>
          ) : (
            title
          ),
        ])}
      />
    </Section>
  );
}

function Plan({ shown: { plan } }: { shown: StaffServicing }) {
  const t = useTexts(servicingStaffTexts);
  const actionText = useTexts(stepActionTexts);
  return (
    <Section heading={t("plan")}>
      <DefinitionList
        items={plan.map(({ step, on, action: of, state }) => [
          <DateText key={step} date={on} style="short" />,
          <span key={step}>
            {actionText(of)} <Badge kind={state === "DONE" ? "ok" : "plain"}>{t(state)}</Badge>
          </span>,
        ])}
      />
    </Section>
  );
}
