/**
 * Optional information over HTTP: given under a consent, sealed with its key, skipped for 30 days, and the permitted
 * statements about its use.
 */
import { beforeEach, describe, expect, it } from "vitest";
import { addDays, dateInWib } from "#shared/dates.ts";
import { consentCipher } from "#features/account/privacy/server/index.ts";
import { testApp } from "#tests/support/app.ts";
import { erasurePartsOf } from "../../privacy/server/erasing.ts";
import { optionalInformationOf } from "./index.ts";

const app = await testApp();
const { services, clock } = app;
const { database } = services;
const path = "/api/profile/optional-info";
const day = 86_400_000;
const answers = {
  dependants: 2,
  housing: "ROOM",
  yearsThere: 0,
  monthlyExpensesRupiah: 2_500_000,
  secondIncomeRupiah: 750_000,
};
const newBorrower = async () => {
  const borrowerId = services.random.uuid();
  return { borrowerId, client: await app.loggedIn(borrowerId) };
};
const rowOf = (borrowerId: string) =>
  database.selectFrom("optional_information").selectAll().where("borrowerId", "=", borrowerId).executeTakeFirst();

describe("what is told", () => {
  it("is kept sealed with the key of its consent, shown to its owner alone, and stands in the copy of the data", async () => {
    const { borrowerId, client } = await newBorrower();
    expect((await client.get(path)).body).toMatchObject({
      answers: null,
      givenAt: null,
      isDue: true,
      askAgainAt: null,
    });
    const saved = await client.post(path, { ...answers, consent: true });
    expect([saved.status, saved.body.answers, saved.body.isDue]).toEqual([200, answers, false]);
    const row = await rowOf(borrowerId);
    expect(row?.answersSealed).not.toContain("ROOM");
    const { items } = (await client.get("/api/privacy/consents")).body;
    expect(items).toContainEqual(
      expect.objectContaining({ id: row?.consentId, kind: "OPTIONAL_INFO", state: "STANDING" }),
    );
    expect((await (await newBorrower()).client.get(path)).body.answers).toBeNull();
    const sections = await Promise.all(
      erasurePartsOf(services).map((part) => part.export(services, database, borrowerId)),
    );
    expect(sections.flat().find(({ name }) => name === "optional_information")?.rows).toMatchObject([answers]);
  });

  it("may be a part of it, replaces what was told, and counts once when it is sent twice", async () => {
    const { borrowerId, client } = await newBorrower();
    await client.post(path, { ...answers, consent: true });
    const only = { dependants: 0, consent: true };
    await Promise.all([client.post(path, only), client.post(path, only)]);
    expect(await optionalInformationOf(services, database, borrowerId)).toEqual({ dependants: 0 });
    const consents = (await client.get("/api/privacy/consents")).body.items;
    expect(consents.filter(({ kind }: { kind: string }) => kind === "OPTIONAL_INFO")).toHaveLength(1);
  });

  it("is refused without the consent, empty, and beyond its bounds", async () => {
    const { borrowerId, client } = await newBorrower();
    const codes = async (input: object) => {
      const { status } = (await client.post(path, input)).body;
      return [status.code, ...(status.fields ?? []).map(({ code }: { code: string }) => code)];
    };
    expect(await codes({ dependants: 1 })).toContain("REQUIRED");
    expect(await codes({ consent: true })).toEqual(["OPTIONAL_INFO_EMPTY"]);
    expect(await codes({ consent: true, dependants: 21 })).toContain("DEPENDANTS_FORMAT");
    expect(await codes({ consent: true, yearsThere: 1.5 })).toContain("YEARS_THERE_FORMAT");
    expect(await codes({ consent: true, monthlyExpensesRupiah: -1 })).toContain("AMOUNT_BELOW_MINIMUM");
    expect(await codes({ consent: true, housing: "CASTLE" })).toContain("CHOICE_INVALID");
    expect(await rowOf(borrowerId)).toBeUndefined();
  });

  it("goes with its consent, wherever that is withdrawn, and opens nowhere after that", async () => {
    for (const withdraw of ["here", "privacy"] as const) {
      const { borrowerId, client } = await newBorrower();
      await client.post(path, { ...answers, consent: true });
      const { consentId } = (await rowOf(borrowerId))!;
      if (withdraw === "here") expect((await client.post(`${path}/remove`, {})).body.answers).toBeNull();
      else await client.post(`/api/privacy/consents/${consentId}/withdraw`, {});
      expect(await rowOf(borrowerId)).toMatchObject({ answersSealed: null, consentId: null, givenAt: null });
      await expect(consentCipher(services, database, consentId!)).rejects.toThrow("shredded");
      const receipt = (await client.get(`/api/privacy/consents/${consentId}`)).body;
      expect([receipt.state, receipt.stopped]).toEqual(["WITHDRAWN", [{ what: "OPTIONAL_ANSWERS", count: 1 }]]);
      // Deleted information is not requested again at once; information given again is stored.
      expect((await client.get(path)).body.isDue).toBe(false);
      expect((await client.post(path, { dependants: 1, consent: true })).body.answers).toEqual({ dependants: 1 });
      expect((await client.post(`${path}/remove`, {})).status).toBe(200);
      expect((await client.post(`${path}/remove`, {})).status).toBe(200);
    }
  });
});

