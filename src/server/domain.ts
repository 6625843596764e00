/**
 * What a domain hands in: one value each, listed in `src/api.ts`. A lower domain that must know something of a higher one asks by a
 * field that the higher ones fill, never by import. A field that a domain asks is declared beside its question:
 * `declare module "#server/domain.ts" { interface Domain { … } }`. // docs/decisions/226
 */
import type { Api } from "#server/call/pipeline.ts";
import type { ConsoleWords, Facts } from "#server/console-words.ts";
import type { Reader } from "#server/database.server.ts";
import type { Subscription } from "#server/domain-events.ts";
import type { InboxHandler } from "#server/inbox.ts";
import type { Services } from "#server/services.ts";
import type { SitePageSource } from "#server/http/site-pages.ts";
import type { StaffTrail } from "#server/call/staff-trail.ts";
import type { ObjectColumns } from "#server/stored-objects.ts";
import type { BusinessDate } from "#shared/dates.ts";
import type { StaffPermission, StaffRole } from "#shared/staff-permissions.ts";
import type { StandingGroup } from "#shared/standing-groups.ts";
import type { Text } from "#shared/texts.ts";
import type { TimelineKind } from "#shared/timeline-kinds.ts";

export interface Domain {
  /** Mounts the answers to the domain's calls. */
  answers?(api: Api): void;
  /** Registers its jobs and sweeps. */
  work?(services: Services): void;
  /** The events that it hears. */
  subscribes?: readonly Subscription[];
  /** What it does with the events of partners that are its own. */
  inbox?: readonly InboxHandler[];
  /** Work of the console that waits, in the order of the home screen. */
  workLists?: readonly WorkList[];
  /** What happened to a borrower here, for the console. */
  timeline?: readonly TimelineSource[];
  /** What a borrower asked for, linked, agreed to or objected to here, and what holds the account, for the console: the newest ones. */
  standing?(services: Services, reader: Reader, borrowerId: string): Promise<Standing[]>;
  /** Whose a page of the console is, by its place (`cases` of /staff/cases/{caseId}): for what stands above each page about a borrower. */
  borrowerOf?: Readonly<Record<string, (services: Services, reader: Reader, id: string) => Promise<string | null>>>;
  /** Pages about a borrower in the console, beside those that gather from many domains. */
  borrowerTabs?: readonly BorrowerTab[];
  /** What whoever works on a borrower's matter must not overlook, as it stands. */
  borrowerFlags?(services: Services, reader: Reader, borrowerId: string): Promise<readonly BorrowerFlag[]>;
  /** By what the console finds a borrower, or a thing of one. */
  search?: readonly SearchSource[];
  /** What people of the console are told of by mail on a working day. */
  digests?: readonly Digest[];
  /** The console's words for what happens here. */
  words?: ConsoleWords;
  /** In which columns of its own tables it keeps keys of objects. */
  objects?: readonly ObjectColumns[];
  /** Pages of the website that its data bring. */
  sitePages?: readonly SitePageSource[];
  /** Keeps what staff do; of one domain. */
  staffTrail?(services: Services): StaffTrail;
  /** Roles of who can log in to the console, none of anybody else; of one domain. */
  staffRoles?(reader: Reader, staffId: string): Promise<readonly StaffRole[]>;
  /** Whether an id is a borrower's, in whatever state the account is; of one domain. */
  isRegistered?(reader: Reader, borrowerId: string): Promise<boolean>;
  /** Whether a borrower's account is open: links of an account that was blocked or closed hold no more; of one domain. */
  isAccountOpen?(
    reader: Reader,
    borrowerId: string,
    /** One that its owner froze counts as open: paying goes on. */
    options: { isFrozenToo: boolean },
  ): Promise<boolean>;
}

export interface Happening {
  at: Date;
  kind: TimelineKind;
  /** A code that the domain has words for. */
  what: string;
  /** Ids, codes, amounts and dates; nothing personal. `messageId` and `channel` together find what became of a message. */
  facts: Facts;
}

export interface TimelineSource {
  /** What is asked for another kind alone need not be read. */
  kinds: readonly TimelineKind[];
  /** The newest ones, at most `max` of what may be many. */
  read(services: Services, borrowerId: string, max: number): Promise<Happening[]>;
}

/** How one thing of an account stands, for the console. */
export interface Standing {
  group: StandingGroup;
  /** The id of its row; the case about a request has the request's, and is shown as one with it. */
  id: string;
  what: Text;
  state: Text;
  isOpen: boolean;
  at: Date;
  /** Until when it lasts or is promised; null where nothing says so. */
  until: Date | null;
  /** The console's page about it. */
  to?: `/staff/${string}`;
}

/** A page at `/staff/borrowers/{borrowerId}/<path>`. */
export interface BorrowerTab {
  path: string;
  text: Text;
  /** Any of them is enough. */
  permissions: readonly StaffPermission[];
}

/** One thing that must not be overlooked; `bad` forbids what is usual. */
export interface BorrowerFlag {
  /** `LEGAL_HOLD`; unique in the house. */
  key: string;
  text: Text;
  tone: "bad" | "attention";
}

/** Whole identifiers of one kind. Nothing is found by a part of one, so nobody can browse. */
export interface SearchSource {
  /** `NIK`; stands in the trail. */
  kind: string;
  /** Who finds by it, of those who may search. */
  permission?: StaffPermission;
  /** What has it; null where the text is no whole identifier of this kind. */
  find(services: Services, reader: Reader, typed: string): Promise<readonly SearchHit[] | null>;
}

export interface SearchHit {
  /** Null where it is nobody's, or the page behind it says whose. */
  borrowerId: string | null;
  /** Where it is shown. */
  to: `/staff/${string}`;
}

/** Work whose day is near or over, for those who may do it: one's own, and what nobody has taken. */
export interface Digest {
  permission: StaffPermission;
  to: `/staff/${string}`;
  texts: Readonly<Record<"subject" | "lead" | "due" | "overdue" | "open", Text>>;
  /** Whether it is told today. */
  isToday(services: Services): Promise<boolean>;
  due(services: Services): Promise<DueWork[]>;
}

export interface DueWork {
  number: string;
  dueOn: BusinessDate;
  isOverdue: boolean;
  assigneeId: string | null;
}

/** A list of work: who may see it, where it leads, and how much waits since when. */
export interface WorkList {
  /** `COMPLAINTS`; unique in the house. */
  key: string;
  text: Text;
  permission: StaffPermission;
  /** `/staff/complaints` */
  to: `/staff/${string}`;
  count(services: Services): Promise<{ count: number; oldestAt: Date | null }>;
}

/** What the one domain that knows it hands in. @throws where none does, or two do */
export function handedInByOne<Field extends keyof Domain>(
  domains: readonly Domain[],
  field: Field,
): NonNullable<Domain[Field]> {
  const [handed, ...others] = domains.flatMap((domain) => {
    const value = domain[field];
    return value === undefined || value === null ? [] : [value as NonNullable<Domain[Field]>];
  });
  if (handed === undefined || others.length > 0)
    throw new Error(`${handed === undefined ? "No domain hands" : "Two domains hand"} in ${field}.`);
  return handed;
}
