/**
 * Questionnaires over HTTP: invitation, one answer per person, closing for one person or all, saved drafts, consent.
 */
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { seedBorrower } from "#features/account/login/server/index.ts";
import { transact } from "#server/database.server.ts";
import { testApp } from "#tests/support/app.ts";
import { personalData } from "./personal-data.ts";
import { questionnairesOf } from "#tests/support/questionnaires.ts";

const app = await testApp();
const { services, clock } = app;
const { database, random } = services;
const day = 86_400_000;

const { key, url, invite, invited, given, whole, send, codeOf, publish, oneQuestion, withdraw } = questionnairesOf(app);

describe("an invitation", () => {
  it("shows its questionnaire in the reader's language, for seven days", async () => {
    const { client } = await invited();
    const { body } = await client.get(`${url}/${key}`, { "Accept-Language": "en" });
    expect(body).toMatchObject({
      questionnaireKey: key,
      version: 1,
      eventType: "AFTER_PAYOFF",
      isSurvey: false,
      title: "Your loan is paid off. How did it go?",
      expiresAt: new Date(clock.now().getTime() + 7 * day).toISOString(),
      submittedAt: null,
      consent: null,
      answers: [],
    });
    // The text contains a figure of the brand.
    expect(body.questions[0].text).toBe("How likely are you to recommend Tunai to a friend?");
    expect((await client.get(`${url}/event/AFTER_PAYOFF`)).body.questionnaireKey).toBe(key);
    expect((await client.get("/api/user/questionnaires")).body.items).toMatchObject([
      { questionnaireKey: key, eventType: "AFTER_PAYOFF", isBegun: false },
    ]);
  });

  it("is told in the inbox, from where it leads to its questionnaire", async () => {
    const borrowerId = await transact(database, (trx) => seedBorrower(services, trx, { mobileNumber: "081255500071" }));
    expect(await invite(borrowerId)).toBe(true);
    await app.settle();
    const client = await app.loggedIn(borrowerId);
    const { items } = (await client.get("/api/message")).body;
    expect(items).toMatchObject([{ title: "Kami ingin mendengar pendapat Anda" }]);
    const { text } = await client.get(`/api/message/${items[0].id}`);
    expect(text).toContain(`/webview/questionnaire?key=${key}`);
  });

  it("is for one person: strangers are to log in, others find nothing, and nothing says that it is there", async () => {
    await invited();
    for (const path of [`${url}/${key}`, `${url}/no-such`, `${url}/event/AFTER_PAYOFF`])
      expect(codeOf(await app.client().get(path))).toEqual([401, "NOT_LOGGED_IN"]);
    expect(codeOf(await send(app.client(), whole))).toEqual([401, "NOT_LOGGED_IN"]);
    const other = await app.loggedIn(random.uuid());
    for (const path of [`${url}/${key}`, `${url}/no-such`, `${url}/event/AFTER_PAYOFF`])
      expect(codeOf(await other.get(path))).toEqual([404, "QUESTIONNAIRE_UNKNOWN"]);
    expect(codeOf(await send(other, whole))).toEqual([404, "QUESTIONNAIRE_UNKNOWN"]);
    expect((await other.get("/api/user/questionnaires")).body.items).toEqual([]);
    expect((await app.client().get(`/api/contents/questionnaire/${key}`)).status).toBe(422);
  });

  it("comes once in fourteen days, whatever it is about, and never for what was answered", async () => {
    const { borrowerId, client } = await invited();
    expect(await invite(borrowerId, "AFTER_COMPLAINT")).toBe(false);
    expect((await send(client, whole)).status).toBe(200);
    clock.advance(14 * day - 1);
    expect(await invite(borrowerId, "AFTER_COMPLAINT")).toBe(false);
    clock.advance(1);
    expect(await invite(borrowerId)).toBe(false);
    expect(await invite(borrowerId, "AFTER_COMPLAINT")).toBe(true);
    clock.advance(14 * day);
    // Unanswered, so it is offered again.
    expect(await invite(borrowerId, "AFTER_COMPLAINT")).toBe(true);
  });

  it("comes once of twenty events at a time", async () => {
    const borrowerId = random.uuid();
    const types = ["AFTER_PAYOUT", "AFTER_PAYOFF", "AFTER_REJECTION", "AFTER_COMPLAINT"] as const;
    const tries = Array.from({ length: 20 }, (_, index) => invite(borrowerId, types[index % 4]));
    expect((await Promise.all(tries)).filter(Boolean)).toHaveLength(1);
    const client = await app.loggedIn(borrowerId);
    expect((await client.get("/api/user/questionnaires")).body.items).toHaveLength(1);
  });
});

