/** Registry of exceptions about a borrower. The staff's reason for closing one belongs to the staff. */
import { leftOut, personalDataOf, type PersonalTable, type PersonalRow } from "#server/personal-data/index.ts";
import type { Services } from "#server/services.ts";
import type { Language } from "#shared/texts.ts";
import { exceptionTextsOf } from "./views.ts";

const textsOfRow = (services: Services, row: PersonalRow, language: Language) =>
  exceptionTextsOf(services, { subscriber: String(row["subscriber"]), cause: String(row["cause"]) }, language);

const tables: readonly PersonalTable[] = [
  {
    table: "domain_event_exception",
    title: { id: "Kendala yang ditangani petugas", en: "Exceptions dealt with by staff", zh: "由工作人员处理的异常" },
    inWords: {
      subscriber: (services, row, language) => textsOfRow(services, row, language).text,
      cause: (services, row, language) => textsOfRow(services, row, language).causeText,
      times: leftOut,
    },
    shows: ["id", "subscriber", "cause", "state", "loanId", "leftAt", "times", "retriedAt", "closedAt"],
    sealed: {
      reasonSealed: { holds: "reason", isStaffs: true, byInstallation: (row) => row["reasonKey"] === "INSTALLATION" },
    },
    withholds: { STAFF: ["closedBy", "reasonKey"], UPKEEP: ["name", "eventId", "traceId"] },
    keeps: "LOAN",
    empties: { reasonSealed: null, reasonKey: null },
    retains: { kind: "EXCEPTION", rule: "STAFF_REASON" },
  },
];

export const personalData = personalDataOf(tables);
