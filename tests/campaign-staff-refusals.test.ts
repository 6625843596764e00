/**
 * Each problem that a staff action on a campaign or award declares, caused by the state that really causes it. A
 * declared problem without an entry here does not compile. Each is sent from the page that has its form
 * (`support/refusals-on-pages.ts`).
 */
import { expect, it } from "vitest";
import { inviteByOperator } from "#features/platform/console/server/index.ts";
import { heldAwardDesk, decideHeldAward, proposeRevocation } from "#features/rewards/award/staff-contract.ts";
import { holdAward } from "#features/rewards/campaign/server/index.ts";
import {
  draftCampaign,
  exportWinners,
  pauseCampaign,
  proposeForApproval,
  proposeImprovement,
  proposeMove,
  proposePermit,
  proposeResult,
  reviseDraft,
} from "#features/rewards/campaign/staff-contract.ts";
import { transact } from "#server/database.server.ts";
import { cookiesAt } from "#server/http/cookies.ts";
import type { Call } from "#shared/contract.ts";
import { addDays, dateInWib } from "#shared/dates.ts";
import type { StaffRole } from "#shared/staff-permissions.ts";
import { seeds } from "../src/features/rewards/campaign/server/seed-table.ts";
import { findCampaign } from "../src/features/rewards/campaign/server/store.ts";
import { lastDayOfCampaign } from "../src/features/rewards/campaign/server/promised-lines.ts";
import { cookieNames, testApp, type TestClient, type TestResponse } from "./support/app.ts";
import { campaignsOf } from "./support/campaigns.ts";

const app = await testApp({ campaigns: true });
const { services, clock } = app;
const { database, random } = services;
await app.settle();
const { borrower, claim, codeOf } = campaignsOf(app);
const today = dateInWib(clock.now());
const reason = "Alasan yang dapat dinilai orang lain.";

let invited = 0;
async function staff(...roles: StaffRole[]): Promise<TestClient> {
  const { staffId } = await inviteByOperator(services, {
    name: `S${++invited}`,
    email: `s${invited}@tunai.example`,
    roles,
  });
  return app.staff(staffId, roles);
}
const [admin, content, finance, auditor] = [
  await staff("admin"),
  await staff("content"),
  await staff("finance"),
  await staff("auditor"),
];

type Cause = () => Promise<TestResponse>;
type CausesOf<C extends Call> = { [Code in keyof C["problems"] & string]: Cause };

const once = (client: TestClient, path: string, body: object, from?: string) =>
  client.post(path, body, { "Idempotency-Key": random.uuid(), ...(from ? { Referer: from } : {}) });
const at = (name: string, what: string) => `/api/staff/campaigns/${name}/${what}`;
const reasoned = (name: string, what: string, more: object = {}, client = admin) =>
  once(client, at(name, what), { reason, ...more });

/** The rules of a seed campaign as a new draft. */
function fieldsOf(seedName: string, more: object = {}) {
  const { skin, rules, title } = seeds.find(({ activityId }) => activityId === seedName)!;
  return {
    skin,
    titleId: title.id,
    titleEn: title.en,
    titleZh: title.zh,
    opensOn: today,
    closesOn: addDays(today, 30),
    budgetRupiah: 500_000_000,
    permitNumber: "UJI/1",
    rules: JSON.stringify(rules),
    ...more,
  };
}
let drafts = 0;
async function draft(more: object = {}): Promise<string> {
  const activityId = `draft-${++drafts}`;
  const { status } = await once(content, "/api/staff/campaigns", { activityId, ...fieldsOf("golden-egg", more) });
  expect(status).toBe(200);
  return activityId;
}
/** As in prod, where a sample's permit starts nothing, and cookies have the names that only an https server sets. */
async function inProd(send: Cause): Promise<TestResponse> {
  const { config } = services;
  admin.cookies.set(cookiesAt("http://localhost:3000", "prod").names.staff, admin.cookies.get(cookieNames.staff)!);
  Object.assign(services, { config: { ...config, appEnv: "prod" } });
  try {
    return await send();
  } finally {
    Object.assign(services, { config });
  }
}
/** Twice: the second time a proposal is waiting. */
async function twice(send: Cause): Promise<TestResponse> {
  expect((await send()).status).toBe(200);
  return send();
}

