import { describe, expect, it } from "vitest";
import { inviteByOperator } from "#features/platform/console/server/index.ts";
import { account, availableOf, balanceOf } from "#server/ledger/index.ts";
import { addDays, dateInWib } from "#shared/dates.ts";
import type { StaffRole } from "#shared/staff-permissions.ts";
import { testApp, type TestClient } from "#tests/support/app.ts";
import { rowOfSeed } from "#tests/support/campaign-rows.ts";
import { campaignsOf } from "#tests/support/campaigns.ts";
import { campaignStates } from "../contract.ts";
import { budgetKind, faultsIn, mayMove } from "./approval.ts";
import { exhaustedOn } from "./burn.ts";
import { entryCodeOf } from "./entry-code.ts";
import { seeds } from "./seed-table.ts";
import { findCampaign } from "./store.ts";

const app = await testApp();
const { services, clock } = app;
const { database } = services;
const { borrower, act, see } = campaignsOf(app);

let invited = 0;
const staff = async (...roles: StaffRole[]): Promise<TestClient> => {
  const email = `c${++invited}@tunai.example`;
  const { staffId } = await inviteByOperator(services, { name: `C${invited}`, email, roles });
  return app.staff(staffId, roles);
};
const [content, finance, admin, support] = [
  await staff("content"),
  await staff("finance"),
  await staff("admin"),
  await staff("support"),
];

const once = (client: TestClient, path: string, body: object) =>
  client.post(path, body, { "Idempotency-Key": services.random.uuid() });
const today = dateInWib(clock.now());
const points = (ppm: number, count = 20) => ({
  prizeKey: `POINTS_${count}`,
  prize: { kind: "POINTS", points: count },
  stock: 0,
  perDay: 0,
  ppm,
  costPoints: 0,
});
const eggs = {
  mechanic: "INSTANT",
  prizes: [points(1_000_000)],
  tasks: [{ task: "DAILY_SIGN_IN", gives: 1 }],
  playsADay: 3,
  choices: 3,
  asksAgreement: false,
};
const draft = (activityId: string, more: object = {}, client = content) =>
  once(client, "/api/staff/campaigns", {
    activityId,
    skin: "toy-egg",
    titleId: "Telur uji",
    titleEn: "Test eggs",
    titleZh: "测试蛋",
    opensOn: today,
    closesOn: addDays(today, 30),
    budgetRupiah: 5_000_000,
    permitNumber: "UJI/1",
    rules: JSON.stringify(eggs),
    ...more,
  });
const detail = async (activityId: string, client = admin) =>
  (await client.get(`/api/staff/campaigns/${activityId}`)).body;
const reason = "Alasan yang dapat dinilai orang lain.";
const check = (client: TestClient, proposalId: string) =>
  once(client, `/api/staff/checks/${proposalId}/check`, { approve: true });
const codeOf = (answer: { body: { status?: { code: string } } }) => answer.body.status?.code;

