/** Timeline of a borrower from all domains, newest first. */
import { factsText, happeningText, type ConsoleFacts } from "#server/console/console-words.ts";
import { type Happening, timelineSources } from "#server/console/questions.ts";
import { loansInView } from "#features/credit/loan/server/index.ts";
import { messageChannels, type MessageChannel } from "#server/outside/messaging/port.ts";
import { listPage } from "#server/records/list-page.ts";
import type { Services } from "#server/services.ts";
import { deliveriesOf } from "#features/platform/delivery/server/index.ts";
import { noticeOf, noticeTimeline } from "#features/platform/notice/server/index.ts";
import { say, type Language } from "#shared/texts.ts";
import type { TimelineKind } from "#shared/timeline-kinds.ts";
import type { TimelineEntry } from "../timeline-contract.ts";

/** Maximum per source; older entries are reached by `before`, as far as the source has them. */
const maxOfSource = 200;
const pageSize = 50;

export interface TimelinePage {
  items: TimelineEntry[];
  /** The moment before which the next page begins. */
  nextCursor: string | null;
}

export interface TimelineInput {
  kind?: TimelineKind | undefined;
  before?: Date | undefined;
  /** Only entries about this loan. */
  loanNumber?: string | undefined;
  language: Language;
}

export async function borrowerTimelineOf(
  services: Services,
  borrowerId: string,
  input: TimelineInput,
): Promise<TimelinePage> {
  const { kind, before, loanNumber, language } = input;
  const sources = services
    .ask(timelineSources)
    .flat()
    .filter((source) => kind === undefined || source.kinds.includes(kind));
  const all = (await Promise.all(sources.map((source) => source.read(services, borrowerId, maxOfSource)))).flat();
  const older = all
    .filter(
      (one) =>
        (kind === undefined || one.kind === kind) &&
        (before === undefined || one.at < before) &&
        (loanNumber === undefined || one.facts["loan"] === loanNumber),
    )
    .sort((a, b) => b.at.getTime() - a.at.getTime());
  // The next page begins before the last instant of this one, so this page includes all entries of that instant: entries of one transaction share it.
  const last = older[pageSize - 1]?.at;
  const page = last === undefined ? older : older.filter(({ at }) => at >= last);
  // A loan's own page shows its number at the top.
  const isElsewhere = loanNumber === undefined;
  const [delivered, loans] = await Promise.all([
    withDeliveries(services, page),
    isElsewhere ? loansInView(services.database, borrowerId) : [],
  ]);
  const pages = new Map(loans.map(({ id, number }) => [number, `/staff/loans/${id}`]));
  const items = delivered.map((one) => {
    const { loan = null, ...others } = one.facts;
    const facts = titled(services, isElsewhere ? one.facts : others, language);
    return {
      ...one,
      at: one.at.toISOString(),
      text: happeningText(services, one.what, language),
      details: factsText(services, facts, language),
      to: pages.get(String(loan)) ?? null,
    };
  });
  return { items, nextCursor: listPage(older, page.length, ({ at }) => at.toISOString()).nextCursor };
}

/** The newest messages to a borrower with their delivery, at most `max`, newest first. */
export async function newestMessages(
  services: Services,
  borrowerId: string,
  max: number,
  language: Language,
): Promise<TimelineEntry[]> {
  const read = await Promise.all(noticeTimeline.map((source) => source.read(services, borrowerId, max)));
  const newest = read
    .flat()
    .filter(({ kind }) => kind === "MESSAGE")
    .toSorted((a, b) => b.at.getTime() - a.at.getTime());
  return (await withDeliveries(services, newest.slice(0, max))).map((one) => ({
    ...one,
    at: one.at.toISOString(),
    text: happeningText(services, one.what, language),
    details: factsText(services, titled(services, one.facts, language), language),
    to: null,
  }));
}

/** People know a message by its title; its values are only in the borrower's inbox. */
function titled(services: Services, facts: ConsoleFacts, language: Language): ConsoleFacts {
  const { notice: kind } = facts;
  const notice = typeof kind === "string" ? noticeOf(services, kind) : null;
  return notice ? { ...facts, notice: say(notice.texts.title, language).replace(/\{\w+\}/g, "…") } : facts;
}

const isChannel = (value: unknown): value is MessageChannel => messageChannels.some((channel) => channel === value);

/** Adds the provider's delivery reports to our own records of sending a message. */
async function withDeliveries(services: Services, page: readonly Happening[]): Promise<Happening[]> {
  const messages = page.flatMap(({ facts: { messageId, channel } }) =>
    typeof messageId === "string" && isChannel(channel) ? [{ messageId, channel }] : [],
  );
  const deliveries = await deliveriesOf(services, messages);
  return page.map((one) => {
    // The id was needed to find the reports; it means nothing to people.
    const { messageId, ...facts } = one.facts;
    const delivery = typeof messageId === "string" ? deliveries.get(messageId) : undefined;
    if (!delivery) return { ...one, facts };
    return {
      ...one,
      facts: { ...facts, delivery: delivery.state, deliveryAt: delivery.at.toISOString(), deliveryCode: delivery.code },
    };
  });
}
