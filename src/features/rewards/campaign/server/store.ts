/** SQL of campaigns themselves. Participants, draws, awards and counters have their own stores. */
import type { Selectable } from "kysely";
import type { Reader, Transaction } from "#server/database.server.ts";
import type { Campaign as CampaignTable } from "#server/database.types.ts";
import { cursorInTime, listPage } from "#server/records/list-page.ts";
import type { BusinessDate } from "#shared/dates.ts";
import type { Text } from "#shared/texts.ts";
import { fixedQuery } from "#server/postgres/fixed-query.ts";
import type { CampaignState } from "../contract.ts";
import type { CampaignFact, CampaignRules, Mechanic } from "../rules-contract.ts";
import type { Rest } from "./entrant-store.ts";

/** The minister's permit of a draw. */
export interface Permit {
  number: string;
  isSample: boolean;
  /** When two people verified it, as ISO text; null: unverified. */
  verifiedAt: string | null;
}
/** The public part of the permit. */
export const shownPermit = (permit: Permit | null): { number: string; isSample: boolean } | null =>
  permit && { number: permit.number, isSample: permit.isSample };

/** Permits stored before verification existed are unverified. */
const permitOf = (stored: unknown): Permit | null => {
  const permit = stored as (Omit<Permit, "verifiedAt"> & Partial<Permit>) | null;
  return permit && { ...permit, verifiedAt: permit.verifiedAt ?? null };
};

export interface CampaignRow {
  id: string;
  activityId: string;
  mechanic: Mechanic;
  skin: string;
  title: Text;
  opensAt: Date;
  closesAt: Date;
  claimsUntil: Date;
  rules: CampaignRules;
  rulesVersion: number;
  budgetRupiah: number;
  permit: Permit | null;
  state: CampaignState;
  /** Shows a view; it can be opened only by its address. */
  isSample: boolean;
  /** PICK: the right option, and its result; null before. */
  resultKey: string | null;
  resultSource: string | null;
  /** The net share in rupiah of each person who chose it. */
  resultShareRupiah: number | null;
  resultAt: Date | null;
}
/** The columns of a new campaign. */
export const newCampaign = {
  isSample: false,
  resultKey: null,
  resultSource: null,
  resultShareRupiah: null,
  resultAt: null,
} as const;

/** A row of the table as the domain knows it. */
export const campaignRowOf = (row: Selectable<CampaignTable>): CampaignRow => ({
  id: row.id,
  activityId: row.activityId,
  mechanic: row.mechanic as Mechanic,
  skin: row.skin,
  title: row.title as unknown as Text,
  opensAt: row.opensAt,
  closesAt: row.closesAt,
  claimsUntil: row.claimsUntil,
  rules: row.rules as unknown as CampaignRules,
  rulesVersion: row.rulesVersion,
  budgetRupiah: row.budgetRupiah,
  permit: permitOf(row.permit),
  state: row.state as CampaignState,
  isSample: row.isSample,
  resultKey: row.resultKey,
  resultSource: row.resultSource,
  resultShareRupiah: row.resultShareRupiah,
  resultAt: row.resultAt,
});

const valuesOf = (row: CampaignRow) => ({
  activityId: row.activityId,
  mechanic: row.mechanic,
  skin: row.skin,
  title: JSON.stringify(row.title),
  opensAt: row.opensAt,
  closesAt: row.closesAt,
  claimsUntil: row.claimsUntil,
  rules: JSON.stringify(row.rules),
  rulesVersion: row.rulesVersion,
  budgetRupiah: row.budgetRupiah,
  permit: row.permit === null ? null : JSON.stringify(row.permit),
  state: row.state,
  isSample: row.isSample,
});

export async function insertCampaign(trx: Transaction, row: CampaignRow, at: Date): Promise<void> {
  await trx
    .insertInto("campaign")
    .values({ id: row.id, ...valuesOf(row), createdAt: at, changedAt: at })
    .execute();
}