describe("a campaign of the staff", () => {
  it("is drafted by one, approved by another, runs, is paused by one person and resumed by two, and ended early", async () => {
    expect((await draft("test-eggs")).body).toEqual({ activityId: "test-eggs" });
    const visitor = app.client();
    expect(codeOf(await visitor.get("/api/activity/test-eggs"))).toBe("CAMPAIGN_UNKNOWN");
    expect(await detail("test-eggs")).toMatchObject({ state: "DRAFT", faults: [], leftRupiah: 0, usedRupiah: 0 });
    const { body } = await once(content, "/api/staff/campaigns/test-eggs/proposal", { reason });
    expect(codeOf(await once(content, "/api/staff/campaigns/test-eggs/proposal", { reason }))).toBe("PROPOSAL_OPEN");
    expect(codeOf(await check(content, body.proposalId))).toBe("NOT_ALLOWED");
    expect((await check(finance, body.proposalId)).status).toBe(200);
    expect(await balanceOf(database, account("REWARD_BUDGET", "test-eggs"))).toBe(5_000_000);
    await app.settle();
    expect((await visitor.get("/api/activity/test-eggs")).body.view).toBe("LOGIN");

    const { client, borrowerId } = await borrower();
    await act(client, "test-eggs", "check-in");
    const { ticketIds } = await see(client, "test-eggs");
    expect((await act(client, "test-eggs", "play", { ticketId: ticketIds[0], choice: 1 })).status).toBe(200);
    expect(await detail("test-eggs")).toMatchObject({ people: 1, usedRupiah: 0, exhaustedOn: null });
    const { items } = (await support.get("/api/staff/campaigns/test-eggs/winners")).body;
    expect(items).toMatchObject([{ prizeKey: "POINTS_20", borrowerId, state: "GIVEN" }]);

    const path = "/api/staff/campaigns/test-eggs";
    expect((await once(support, `${path}/pause`, { reason })).body).toEqual({ state: "PAUSED" });
    expect(codeOf(await once(support, `${path}/pause`, { reason }))).toBe("CAMPAIGN_STATE");
    expect((await see(client, "test-eggs")).view).toBe("PAUSED");
    const resumed = (await once(support, `${path}/move`, { reason, to: "RUNNING" })).body.proposalId;
    expect((await check(finance, resumed)).status).toBe(200);
    expect((await detail("test-eggs")).state).toBe("RUNNING");
    expect(codeOf(await once(support, `${path}/move`, { reason, to: "RUNNING" }))).toBe("CAMPAIGN_STATE");
    const better = { closesOn: addDays(today, 40), budgetRupiah: 6_000_000, rules: JSON.stringify(eggs), reason };
    const improve = (change: object) => once(content, `${path}/improvement`, { ...better, ...change });
    expect(codeOf(await improve({ budgetRupiah: 4_000_000 }))).toBe("RULES_WORSE");
    expect(codeOf(await improve({ rules: JSON.stringify({ ...eggs, playsADay: 2 }) }))).toBe("RULES_WORSE");
    const improved = await improve({});
    expect(improved.body).toEqual({ proposalId: expect.any(String) });
    expect((await check(finance, improved.body.proposalId)).body).toMatchObject({ state: "CONFIRMED" });
    expect(await detail("test-eggs")).toMatchObject({
      budgetRupiah: 6_000_000,
      rulesVersion: 2,
      leftRupiah: 6_000_000,
    });
    const ended = (await once(content, `${path}/move`, { reason, to: "ENDED" })).body.proposalId;
    expect((await check(admin, ended)).status).toBe(200);
    expect((await detail("test-eggs")).state).toBe("ENDED");
    clock.advance(70 * 86_400_000);
    await app.settle();
    expect(await availableOf(database, account("REWARD_BUDGET", "test-eggs"))).toBe(0);
    expect((await (await staff("finance")).get("/api/staff/campaigns")).body.items).toHaveLength(1);
  });

  it("tells staff the outlet's code of today and of tomorrow where a claim asks one", async () => {
    // The clock has advanced by months: the earlier login has expired.
    const [writer, reader, head] = [await staff("content"), await staff("support"), await staff("admin")];
    const coffee = seeds.find((seed) => seed.activityId === "tomoro-coffee")!;
    const drafted = { skin: coffee.skin, permitNumber: "", rules: JSON.stringify(coffee.rules) };
    expect((await draft("test-coffee", drafted, writer)).status).toBe(200);
    const codes = (client: TestClient, activityId: string) =>
      client.get(`/api/staff/campaigns/${activityId}/entry-codes`);
    const day = dateInWib(clock.now());
    const { body } = await codes(reader, "test-coffee");
    expect(body).toEqual({
      items: [day, addDays(day, 1)].map((date) => ({ day: date, code: entryCodeOf(services, "test-coffee", date) })),
    });
    expect((await detail("test-coffee", head)).asksCode).toBe(true);
    expect(codeOf(await codes(reader, "no-such-event"))).toBe("CAMPAIGN_UNKNOWN");
    expect((await codes(await staff("underwriter"), "test-coffee")).status).toBe(403);
    await draft("test-no-code", {}, writer);
    expect((await codes(reader, "test-no-code")).body).toEqual({ items: [] });
    expect((await detail("test-no-code", head)).asksCode).toBe(false);
  });

  it("is not proposed while something stands against it, and a draft that cannot be read is not kept", async () => {
    const opensOn = dateInWib(clock.now());
    const dates = { opensOn, closesOn: addDays(opensOn, 30) };
    const nobody = await staff("content");
    const drafted = (activityId: string, more: object) =>
      once(nobody, "/api/staff/campaigns", {
        activityId,
        skin: "toy-egg",
        titleId: "Hadiah gratis",
        titleEn: "A gift",
        titleZh: "礼物",
        budgetRupiah: 1_000,
        rules: JSON.stringify({ ...eggs, tasks: [{ task: "PAYMENT_SUCCESS", gives: 1 }] }),
        ...dates,
        ...more,
      });
    expect((await drafted("faulty-eggs", {})).status).toBe(200);
    const own = (await nobody.get("/api/staff/campaigns/faulty-eggs")).body;
    expect(own.faults.toSorted()).toEqual(["OUT_OF_REACH", "PERMIT_MISSING", "WORD_FREE"]);
    expect(codeOf(await once(nobody, "/api/staff/campaigns/faulty-eggs/proposal", { reason }))).toBe("CAMPAIGN_FAULTY");
    expect(codeOf(await drafted("faulty-eggs", {}))).toBe("ACTIVITY_TAKEN");
    const wrongAt = async (rules: string) => {
      const { code, fields } = (await drafted("other-eggs", { rules })).body.status;
      expect(code).toBe("INPUT_INVALID");
      return fields.map((field: { path: string; detail: string }) => [field.path, field.detail]);
    };
    expect(await wrongAt("{")).toEqual([["rules", "Ini bukan JSON."]]);
    expect(await wrongAt(JSON.stringify({ ...eggs, playsADay: 0 }))).toEqual([
      ["rules.playsADay", "Isi dengan angka 1 atau lebih."],
    ]);
    expect(await wrongAt(JSON.stringify({ ...eggs, prizes: [points(990_000)] }))).toEqual([
      ["rules.prizes", "Peluang berjumlah 990.000 dari 1.000.000."],
    ]);
    expect(await wrongAt(JSON.stringify({ ...eggs, prizes: [points(500_000), points(500_000)] }))).toEqual([
      ["rules.prizes", "Ada dua baris dengan kode yang sama."],
    ]);
    expect(codeOf(await drafted("other-eggs", { closesOn: addDays(opensOn, -1) }))).toBe("PERIOD_INVALID");
    for (const name of ["new", "draw", "break", "Huruf", "ab"])
      expect(codeOf(await drafted(name, {})), name).toBe("INPUT_INVALID");
    expect(codeOf(await nobody.get("/api/staff/campaigns/other-eggs"))).toBe("CAMPAIGN_UNKNOWN");
  });

  it("stands in a list that is read page by page, the newest first, with the charts of all on its first page", async () => {
    const finance = await staff("finance");
    const page = async (query: string) => (await finance.get(`/api/staff/campaigns?${query}`)).body;
    const whole = await page("limit=100");
    const read: string[] = [];
    let next: string | null = "";
    while (next !== null) {
      const { items, nextCursor, days }: Awaited<ReturnType<typeof page>> = await page(
        `limit=1${next && `&cursor=${next}`}`,
      );
      expect([items.length, days.length]).toEqual([1, next ? 0 : whole.days.length]);
      read.push(items[0].activityId);
      next = nextCursor;
    }
    expect(read).toEqual(whole.items.map(({ activityId }: { activityId: string }) => activityId));
    expect(read.length).toBeGreaterThan(1);
  });
});