describe("answers", () => {
  it("are taken once: the same again get the same moment, others are refused", async () => {
    const { borrowerId, client } = await invited();
    const first = await send(client, whole);
    expect(first.body).toEqual({ submittedAt: clock.now().toISOString() });
    clock.advance(60_000);
    // In another order, as a form sends them, and with an answer to a question that was not asked.
    const same = await send(client, {
      again: "yes",
      reminders: "right",
      paying: "4",
      recommend: "9",
      "paying-why": "x",
    });
    expect([same.status, same.body]).toEqual([200, first.body]);
    expect(codeOf(await send(client, { ...whole, again: "no" }))).toEqual([409, "ANSWERED_ALREADY"]);
    expect((await client.get(`${url}/${key}`)).body).toMatchObject({ ...first.body, questions: [], answers: [] });
    expect((await client.get("/api/user/questionnaires")).body.items).toEqual([]);
    clock.advance(30 * day);
    // A new login, because no session lasts this long.
    expect((await send(await app.loggedIn(borrowerId), whole)).body).toEqual(first.body);
    const row = await database
      .selectFrom("questionnaire_invitation")
      .selectAll()
      .where("borrowerId", "=", borrowerId)
      .executeTakeFirstOrThrow();
    expect(JSON.stringify(row)).not.toMatch(/reminders|right/);
  });

  it("are taken once of twenty sent at a time, and counted once", async () => {
    const { client } = await invited();
    const count = async () =>
      (
        await database
          .selectFrom("questionnaire_count")
          .selectAll()
          .where("questionnaireKey", "=", key)
          .executeTakeFirst()
      )?.submitted ?? 0;
    const before = await count();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => send(client, { ...whole, recommend: index % 2 })),
    );
    const ok = answers.filter(({ status }) => status === 200);
    expect(ok.length).toBe(10);
    expect(new Set(ok.map(({ text }) => text)).size).toBe(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(10);
    expect(await count()).toBe(before + 1);
  });

  it("that are missing are named by their questions, and the others stay", async () => {
    const { client } = await invited();
    const { status, body } = await client.post(
      url,
      { questionnaireKey: key, version: 1, answers: given({ paying: 2, again: "" }) },
      { "Accept-Language": "en" },
    );
    expect([status, body.status.code, body.status.detail]).toEqual([
      422,
      "QUESTIONS_UNANSWERED",
      "There are questions that have not been filled in",
    ]);
    expect(body.status.fields).toEqual([
      {
        path: "answers.recommend",
        code: "REQUIRED",
        detail: "How likely are you to recommend Tunai to a friend?",
      },
      { path: "answers.reminders", code: "REQUIRED", detail: "The reminders before a due date were …" },
      { path: "answers.again", code: "REQUIRED", detail: "Would you borrow here again if you needed to?" },
    ]);
    const saved = (await client.get(`${url}/${key}`)).body;
    expect([saved.answers, saved.savedAt]).toEqual([given({ paying: 2 }), clock.now().toISOString()]);
  });

  it("that are wrong are named with what is wrong, and stay too", async () => {
    const { client } = await invited();
    const typed = { ...whole, reminders: "sometimes", "other-loans": "99" };
    const { status, body } = await send(client, typed);
    expect([status, body.status.code]).toEqual([422, "INPUT_INVALID"]);
    expect(body.status.fields).toMatchObject([
      { path: "answers.reminders", code: "CHOICE_INVALID" },
      { path: "answers.other-loans", code: "NUMBER_RANGE", detail: "Tulis bilangan bulat dari 0 sampai 20." },
    ]);
    expect((await client.get(`${url}/${key}`)).body.answers).toHaveLength(5);
  });

  it("of more than 500 characters, twice for a question, or beside the contract are refused", async () => {
    const { client } = await invited();
    const text = (length: number) => ({ ...whole, paying: 1, "paying-why": "a".repeat(length) });
    expect(codeOf(await send(client, text(501)))).toEqual([422, "INPUT_INVALID"]);
    const strange = { questionnaireKey: key, version: 1, answers: given(whole), limit: 1 };
    expect((await client.post(url, strange)).status).toBe(422);
    const twice = { questionnaireKey: key, version: 1, answers: [...given(whole), ...given({ again: "no" })] };
    expect((await client.post(url, twice)).status).toBe(422);
    expect((await send(client, text(500))).status).toBe(200);
  });

  it("to an older version are kept, and the new one is shown with them", async () => {
    await publish("change-a", oneQuestion);
    const { client } = await invited("AFTER_CHANGE");
    const asked = (await client.get(`${url}/event/AFTER_CHANGE`)).body;
    expect(asked.questionnaireKey).toBe("change-a");
    await publish("change-a", oneQuestion.replace("Right?", "Alright?"), {}, { version: 2 });
    const answer = await send(client, { right: "yes" }, "change-a");
    expect([...codeOf(answer), answer.body.status.data]).toEqual([409, "QUESTIONNAIRE_CHANGED", { version: 2 }]);
    expect((await client.get(`${url}/change-a`)).body).toMatchObject({
      version: 2,
      questions: [{ text: "Alright?" }],
      answers: given({ right: "yes" }),
    });
    expect((await send(client, { right: "yes" }, "change-a", 2)).status).toBe(200);
    await withdraw("change-a", 3);
  });
});

