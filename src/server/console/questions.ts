/** Questions of the console and its staff: each domain answers for its own work, pages, words and figures. */
import type { CountedRows } from "#server/records/count-waiting.ts";
import type { RawBuilder } from "kysely";
import type { StaffTrail } from "#server/call/staff-trail.ts";
import type { ConsoleFacts } from "#server/console/console-words.ts";
import type { Reader } from "#server/database.server.ts";
import { defineQuestion } from "#server/questions.ts";
import type { Services } from "#server/services.ts";
import type { FigureGroup } from "#shared/borrower-figures.ts";
import type { BusinessDate } from "#shared/dates.ts";
import type { StaffPermission, StaffRole } from "#shared/staff-permissions.ts";
import type { AccountStateGroup } from "#shared/account-state-groups.ts";
import type { Text } from "#shared/texts.ts";
import type { TimelineKind } from "#shared/timeline-kinds.ts";

export { consoleWords } from "#server/console/console-words.ts";

/** Work of the console that waits, in the order of the home screen. */
export const consoleWorkLists = defineQuestion<readonly WorkList[]>("console-work-lists", "MANY");
/** Events of a borrower in a domain, for the console's timeline. */
export const timelineSources = defineQuestion<readonly TimelineSource[]>("timeline-sources", "MANY");
/** Current figures of a borrower in a domain, for the overview in the console: few, each read by an index. */
export const borrowerFigures = defineQuestion<BorrowerFigureSource>("borrower-figures", "MANY");
/** Requests, links, consents, objections and holds of a borrower in a domain, for the console: the newest ones. */
export const accountStateSources = defineQuestion<AccountStateSource>("standing-matters", "MANY");
/** The borrower of a page of the console, by its place (`cases` of /staff/cases/{caseId}): for the head above each page about a borrower. */
export const borrowerOfPage = defineQuestion<
  Readonly<Record<string, (services: Services, reader: Reader, id: string) => Promise<string | null>>>
>("borrower-of-page", "MANY");
/** Pages about a borrower in the console, apart from those that gather from many domains. */
export const borrowerPages = defineQuestion<readonly BorrowerTab[]>("borrower-pages", "MANY");
/** Warnings that staff must not overlook while they work on a borrower's matter. */
export const borrowerWarnings = defineQuestion<WarningSource>("borrower-warnings", "MANY");
/** Identifiers by which the console finds a borrower, or something of one. */
export const searchSources = defineQuestion<readonly SearchSource[]>("search-sources", "MANY");
/** Mails to staff about due work, on working days. */
export const staffDigests = defineQuestion<readonly Digest[]>("staff-digests", "MANY");
/** Stores the audit trail of staff actions. */
export const staffTrail = defineQuestion<(services: Services) => StaffTrail>("staff-trail", "ONE");
/** Roles of a person who can log in to the console; empty for others. */
export const rolesOfStaff = defineQuestion<(reader: Reader, staffId: string) => Promise<readonly StaffRole[]>>(
  "staff-roles",
  "ONE",
);

/** Matters of one kind: the newest rows of a borrower, and what the console says of them. */
export interface AccountStateSource {
  /** A SELECT with the columns of a {@link AccountStateRow}, which is read with those of all domains in one statement. // docs/decisions/172 */
  rows(borrowerId: string): RawBuilder<AccountStateRow>;
  /** @param rows newest first */
  lines(
    services: Services,
    reader: Reader,
    rows: readonly AccountStateRow[],
  ): AccountStateLine[] | Promise<AccountStateLine[]>;
}

/** Columns that every matter has. SQL names them `id, kind, state, detail, at, until, related_id`, in this order. */
export interface AccountStateRow {
  id: string;
  kind: string | null;
  state: string | null;
  /** A number or a name that people read beside the kind. */
  detail: string | null;
  at: Date;
  until: Date | null;
  /** The row that it is about. */
  relatedId: string | null;
}
export type BorrowerFigureSource = (
  services: Services,
  reader: Reader,
  borrowerId: string,
) => Promise<readonly BorrowerFigure[]>;
export type WarningSource = (
  services: Services,
  reader: Reader,
  borrowerId: string,
) => Promise<readonly BorrowerFlag[]>;

