import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { seedBorrower } from "#features/account/login/server/index.ts";
import { foreignRecordsOf } from "#features/account/profile/server/index.ts";
import { transact } from "#server/database.server.ts";
import type { LookupAnswer } from "#server/outside/lookup/port.ts";
import { sandboxPersons } from "#server/outside/sandbox-bank/persons.ts";
import { testApp, type TestClient } from "#tests/support/app.ts";
import { lookupLife } from "./lifecycle.ts";
import { personalData } from "./personal-data.ts";

const app = await testApp();
const { services, clock } = app;
const { database, random } = services;
const person = sandboxPersons.find(({ key }) => key === "approved-1")!;
const npwp = "012345678901000";
const seconds = (count: number) => clock.advance(count * 1000);
let numbers = 0;

async function borrower(withIdentity = true): Promise<{ borrowerId: string; client: TestClient; number: string }> {
  const number = `0813${String(10_000_000 + ++numbers)}`;
  const borrowerId = await transact(database, (trx) => seedBorrower(services, trx, { mobileNumber: number }));
  const client = await app.loggedIn(borrowerId);
  const { fullName, nik, birthPlace, birthDate, sex, employment } = person;
  if (withIdentity) {
    expect((await client.post("/api/identity", { fullName, nik, birthPlace, birthDate, sex })).status).toBe(200);
    const { industry, companyName, companyAddress, companyPhone } = employment;
    const work = { industry, companyName, companyAddress, companyPhone, workingMonths: 30, salaryDay: 25 };
    const owed = { loanPurpose: "EDUCATION", relationship: "SIBLING", owedElsewhereRupiah: 0 };
    await client.post("/api/profile/personal", { education: "S1", civilStatus: 20, ...owed });
    await client.post("/api/profile/home", {
      villageCode: person.address.villageCode,
      street: person.address.street,
      rt: "001",
      rw: "002",
    });
    expect((await client.post("/api/profile/work", { ...work, monthlyIncomeRupiah: 8_000_000 })).status).toBe(200);
  }
  return { borrowerId, client, number };
}
const ask = (client: TestClient, credential: string, more: object = {}) =>
  client.post("/api/lookup/NPWP", { account: npwp, credential, consent: true, ...more });
const bpjs = (client: TestClient, credential: string, account = "siti@contoh.id") =>
  client.post("/api/lookup/BPJS", { account, credential, consent: true });
const code = (client: TestClient, lookupId: string, typed: string, kind = "NPWP") =>
  client.post(`/api/lookup/${kind}/code`, { lookupId, code: typed });
const stateOf = async (client: TestClient, lookupId: string) =>
  (await client.get(`/api/lookup/${lookupId}`)).body.state as string;
/** The facts in force that the borrower sees, by kind. */
async function shown(client: TestClient): Promise<Record<string, Record<string, string>>> {
  const { items } = (await client.get("/api/lookup")).body as {
    items: { kind: string; lookup: { state: string; facts: { name: string; value: string }[] } | null }[];
  };
  return Object.fromEntries(
    items.flatMap(({ kind, lookup }) =>
      lookup?.state === "FOUND"
        ? [[kind, Object.fromEntries(lookup.facts.map(({ name, value }) => [name, value]))]]
        : [],
    ),
  );
}
const rowsOf = (borrowerId: string) =>
  database.selectFrom("lookup").selectAll().where("borrowerId", "=", borrowerId).execute();
const next = (key: string, ...answers: object[]) =>
  app.client().post("/api/sandbox/next", { port: "LOOKUP", key, answers });

/** The port as the domain sees it; counts each order. */
function counted(look?: () => Promise<LookupAnswer>, result?: () => Promise<LookupAnswer>) {
  const real = services.outside.lookup;
  const seen = { look: 0, result: 0, code: 0 };
  services.outside.lookup = {
    adapter: real.adapter,
    look: (order) => (seen.look++, look ? look() : real.look(order)),
    answerCode: (answer) => (seen.code++, real.answerCode(answer)),
    result: (order) => (seen.result++, result ? result() : real.result(order)),
  };
  return { seen, end: () => void (services.outside.lookup = real) };
}

