import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { seedBorrower } from "#features/account/login/server/index.ts";
import { transact } from "#server/database.server.ts";
import type { LinkAnswer } from "#server/outside/linking/port.ts";
import { sandboxPersons } from "#server/outside/sandbox-bank/persons.ts";
import { testApp, type TestClient } from "#tests/support/app.ts";
import { foreignRecordsOf } from "#features/account/profile/server/index.ts";
import { linkLife } from "./records.ts";
import { personalDataOf } from "#server/personal-data/index.ts";
import { linkTable } from "./records.ts";
import { incomesOfLinks } from "./stated-income.ts";

const app = await testApp();
const { services, clock } = app;
const { database } = services;
const person = sandboxPersons.find(({ key }) => key === "approved-1")!;
const seconds = (count: number) => clock.advance(count * 1000);
let numbers = 0;

async function borrower(withIdentity = true): Promise<{ borrowerId: string; client: TestClient }> {
  const mobileNumber = `0814${String(10_000_000 + ++numbers)}`;
  const borrowerId = await transact(database, (trx) => seedBorrower(services, trx, { mobileNumber }));
  const client = await app.loggedIn(borrowerId, "STEP_UP_BIND");
  const { fullName, nik, birthPlace, birthDate, sex } = person;
  if (withIdentity)
    expect((await client.post("/api/identity", { fullName, nik, birthPlace, birthDate, sex })).status).toBe(200);
  return { borrowerId, client };
}
const begin = async (client: TestClient, kind = "BANK") =>
  (await client.post("/api/account-link", { kind, consent: true })).body;
const connect = (client: TestClient, linkId: string, userId: string, credential = "abc123", institution = "BCA") =>
  client.post(`/api/account-link/${linkId}`, { institution, userId, credential });
async function linkBy(client: TestClient, userId: string) {
  const { linkId } = await begin(client);
  return { linkId: linkId as string, answer: await connect(client, linkId, userId) };
}
const view = async (client: TestClient, linkId: string) => (await client.get(`/api/account-link/${linkId}`)).body;
const code = (client: TestClient, linkId: string, typed: string) =>
  client.post(`/api/account-link/${linkId}/code`, { code: typed });
const rowOf = (id: string) =>
  database.selectFrom("account_link").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
const sandbox = () => services.outside.sandbox!.linking;
/** State of the consent under which a link was started, as the borrower reads it. */
const consentOf = async (client: TestClient, id: string): Promise<string> =>
  (await client.get(`/api/privacy/consents/${(await rowOf(id)).consentId}`)).body.state;

/** The port as the domain sees it; counts each order. */
function counted(answer?: () => Promise<LinkAnswer>, result?: () => Promise<LinkAnswer>) {
  const real = services.outside.linking;
  const seen = { link: 0, result: 0, code: 0, revoke: 0 };
  services.outside.linking = {
    adapter: real.adapter,
    link: (order) => (seen.link++, answer ? answer() : real.link(order)),
    answerCode: (given) => (seen.code++, real.answerCode(given)),
    result: (id) => (seen.result++, result ? result() : real.result(id)),
    revoke: (id) => (seen.revoke++, real.revoke(id)),
  };
  return { seen, end: () => void (services.outside.linking = real) };
}

/** A link whose partner page is open: its id and the token of its return address. */
async function redirected(client: TestClient): Promise<{ linkId: string; state: string }> {
  const { linkId } = await begin(client, "OPEN_FINANCE");
  await client.post(`/api/account-link/${linkId}`, { agreed: true });
  const { body } = await client.post(`/api/account-link/${linkId}`, { institution: "BCA" });
  expect([body.state, new URL(body.partnerUrl).pathname]).toEqual(["REDIRECTED", "/sandbox/partner"]);
  const { returnUrl } = (await sandbox().order(linkId))!;
  const { pathname, searchParams } = new URL(returnUrl);
  expect(pathname).toBe("/webview/ayo-bank-middle-page");
  expect([...searchParams.keys()]).toEqual(["state"]);
  return { linkId, state: searchParams.get("state")! };
}
const comeBack = (client: TestClient, state: string) => client.post("/api/account-link/return", { state });