describe("a proposal to approve", () => {
  const opensOn = dateInWib(clock.now());
  it("is stale once the draft is another one than it names, or no draft any more", async () => {
    const client = await staff("content");
    const dates = { opensOn, closesOn: addDays(opensOn, 30) };
    const names = { titleId: "Telur kupon", titleEn: "Coupon eggs", titleZh: "优惠券蛋" };
    const coupon = { ...points(1_000_000), prizeKey: "COUPON", prize: { kind: "COUPON", couponKey: "interest-10000" } };
    const rules = JSON.stringify({ ...eggs, prizes: [{ ...coupon, perDay: 2 }] });
    const body = { activityId: "coupon-eggs", skin: "toy-egg", ...names, ...dates, permitNumber: "UJI/2", rules };
    expect((await once(client, "/api/staff/campaigns", { ...body, budgetRupiah: 5_000_000 })).status).toBe(200);
    const { id: subjectId, rulesVersion } = (await findCampaign(database, "coupon-eggs"))!;
    const isStale = (version: number) =>
      budgetKind.isStale!(services, database, {
        subjectId,
        payload: { activityId: "coupon-eggs", rulesVersion: version },
      } as never);
    expect([await isStale(rulesVersion), await isStale(rulesVersion + 1)]).toEqual([false, true]);
    const { proposalId } = (await once(client, "/api/staff/campaigns/coupon-eggs/proposal", { reason })).body;
    expect((await check(await staff("finance"), proposalId)).status).toBe(200);
    expect(await isStale(rulesVersion)).toBe(true);
    // Two a day for thirty-one days, which equals the number of printed coupons.
    const printed = () => availableOf(database, account("COUPON_STOCK", "coupon-eggs:interest-10000"));
    expect(await printed()).toBe(62);
    // More a day and for longer: the additional ones are printed once another person has approved.
    const better = { closesOn: addDays(opensOn, 40), budgetRupiah: 6_000_000, reason };
    const improve = (perDay: number) =>
      once(client, "/api/staff/campaigns/coupon-eggs/improvement", {
        ...better,
        rules: JSON.stringify({ ...eggs, prizes: [{ ...coupon, perDay }] }),
      });
    // Without a number, the quantity to print is unknown, and a day above the budget is never covered.
    for (const perDay of [0, 5_000]) expect(codeOf(await improve(perDay))).toBe("CAMPAIGN_FAULTY");
    const improved = (await improve(3)).body.proposalId;
    const shown = JSON.stringify((await client.get(`/api/staff/checks/${improved}`)).body);
    expect(shown).toContain("Kupon potongan bunga Rp 10.000 · peluang 100% · 3 sehari");
    expect(shown).toContain("(sebelumnya Kupon potongan bunga Rp 10.000 · peluang 100% · 2 sehari)");
    expect((await check(await staff("finance"), improved)).body).toMatchObject({ state: "CONFIRMED" });
    expect(await printed()).toBe(123);
  });

  it("is stale once its draft was written anew, which only a draft can be", async () => {
    const [client, checker] = [await staff("content"), await staff("finance")];
    const path = "/api/staff/campaigns/changed-eggs";
    const names = { titleId: "Telur ubah", titleEn: "Changed eggs", titleZh: "修改蛋" };
    const dates = { opensOn, closesOn: addDays(opensOn, 30) };
    const fields = { skin: "toy-egg", ...names, ...dates, permitNumber: "UJI/3", budgetRupiah: 5_000_000 };
    const rules = JSON.stringify(eggs);
    const written = await once(client, "/api/staff/campaigns", { activityId: "changed-eggs", ...fields, rules });
    expect(written.status).toBe(200);
    const { proposalId } = (await once(client, `${path}/proposal`, { reason })).body;
    const revise = (more: object) => once(client, `${path}/draft`, { ...fields, rules, ...more });
    expect(codeOf(await revise({ closesOn: addDays(opensOn, -1) }))).toBe("PERIOD_INVALID");
    expect(codeOf(await revise({ rules: "[" }))).toBe("INPUT_INVALID");
    expect((await revise({ budgetRupiah: 7_000_000, titleEn: "Better eggs" })).body).toEqual({
      activityId: "changed-eggs",
      rulesVersion: 2,
    });
    expect(codeOf(await check(checker, proposalId))).toBe("PROPOSAL_STALE");
    expect((await client.get(path)).body).toMatchObject({
      state: "DRAFT",
      budgetRupiah: 7_000_000,
      titles: { en: "Better eggs" },
    });
    const next = (await once(client, `${path}/proposal`, { reason })).body.proposalId;
    expect((await check(checker, next)).status).toBe(200);
    expect(codeOf(await revise({}))).toBe("CAMPAIGN_STATE");
    expect(codeOf(await once(checker, `${path}/draft`, { ...fields, rules }))).toBe("NOT_ALLOWED");
    const unknown = await once(client, "/api/staff/campaigns/no-such-eggs/draft", { ...fields, rules });
    expect(codeOf(unknown)).toBe("CAMPAIGN_UNKNOWN");
  });

  it("money for what people do waits in prod until somebody has made sure that no tax is withheld on it", async () => {
    const prod = { ...services, config: { ...services.config, appEnv: "prod" as const } };
    const tree = rowOfSeed(
      seeds.find(({ activityId }) => activityId === "watering")!,
      today,
    );
    expect(await faultsIn(services, database, tree)).toEqual([]);
    expect(await faultsIn(prod, database, tree)).toEqual(["TAX_UNVERIFIED"]);
    const points = rowOfSeed(
      seeds.find(({ activityId }) => activityId === "watering-new-skin")!,
      today,
    );
    expect(await faultsIn(prod, database, points)).toEqual([]);
    const row = { rule: "ACTIVITY_REWARD_TAX_PPM", validFrom: today, value: 0, source: "Counsel", certainty: "H" };
    await database.insertInto("campaign_rule").values(row).execute();
    expect(await faultsIn(prod, database, tree)).toEqual([]);
    await database.deleteFrom("campaign_rule").where("source", "=", "Counsel").execute();
  });

  it("to resume is for a paused one alone, and to end for what has not ended", () => {
    expect(campaignStates.filter((state) => mayMove(state, "RUNNING"))).toEqual(["PAUSED"]);
    expect(campaignStates.filter((state) => mayMove(state, "ENDED"))).toEqual(["APPROVED", "RUNNING", "PAUSED"]);
  });
});