describe("a look-up", () => {
  it("finds what the register states of the borrower, keeps it sealed for 90 days, and announces it", async () => {
    const { borrowerId, client } = await borrower();
    const found = await ask(client, "rahasia-1");
    expect([found.status, found.body.state]).toEqual([200, "FOUND"]);
    expect(found.body.facts).toEqual([
      { name: "status", value: "AKTIF" },
      { name: "registeredSince", value: "2018" },
      { name: "office", value: "KPP Pratama Jakarta Tebet" },
    ]);
    const [row] = await rowsOf(borrowerId);
    expect(row!.factsSealed).not.toContain("AKTIF");
    expect(await shown(client)).toMatchObject({ NPWP: { status: "AKTIF" } });
    expect(
      await database.selectFrom("domain_event").selectAll().where("name", "=", "lookup.found").execute(),
    ).toMatchObject([
      { id: `found_${found.body.lookupId}`, data: { borrowerId, lookupId: found.body.lookupId, kind: "NPWP" } },
    ]);
    expect((await lookupLife.events(database, found.body.lookupId)).map(({ to }) => to)).toEqual([
      "CONSENTED",
      "ASKING",
      "FOUND",
    ]);
    // A repeated request while the result is valid returns that result without asking the register.
    const { seen, end } = counted();
    expect((await ask(client, "rahasia-1")).body.lookupId).toBe(found.body.lookupId);
    expect(seen.look).toBe(0);
    end();
  });

  it("takes the wage from social insurance, and half of the typed one where the sandbox is told so", async () => {
    const { client } = await borrower();
    await bpjs(client, "low-wage");
    expect((await shown(client))["BPJS"]!["monthlyWageRupiah"]).toBe("4000000");
    await client.post("/api/lookup/BPJS/remove", {});
    await bpjs(client, "plain");
    expect((await shown(client))["BPJS"]!["monthlyWageRupiah"]).toBe("8000000");
  });

  it("says what was not found, and drops somebody else's record but for the mark of ninety days", async () => {
    const { borrowerId, client } = await borrower();
    const { borrowerId: strangerId } = await borrower();
    const marks = (id = borrowerId) => foreignRecordsOf(services, database, id);
    expect((await ask(client, "none-1")).body.state).toBe("NOT_FOUND");
    const other = await bpjs(client, "other-1");
    expect([other.status, other.body.state, other.body.facts]).toEqual([200, "NOT_YOURS", []]);
    expect(await shown(client)).toEqual({});
    expect(JSON.stringify(await rowsOf(borrowerId))).not.toMatch(/JOKO|AKTIF/);
    expect([await marks(), await marks(strangerId)]).toEqual([1, 0]);
    seconds(90 * 86_400 - 1);
    expect(await marks()).toBe(1);
    seconds(1);
    expect(await marks()).toBe(0);
  });

  it("waits for the register's code, which may be wrong while there are tries", async () => {
    const { client } = await borrower();
    const { body } = await ask(client, "code-1");
    expect([body.state, body.codeUntil !== null]).toEqual(["CODE_NEEDED", true]);
    const real = services.outside.lookup;
    services.outside.lookup = { ...real, answerCode: async () => ({ outcome: "UNAVAILABLE" }) };
    expect((await code(client, body.lookupId, "123456")).body.status.code).toBe("LOOKUP_UNAVAILABLE");
    services.outside.lookup = real;
    // The register did not receive the code, so this is no try.
    const wrong = await code(client, body.lookupId, "000000");
    expect(wrong.body.status).toMatchObject({ code: "LOOKUP_REFUSED", data: { attemptsLeft: 2 } });
    // Another register's code is not accepted.
    expect((await code(client, body.lookupId, "123456", "BPJS")).body.status.code).toBe("LOOKUP_UNKNOWN");
    expect((await code(client, body.lookupId, "123456")).body.state).toBe("FOUND");
    // A repeated request returns the stored answer.
    expect((await code(client, body.lookupId, "123456")).body.state).toBe("FOUND");
    const { body: second } = await bpjs(client, "code-2");
    for (const tries of [2, 1, 0])
      expect((await code(client, second.lookupId, "000000", "BPJS")).body.status.data).toEqual({ attemptsLeft: tries });
    expect(await stateOf(client, second.lookupId)).toBe("REFUSED");
    expect((await code(client, second.lookupId, "123456", "BPJS")).body.status.code).toBe("LOOKUP_OVER");
  });

  it("lets a code that came too late expire", async () => {
    const { client } = await borrower();
    const { body } = await ask(client, "code-1");
    seconds(300);
    expect((await code(client, body.lookupId, "123456")).body.status.code).toBe("LOOKUP_OVER");
    await app.settle();
    expect(await stateOf(client, body.lookupId)).toBe("EXPIRED");
    expect((await ask(client, "plain")).body.state).toBe("FOUND");
  });

  it("that comes to nothing ends its consent with it; the next try has one of its own", async () => {
    const { client } = await borrower();
    const states = async () =>
      (await client.get("/api/privacy/consents")).body.items
        .filter(({ kind }: { kind: string }) => kind.startsWith("LOOKUP_"))
        .map(({ kind, state }: { kind: string; state: string }) => `${kind} ${state}`)
        .toSorted();
    // A mistyped password does not end the look-up: it stays open under its consent for ten minutes.
    expect((await ask(client, "wrong")).body.status.code).toBe("LOOKUP_REFUSED");
    const { items: all } = (await client.get("/api/lookup")).body;
    const waiting = all.find(({ kind }: { kind: string }) => kind === "NPWP");
    expect(waiting.lookup).toMatchObject({ state: "CONSENTED", retryUntil: expect.any(String) });
    expect(await states()).toEqual(["LOOKUP_NPWP STANDING"]);
    const right = await ask(client, "plain");
    expect([right.body.state, right.body.lookupId]).toEqual(["FOUND", waiting.lookup.lookupId]);
    expect(await states()).toEqual(["LOOKUP_NPWP STANDING"]);
    // A look-up that waits for its code stays open.
    await bpjs(client, "code-1");
    expect(await states()).toContain("LOOKUP_BPJS STANDING");
    seconds(300);
    await app.settle();
    expect(await states()).toContain("LOOKUP_BPJS ENDED");
    await bpjs(client, "wrong");
    seconds(600);
    await app.settle();
    expect(await states()).toEqual(["LOOKUP_BPJS ENDED", "LOOKUP_BPJS ENDED", "LOOKUP_NPWP STANDING"]);
    for (const word of ["none-1", "other-1"]) {
      await bpjs(client, word);
      expect(
        (await states()).filter((one: string) => one === "LOOKUP_BPJS STANDING"),
        word,
      ).toEqual([]);
    }
  });

  it("asks the operator about the own number alone", async () => {
    const { client, number } = await borrower();
    const foreign = await client.post("/api/lookup/OPERATOR", { account: "081299998888", consent: true });
    expect([foreign.status, foreign.body.status.code]).toEqual([422, "NUMBER_NOT_OWN"]);
    const { body } = await client.post("/api/lookup/OPERATOR", { account: `+62${number.slice(1)}`, consent: true });
    expect(body.state).toBe("CODE_NEEDED");
    const { body: messages } = await app.client().get(`/api/sandbox/messages?to=${number}`);
    expect((await code(client, body.lookupId, messages.items[0].code, "OPERATOR")).body.facts).toContainEqual({
      name: "type",
      value: "PRABAYAR",
    });
  });

  it("asks the education register by institution, number and year", async () => {
    const { client } = await borrower();
    const typed = { account: "21/4567-A", institution: "Universitas Indonesia", year: 2015, consent: true };
    const { body } = await client.post("/api/lookup/EDUCATION", typed);
    expect(body.facts).toContainEqual({ name: "institution", value: "Universitas Indonesia" });
    expect(body.facts).toContainEqual({ name: "graduated", value: "2015" });
  });

  it("refuses what does not fit the register, at its field, and asks nobody", async () => {
    const { borrowerId, client } = await borrower();
    const { seen, end } = counted();
    for (const [kind, body, field, problem] of [
      ["NPWP", { account: "12", credential: "x", consent: true }, "account", "NPWP_FORMAT"],
      ["NPWP", { account: npwp, consent: true }, "credential", "REQUIRED"],
      ["NPWP", { account: npwp, credential: "x" }, "consent", "REQUIRED"],
      ["NPWP", { account: npwp, credential: "x", consent: false }, "consent", "AGREEMENT_NEEDED"],
      ["EDUCATION", { account: "1234", credential: "x", consent: true }, "credential", "UNKNOWN_FIELD"],
      ["BPJS", { account: "x", credential: "x", consent: true }, "account", "EMAIL_FORMAT"],
      ["OPERATOR", { account: "12", consent: true }, "account", "PHONE_FORMAT"],
      [
        "EDUCATION",
        { account: "a b", institution: "UI", year: 1900, consent: true },
        "account",
        "STUDENT_NUMBER_FORMAT",
      ],
    ] as const) {
      const answer = await client.post(`/api/lookup/${kind}`, body);
      expect([kind, answer.status]).toEqual([kind, 422]);
      expect(answer.body.status.fields).toContainEqual(expect.objectContaining({ path: field, code: problem }));
    }
    expect((await ask(client, "x", { account: `${npwp}1` })).body.state).toBe("FOUND");
    expect(seen.look).toBe(1);
    end();
    expect(await rowsOf(borrowerId)).toHaveLength(1);
    const { client: nobody } = await borrower(false);
    expect((await ask(nobody, "x")).body.status.code).toBe("IDENTITY_NEEDED");
  });
});

