/** Staff preview every campaign in every view and language, without side effects. */
import { describe, expect, it } from "vitest";
import { inviteByOperator } from "#features/platform/console/server/index.ts";
import { addDays, dateInWib } from "#shared/dates.ts";
import type { StaffRole } from "#shared/staff-permissions.ts";
import { languages } from "#shared/texts.ts";
import { testApp, type TestClient } from "#tests/support/app.ts";
import { rowOfSeed } from "#tests/support/campaign-rows.ts";
import { campaignsOf } from "#tests/support/campaigns.ts";
import { campaignViews, ineligibleReasons } from "../contract.ts";
import { previewParts, viewsOf } from "../preview-contract.ts";
import { campaignPreviewOf } from "./preview.ts";
import { seeds } from "./seed-table.ts";

const app = await testApp();
const { services, clock } = app;
const { database } = services;

const staff = async (...roles: StaffRole[]): Promise<TestClient> => {
  const email = `${roles.join("-")}@preview.example`;
  const { staffId } = await inviteByOperator(services, { name: "P", email, roles });
  return app.staff(staffId, roles);
};

describe("the preview of a campaign", () => {
  it.each(seeds.map((seed) => [seed.activityId, seed] as const))(
    "%s is shown in each view that its mechanic has, with what that view needs.",
    (_name, seed) => {
      const row = rowOfSeed(seed, dateInWib(clock.now()));
      for (const view of campaignViews)
        for (const part of previewParts)
          for (const language of languages) {
            const shown = campaignPreviewOf(row, { view, part, language, reason: "BREAK", now: clock.now() });
            expect(shown.view).toBe(viewsOf(row).includes(view) ? view : "RUNNING");
            expect(shown.title).toBe(seed.title[language]);
            expect(shown.reason).toBe(shown.view === "NOT_ELIGIBLE" ? "BREAK" : null);
            expect(shown.award !== null, view).toBe(shown.view === "WON");
            expect(shown.voucherCode).toBeNull();
            if (shown.view === "SOON") expect(Date.parse(shown.opensAt)).toBeGreaterThan(clock.now().getTime());
            if (shown.view === "DONE_TODAY") expect(shown.nextAt).not.toBeNull();
            if (shown.view === "LOST" && seed.rules.mechanic === "INSTANT") expect(shown.play?.held).toHaveLength(3);
            expect(shown.grown).toBeLessThanOrEqual(shown.fruit);
            // Only daily draws have a seal.
            if (seed.rules.mechanic === "PICK") expect(shown.commitment).toBeNull();
          }
    },
  );

  it("is for who may read campaigns, answers a draft that nobody else can see, and changes nothing.", async () => {
    const { borrower } = campaignsOf(app);
    const { client } = await borrower();
    const content = await staff("content");
    const underwriter = await staff("underwriter");
    const draft = {
      activityId: "preview-eggs",
      skin: "toy-egg",
      titleId: "Telur",
      titleEn: "Eggs",
      titleZh: "蛋",
      opensOn: dateInWib(clock.now()),
      closesOn: addDays(dateInWib(clock.now()), 30),
      budgetRupiah: 5_000_000,
      rules: JSON.stringify(seeds.find(({ activityId }) => activityId === "toy-egg-1")!.rules),
    };
    const key = { "Idempotency-Key": services.random.uuid() };
    expect((await content.post("/api/staff/campaigns", draft, key)).status).toBe(200);
    const path = "/api/staff/campaigns/preview-eggs/preview";
    const written = () =>
      Promise.all(
        (
          [
            "campaign",
            "campaign_award",
            "campaign_draw",
            "campaign_entrant",
            "campaign_ticket",
            "ledger_transfer",
          ] as const
        ).map((table) => database.selectFrom(table).selectAll().execute()),
      );
    const before = await written();
    for (const view of campaignViews) {
      const answer = await content.get(`${path}?view=${view}&language=zh&part=35`);
      expect(answer.status, view).toBe(200);
      expect(answer.body.campaign.title).toBe("蛋");
    }
    expect(await written()).toEqual(before);
    for (const reason of ineligibleReasons)
      expect((await content.get(`${path}?view=NOT_ELIGIBLE&reason=${reason}`)).body.campaign.reason).toBe(reason);
    expect((await underwriter.get(path)).body.status.code).toBe("NOT_ALLOWED");
    expect((await client.get(path)).status).toBeGreaterThanOrEqual(400);
    expect((await content.get(`${path}?part=40`)).status).toBe(422);
    expect((await content.get("/api/staff/campaigns/unknown-one/preview")).body.status.code).toBe("CAMPAIGN_UNKNOWN");
  });
});