describe("a link by user id and password", () => {
  it("reads three months of sums once, keeps them sealed, and has the access revoked", async () => {
    const { client } = await borrower();
    const { linkId, answer } = await linkBy(client, "siti2024");
    expect([answer.status, answer.body.state, answer.body.account.masked]).toEqual([200, "LINKED", "••••4321"]);
    expect(answer.body.account.months).toHaveLength(3);
    expect((await rowOf(linkId)).factsSealed).not.toContain("4321");
    expect(answer.body.revoked).toBe(false);
    await app.settle();
    expect((await view(client, linkId)).revoked).toBe(true);
    expect((await linkLife.events(database, linkId)).map(({ to }) => to)).toEqual([
      "CONSENTED",
      "CONNECTING",
      "LINKED",
    ]);
    // Each kind has one open link: starting again returns it.
    expect((await begin(client)).linkId).toBe(linkId);
  });

  it("needs a fresh code, the card's data, and an institution that takes a login", async () => {
    const { client, borrowerId } = await borrower();
    const stale = await app.loggedIn(borrowerId);
    expect((await stale.post("/api/account-link", { kind: "BANK", consent: true })).body.status.code).toBe(
      "STEP_UP_NEEDED",
    );
    const { client: nobody } = await borrower(false);
    expect((await begin(nobody)).status.code).toBe("IDENTITY_NEEDED");
    const { linkId } = await begin(client);
    for (const [body, field, problem] of [
      [{ institution: "NOBANK", userId: "siti1", credential: "abc123" }, "institution", "CHOICE_INVALID"],
      [{ institution: "BCA", userId: "si ti", credential: "abc123" }, "userId", "BANK_USER_ID_FORMAT"],
      [{ institution: "BCA", userId: "siti1", credential: "abcdef" }, "credential", "BANK_PASSWORD_FORMAT"],
      [{ institution: "BCA", userId: "siti1", credential: "12345" }, "credential", "BANK_PASSWORD_FORMAT"],
    ] as const) {
      const answer = await client.post(`/api/account-link/${linkId}`, body);
      expect(answer.body.status.fields).toContainEqual(expect.objectContaining({ path: field, code: problem }));
    }
    expect((await view(client, linkId)).state).toBe("CONSENTED");
    expect((await connect(client, linkId, "siti1", "123456")).body.state).toBe("LINKED");
  });

  it("says why it failed, drops somebody else's account, and locks nobody out", async () => {
    const { client } = await borrower();
    const other = await linkBy(client, "other1");
    expect([other.answer.body.state, other.answer.body.failure, other.answer.body.account]).toEqual([
      "FAILED",
      "OTHER_HOLDER",
      null,
    ]);
    expect(JSON.stringify(await rowOf(other.linkId))).not.toContain("JOKO");
    // After a failed link, the access at the partner is revoked at once and the consent ends.
    const { items } = (await client.get("/api/privacy/consents")).body;
    expect(items.find(({ kind }: { kind: string }) => kind === "LINK_BANK")).toMatchObject({ state: "ENDED" });
    await app.settle();
    expect((await view(client, other.linkId)).revoked).toBe(true);
    expect((await linkBy(client, "away12")).answer.body.status.code).toBe("LINK_UNAVAILABLE");
    // Three mistyped logins are one link: after the first it stays open for another try, and the third ends it.
    const orders: string[] = [];
    const real = services.outside.linking.link;
    services.outside.linking.link = (order) => (orders.push(order.linkId), real(order));
    const tries = new Set<string>();
    for (const [user, left, state] of [
      ["wrong1", 2, "CONSENTED"],
      ["none12", 1, "CONSENTED"],
      ["wrong1", 0, "FAILED"],
    ] as const) {
      const { linkId, answer } = await linkBy(client, user);
      tries.add(linkId);
      expect([answer.status, answer.body.status.code, answer.body.status.data]).toEqual([
        422,
        "LINK_REFUSED",
        { attemptsLeft: left },
      ]);
      expect(await view(client, linkId)).toMatchObject({ state, failure: "REFUSED", institution: "BCA" });
      const { items: given } = (await client.get("/api/privacy/consents")).body;
      const consents = given.filter(({ kind }: { kind: string }) => kind === "LINK_BANK");
      expect(consents.filter((one: { state: string }) => one.state === "STANDING")).toHaveLength(left > 0 ? 1 : 0);
    }
    services.outside.linking.link = real;
    expect([tries.size, new Set(orders).size]).toEqual([1, 3]);
    // Five links a day, whatever their result.
    for (let more = 0; more < 2; more++) {
      const { linkId } = await begin(client, "ECOM");
      await connect(client, linkId, "away12", "abc123", "TOKOPEDIA");
    }
    expect((await begin(client, "ECOM")).status.code).toBe("LINK_LIMIT");
    seconds(86_400);
    const fresh = await app.loggedIn((await rowOf(other.linkId)).borrowerId, "STEP_UP_BIND");
    expect((await linkBy(fresh, "siti1")).answer.body.state).toBe("LINKED");
  });

  it("whose login is mistyped goes on with the right one, also when the bank answers late or two logins come at once", async () => {
    const { client } = await borrower();
    const { linkId } = await linkBy(client, "wrong1");
    expect((await connect(client, linkId, "siti1")).body.state).toBe("LINKED");
    const { client: late } = await borrower();
    const slow = counted(
      async () => ({ outcome: "PENDING" }),
      async () => ({ outcome: "REFUSED" }),
    );
    const { linkId: waiting } = await linkBy(late, "siti1");
    await app.pass(40, 10);
    slow.end();
    expect(await view(late, waiting)).toMatchObject({ state: "CONSENTED", failure: "REFUSED" });
    const { seen, end } = counted();
    const answers = await Promise.all(Array.from({ length: 20 }, () => connect(late, waiting, "code12")));
    end();
    expect(seen.link).toBe(1);
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    expect((await code(late, waiting, "123456")).body.state).toBe("LINKED");
    const { client: gone } = await borrower();
    const { linkId: left } = await linkBy(gone, "wrong1");
    seconds(601);
    await app.settle();
    expect(await view(gone, left)).toMatchObject({ state: "FAILED", failure: "TIME_OVER" });
    // No data remains that the consent was given for.
    expect(await consentOf(gone, left)).toBe("ENDED");
  });

  it("of somebody else's account is a mark for people for ninety days", async () => {
    const { client, borrowerId } = await borrower();
    const marks = (id = borrowerId) => foreignRecordsOf(services, database, id);
    await linkBy(client, "other1");
    await linkBy(client, "siti1");
    expect([await marks(), await marks((await borrower()).borrowerId)]).toEqual([1, 0]);
    seconds(90 * 86_400 - 1);
    expect(await marks()).toBe(1);
    seconds(1);
    expect(await marks()).toBe(0);
  });

  it("asks no partner any more once three refusals of a day are used up, whichever link they came from", async () => {
    const { client } = await borrower();
    const { linkId } = await begin(client);
    await connect(client, linkId, "code12");
    const real = services.outside.linking;
    services.outside.linking = { ...real, answerCode: async () => ({ outcome: "UNAVAILABLE" }) };
    // The partner did not receive the code, so this is no refusal.
    expect((await code(client, linkId, "123456")).body.status.code).toBe("LINK_UNAVAILABLE");
    services.outside.linking = real;
    for (const remaining of [2, 1, 0])
      expect((await code(client, linkId, "000000")).body.status.data).toEqual({ attemptsLeft: remaining });
    expect((await view(client, linkId)).state).toBe("FAILED");
    const { seen, end } = counted();
    const { answer } = await linkBy(client, "siti1");
    end();
    expect([answer.body.status.code, answer.body.status.data, seen.link]).toEqual([
      "LINK_REFUSED",
      { attemptsLeft: 0 },
      0,
    ]);
  });

  it("confirms by the institution's code; forty at once pass one on, and forty logins make one", async () => {
    const { client } = await borrower();
    const { linkId } = await begin(client);
    const logins = counted();
    await Promise.all(Array.from({ length: 40 }, () => connect(client, linkId, "code12")));
    expect(logins.seen.link).toBe(1);
    expect((await view(client, linkId)).state).toBe("CODE_NEEDED");
    expect((await code(client, linkId, "000000")).body.status.data).toEqual({ attemptsLeft: 2 });
    const answers = await Promise.all(Array.from({ length: 40 }, () => code(client, linkId, "123456")));
    expect(logins.seen.code).toBe(2);
    for (const { body } of answers) expect(["CONNECTING", "LINKED"]).toContain(body.state);
    logins.end();
    const { client: late } = await borrower();
    const slow = await linkBy(late, "code12");
    seconds(301);
    expect((await code(late, slow.linkId, "123456")).body.status.code).toBe("LINK_OVER");
    await app.settle();
    expect(await view(late, slow.linkId)).toMatchObject({ state: "FAILED", failure: "TIME_OVER" });
    expect(await consentOf(late, slow.linkId)).toBe("ENDED");
  });

  it("that has ended or failed takes no further step: it is over, and no partner is asked", async () => {
    const { borrowerId, client } = await borrower();
    const { linkId: ended } = await begin(client);
    expect((await client.post(`/api/account-link/${ended}/end`, {})).body).toEqual({ ended: true });
    const { linkId: failed } = await begin(client);
    await connect(client, failed, "code12");
    for (let tries = 0; tries < 3; tries++) await code(client, failed, "000000");
    seconds(86_400);
    const later = await app.loggedIn(borrowerId, "STEP_UP_BIND");
    const { seen, end } = counted();
    for (const linkId of [ended, failed]) {
      expect((await connect(later, linkId, "siti1")).body.status.code).toBe("LINK_OVER");
      expect((await code(later, linkId, "123456")).body.status.code).toBe("LINK_OVER");
    }
    end();
    expect([seen.link, seen.code]).toEqual([0, 0]);
  });

  it("after silence is asked for without the credential, which is sent once; after ten minutes it is unavailable", async () => {
    const { client } = await borrower();
    const { seen, end } = counted();
    const { linkId, answer } = await linkBy(client, "slow12");
    expect(answer.body.state).toBe("CONNECTING");
    await app.pass(45, 5);
    expect((await view(client, linkId)).state).toBe("LINKED");
    expect([seen.link, seen.result]).toEqual([1, 1]);
    end();
    const { client: other } = await borrower();
    const silent = counted(
      async () => ({ outcome: "PENDING" }),
      async () => ({ outcome: "PENDING" }),
    );
    const never = await linkBy(other, "siti1");
    await app.pass(620, 10);
    expect(await view(other, never.linkId)).toMatchObject({ state: "FAILED", failure: "UNAVAILABLE" });
    expect(silent.seen.link).toBe(1);
    silent.end();
  });
});