/** Proposes to improve a campaign; `more` replaces parts of the proposal. */
async function improve(name: string, more: object = {}): Promise<TestResponse> {
  const row = await findCampaign(database, name);
  return once(content, at(name, "improvement"), {
    closesOn: row ? lastDayOfCampaign(row.closesAt) : addDays(today, 30),
    budgetRupiah: (row?.budgetRupiah ?? 1) + 1_000_000,
    rules: JSON.stringify(row?.rules ?? seeds[0]!.rules),
    reason,
    ...more,
  });
}

const improving: CausesOf<typeof proposeImprovement> = {
  CAMPAIGN_UNKNOWN: () => improve("no-such-event"),
  CAMPAIGN_STATE: () => improve("egg-ended"),
  PROPOSAL_OPEN: () => twice(() => improve("get-coupon")),
  RULES_WORSE: () => improve("seven-year", { budgetRupiah: 1_000 }),
  // More pieces than the budget covers.
  CAMPAIGN_FAULTY: async () => {
    const { rules } = (await findCampaign(database, "toy-egg-1"))!;
    const prizes = "prizes" in rules ? rules.prizes.map((line) => ({ ...line, perDay: line.perDay * 1_000 })) : [];
    return improve("toy-egg-1", { rules: JSON.stringify({ ...rules, prizes }) });
  },
};

const move = (name: string, to: "RUNNING" | "ENDED" = "ENDED") => reasoned(name, "move", { to });
const moving: CausesOf<typeof proposeMove> = {
  CAMPAIGN_UNKNOWN: () => move("no-such-event"),
  CAMPAIGN_STATE: () => move("egg-ended"),
  PROPOSAL_OPEN: () => twice(() => move("egg-lose")),
  PERMIT_UNVERIFIED: () => inProd(() => move("egg-paused", "RUNNING")),
};

const pausing: CausesOf<typeof pauseCampaign> = {
  CAMPAIGN_UNKNOWN: () => reasoned("no-such-event", "pause"),
  CAMPAIGN_STATE: () => reasoned("egg-ended", "pause"),
};

const proposing: CausesOf<typeof proposeForApproval> = {
  CAMPAIGN_UNKNOWN: () => reasoned("no-such-event", "proposal"),
  PROPOSAL_OPEN: async () => {
    const name = await draft();
    return twice(() => reasoned(name, "proposal"));
  },
  PERMIT_UNVERIFIED: async () => {
    const name = await draft();
    return inProd(() => reasoned(name, "proposal"));
  },
  CAMPAIGN_FAULTY: async () => reasoned(await draft({ permitNumber: "" }), "proposal"),
};

const permitting: CausesOf<typeof proposePermit> = {
  CAMPAIGN_UNKNOWN: () => reasoned("no-such-event", "permit"),
  PROPOSAL_OPEN: async () => {
    const name = await draft();
    return twice(() => reasoned(name, "permit"));
  },
  PERMIT_NOT_OPEN: () => reasoned("egg-win", "permit"),
};

const result = (name: string) =>
  reasoned(name, "result", { optionKey: "SAMPLE_A", source: "https://example.invalid/hasil" });
const resulting: CausesOf<typeof proposeResult> = {
  CAMPAIGN_UNKNOWN: () => result("no-such-event"),
  RESULT_NOT_NOW: () => result("world-cup"),
  PROPOSAL_OPEN: async () => {
    const opensAt = new Date(clock.now().getTime() - 25 * 86_400_000);
    await database.updateTable("campaign").set({ opensAt }).where("activityId", "=", "world-cup").execute();
    return twice(() => result("world-cup"));
  },
};

const revise = (name: string, more: object = {}) => once(content, at(name, "draft"), fieldsOf("golden-egg", more));
const revising: CausesOf<typeof reviseDraft> = {
  CAMPAIGN_UNKNOWN: () => revise("no-such-event"),
  CAMPAIGN_STATE: () => revise("egg-win"),
  PERIOD_INVALID: async () => revise(await draft(), { closesOn: addDays(today, -1) }),
};

const newDraft = (more: object) =>
  once(content, "/api/staff/campaigns", { activityId: "egg-new", ...fieldsOf("golden-egg", more) });