describe("limits", () => {
  it("three refused tries a day and kind, so that the register locks nobody; tomorrow there are new ones", async () => {
    const { borrowerId, client } = await borrower();
    const { seen, end } = counted();
    for (const tries of [2, 1, 0]) {
      const answer = await ask(client, "wrong");
      expect([answer.status, answer.body.status.data]).toEqual([422, { attemptsLeft: tries }]);
    }
    expect((await ask(client, "plain")).body.status.data).toEqual({ attemptsLeft: 0 });
    expect(seen.look).toBe(3);
    end();
    expect((await bpjs(client, "plain")).body.state).toBe("FOUND");
    seconds(86_400);
    expect((await ask(await app.loggedIn(borrowerId), "plain")).body.state).toBe("FOUND");
  });

  it("five look-ups a day, also where forty arrive together", async () => {
    const { borrowerId, client } = await borrower();
    const kinds = ["NPWP", "BPJS", "EDUCATION"];
    const bodies: Record<string, object> = {
      NPWP: { account: npwp, credential: "none" },
      BPJS: { account: "a@contoh.id", credential: "none" },
      EDUCATION: { account: "none1", institution: "Kampus", year: 2010 },
    };
    const wave = () =>
      Promise.all(
        Array.from({ length: 40 }, (_, n) =>
          client.post(`/api/lookup/${kinds[n % 3]}`, { ...bodies[kinds[n % 3]!], consent: true }),
        ),
      );
    // Concurrent look-ups of a kind are one; the second group uses the remaining of the five.
    const answers = [...(await wave()), ...(await wave())];
    expect((await rowsOf(borrowerId)).length).toBe(5);
    const codes = new Set(answers.map(({ status, body }) => (status === 200 ? "OK" : body.status.code)));
    expect([...codes].toSorted()).toEqual(["LOOKUP_LIMIT", "OK"]);
    expect((await client.get("/api/lookup")).body.leftToday).toBe(0);
  });

  it("forty of one form ask the register once, and all hear the same", async () => {
    const { borrowerId, client } = await borrower();
    const { seen, end } = counted();
    const requestId = random.uuid();
    const answers = await Promise.all(Array.from({ length: 40 }, () => ask(client, "wrong", { requestId })));
    expect(seen.look).toBe(1);
    expect(await rowsOf(borrowerId)).toHaveLength(1);
    for (const { status, body } of answers)
      expect(status === 200 ? body.state : body.status.code).toMatch(/^(ASKING|LOOKUP_REFUSED)$/);
    // Sent again later, it returns the first answer and counts no second try.
    expect((await ask(client, "wrong", { requestId })).body.status.data).toEqual({ attemptsLeft: 2 });
    expect(seen.look).toBe(1);
    end();
  });

  it("forty codes at once pass one on", async () => {
    const { client } = await borrower();
    const { body } = await ask(client, "code");
    const { seen, end } = counted();
    const answers = await Promise.all(Array.from({ length: 40 }, () => code(client, body.lookupId, "123456")));
    expect(seen.code).toBe(1);
    for (const answer of answers) expect(["ASKING", "FOUND"]).toContain(answer.body.state);
    end();
  });
});