describe("the end", () => {
  it("comes for a person after seven days, and what was typed stays for the next time", async () => {
    const { borrowerId } = await invited();
    clock.advance(7 * day - 1);
    const client = await app.loggedIn(borrowerId);
    expect((await client.get(`${url}/${key}`)).status).toBe(200);
    clock.advance(1);
    const english = { "Accept-Language": "en" };
    const late = await client.get(`${url}/${key}`, english);
    expect([...codeOf(late), late.body.status.detail]).toEqual([
      410,
      "QUESTIONNAIRE_EXPIRED",
      "Questionnaire has expired",
    ]);
    expect(codeOf(await client.get(`${url}/event/AFTER_PAYOFF`))).toEqual([410, "QUESTIONNAIRE_EXPIRED"]);
    expect(codeOf(await send(client, whole))).toEqual([410, "QUESTIONNAIRE_EXPIRED"]);
    expect((await client.get("/api/user/questionnaires")).body.items).toEqual([]);
    clock.advance(7 * day);
    expect(await invite(borrowerId)).toBe(true);
    expect((await (await app.loggedIn(borrowerId)).get(`${url}/${key}`)).body.answers).toEqual(given(whole));
  });

  it("comes for all by the last day, by a stop and by the quota", async () => {
    const today = clock.now().toISOString().slice(0, 10);
    await publish("change-day", oneQuestion, { until: today });
    const { borrowerId, client: before } = await invited("AFTER_CHANGE");
    expect((await before.get(`${url}/change-day`)).body.endsOn).toBe(today);
    clock.advance(day);
    const client = await app.loggedIn(borrowerId);
    const ended = await client.get(`${url}/change-day`, { "Accept-Language": "en" });
    expect([...codeOf(ended), ended.body.status.detail]).toEqual([
      410,
      "QUESTIONNAIRE_ENDED",
      "Questionnaire has ended",
    ]);
    expect(codeOf(await send(client, { right: "yes" }, "change-day"))).toEqual([410, "QUESTIONNAIRE_ENDED"]);

    await publish("change-stop", oneQuestion);
    const stopped = await invited("AFTER_CHANGE");
    await withdraw("change-stop");
    expect(codeOf(await stopped.client.get(`${url}/change-stop`))).toEqual([410, "QUESTIONNAIRE_ENDED"]);
    expect(codeOf(await send(stopped.client, { right: "yes" }, "change-stop", 2))).toEqual([
      410,
      "QUESTIONNAIRE_ENDED",
    ]);
  });

  it("by the quota lets in exactly as many as it says, of twenty at a time, and keeps what the others typed", async () => {
    await publish("change-quota", `\`quota=7\`\n\n${oneQuestion}`, { order: "0" });
    const people = await Promise.all(Array.from({ length: 20 }, () => invited("AFTER_CHANGE")));
    const answers = await Promise.all(people.map(({ client }) => send(client, { right: "no" }, "change-quota")));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(7);
    expect(answers.filter(({ body }) => body.status?.code === "QUESTIONNAIRE_ENDED")).toHaveLength(13);
    const { rows } = await sql<{ saved: number; answered: number }>`
      select count(draft_sealed)::int as saved, count(submitted_at)::int as answered from questionnaire_invitation where questionnaire_key = 'change-quota'`.execute(
      database,
    );
    expect(rows).toEqual([{ saved: 13, answered: 7 }]);
    // The next borrower gets another question.
    const next = await invited("AFTER_CHANGE");
    expect((await next.client.get(`${url}/event/AFTER_CHANGE`)).body.questionnaireKey).toBe("after-change");
  });
});