const drafting: CausesOf<typeof draftCampaign> = {
  ACTIVITY_TAKEN: () => newDraft({ activityId: "egg-win" }),
  PERIOD_INVALID: () => newDraft({ closesOn: addDays(today, -1) }),
};

const exporting: CausesOf<typeof exportWinners> = {
  CAMPAIGN_UNKNOWN: () => auditor.post(at("no-such-event", "winners/csv"), { reason, format: "CSV" }),
};

const unknownAward = "01900000-0000-7000-8000-000000000000";
let held = 0;
/** An award that is held until staff have reviewed it. */
async function heldAward(rupiah = 15_000): Promise<{ awardId: string; borrowerId: string }> {
  const { borrowerId } = await borrower();
  const row = await transact(database, async (trx) =>
    holdAward(
      services,
      trx,
      (await findCampaign(trx, "order-gift"))!,
      {
        borrowerId,
        cause: `held_${++held}`,
        prizeKey: "CASH_15000",
        prize: { kind: "CASH", rupiah },
        isByChance: false,
        epoch: null,
        drawId: null,
      },
      ["RING"],
    ),
  );
  return { awardId: row!.id, borrowerId };
}
/** One of a person who was given it at once. */
async function givenAward(): Promise<{ awardId: string; borrowerId: string }> {
  const { borrowerId, client } = await borrower();
  const { status, body } = await claim(client, "get-coupon", "COUPON_10000");
  expect(status).toBe(200);
  return { awardId: body.awardId, borrowerId };
}
const take = (awardId: string, client = admin) => once(client, `/api/staff/rewards/review/${awardId}/claim`, {});
const decide = (awardId: string, client = admin) =>
  once(client, `/api/staff/rewards/review/${awardId}/decision`, { decision: "GIVE" });
async function takenBy(client: TestClient): Promise<string> {
  const { awardId } = await heldAward();
  expect((await take(awardId, client)).status).toBe(200);
  return awardId;
}

const taking: CausesOf<typeof heldAwardDesk.claim> = {
  AWARD_UNKNOWN: () => take(unknownAward),
  AWARD_NOT_HELD: async () => take((await givenAward()).awardId),
  AWARD_CLAIMED: async () => take(await takenBy(await staff("underwriter"))),
};

const releasing: CausesOf<typeof heldAwardDesk.release> = {
  AWARD_UNKNOWN: () => once(admin, `/api/staff/rewards/review/${unknownAward}/release`, {}),
};

const deciding: CausesOf<typeof decideHeldAward> = {
  AWARD_UNKNOWN: () => decide(unknownAward),
  AWARD_NOT_HELD: async () => decide((await givenAward()).awardId),
  AWARD_CLAIMED: async () => decide(await takenBy(await staff("underwriter"))),
  AWARD_UNCOVERED: async () => decide((await heldAward(900_000_000)).awardId),
};

const revoke = ({ awardId, borrowerId }: { awardId: string; borrowerId: string }) =>
  once(
    finance,
    `/api/staff/rewards/awards/${awardId}/revocation`,
    { reasonCode: "SAME_PERSON", reason },
    `/staff/borrowers/${borrowerId}/rewards`,
  );
const revoking: CausesOf<typeof proposeRevocation> = {
  AWARD_UNKNOWN: async () => revoke({ ...(await givenAward()), awardId: unknownAward }),
  AWARD_NOT_GIVEN: async () => revoke(await heldAward()),
  PROPOSAL_OPEN: async () => {
    const award = await givenAward();
    return twice(() => revoke(award));
  },
};

const acts: readonly [call: Call, causes: Readonly<Record<string, Cause>>][] = [
  [proposeImprovement, improving],
  [proposeMove, moving],
  [pauseCampaign, pausing],
  [proposeForApproval, proposing],
  [proposePermit, permitting],
  [proposeResult, resulting],
  [reviseDraft, revising],
  [draftCampaign, drafting],
  [exportWinners, exporting],
  [heldAwardDesk.claim, taking],
  [heldAwardDesk.release, releasing],
  [decideHeldAward, deciding],
  [proposeRevocation, revoking],
];

it.each(
  acts.flatMap(([{ id }, causes]) => Object.entries(causes).map(([problem, cause]) => [id, problem, cause] as const)),
)("%s refuses with %s in the state that causes it", async (_act, problem, cause) => {
  expect(codeOf(await cause())).toBe(problem);
});
