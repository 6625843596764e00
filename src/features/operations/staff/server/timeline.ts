/** What happened to a borrower, from every domain that knows something, newest first. */
import { messageChannels, type MessageChannel } from "#server/outside/messaging/port.ts";
import type { Services } from "#server/services.ts";
import { registrationOf } from "#features/account/login/server/index.ts";
import { deliveriesTo, numberOf } from "#features/account/verification/server/index.ts";
import { disbursementsOf } from "#features/credit/disbursement/server/index.ts";
import { limitChangesOf } from "#features/credit/limit/server/index.ts";
import { listLoans, loanTimelines, type LoanEventRow, type LoanRow } from "#features/credit/loan/server/index.ts";
import { paymentsOfLoans } from "#features/credit/repayment/server/index.ts";
import { auditEntries } from "#features/operations/audit/server/index.ts";
import { complaintHappenings } from "#features/support/complaint/server/index.ts";
import { deliveriesOf } from "#features/operations/delivery/server/index.ts";
import type { TimelineEntry } from "../staff-contract.ts";

/** Of each source; what is older is reached by `before` as far as the source tells it. */
const mostOfSource = 200;
const mostLoans = 50;
const pageSize = 50;

type Kind = TimelineEntry["kind"];
type Happening = Omit<TimelineEntry, "at"> & { at: Date };
/** `loans` are read once for all sources that ask. */
type Source = (services: Services, borrowerId: string, loans: () => Promise<LoanRow[]>) => Promise<Happening[]>;

const account: Source = async ({ database }, borrowerId) => {
  const registration = await registrationOf(database, borrowerId);
  if (!registration) return [];
  const { registeredAt, lastLoginAt, passwordSetAt, brand } = registration;
  const happened: Happening[] = [
    { at: registeredAt, kind: "ACCOUNT", what: "REGISTERED", facts: { brand } },
    { at: lastLoginAt, kind: "ACCOUNT", what: "LAST_LOGIN", facts: {} },
  ];
  if (passwordSetAt) happened.push({ at: passwordSetAt, kind: "ACCOUNT", what: "PASSWORD_SET", facts: {} });
  return happened;
};

/** What happened to each loan; messages about loans are among it, with what became of their sending. */
const loanHappenings: Source = async ({ database }, borrowerId, loans) => {
  const all = await loans();
  const events = await loanTimelines(
    database,
    borrowerId,
    all.map(({ id }) => id),
  );
  return all.flatMap((loan) =>
    (events.get(loan.id) ?? []).map((event): Happening => {
      const about = { at: event.happenedAt, facts: { loan: loan.number, actor: event.actor, ...event.facts } };
      if (event.kind === "MESSAGE") return { ...about, kind: "MESSAGE", what: event.cause };
      return { ...about, kind: "LOAN", what: whatHappened(event), facts: { ...about.facts, cause: event.cause } };
    }),
  );
};

/** A loan that goes back did not arrive where its state says: it came back from there. */
function whatHappened({ kind, fromState, toState }: LoanEventRow): string {
  if (fromState === toState) return kind;
  if (fromState === "DISBURSING" && toState === "SIGNED") return "TRANSFER_FAILED";
  return fromState === "PAID_OFF" && toState === "ACTIVE" ? "REOPENED" : toState;
}

/** Transfers to the borrower and payments of the borrower. */
const money: Source = async ({ database }, borrowerId, loans) => {
  const all = await loans();
  const ids = all.map(({ id }) => id);
  const [transfers, payments] = await Promise.all([
    disbursementsOf(database, borrowerId, ids),
    paymentsOfLoans(database, borrowerId, ids),
  ]);
  return all.flatMap((loan) => {
    const loanNumber = { loan: loan.number };
    const out = transfers
      .filter(({ subjectId }) => subjectId === loan.id)
      .map((one): Happening => ({
        at: one.endedAt ?? one.orderedAt,
        kind: "PAYMENT",
        what: `TRANSFER_${one.state}`,
        facts: {
          ...loanNumber,
          amountRupiah: one.amountRupiah,
          code: one.failureCode ?? one.waitsFor,
          transferId: one.id,
        },
      }));
    const back = (payments.get(loan.id) ?? []).map((one): Happening => ({
      at: new Date(one.paidAt),
      kind: "PAYMENT",
      what: "PAID",
      facts: { ...loanNumber, amountRupiah: one.amountRupiah, way: one.way, valueDate: one.valueDate },
    }));
    return [...out, ...back];
  });
};