describe("a draft", () => {
  it("keeps whatever was typed, sealed, and is the person's own", async () => {
    const { borrowerId, client } = await invited();
    const typed = { paying: "1", "paying-why": "Bank saya sering gangguan", strange: "x", again: "" };
    const saved = await client.post(`${url}/draft`, { questionnaireKey: key, answers: given(typed) });
    expect(saved.body).toEqual({ savedAt: clock.now().toISOString() });
    expect((await client.get(`${url}/${key}`)).body.answers).toEqual(
      given({ paying: "1", "paying-why": "Bank saya sering gangguan" }),
    );
    expect((await client.get("/api/user/questionnaires")).body.items).toMatchObject([{ isBegun: true }]);
    const row = await database
      .selectFrom("questionnaire_invitation")
      .select("draftSealed")
      .where("borrowerId", "=", borrowerId)
      .executeTakeFirstOrThrow();
    expect(row.draftSealed).not.toContain("gangguan");
    const other = await app.loggedIn(random.uuid());
    const theirs = await other.post(`${url}/draft`, { questionnaireKey: key, answers: [] });
    expect(codeOf(theirs)).toEqual([404, "QUESTIONNAIRE_UNKNOWN"]);
  });
  it("is not written any more once the answers were sent", async () => {
    const { borrowerId, client } = await invited("AFTER_PAYOUT");
    const answers = { ease: 1, "hard-part": ["code"], speed: "slower", "cost-clear": "yes" };
    expect((await send(client, answers, "after-payout")).status).toBe(200);
    const late = await client.post(`${url}/draft`, { questionnaireKey: "after-payout", answers: given({ ease: 2 }) });
    expect(codeOf(late)).toEqual([404, "QUESTIONNAIRE_UNKNOWN"]);
    const row = await database
      .selectFrom("questionnaire_invitation")
      .select("draftSealed")
      .where("borrowerId", "=", borrowerId)
      .where("questionnaireKey", "=", "after-payout")
      .executeTakeFirstOrThrow();
    expect(row.draftSealed).toBeNull();
  });
});

describe("what is held of a person", () => {
  it("is given out whole, and gone when the person is forgotten; counts stay, which are nobody's", async () => {
    const { borrowerId, client } = await invited("AFTER_PAYOUT");
    await client.post(`${url}/consent`, { questionnaireKey: "after-payout", agreed: true, textVersion: 1 });
    const answers = { ease: 1, "hard-part": ["code"], speed: "slower", "cost-clear": "yes", "income-change": "more" };
    expect((await send(client, answers, "after-payout")).status).toBe(200);
    const sections = await personalData.export(services, database, borrowerId);
    const rowOf = (name: string) => sections.find((section) => section.name === name)?.rows[0];
    expect(JSON.stringify(rowOf("questionnaire_invitation")?.["answers"])).toContain("slower");
    expect(JSON.stringify(rowOf("questionnaire_invitation")?.["reviewAnswers"])).toContain("more");
    const tallies = () => database.selectFrom("questionnaire_tally").selectAll().orderBy("answer").execute();
    const before = await tallies();
    await transact(database, async (trx) => {
      for (let count = -1; count !== 0;) count = await personalData.erase(services, trx, borrowerId, { loans: true });
    });
    for (const table of ["questionnaire_invitation", "questionnaire_consent", "questionnaire_pause"] as const)
      expect(
        await database.selectFrom(table).select("borrowerId").where("borrowerId", "=", borrowerId).execute(),
      ).toEqual([]);
    expect(await tallies()).toEqual(before);
  });
});