describe("skipping", () => {
  it("holds for 30 days to the moment, counts from the first time, and never takes away what was told", async () => {
    const borrowerId = services.random.uuid();
    // A session expires before that.
    const ask = async (method: "GET" | "POST", to: string, input: object = {}) => {
      const client = await app.loggedIn(borrowerId);
      return (await (method === "GET" ? client.get(to) : client.post(to, input))).body;
    };
    const first = await ask("POST", `${path}/skip`, {});
    expect(first).toMatchObject({
      isDue: false,
      askAgainAt: new Date(clock.now().getTime() + 30 * day).toISOString(),
    });
    clock.advance(10 * day);
    expect((await ask("POST", `${path}/skip`, {})).askAgainAt).toBe(first.askAgainAt);
    clock.advance(20 * day - 1);
    expect((await ask("GET", path)).isDue).toBe(false);
    clock.advance(1);
    expect(await ask("GET", path)).toMatchObject({ isDue: true, askAgainAt: null });
    expect((await ask("POST", `${path}/skip`, {})).isDue).toBe(false);
    await ask("POST", path, { dependants: 3, consent: true });
    expect(await ask("POST", `${path}/skip`, {})).toMatchObject({ answers: { dependants: 3 }, askAgainAt: null });
    expect(await optionalInformationOf(services, database, borrowerId)).toEqual({ dependants: 3 });
  });
});

describe("what is said of its use", () => {
  const rule = (from: number, value: number, more: object = {}) =>
    database
      .insertInto("profile_rule")
      .values({
        rule: "optional_information_uplift",
        validFrom: addDays(dateInWib(clock.now()), from),
        value,
        source: "Own measurement, 2026-Q3",
        verified: true,
        ...more,
      })
      .execute();
  const uplift = async () => (await (await newBorrower()).client.get(path)).body.uplift;
  beforeEach(async () => {
    await database.deleteFrom("profile_rule").where("source", "like", "Own%").execute();
  });

  it("is no figure as it is delivered: nobody verified one", async () => {
    expect(await uplift()).toBeNull();
  });

  it("is a figure from its first to its last day, with its source, unless the newest is not verified", async () => {
    await rule(1, 20);
    expect(await uplift()).toBeNull();
    await rule(0, 15, { validTo: dateInWib(clock.now()) });
    expect(await uplift()).toEqual({ percent: 15, source: "Own measurement, 2026-Q3" });
    await database.deleteFrom("profile_rule").where("source", "like", "Own%").execute();
    await rule(-5, 15, { validTo: addDays(dateInWib(clock.now()), -1) });
    expect(await uplift()).toBeNull();
    await rule(-1, 18, { verified: false });
    expect(await uplift()).toBeNull();
  });
});
