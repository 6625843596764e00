/**
 * Surveys and results: no single person's answers are shown, few from one network count, and no group is so small that
 * it identifies a person.
 */
import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { transact } from "#server/database.server.ts";
import { testApp, type TestClient } from "#tests/support/app.ts";
import { inviteToQuestionnaire } from "./index.ts";

const app = await testApp({ environment: { TRUSTED_HOPS: "1" } });
const { services, clock } = app;
const { database, random } = services;
const key = "app-and-website";
const whole = { where: "app", find: 5, language: "id", devices: ["android"] };
const from = (address: string) => app.client({ "X-Forwarded-For": address });
const given = (answers: Record<string, unknown>) =>
  Object.entries(answers).map(([questionKey, value]) => ({ questionKey, value }));
const send = (client: TestClient, answers: Record<string, unknown>, questionnaireKey = key) =>
  client.post("/api/user/questionnaire", { questionnaireKey, version: 1, answers: given(answers) });
let network = 0;
/** A visitor from its own network. */
const visitor = () => from(`10.40.${++network}.1`);

beforeEach(async () => {
  for (const table of ["survey_answer", "survey_turn", "questionnaire_count", "questionnaire_tally"] as const)
    await database.deleteFrom(table).execute();
});

describe("a survey", () => {
  it("is open to everybody, and answered once a session", async () => {
    const client = visitor();
    expect((await client.get("/api/user/surveys", { "Accept-Language": "en" })).body.items).toEqual([
      { questionnaireKey: key, title: "How are our app and website?", lead: "An anonymous survey of a few taps." },
    ]);
    expect((await client.get(`/api/user/questionnaire/${key}`)).body).toMatchObject({
      isSurvey: true,
      eventType: null,
      expiresAt: null,
      submittedAt: null,
    });
    // Reading creates no session.
    expect(client.cookies.has("sid")).toBe(false);
    const first = await send(client, whole);
    expect(first.body).toEqual({ submittedAt: clock.now().toISOString() });
    clock.advance(1000);
    expect((await send(client, whole)).body).toEqual(first.body);
    const other = await send(client, { ...whole, find: 4 });
    expect([other.status, other.body.status.code]).toEqual([409, "ANSWERED_ALREADY"]);
    expect((await client.get(`/api/user/questionnaire/${key}`)).body).toMatchObject({ ...first.body, questions: [] });
    expect((await send(visitor(), whole)).status).toBe(200);
  });

  it("keeps neither person nor session nor moment, and its words sealed", async () => {
    const borrowerId = random.uuid();
    const client = await app.loggedIn(borrowerId);
    expect((await send(client, { ...whole, wish: "Tombol lebih besar" })).status).toBe(200);
    const { rows } = await sql<{ all: string }>`
      select row_to_json(a)::text as all from survey_answer a union all select row_to_json(t)::text from survey_turn t`.execute(
      database,
    );
    const kept = rows.map((row) => row.all).join();
    const session = await database
      .selectFrom("login_session")
      .select("id")
      .where("subjectId", "=", borrowerId)
      .executeTakeFirstOrThrow();
    for (const personal of [borrowerId, session.id, "Tombol"]) expect(kept).not.toContain(personal);
    const answer = await database.selectFrom("survey_answer").selectAll().executeTakeFirstOrThrow();
    expect(Object.keys(answer).toSorted()).toEqual([
      "answersSealed",
      "id",
      "questionnaireKey",
      "submittedOn",
      "version",
    ]);
    // A UUID of version 4: it does not contain its time of creation.
    expect(answer.id[14]).toBe("4");
  });

  it("counts one of twenty sent at a time by a session", async () => {
    const client = visitor();
    await client.post("/api/user/generateCaptcha", {});
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(client, whole)));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(await database.selectFrom("survey_answer").select("id").execute()).toHaveLength(1);
    expect((await database.selectFrom("questionnaire_count").selectAll().executeTakeFirst())?.submitted).toBe(1);
  });

  it("takes twenty an hour of a network, whoever forgets an answer not counted, and keeps nothing of the next", async () => {
    const address = "10.41.1.1";
    for (let index = 0; index < 3; index++)
      expect((await send(from(address), { find: 1 })).body.status.code).toBe("QUESTIONS_UNANSWERED");
    const statuses: number[] = [];
    for (let index = 0; index < 22; index++) statuses.push((await send(from(address), whole)).status);
    expect(statuses).toEqual([...Array.from({ length: 20 }, () => 200), 429, 429]);
    expect(await database.selectFrom("survey_turn").select("sessionMark").execute()).toHaveLength(20);
    expect((await send(visitor(), whole)).status).toBe(200);
  });

  it("names what is missing, and has no draft", async () => {
    const { status, body } = await send(visitor(), { where: "app" });
    expect([status, body.status.fields.map((one: { path: string }) => one.path)]).toEqual([
      422,
      ["answers.find", "answers.language"],
    ]);
    const client = await app.loggedIn(random.uuid());
    const draft = await client.post("/api/user/questionnaire/draft", { questionnaireKey: key, answers: [] });
    expect(draft.body.status.code).toBe("QUESTIONNAIRE_UNKNOWN");
  });
});