/** Replaces all fields of a draft, under its lock. */
export async function rewriteDraft(trx: Transaction, row: CampaignRow, at: Date): Promise<void> {
  await trx
    .updateTable("campaign")
    .set({ ...valuesOf(row), changedAt: at })
    .where("id", "=", row.id)
    .where("state", "=", "DRAFT")
    .execute();
}

/** Under the row's lock. */
export async function writePermit(trx: Transaction, id: string, permit: Permit, at: Date): Promise<void> {
  await trx
    .updateTable("campaign")
    .set({ permit: JSON.stringify(permit), changedAt: at })
    .where("id", "=", id)
    .execute();
}

export async function findCampaign(reader: Reader, activityId: string): Promise<CampaignRow | null> {
  const row = await reader.selectFrom("campaign").selectAll().where("activityId", "=", activityId).executeTakeFirst();
  return row ? campaignRowOf(row) : null;
}

export async function campaignById(reader: Reader, id: string): Promise<CampaignRow | null> {
  const row = await reader.selectFrom("campaign").selectAll().where("id", "=", id).executeTakeFirst();
  return row ? campaignRowOf(row) : null;
}

/** A campaign as `holdCampaign`, with this borrower's break in the same round trip; none when the break is over. */
export async function holdCampaignFor(
  trx: Transaction,
  activityId: string,
  { borrowerId, now }: { borrowerId: string; now: Date },
): Promise<{ campaign: CampaignRow; rest: Rest | null } | null> {
  const row = await trx
    .selectFrom("campaign")
    .leftJoin("campaign_break", (join) => join.on("campaign_break.borrowerId", "=", borrowerId))
    .selectAll("campaign")
    .select(["campaign_break.setAt as restsSince", "campaign_break.until as restsUntil"])
    .where("activityId", "=", activityId)
    .forShare("campaign")
    .executeTakeFirst();
  if (!row) return null;
  const { restsSince: since, restsUntil: until } = row;
  return {
    campaign: campaignRowOf(row),
    rest: since !== null && (until === null || until > now) ? { since, until } : null,
  };
}

/** Share-locks the row against pausing and ending until the transaction ends. */
export async function holdCampaign(trx: Transaction, activityId: string): Promise<CampaignRow | null> {
  const row = await trx
    .selectFrom("campaign")
    .selectAll()
    .where("activityId", "=", activityId)
    .forShare()
    .executeTakeFirst();
  return row ? campaignRowOf(row) : null;
}

export async function lockCampaign(trx: Transaction, activityId: string): Promise<CampaignRow | null> {
  const row = await trx
    .selectFrom("campaign")
    .selectAll()
    .where("activityId", "=", activityId)
    .forUpdate()
    .executeTakeFirst();
  return row ? campaignRowOf(row) : null;
}

/** Campaigns shown in lists: approved ones, and those that ended after `endedAfter`. Samples are omitted. */
export async function visibleCampaigns(reader: Reader, endedAfter: Date, skin?: string): Promise<CampaignRow[]> {
  const rows = await (skin === undefined
    ? visible.execute(reader, { endedAfter })
    : visibleOfSkin.execute(reader, { endedAfter, skin }));
  return rows.map(campaignRowOf);
}

const shownIn = (reader: Reader, endedAfter: Date) =>
  reader
    .selectFrom("campaign")
    .selectAll()
    .where((eb) =>
      eb.or([
        eb("state", "in", ["APPROVED", "RUNNING", "PAUSED"]),
        eb.and([eb("state", "=", "ENDED"), eb("closesAt", ">", endedAfter)]),
      ]),
    )
    .where("isSample", "=", false)
    .orderBy("opensAt")
    .orderBy("activityId")
    .limit(200);
const visible = fixedQuery((reader, { endedAfter }: { endedAfter: Date }) => shownIn(reader, endedAfter));
const visibleOfSkin = fixedQuery((reader, { endedAfter, skin }: { endedAfter: Date; skin: string }) =>
  shownIn(reader, endedAfter).where("skin", "=", skin),
);