const limits: Source = async ({ database }, borrowerId) =>
  (await limitChangesOf(database, borrowerId, mostOfSource)).map((change) => ({
    at: change.changedAt,
    kind: "LIMIT",
    what: change.cause,
    facts: { kind: change.kind, fromRupiah: change.fromRupiah, toRupiah: change.toRupiah },
  }));

const codes: Source = async (services, borrowerId) => {
  const number = await numberOf(services, services.database, borrowerId);
  if (!number) return [];
  const sent = await deliveriesTo(services, services.database, number, mostOfSource);
  return sent.map((code) => ({
    at: code.sentAt,
    kind: "MESSAGE",
    what: `CODE_${code.delivery}`,
    facts: {
      messageId: code.messageId,
      channel: code.channel,
      purpose: code.purpose,
      proven: code.provenAt !== null,
      wrongTries: code.wrongTries,
    },
  }));
};

const staff: Source = async (services, borrowerId) =>
  (await auditEntries(services, services.database, { borrowerId, limit: mostOfSource })).map((entry) => ({
    at: new Date(entry.at),
    kind: "STAFF",
    what: entry.action,
    facts: {
      staff: entry.staffName,
      reason: entry.reason,
      outcome: entry.outcome,
      ...(entry.code ? { code: entry.code } : {}),
    },
  }));

const complaints: Source = async ({ database }, borrowerId) =>
  (await complaintHappenings(database, borrowerId, mostOfSource)).map((event) => ({
    at: event.at,
    kind: "COMPLAINT",
    what: `COMPLAINT_${event.cause}`,
    facts: { complaint: event.number, actor: event.actor },
  }));

/** Two kinds share one reading, so a page of all kinds reads it once. */
const sources: readonly { kinds: readonly Kind[]; read: Source }[] = [
  { kinds: ["ACCOUNT"], read: account },
  { kinds: ["LOAN", "MESSAGE"], read: loanHappenings },
  { kinds: ["LIMIT"], read: limits },
  { kinds: ["MESSAGE"], read: codes },
  { kinds: ["PAYMENT"], read: money },
  { kinds: ["COMPLAINT"], read: complaints },
  { kinds: ["STAFF"], read: staff },
];

export interface TimelinePage {
  items: TimelineEntry[];
  nextBefore: string | null;
}

export async function timelineOf(
  services: Services,
  borrowerId: string,
  wish: { kind?: Kind | undefined; before?: Date | undefined },
): Promise<TimelinePage> {
  const { kind, before } = wish;
  const wanted = sources.filter((source) => kind === undefined || source.kinds.includes(kind));
  let read: Promise<LoanRow[]> | undefined;
  const loans = () => (read ??= listLoans(services.database, borrowerId, undefined, mostLoans));
  const all = (await Promise.all(wanted.map((source) => source.read(services, borrowerId, loans)))).flat();
  const older = all
    .filter((one) => (kind === undefined || one.kind === kind) && (before === undefined || one.at < before))
    .sort((a, b) => b.at.getTime() - a.at.getTime());
  // The next page begins before the last moment of this one, so this one holds all of that moment: a transaction's happenings share theirs.
  const last = older[pageSize - 1]?.at;
  const page = last === undefined ? older : older.filter(({ at }) => at >= last);
  const items = (await withDeliveries(services, page)).map((one) => ({ ...one, at: one.at.toISOString() }));
  return { items, nextBefore: older.length > page.length ? (items.at(-1)?.at ?? null) : null };
}

const isChannel = (value: unknown): value is MessageChannel => messageChannels.some((channel) => channel === value);

/** Beside what we know of sending a message: what its provider told about its arrival. */
async function withDeliveries(services: Services, page: readonly Happening[]): Promise<Happening[]> {
  const messages = page.flatMap(({ facts: { messageId, channel } }) =>
    typeof messageId === "string" && isChannel(channel) ? [{ messageId, channel }] : [],
  );
  const deliveries = await deliveriesOf(services, messages);
  return page.map((one) => {
    // The id served to find the reports; to people it says nothing.
    const { messageId, ...facts } = one.facts;
    const delivery = typeof messageId === "string" ? deliveries.get(messageId) : undefined;
    if (!delivery) return { ...one, facts };
    return {
      ...one,
      facts: { ...facts, delivery: delivery.state, deliveryAt: delivery.at.toISOString(), deliveryCode: delivery.code },
    };
  });
}