describe("results", () => {
  const results = async (role: "content" | "auditor" = "content") => {
    const staff = await app.staff(random.uuid(), [role]);
    return (await staff.get(`/api/staff/questionnaires/${key}`, { "Accept-Language": "en" })).body;
  };
  const question = (body: Awaited<ReturnType<typeof results>>, name: string) =>
    body.questions.find((one: { questionKey: string }) => one.questionKey === name);

  it("say nothing below five answers, and of more only groups of five and more", async () => {
    for (let index = 0; index < 4; index++) await send(visitor(), { ...whole, wish: `Words ${index}` });
    const few = await results();
    expect(few).toMatchObject({ section: "SURVEY", state: "OPEN", quota: 10_000, submitted: null, minGroup: 5 });
    for (const one of few.questions) {
      expect([one.answered, one.words]).toEqual([null, null]);
      expect(one.groups.every(({ count }: { count: number | null }) => count === null)).toBe(true);
    }
    await send(visitor(), { ...whole, wish: "Words 4" });
    await send(visitor(), { ...whole, where: "website", devices: ["computer", "android"] });
    const more = await results("auditor");
    expect(more.submitted).toBe(6);
    // One of six answered on the website: publishing the other five would reveal that one.
    expect(question(more, "where")).toMatchObject({
      answered: 6,
      groups: [{ count: null }, { count: null }, { count: null }],
    });
    expect(question(more, "find").groups.map(({ count }: { count: number | null }) => count)).toEqual([
      null,
      null,
      null,
      null,
      6,
    ]);
    expect(question(more, "devices").groups).toEqual([
      { label: "Android phone", count: 6 },
      { label: "iPhone", count: null },
      { label: "Computer", count: null },
    ]);
    expect(question(more, "wish").words).toEqual(["Words 0", "Words 1", "Words 2", "Words 3", "Words 4"]);
    const list = await app.staff(random.uuid(), ["admin"]);
    const { items } = (await list.get("/api/staff/questionnaires")).body;
    expect(items.find((one: { questionnaireKey: string }) => one.questionnaireKey === key)).toMatchObject({
      submitted: 6,
    });
    expect(items).toHaveLength(7);
  });

  it("tell the words of people without theirs who were forgotten", async () => {
    const people = await Promise.all(
      Array.from({ length: 6 }, async (_, index) => {
        const borrowerId = random.uuid();
        await transact(database, (trx) =>
          inviteToQuestionnaire(services, trx, { borrowerId, eventType: "AFTER_COMPLAINT" }),
        );
        const client = await app.loggedIn(borrowerId);
        const answers = { handling: 5, solved: "yes", words: `Told ${index}` };
        expect((await send(client, answers, "after-complaint")).status).toBe(200);
        return borrowerId;
      }),
    );
    const staff = await app.staff(random.uuid(), ["content"]);
    const words = async () =>
      question((await staff.get("/api/staff/questionnaires/after-complaint")).body, "words").words;
    expect(await words()).toHaveLength(6);
    await transact(database, (trx) => services.keys.borrowerKeys.shred(trx, people[0]!, clock.now()));
    expect(await words()).toEqual(["Told 1", "Told 2", "Told 3", "Told 4", "Told 5"]);
    await transact(database, (trx) => services.keys.borrowerKeys.shred(trx, people[1]!, clock.now()));
    expect(await words()).toBeNull();
  });

  it("are for those who may read them", async () => {
    for (const role of ["support", "underwriter", "finance"] as const) {
      const staff = await app.staff(random.uuid(), [role]);
      expect((await staff.get(`/api/staff/questionnaires/${key}`)).status).toBe(403);
    }
    const staff = await app.staff(random.uuid(), ["content"]);
    expect((await staff.get("/api/staff/questionnaires/no-such")).body.status.code).toBe("QUESTIONNAIRE_UNKNOWN");
  });
});

describe("what is read by key, day or person", () => {
  it("is found by an index among many rows", async () => {
    await sql`insert into questionnaire_invitation (borrower_id, questionnaire_key, event_type, invited_at, expires_at, submitted_at, submitted_version, answers_sealed)
      select gen_random_uuid(), 'k' || n % 500, 'AFTER_PAYOUT', now() - n * interval '1 minute', now() + interval '7 days', now() - n * interval '1 minute', 1, 's' from generate_series(1, 20000) n`.execute(
      database,
    );
    await sql`insert into survey_turn (questionnaire_key, session_mark, answers_mark, submitted_at)
      select 'k', 's' || n, 'a', now() - n * interval '1 minute' from generate_series(1, 20000) n`.execute(database);
    await sql`insert into survey_answer (id, questionnaire_key, version, submitted_on, answers_sealed)
      select gen_random_uuid(), 'k' || n % 500, 1, current_date - n % 300, 's' from generate_series(1, 20000) n`.execute(
      database,
    );
    await sql`analyze questionnaire_invitation, survey_turn, survey_answer`.execute(database);
    const queries = [
      sql`select * from questionnaire_invitation where borrower_id = ${random.uuid()} order by invited_at desc limit 100`,
      sql`select borrower_id from questionnaire_invitation where questionnaire_key = 'k7' and submitted_at is not null order by submitted_at desc limit 200`,
      sql`select borrower_id from questionnaire_invitation where invited_at < now() - interval '365 days' limit 5000`,
      sql`select borrower_id from questionnaire_invitation where saved_at < now() - interval '30 days' limit 5000`,
      sql`select id from survey_answer where questionnaire_key = 'k7' order by submitted_on desc limit 200`,
      sql`select id from survey_answer where submitted_on < current_date - 365 limit 5000`,
      sql`select session_mark from survey_turn where submitted_at < now() - interval '90 days' limit 5000`,
    ];
    for (const query of queries) {
      const { rows } = await sql<{ "QUERY PLAN": string }>`explain ${query}`.execute(database);
      const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
      expect(plan).not.toContain("Seq Scan");
    }
  });
});