/** The last ended campaign of a skin, however long ago; null when there is none. */
export async function lastEnded(reader: Reader, skin: string): Promise<CampaignRow | null> {
  const row = await reader
    .selectFrom("campaign")
    .selectAll()
    .where("skin", "=", skin)
    .where("state", "=", "ENDED")
    .where("isSample", "=", false)
    .orderBy("closesAt", "desc")
    .limit(1)
    .executeTakeFirst();
  return row ? campaignRowOf(row) : null;
}

export async function campaignsInState(reader: Reader, states: readonly CampaignState[]): Promise<CampaignRow[]> {
  const rows = await reader
    .selectFrom("campaign")
    .selectAll()
    .where("state", "in", [...states])
    .execute();
  return rows.map(campaignRowOf);
}

/** A page of all campaigns, the newest first. */
export async function campaignsPage(
  reader: Reader,
  { after, limit }: { after: { at: Date; id: string } | undefined; limit: number },
): Promise<{ page: CampaignRow[]; nextCursor: string | null }> {
  let query = reader
    .selectFrom("campaign")
    .selectAll()
    .orderBy("createdAt", "desc")
    .orderBy("id", "desc")
    .limit(limit + 1);
  if (after)
    query = query.where(({ eb, refTuple, tuple }) => eb(refTuple("createdAt", "id"), "<", tuple(after.at, after.id)));
  const { page, nextCursor } = listPage(await query.execute(), limit, ({ createdAt, id }) =>
    cursorInTime(createdAt, id),
  );
  return { page: page.map(campaignRowOf), nextCursor };
}

/** Ids of the campaigns that could give a prize since then. */
export async function campaignsSince(reader: Reader, from: Date): Promise<string[]> {
  const rows = await reader.selectFrom("campaign").select("id").where("claimsUntil", ">=", from).execute();
  return rows.map(({ id }) => id);
}

/** A rule row in force on a day; verified when its status is confirmed or mostly agreed, not merely assumed. @throws when there is none */
export async function ruleRowOn(
  reader: Reader,
  rule: string,
  day: BusinessDate,
): Promise<{ value: number; isVerified: boolean }> {
  const row = await reader
    .selectFrom("campaign_rule")
    .select(["value", "certainty"])
    .where("rule", "=", rule)
    .where("validFrom", "<=", day)
    .orderBy("validFrom", "desc")
    .executeTakeFirst();
  if (!row) throw new Error(`No row of ${rule} is in force on ${day}.`);
  return { value: row.value, isVerified: row.certainty !== "K" };
}

/** Value of a rule row in force on a day. @throws without one */
export const ruleOn = async (reader: Reader, rule: string, day: BusinessDate): Promise<number> =>
  (await ruleRowOn(reader, rule, day)).value;

export interface CampaignFactRow {
  fact: CampaignFact;
  loanId: string | null;
  inTime: boolean | null;
  at: Date;
}

export async function insertFact(
  trx: Transaction,
  borrowerId: string,
  { fact, loanId, inTime, at, eventId }: CampaignFactRow & { eventId: string },
): Promise<void> {
  await trx
    .insertInto("campaign_fact")
    .values({ borrowerId, fact, eventId, loanId, inTime, happenedAt: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Locks facts against removal until the transaction ends. */
export async function holdFacts(trx: Transaction, borrowerId: string, facts: readonly CampaignFact[]): Promise<void> {
  if (facts.length === 0) return;
  await trx
    .selectFrom("campaign_fact")
    .select("eventId")
    .where("borrowerId", "=", borrowerId)
    .where("fact", "in", [...facts])
    .forShare()
    .execute();
}

export async function campaignFactsOf(reader: Reader, borrowerId: string): Promise<CampaignFactRow[]> {
  const rows = await reader.selectFrom("campaign_fact").selectAll().where("borrowerId", "=", borrowerId).execute();
  return rows.map((row) => ({
    fact: row.fact as CampaignFact,
    loanId: row.loanId,
    inTime: row.inTime,
    at: row.happenedAt,
  }));
}