describe("a link by the partner's page", () => {
  it("wants the partner's agreement first, and reads what the person allows there", async () => {
    const { client } = await borrower();
    const { linkId: early } = await begin(client, "OPEN_FINANCE");
    const hasty = await client.post(`/api/account-link/${early}`, { institution: "BCA" });
    expect(hasty.body.status.code).toBe("AGREEMENT_NEEDED");
    const withLogin = await client.post(`/api/account-link/${early}`, {
      agreed: true,
      institution: "BCA",
      userId: "siti1",
      credential: "abc123",
    });
    expect(withLogin.body.status.code).toBe("LOGIN_NOT_OFFERED");
    const { linkId, state } = await redirected(client);
    await sandbox().decide(linkId, "ALLOW");
    const back = await comeBack(client, state);
    expect([back.status, back.body.state, back.body.linkId]).toEqual([200, "LINKED", linkId]);
    const { body: unknown } = await app.client().get(`/api/sandbox/partner/${linkId}`);
    expect(unknown.status.code).toBe("PARTNER_ORDER_UNKNOWN");
    const decided = await app.client().post(`/api/sandbox/partner/${services.random.uuid()}`, { decision: "ALLOW" });
    expect(decided.status).toBe(404);
    const { client: refusing } = await borrower();
    const second = await redirected(refusing);
    await sandbox().decide(second.linkId, "REFUSE");
    expect((await comeBack(refusing, second.state)).body).toMatchObject({ state: "FAILED", failure: "DECLINED" });
    const { items: after } = (await refusing.get("/api/account-link")).body;
    expect(after.find(({ kind }: { kind: string }) => kind === "OPEN_FINANCE").attemptsLeft).toBe(3);
  });

  it("takes the way back once, from its own session, in time; anything else is refused and changes nothing", async () => {
    const { borrowerId, client } = await borrower();
    const { linkId, state } = await redirected(client);
    await sandbox().decide(linkId, "ALLOW");
    const before = await rowOf(linkId);
    const { client: stranger } = await borrower();
    const otherSession = await app.loggedIn(borrowerId, "STEP_UP_BIND");
    const forged = Buffer.alloc(16, 7).toString("base64url");
    for (const [who, token] of [
      [client, forged],
      [client, ""],
      [client, `${state}x`],
      [stranger, state],
      [otherSession, state],
    ] as const) {
      const answer = await comeBack(who, token);
      expect([answer.status, answer.body.status.code]).toEqual([409, "RETURN_INVALID"]);
    }
    expect(await rowOf(linkId)).toEqual(before);
    const answers = await Promise.all(Array.from({ length: 40 }, () => comeBack(client, state)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(39);
    const linked = await rowOf(linkId);
    expect((await comeBack(client, state)).status).toBe(409);
    expect(await rowOf(linkId)).toEqual(linked);
    const { client: slow } = await borrower();
    const late = await redirected(slow);
    await sandbox().decide(late.linkId, "ALLOW");
    seconds(600);
    expect((await comeBack(slow, late.state)).status).toBe(409);
    await app.settle();
    expect(await view(slow, late.linkId)).toMatchObject({ state: "FAILED", failure: "TIME_OVER", account: null });
    expect(await consentOf(slow, late.linkId)).toBe("ENDED");
  });

  it("keeps no token of the way back, and is nobody else's", async () => {
    const { client } = await borrower();
    const { linkId, state } = await redirected(client);
    expect(JSON.stringify(await rowOf(linkId))).not.toContain(state);
    const { client: stranger } = await borrower();
    expect((await stranger.get(`/api/account-link/${linkId}`)).body.status.code).toBe("LINK_UNKNOWN");
    expect((await stranger.post(`/api/account-link/${linkId}/end`, {})).body.status.code).toBe("LINK_UNKNOWN");
    expect((await connect(stranger, linkId, "siti1")).body.status.code).toBe("LINK_UNKNOWN");
    expect((await code(stranger, linkId, "123456")).body.status.code).toBe("LINK_UNKNOWN");
    const { linkId: mine } = await begin(stranger);
    const nowhere = await stranger.post(`/api/account-link/${mine}`, {});
    expect([nowhere.status, nowhere.body.status.code]).toEqual([422, "INSTITUTION_NEEDED"]);
  });
});

describe("what was read", () => {
  it("goes with the consent, when the borrower ends it, and after 90 days", async () => {
    const { client, borrowerId } = await borrower();
    const { linkId } = await linkBy(client, "siti1");
    expect((await client.post(`/api/account-link/${linkId}/end`, {})).body).toEqual({ ended: true });
    expect((await client.post(`/api/account-link/${linkId}/end`, {})).body).toEqual({ ended: false });
    const ended = await rowOf(linkId);
    expect(ended).toMatchObject({ state: "ENDED", factsSealed: null });
    expect((await client.get(`/api/privacy/consents/${ended.consentId}`)).body.state).toBe("WITHDRAWN");
    const { linkId: second } = await linkBy(client, "siti1");
    const { consentId } = await rowOf(second);
    expect((await client.post(`/api/privacy/consents/${consentId}/withdraw`, {})).status).toBe(200);
    expect(await view(client, second)).toMatchObject({ state: "ENDED", account: null });
    const { linkId: third } = await linkBy(client, "siti1");
    seconds(90 * 86_400);
    await app.settle();
    expect(await rowOf(third)).toMatchObject({ state: "ENDED", factsSealed: null });
    await sql`update account_link set changed_at = changed_at - interval '400 days 1 second'`.execute(database);
    seconds(1);
    await app.settle();
    const remaining = database.selectFrom("account_link").select("id").where("borrowerId", "=", borrowerId);
    expect(await remaining.execute()).toEqual([]);
    expect(await linkLife.events(database, third)).toEqual([]);
  });

  it("is of a shop its sales and purchases and never the sums of a bank, whatever the partner states", async () => {
    const { client } = await borrower();
    const orders: string[][] = [];
    const real = services.outside.linking.link;
    services.outside.linking.link = async (order) => {
      orders.push([...order.figures]);
      const answer = await real(order);
      if (answer.outcome !== "LINKED") return answer;
      return { ...answer, months: answer.months.map((sums) => ({ ...sums, lowestRupiah: 1, inRupiah: 2 })) };
    };
    const { linkId } = await begin(client, "ECOM");
    const { body } = await connect(client, linkId, "siti1", "abc123", "TOKOPEDIA");
    services.outside.linking.link = real;
    expect(orders).toEqual([["soldRupiah", "boughtRupiah"]]);
    expect(body.account.openedOn).toBe("2021-03-14");
    for (const sums of body.account.months)
      expect(Object.keys(sums).toSorted()).toEqual(["boughtRupiah", "month", "soldRupiah"]);
  });

  it("states a monthly income: the middle one of three months of a bank, nothing of fewer, nothing of a shop", async () => {
    const months = (...sums: number[]) =>
      sums.map((inRupiah, index) => ({ month: `2026-0${index + 1}`, inRupiah, outRupiah: 0, lowestRupiah: 0 }));
    const stated = async (kind: string, sums: number[]) => {
      const { client, borrowerId } = await borrower();
      const read = { holderName: person.fullName, maskedAccount: "••••4321", months: months(...sums) };
      const { end } = counted(async () => ({ outcome: "LINKED", ...read }));
      const { linkId } = await begin(client, kind);
      const answer = await connect(client, linkId, "siti1", "abc123", kind === "ECOM" ? "TOKOPEDIA" : "BCA");
      end();
      expect(answer.body.state, answer.text).toBe("LINKED");
      return (await incomesOfLinks(services, database, borrowerId)).map(({ monthlyRupiah }) => monthlyRupiah);
    };
    expect(await stated("BANK", [9_000_000, 1_000_000, 4_000_000])).toEqual([4_000_000]);
    expect(await stated("BANK", [9_000_000, 1_000_000])).toEqual([]);
    expect(await stated("ECOM", [9_000_000, 1_000_000, 4_000_000])).toEqual([]);
  });

  it("stands in the person's copy while the consent stands, without tokens and addresses", async () => {
    const { client, borrowerId } = await borrower();
    const { linkId } = await linkBy(client, "siti1");
    await redirected(client);
    const [section] = await personalDataOf([linkTable.personal]).export(services, database, borrowerId);
    const rows = section!.rows;
    const bank = rows.find(({ kind }) => kind === "BANK")!;
    expect(bank).toMatchObject({ id: linkId, masked: "••••4321", institution: "BCA" });
    expect(bank["months"]).toHaveLength(3);
    expect(rows.find(({ kind }) => kind === "OPEN_FINANCE")).toMatchObject({ state: "REDIRECTED", masked: null });
    expect(JSON.stringify(section)).not.toMatch(/sandbox\/partner|returnIndex/);
  });

  it("and what is due is found by an index among many", async () => {
    await sql`insert into account_link (borrower_id, id, kind, state, failure, consent_id, asked_on, slot, begun_at, ends_at, changed_at, next_ask_at, ask_until, step_until, revoke_at, revoked_at)
      select gen_random_uuid(), gen_random_uuid(), 'BANK', 'FAILED', 'REFUSED', gen_random_uuid(), '2020-01-01', 1, now(), now(), now(), now(), now(), now(), now(), now()
      from generate_series(1, 20000)`.execute(database);
    await sql`analyze account_link`.execute(database);
    for (const query of [
      sql`select id from account_link where state = 'CONNECTING' and next_ask_at <= now() limit 50`,
      sql`select id from account_link where revoked_at is null and revoke_at <= now() limit 50`,
      sql`select id from account_link where state in ('CONSENTED', 'CODE_NEEDED', 'REDIRECTED') and step_until <= now() limit 50`,
      sql`select id from account_link where state = 'LINKED' and ends_at <= now() limit 50`,
      sql`select id from account_link where state in ('FAILED', 'ENDED') and changed_at < '2020-01-01' limit 50`,
      sql`select id from account_link where borrower_id = gen_random_uuid() and return_index = 'x'`,
    ]) {
      const { rows } = await sql<{ "QUERY PLAN": string }>`explain ${query}`.execute(database);
      expect(rows.map((row) => row["QUERY PLAN"]).join("\n")).not.toContain("Seq Scan");
    }
  });
});