export interface Happening {
  at: Date;
  kind: TimelineKind;
  /** A code that the domain has words for. */
  what: string;
  /** Ids, codes, amounts and dates; no personal data. `messageId` and `channel` together identify a message's delivery. */
  facts: ConsoleFacts;
}

export interface TimelineSource {
  /** The kinds of entry that the reader wants; other kinds need not be read. */
  kinds: readonly TimelineKind[];
  /** The newest ones, at most `max`. */
  read(services: Services, borrowerId: string, max: number): Promise<Happening[]>;
}

/** One figure of a borrower; only one of its four kinds of value is given. */
export interface BorrowerFigure {
  group: FigureGroup;
  /** `SCORE`; unique in the product. */
  key: string;
  text: Text;
  rupiah?: number;
  count?: number;
  words?: Text;
  at?: Date;
  /** A state or band beside the value. */
  note?: Text | null;
  /** The day to which it belongs. */
  on?: BusinessDate | null;
  tone?: "bad" | "attention" | "ok";
  /** The console's page about it. */
  to?: `/staff/${string}`;
}

/** The current state of one thing of an account, for the console. */
export interface AccountStateLine {
  group: AccountStateGroup;
  /** The id of its row; the case of a request has the request's id, and both are shown as one. */
  id: string;
  what: Text;
  state: Text;
  isOpen: boolean;
  at: Date;
  /** Until when it lasts or is promised; null without a date. */
  until: Date | null;
  /** The console's page about it. */
  to?: `/staff/${string}`;
}

/** A page at `/staff/borrowers/{borrowerId}/<path>`. */
export interface BorrowerTab {
  path: string;
  text: Text;
  /** Any one of them is enough. */
  permissions: readonly StaffPermission[];
}

/** A warning that must not be overlooked; `bad` forbids the usual action. */
export interface BorrowerFlag {
  /** `LEGAL_HOLD`; unique in the product. */
  key: string;
  text: Text;
  tone: "bad" | "attention";
}

/** Whole identifiers of one kind. Partial ones find nothing, so staff cannot browse. */
export interface SearchSource {
  /** `NIK`; recorded in the audit trail. */
  kind: string;
  /** The permission needed in addition to the right to search. */
  permission?: StaffPermission;
  /** Records with this identifier; null when the text is no whole identifier of this kind. */
  find(services: Services, reader: Reader, typed: string): Promise<readonly SearchHit[] | null>;
}

export interface SearchHit {
  /** Null when the hit belongs to no borrower, or when the page behind it names the borrower. */
  borrowerId: string | null;
  /** Where it is shown. */
  to: `/staff/${string}`;
}

/** Reminder about work that is due soon or overdue, for staff with the permission: their own cases and unclaimed ones. */
export interface Digest {
  permission: StaffPermission;
  to: `/staff/${string}`;
  texts: Readonly<Record<"subject" | "lead" | "due" | "overdue" | "open", Text>>;
  /** Whether the digest is sent today. */
  isToday(services: Services): Promise<boolean>;
  due(services: Services): Promise<DueWork[]>;
}

export interface DueWork {
  number: string;
  dueOn: BusinessDate;
  isOverdue: boolean;
  assigneeId: string | null;
}

/** A work list: its permission, its page, the number of waiting items and the age of the oldest. */
export interface WorkList {
  /** `COMPLAINTS`; unique in the product. */
  key: string;
  text: Text;
  permission: StaffPermission;
  /** `/staff/complaints` */
  to: `/staff/${string}`;
  count(services: Services): Promise<WaitingCount>;
  /** Hours in which each item is promised to be done; omitted when nothing is promised, or `dueAt` says it. */
  promisedHours?: number;
}

export interface WaitingCount extends CountedRows {
  /** Until when the most urgent item is promised; omitted when the list's `promisedHours` says it, or nothing is promised. */
  dueAt?: Date | null;
}