describe("a register that does not answer", () => {
  it("is asked for the result every ten seconds without the credential, and the look-up sent once", async () => {
    const { client } = await borrower();
    const { seen, end } = counted();
    const { body } = await ask(client, "slow");
    expect(body.state).toBe("ASKING");
    seconds(29);
    await app.settle();
    expect([seen.look, seen.result]).toEqual([1, 0]);
    seconds(1);
    await app.settle();
    expect(await stateOf(client, body.lookupId)).toBe("FOUND");
    expect([seen.look, seen.result]).toEqual([1, 1]);
    end();
  });

  it("after a time-out is asked for what became of it; the order and the limits count once", async () => {
    const { client } = await borrower();
    await next(npwp, { outcome: "SILENT", delaySeconds: 45 });
    const { seen, end } = counted();
    const { body } = await ask(client, "plain");
    expect(body.state).toBe("ASKING");
    await app.pass(60, 5);
    expect(await stateOf(client, body.lookupId)).toBe("FOUND");
    expect(seen.look).toBe(1);
    expect(seen.result).toBeGreaterThan(1);
    end();
  });

  it("is unavailable after ten minutes", async () => {
    const { client } = await borrower();
    const { seen, end } = counted(
      async () => ({ outcome: "PENDING" }),
      async () => ({ outcome: "PENDING" }),
    );
    const { body } = await ask(client, "plain");
    await app.pass(595, 5);
    expect(await stateOf(client, body.lookupId)).toBe("ASKING");
    await app.pass(20, 5);
    expect(await stateOf(client, body.lookupId)).toBe("UNAVAILABLE");
    expect(seen.look).toBe(1);
    // Every ten seconds, beginning at the thirtieth.
    expect(seen.result).toBeGreaterThan(50);
    expect(seen.result).toBeLessThan(60);
    end();
  });

  it("that never heard the order says so at once, and one whose process died is asked for", async () => {
    const { borrowerId, client } = await borrower();
    const away = await ask(client, "away");
    expect([away.status, away.body.status.code]).toEqual([503, "LOOKUP_UNAVAILABLE"]);
    const { end } = counted(async () => {
      throw new Error("the process died");
    });
    expect((await ask(client, "plain")).status).toBe(500);
    end();
    const row = (await rowsOf(borrowerId)).find(({ state }) => state === "ASKING")!;
    await app.pass(40, 10);
    expect(await stateOf(client, row.id)).toBe("UNAVAILABLE");
  });

  it("answers used up in the order in which they were put down, each once; unknown ones are refused", async () => {
    const { client } = await borrower();
    await next("urut@contoh.id", { outcome: "NOT_FOUND" }, { outcome: "CREDENTIAL_REFUSED" });
    expect((await bpjs(client, "plain", "urut@contoh.id")).body.state).toBe("NOT_FOUND");
    expect((await bpjs(client, "plain", "Urut@contoh.id")).body.status.code).toBe("LOOKUP_REFUSED");
    expect((await bpjs(client, "plain", "urut@contoh.id")).body.state).toBe("FOUND");
    const unknown = await next("x", { outcome: "NONSENSE" });
    expect([unknown.status, unknown.body.status.code]).toEqual([422, "NEXT_UNKNOWN"]);
    const port = await app
      .client()
      .post("/api/sandbox/next", { port: "toString", key: "x", answers: [{ outcome: "X" }] });
    expect(port.body.status.code).toBe("NEXT_UNKNOWN");
  });
});

