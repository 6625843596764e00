import type { Route } from "./+types/loan";
import { WithShortIds } from "#web/console/short-id.tsx";
import { Badge } from "#web/ui/badge/badge.tsx";
import { Button } from "#web/ui/button/button.tsx";
import { DataTable } from "#web/ui/data-table/data-table.tsx";
import { DefinitionList } from "#web/ui/definition-list/definition-list.tsx";
import { Form } from "#web/ui/form/form.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import { Tabs } from "#web/ui/tabs/tabs.tsx";
import { Section, Small, Title } from "#web/ui/text/text.tsx";
import { DateField } from "#web/ui/text-field/text-field.tsx";
import { LoanStateBadge } from "#features/credit/loan/parts/loan-state-badge.tsx";
import { call } from "#web/api.ts";
import { DateText, InstantText, Money, useLanguage, useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { addDays, formatDate } from "#shared/dates.ts";
import { formatPpm } from "#shared/money.ts";
import { getStaffLoan, maxDaysAhead, type StaffLoan } from "../loan-contract.ts";
import { loanTexts } from "../parts/loan-texts.ts";
import { PostingTable } from "../parts/posting-table.tsx";

export const handle: ScreenHandle = { title: loanTexts.loanTitle };

export async function loader({ request, params: { loanId }, context }: Route.LoaderArgs) {
  const asOf = new URL(request.url).searchParams.get("asOf");
  return call(getStaffLoan, { loanId, ...(asOf ? { asOf } : {}) }, { context });
}

export default function Loan({ loaderData: loan }: Route.ComponentProps) {
  const t = useTexts(loanTexts);
  return (
    <>
      <Title>{t("loanHeading", { number: loan.loanNumber })}</Title>
      {loan.balance && <a href={`/staff/loans/${loan.loanId}/restructure`}>{t("help")}</a>}
      <Parts loan={loan} />
      <div className="console-grid console-tables">
        <div className="console-aside">
          <Facts loan={loan} />
        </div>
        <div className="console-main">
          <Balance loan={loan} />
          <Events events={loan.events} />
          <Transfers transfers={loan.transfers} />
          <Papers documents={loan.documents} />
          {loan.postings && <PostingTable postings={loan.postings} />}
          <Messages loan={loan} />
          <Happened loan={loan} />
        </div>
      </div>
    </>
  );
}

/** The page is long: each of its parts is a step away. */
function Parts({ loan }: { loan: StaffLoan }) {
  const t = useTexts(loanTexts);
  const parts = [
    ...(loan.balance ? (["balanceAndSchedule"] as const) : []),
    "events",
    "transfers",
    "documents",
    ...(loan.postings ? (["postings"] as const) : []),
    "messages",
    "timeline",
  ] as const;
  return <Tabs wrap label={t("parts")} tabs={parts.map((part) => ({ to: `#${part}`, label: t(part) }))} />;
}

function Facts({ loan }: { loan: StaffLoan }) {
  const t = useTexts(loanTexts);
  const language = useLanguage();
  const at = (instant: string | null) => (instant ? <InstantText at={instant} /> : null);
  return (
    <DefinitionList
      items={[
        [
          t("borrower"),
          <a key="borrower" href={`/staff/borrowers/${loan.borrowerId}`}>
            {t("openBorrower")}
          </a>,
        ],
        [t("state"), <LoanStateBadge key="state" state={loan.state} />],
        [t("principal"), <Money key="principal" rupiah={loan.principalRupiah} />],
        [t("tenor"), t("days", { count: loan.tenorDays })],
        [t("dailyRate"), formatPpm(loan.dailyRatePpm, language)],
        [t("submitted"), at(loan.submittedAt)],
        [t("decided"), at(loan.decidedAt)],
        [t("signed"), at(loan.signedAt)],
        [t("disbursed"), loan.disbursedOn ? <DateText key="disbursed" date={loan.disbursedOn} /> : null],
        [t("ended"), at(loan.endedAt)],
      ]}
    />
  );
}

function Balance({ loan }: { loan: StaffLoan }) {
  const t = useTexts(loanTexts);
  const language = useLanguage();
  const { balance } = loan;
  if (!balance || !loan.disbursedOn) return <Small>{t("notOut")}</Small>;
  const money = (rupiah: number) => <Money rupiah={rupiah} />;
  return (
    <Section heading={t("balance", { date: formatDate(balance.asOf, language) })} id="balanceAndSchedule">
      <Stack>
        <Form method="get" values={{ asOf: balance.asOf }}>
          <div className="console-line">
            <DateField name="asOf" label={t("asOf")} min={loan.disbursedOn} max={addDays(loan.today, maxDaysAhead)} />
            <Button kind="secondary" compact>
              {t("show")}
            </Button>
          </div>
        </Form>
        <DefinitionList
          items={[
            [t("payoff"), money(balance.payoffRupiah)],
            [t("dueNow"), money(balance.dueNowRupiah)],
            [t("daysPastDue"), balance.daysPastDue],
            [
              t("nextDue"),
              balance.nextDueOn && (
                <span key="next">
                  <DateText date={balance.nextDueOn} style="short" /> · {money(balance.nextDueRupiah)}
                </span>
              ),
            ],
            [t("outstandingPrincipal"), money(balance.unpaid.principalRupiah)],
            [t("unpaidInterest"), money(balance.unpaid.interestRupiah)],
            [t("unpaidFee"), money(balance.unpaid.feeRupiah)],
            [t("unpaidLateFee"), money(balance.unpaid.lateFeeRupiah)],
            [t("paidIn"), money(balance.paidInRupiah)],
            [t("overpaid"), money(balance.overpaidRupiah)],
          ]}
        />
        <Schedule rows={balance.rows} />
      </Stack>
    </Section>
  );
}

const rowKinds = { PAID: "ok", UPCOMING: "info", DUE_TODAY: "attention", OVERDUE: "bad" } as const;

function Schedule({ rows }: { rows: NonNullable<StaffLoan["balance"]>["rows"] }) {
  const t = useTexts(loanTexts);
  return (
    <DataTable
      caption={t("schedule")}
      rows={rows}
      rowKey={(row) => String(row.number)}
      columns={[
        { key: "number", label: t("number"), show: (row) => row.number },
        { key: "due", label: t("dueOn"), show: (row) => <DateText date={row.dueOn} style="short" /> },
        {
          key: "principal",
          label: t("principal"),
          figures: true,
          show: (row) => <Money rupiah={row.principalRupiah} />,
        },
        { key: "interest", label: t("interest"), figures: true, show: (row) => <Money rupiah={row.interestRupiah} /> },
        { key: "fee", label: t("fee"), figures: true, show: (row) => <Money rupiah={row.feeRupiah} /> },
        { key: "total", label: t("total"), figures: true, show: (row) => <Money rupiah={row.totalRupiah} /> },
        { key: "unpaid", label: t("unpaid"), figures: true, show: (row) => <Money rupiah={row.unpaidRupiah} /> },
        { key: "state", label: t("state"), show: (row) => <Badge kind={rowKinds[row.status]}>{t(row.status)}</Badge> },
      ]}
    />
  );
}

function Events({ events }: { events: StaffLoan["events"] }) {
  const t = useTexts(loanTexts);
  const source = (from: string | null) => {
    if (from === null) return "–";
    return t((from.startsWith("UNMATCHED:") ? "SUSPENSE" : from) as "QRIS");
  };
  return (
    <DataTable
      id="events"
      caption={t("events")}
      rows={events}
      rowKey={(event) => event.id}
      empty={t("noEvents")}
      columns={[
        {
          key: "kind",
          label: t("kind"),
          show: (event) =>
            event.receiptId ? <a href={`/staff/payments/${event.receiptId}`}>{t(event.kind)}</a> : t(event.kind),
        },
        {
          key: "amount",
          label: t("amount"),
          figures: true,
          show: (event) => (event.amountRupiah === null ? "–" : <Money rupiah={event.amountRupiah} />),
        },
        { key: "date", label: t("valueDate"), show: (event) => <DateText date={event.valueDate} style="short" /> },
        { key: "from", label: t("from"), show: (event) => source(event.from) },
        { key: "recorded", label: t("recorded"), show: (event) => <InstantText at={event.recordedAt} style="short" /> },
        {
          key: "state",
          label: t("state"),
          show: (event) => (event.isReversed ? <Badge kind="bad">{t("reversed")}</Badge> : ""),
        },
      ]}
    />
  );
}

function Transfers({ transfers }: { transfers: StaffLoan["transfers"] }) {
  const t = useTexts(loanTexts);
  return (
    <DataTable
      id="transfers"
      caption={t("transfers")}
      rows={transfers}
      rowKey={(one) => one.transferId}
      empty={t("noTransfers")}
      columns={[
        { key: "state", label: t("state"), show: (one) => t(one.state as "SETTLED") },
        { key: "amount", label: t("amount"), figures: true, show: (one) => <Money rupiah={one.amountRupiah} /> },
        {
          key: "code",
          label: t("code"),
          show: (one) => (one.code === null ? "–" : <span className="console-id">{one.code}</span>),
        },
        { key: "ordered", label: t("ordered"), show: (one) => <InstantText at={one.orderedAt} style="short" /> },
      ]}
    />
  );
}

function Papers({ documents }: { documents: StaffLoan["documents"] }) {
  const t = useTexts(loanTexts);
  return (
    <DataTable
      id="documents"
      caption={t("documents")}
      rows={documents}
      rowKey={(one) => one.id}
      empty={t("noDocuments")}
      columns={[
        { key: "title", label: t("title"), show: (one) => one.title },
        { key: "state", label: t("state"), show: (one) => t(one.state === "ACCEPTED" ? "ACCEPTED_TEXT" : one.state) },
        { key: "verify", label: t("verify"), show: (one) => <a href={one.verifyPath}>{t("verify")}</a> },
      ]}
    />
  );
}

/** Messages to the borrower about this loan, and their delivery. */
function Messages({ loan: { timeline } }: { loan: StaffLoan }) {
  const t = useTexts(loanTexts);
  return (
    <Happenings
      id="messages"
      caption={t("messages")}
      empty={t("noMessages")}
      items={timeline.filter(({ kind }) => kind === "MESSAGE")}
    />
  );
}

function Happenings({
  id,
  caption,
  empty,
  items,
}: {
  id: string;
  caption: string;
  empty: string;
  items: StaffLoan["timeline"];
}) {
  const t = useTexts(loanTexts);
  return (
    <DataTable
      id={id}
      caption={caption}
      rows={items.map((item, index) => ({ ...item, index }))}
      rowKey={(item) => `${item.at} ${item.index}`}
      empty={empty}
      columns={[
        { key: "when", label: t("when"), show: (item) => <InstantText at={item.at} style="short" /> },
        { key: "what", label: t("what"), show: (item) => item.text },
        {
          key: "details",
          label: t("details"),
          show: (item) => (
            <span className="console-quote">{item.details ? <WithShortIds text={item.details} /> : "–"}</span>
          ),
        },
      ]}
    />
  );
}

function Happened({ loan }: { loan: StaffLoan }) {
  const t = useTexts(loanTexts);
  return (
    <>
      <Happenings
        id="timeline"
        caption={t("timeline")}
        empty={t("noTimeline")}
        items={loan.timeline.filter(({ kind }) => kind !== "MESSAGE")}
      />
      <Small>
        <a href={`/staff/borrowers/${loan.borrowerId}/timeline`}>{t("wholeTimeline")}</a>
      </Small>
    </>
  );
}
