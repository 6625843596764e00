/** The campaigns of an installation outside prod, put through propose and approve by two of its sandbox staff. // Product decisions, rewards 1 */
import { sql } from "kysely";
import type { StaffSession } from "#server/call/session.server.ts";
import { decideProposal } from "#server/four-eyes/proposals.ts";
import { sandboxStaffOf } from "#features/platform/console/server/index.ts";
import { hasVoucherCode, loadCodes } from "#features/rewards/voucher/server/index.ts";
import { transact, type Transaction } from "#server/database.server.ts";
import type { Domain } from "#server/domain.ts";
import type { Services } from "#server/services.ts";
import { addDays, dateInWib, instantOf } from "#shared/dates.ts";
import { proposeCampaign } from "./approval.ts";
import { prizesOf } from "../rules-contract.ts";
import { campaignLifecycle } from "./lifecycle.ts";
import { releaseUnusedBudget } from "./money.ts";
import { seeds, type Seed } from "./seed-table.ts";
import { makeDays } from "./sweeps.ts";
import { insertCampaign, newCampaign, type CampaignRow } from "./store.ts";

const makerId = "01900000-0000-7000-8000-000000000011";
const checkerId = "01900000-0000-7000-8000-000000000012";
const seedDays = 400;
const claimDays = 14;
const budgetRupiah = 500_000_000;
/** Number of codes for each voucher. */
const sampleCodes = 600;

function rowOf(services: Services, seed: Seed): CampaignRow {
  const today = dateInWib(services.clock.now());
  const opens = addDays(today, seed.opensInDays ?? 0);
  const days = seed.days ?? seedDays;
  const closesAt = instantOf(addDays(opens, days));
  const isOfChance = ["INSTANT", "DRAW", "PICK"].includes(seed.rules.mechanic);
  return {
    id: services.random.uuid(),
    activityId: seed.activityId,
    mechanic: seed.rules.mechanic,
    skin: seed.skin,
    title: seed.title,
    opensAt: instantOf(opens),
    closesAt,
    claimsUntil: instantOf(addDays(opens, days + claimDays)),
    rules: seed.rules,
    rulesVersion: 1,
    budgetRupiah,
    permit: isOfChance
      ? { number: "CONTOH/PUB/2026", isSample: true, verifiedAt: services.clock.now().toISOString() }
      : null,
    state: "DRAFT",
    ...newCampaign,
    isSample: seed.isSample ?? false,
  };
}

/** Databases with all samples, so that later rounds cost nothing. */
const done = new WeakSet<object>();

/** Adds those that are missing; returns how many. In prod none. */
async function seedCampaigns(services: Services): Promise<number> {
  if (services.config.appEnv === "prod" || done.has(services.database)) return 0;
  await sandboxStaffOf(services);
  // All or none: a visitor sees them completely or not yet, and it is one commit instead of two dozen.
  const added = await transact(services.database, (trx) => addMissing(services, trx));
  // Creates the first day at once, so that testers need not wait half a minute.
  if (added > 0) await makeDays(services);
  done.add(services.database);
  return added;
}

/** A process that starts at the same time waits until the other one has added them. */
async function addMissing(services: Services, trx: Transaction): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended('campaign-sandbox-seeds', 0))`.execute(trx);
  const known = new Set((await trx.selectFrom("campaign").select("activityId").execute()).map((row) => row.activityId));
  const missing = seeds.filter(({ activityId }) => !known.has(activityId));
  for (const seed of missing) await addSeed(services, trx, seed);
  await loadSampleCodes(services, trx);
  return missing.length;
}

/** Sandbox vouchers have codes that say what they are. */
async function loadSampleCodes(services: Services, trx: Transaction): Promise<void> {
  const vouchers = seeds.flatMap(({ rules }) =>
    prizesOf(rules).flatMap(({ prize }) =>
      prize.kind === "VOUCHER" ? [[`${prize.voucherKey} ${prize.rupiah}`, prize] as const] : [],
    ),
  );
  for (const { voucherKey, rupiah } of new Map(vouchers).values()) {
    if (await hasVoucherCode(trx, { voucherKey, rupiah })) continue;
    const codes = Array.from({ length: sampleCodes }, () => `CONTOH-${services.random.bytes(6).toString("hex")}`);
    await loadCodes(services, trx, { voucherKey, rupiah, codes, staffId: null });
  }
}

async function addSeed(services: Services, trx: Transaction, seed: Seed): Promise<void> {
  const row = rowOf(services, seed);
  const at = services.clock.now();
  await insertCampaign(trx, row, at);
  await campaignLifecycle.begin(trx, { id: row.id, actor: `STAFF:${makerId}`, cause: "DRAFTED", at });
  const proposalId = await proposeCampaign(services, trx, { makerId, makerDevice: null }, row.activityId, "Contoh");
  await decideProposal(services, trx, checkerAt(at), { proposalId, approve: true });
  if (seed.isEmptied) await releaseUnusedBudget(services, trx, seed.activityId, dateInWib(at));
  const to = seed.ends ?? (seed.opensInDays ? null : "RUNNING");
  if (to)
    await campaignLifecycle.move(trx, {
      id: row.id,
      from: ["APPROVED"],
      to,
      actor: `STAFF:${checkerId}`,
      cause: "SEEDED",
      at,
    });
}

/** Acts as the checker of a proposal: identity and permissions. */
const checkerAt = (createdAt: Date): StaffSession => ({
  id: checkerId,
  staffId: checkerId,
  name: "Contoh Admin Dua",
  roles: ["admin"],
  deviceToken: null,
  createdAt,
});

/** A separate part of the wiring: tests that need no campaign leave it out. */
export const sandboxCampaigns: Domain = {
  work(services) {
    if (services.config.appEnv === "prod") return;
    services.sweeps.add({ name: "campaign-sandbox-seeds", everySeconds: 60, run: seedCampaigns, isBeforeReady: true });
  },
};
