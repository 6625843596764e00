/** Exceptions of domain events: answers to staff's calls. `src/server/events` creates, retries and closes them. // docs/decisions/225 */
import { sql } from "kysely";
import { answer, type StaffPrincipal, type CallAnswer } from "#server/call/pipeline.ts";
import type { Domain } from "#server/domain.ts";
import {
  countOpenExceptions,
  exceptionLifecycle,
  findException,
  forgetExceptions,
  listEventExceptions as listRows,
  type EventException,
} from "#server/events/event-exception-store.ts";
import { closeEventException as close, retryEventException as retry } from "#server/events/event-exceptions.ts";
import { answerExport } from "#server/list-export/exporting.ts";
import { cursorIn } from "#server/records/list-order.ts";
import { listPage } from "#server/records/list-page.ts";
import type { Services } from "#server/services.ts";
import { defineTexts } from "#shared/texts.ts";
import { closeException, exportExceptions, getException, listExceptions, retryException } from "../contract.ts";
import { texts } from "../texts.ts";
import { csvColumns } from "./csv-columns.ts";
import { partnerReports } from "./partner-reports.ts";
import { personalData } from "./personal-data.ts";
import { exceptionDetailOf, exceptionSummaryOf } from "./views.ts";
import { words } from "./words.ts";
import { personalDataHeld } from "#server/personal-data/index.ts";
import { consoleWords, consoleWorkLists, borrowerOfPage } from "#server/console/questions.ts";
import { lifecycles } from "#server/records/lifecycle.ts";

export { exceptionTextsOf } from "./views.ts";

/** The same time as for the events that they are about. */
const keepDays = 400;

/** Writes subscriber, event and borrower to the audit trail. */
const noteOf =
  ({ trail }: StaffPrincipal) =>
  ({ borrowerId, subscriber, eventId }: EventException): void =>
    trail?.note({ ...(borrowerId ? { borrowerId } : {}), facts: { subscriber, eventId } });

const answers: readonly CallAnswer[] = [
  answer(listExceptions, async ({ cursor, limit, from, to, state }, { services, database, language }) => {
    const rows = await listRows(database, state, { cursor, from, to, max: limit + 1 });
    const { page, nextCursor } = listPage(rows, limit, ({ id, leftAt, closedAt }) =>
      cursorIn(state === "CLOSED" && closedAt ? closedAt : leftAt, id),
    );
    return { items: page.map((row) => exceptionSummaryOf(services, row, language)), nextCursor };
  }),
  answerExport(exportExceptions, listExceptions, { name: "exceptions", title: texts.title, columns: csvColumns }),
  answer(getException, async ({ exceptionId }, { services, database, language, principal, refuse }) => {
    const row = (await findException(database, exceptionId)) ?? refuse("EXCEPTION_UNKNOWN");
    noteOf(principal)(row);
    return exceptionDetailOf(services, database, row, language);
  }),
  answer(retryException, async ({ exceptionId }, { services, trx, principal }) => {
    await retry(services, trx, { exceptionId, staffId: principal.staff.staffId, note: noteOf(principal) });
    return { exceptionId, state: "RETRYING" as const };
  }),
  answer(closeException, async ({ exceptionId, reason }, { services, trx, principal }) => {
    await close(services, trx, { exceptionId, reason, staffId: principal.staff.staffId, note: noteOf(principal) });
    return { exceptionId, state: "CLOSED" as const };
  }),
];

function work({ sweeps }: Services): void {
  sweeps.add({
    name: "exception-forget",
    everySeconds: 3_600,
    finds: [
      {
        table: "domain_event_exception",
        at: "closedAt",
        afterSeconds: keepDays * 86_400,
        where: sql<boolean>`state = 'CLOSED'`,
      },
    ],
    run: ({ database, clock }) =>
      forgetExceptions(database, new Date(clock.now().getTime() - keepDays * 86_400_000), 1_000),
  });
}

const listTexts = defineTexts({
  EXCEPTIONS: { id: "Kendala yang perlu ditangani", en: "Exceptions to deal with", zh: "待处理异常" },
});

export const domain: Domain = {
  answers,
  work,
  subscribes: [partnerReports],
  answersTo: [
    personalDataHeld.by(personalData),
    consoleWords.by(words),
    lifecycles.by([exceptionLifecycle]),
    consoleWorkLists.by([
      {
        key: "EXCEPTIONS",
        text: listTexts.EXCEPTIONS,
        permission: "exception.settle",
        to: "/staff/exceptions",
        count: ({ database }) => countOpenExceptions(database),
      },
    ]),
    borrowerOfPage.by({
      exceptions: async (_services, reader, exceptionId) =>
        (await findException(reader, exceptionId))?.borrowerId ?? null,
    }),
  ],
};