describe("what was found", () => {
  it("goes when the borrower removes it: facts unreadable, consent withdrawn, a new look-up possible", async () => {
    const { borrowerId, client } = await borrower();
    const { body } = await ask(client, "plain");
    const consentId = (await rowsOf(borrowerId))[0]!.consentId;
    expect((await client.post("/api/lookup/NPWP/remove", {})).body).toEqual({ removed: true });
    expect((await client.post("/api/lookup/NPWP/remove", {})).body).toEqual({ removed: false });
    expect(await stateOf(client, body.lookupId)).toBe("REMOVED");
    expect((await rowsOf(borrowerId))[0]).toMatchObject({ factsSealed: null });
    const receipt = (await client.get(`/api/privacy/consents/${consentId}`)).body;
    expect([receipt.state, receipt.stopped]).toEqual(["WITHDRAWN", [{ what: "lookup", count: 1 }]]);
    expect(await shown(client)).toEqual({});
    expect((await ask(client, "plain")).body.state).toBe("FOUND");
  });

  it("goes with the consent, also while the register is still at work", async () => {
    const { borrowerId, client } = await borrower();
    const { body } = await ask(client, "slow");
    const consentId = (await rowsOf(borrowerId))[0]!.consentId;
    expect((await client.post(`/api/privacy/consents/${consentId}/withdraw`, {})).status).toBe(200);
    await app.pass(60, 10);
    expect(await stateOf(client, body.lookupId)).toBe("REMOVED");
    expect(await shown(client)).toEqual({});
  });

  it("counts for 90 days; a year and more later nothing is left", async () => {
    const { borrowerId, client } = await borrower();
    const { body } = await ask(client, "plain");
    seconds(90 * 86_400 - 1);
    await app.settle();
    expect(Object.keys(await shown(await app.loggedIn(borrowerId)))).toEqual(["NPWP"]);
    seconds(1);
    await app.settle();
    expect(await shown(await app.loggedIn(borrowerId))).toEqual({});
    expect((await rowsOf(borrowerId))[0]).toMatchObject({ state: "EXPIRED", factsSealed: null });
    await sql`update lookup set changed_at = changed_at - interval '400 days 1 second'`.execute(database);
    seconds(1);
    await app.settle();
    expect(await rowsOf(borrowerId)).toEqual([]);
    expect(await lookupLife.events(database, body.lookupId)).toEqual([]);
  }, 60_000);

  it("stands in the person's copy while the consent stands, and goes with the account", async () => {
    const { borrowerId, client } = await borrower();
    await ask(client, "plain");
    await bpjs(client, "other-1");
    const copy = async () => {
      const [section] = await personalData.export(services, database, borrowerId);
      return section!.rows.toSorted((a, b) => String(b["kind"]).localeCompare(String(a["kind"])));
    };
    expect(await copy()).toMatchObject([
      { kind: "NPWP", state: "FOUND", facts: { status: "AKTIF", office: "KPP Pratama Jakarta Tebet" } },
      { kind: "BPJS", state: "NOT_YOURS", facts: null },
    ]);
    expect(JSON.stringify(await copy())).not.toMatch(/SBX-LOOKUP|requestId/);
    await client.post("/api/lookup/NPWP/remove", {});
    expect((await copy())[0]).toMatchObject({ kind: "NPWP", state: "REMOVED", facts: null });
    await transact(database, async (trx) => {
      while ((await personalData.erase(services, trx, borrowerId, { loans: true })) > 0);
    });
    expect(await rowsOf(borrowerId)).toEqual([]);
  });

  it("is nobody else's", async () => {
    const mine = await borrower();
    const { body } = await ask(mine.client, "code");
    const { client: stranger } = await borrower();
    expect((await stranger.get(`/api/lookup/${body.lookupId}`)).status).toBe(404);
    expect((await code(stranger, body.lookupId, "123456")).body.status.code).toBe("LOOKUP_UNKNOWN");
    await stranger.post("/api/lookup/NPWP/remove", {});
    expect(await stateOf(mine.client, body.lookupId)).toBe("CODE_NEEDED");
  });

  it("and what is due is found by an index among many", async () => {
    await sql`insert into lookup (borrower_id, id, kind, state, request_id, consent_id, asked_on, slot, asked_at, changed_at, next_ask_at, ask_until)
      select gen_random_uuid(), gen_random_uuid(), 'NPWP', 'NOT_FOUND', gen_random_uuid(), gen_random_uuid(), '2020-01-01', 1, now(), now(), now(), now()
      from generate_series(1, 20000)`.execute(database);
    await sql`analyze lookup`.execute(database);
    for (const query of [
      sql`select id from lookup where state = 'ASKING' and next_ask_at <= now() order by next_ask_at limit 50`,
      sql`select id from lookup where state = 'CODE_NEEDED' and code_until <= now() limit 50`,
      sql`select id from lookup where state = 'FOUND' and ends_at <= now() limit 50`,
      sql`select id from lookup where state in ('NOT_FOUND', 'REFUSED', 'NOT_YOURS', 'UNAVAILABLE', 'EXPIRED', 'REMOVED') and changed_at < '2020-01-01' limit 50`,
      sql`select kind from lookup where borrower_id = ${random.uuid()} and asked_on = '2020-01-01'`,
    ]) {
      const { rows } = await sql<{ "QUERY PLAN": string }>`explain ${query}`.execute(database);
      expect(rows.map((row) => row["QUERY PLAN"]).join("\n")).not.toContain("Seq Scan");
    }
  });
});