describe("a draft that is written", () => {
  it("shows what it costs at most with tax, what stands against it and what people would read, and keeps nothing", async () => {
    const client = await staff("content");
    const ask = async (rules: object, more: object = {}) =>
      (await client.post("/api/staff/campaign-drafts/check", { rules: JSON.stringify(rules), ...more })).body;
    const opensOn = dateInWib(clock.now());
    const cash = { ...points(100_000), prizeKey: "CASH", prize: { kind: "CASH", rupiah: 5_000 }, perDay: 20 };
    const lucky = { ...eggs, prizes: [cash, points(900_000)] };
    const found = await ask(lucky, { opensOn, closesOn: opensOn, permitNumber: "UJI/9" });
    // 5,000 net is 6,667 with the tax that the company pays; twenty of them on one day.
    const cost = { netRupiah: 100_000, taxRupiah: 33_340 };
    expect(found).toMatchObject({ faults: [], days: 1, day: cost, all: cost });
    expect(found.lines.map(({ text }: { text: { id: string } }) => text.id)).toContain(
      "Rp 5.000 tunai · peluang 10% · 20 sehari",
    );
    expect((await ask(lucky, { opensOn, closesOn: addDays(opensOn, 9) })).all.netRupiah).toBe(1_000_000);
    expect((await ask(lucky, { budgetRupiah: 1_000, titleId: "Serba gratis" })).faults).toEqual([
      "WORD_FREE",
      "PERMIT_MISSING",
      "BUDGET_SHORT",
    ]);
    const strange = { ...cash, prize: { kind: "COUPON", couponKey: "no-such-coupon" } };
    const unknown = await ask({ ...eggs, prizes: [strange, points(900_000)] }, { permitNumber: "UJI/9" });
    expect([unknown.faults, unknown.day]).toEqual([["COUPON_UNKNOWN"], null]);
    const { items, couponKeys } = (await client.get("/api/staff/campaign-drafts/templates")).body;
    for (const { rules, skin } of items) expect((await ask(JSON.parse(rules))).days, skin).toBe(30);
    expect(couponKeys).toContain("interest-10000");
    expect((await client.get("/api/staff/campaigns/x-1")).status).toBe(404);
  });

  it("of a skin that runs already is reached by its name, and both by their own", async () => {
    const { client, checker } = { client: await staff("content"), checker: await staff("finance") };
    const opensOn = dateInWib(clock.now());
    const gift = {
      mechanic: "CLAIM",
      prizes: [{ ...points(0), prizeKey: "CASH_5000", prize: { kind: "CASH", rupiah: 5_000 }, stock: 3 }],
      needs: ["IDENTITY_VERIFIED"],
      withinDays: 0,
      neverLate: false,
      everyDays: 0,
      timesAMonth: 0,
      asksCode: false,
    };
    for (const [activityId, days] of [
      ["gift-one", 30],
      ["gift-two", 20],
    ] as const) {
      const more = { skin: "new-gift", rules: JSON.stringify(gift), opensOn, closesOn: addDays(opensOn, days) };
      expect((await draft(activityId, { ...more, permitNumber: "" }, client)).status).toBe(200);
      const { proposalId } = (await once(client, `/api/staff/campaigns/${activityId}/proposal`, { reason })).body;
      const card = JSON.stringify((await client.get(`/api/staff/checks/${proposalId}`)).body);
      for (const words of ["Untuk yang sudah memverifikasi KTP dan wajah.", "Rp 5.000 tunai · 3 seluruhnya", "测试蛋"])
        expect(card).toContain(words);
      expect((await check(checker, proposalId)).status).toBe(200);
    }
    await app.settle();
    const { items } = (await app.client().get("/api/activity?skin=new-gift")).body;
    const paths = Object.fromEntries(
      items.map((one: { activityId: string; path: string }) => [one.activityId, one.path]),
    );
    // Without a parameter, the screen shows the campaign that closes last.
    expect(paths).toEqual({ "gift-one": "/webview/new-gift", "gift-two": "/webview/new-gift?of=gift-two" });
    expect((await app.client().get("/api/activity/gift-two")).body.path).toBe("/webview/new-gift?of=gift-two");
  });
});

describe("the day on which a budget ends", () => {
  it("follows from the last seven days, and is not told where nothing was given", () => {
    const given = [
      { day: "2026-11-10", rupiah: 900_000, awards: 9 },
      { day: "2026-11-20", rupiah: 70_000, awards: 1 },
      { day: "2026-11-21", rupiah: 70_000, awards: 1 },
    ];
    const [today, lastDay] = ["2026-11-21", "2026-12-31"];
    expect(exhaustedOn(200_000, given, { today, lastDay })).toBe("2026-12-01");
    expect(exhaustedOn(0, given, { today, lastDay })).toBe("2026-11-21");
    expect(exhaustedOn(200_000, given, { today: "2026-12-21", lastDay })).toBeNull();
    // A campaign that has ended by then does not use it up.
    expect(exhaustedOn(200_000, given, { today, lastDay: "2026-12-01" })).toBe("2026-12-01");
    expect(exhaustedOn(200_000, given, { today, lastDay: "2026-11-30" })).toBeNull();
  });
});
