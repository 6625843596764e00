/** Questions for the credit review: asked only with a consent, used by the review, and deleted with the consent. */
import { describe, expect, it } from "vitest";
import { consentCipher } from "#features/account/privacy/server/index.ts";
import { testApp, type TestClient } from "#tests/support/app.ts";
import { questionnairesOf } from "#tests/support/questionnaires.ts";

const app = await testApp();
const { services, clock } = app;
const { database, random } = services;

const { url, invited, given, send, codeOf } = questionnairesOf(app);

const day = 86_400_000;

describe("questions for the credit review", () => {
  const payout = "after-payout";
  const basic = { ease: 5, speed: "faster", "cost-clear": "yes" };
  const reviewed = { "income-change": "less", "income-less-since": "2026-10-01" };
  const consent = (client: TestClient, agreed: boolean, textVersion?: number) =>
    client.post(`${url}/consent`, { questionnaireKey: payout, agreed, ...(textVersion ? { textVersion } : {}) });
  /** As an underwriter sees them. */
  const told = async (borrowerId: string) => {
    const staff = await app.staff(random.uuid(), ["underwriter"]);
    const path = `/api/staff/borrowers/${borrowerId}/review-answers`;
    return (await staff.get(path, { "Accept-Language": "en" })).body.items;
  };
  const receiptsOf = async (client: TestClient) =>
    (await client.get("/api/privacy/consents")).body.items.filter(
      ({ kind }: { kind: string }) => kind === "QUESTIONNAIRE",
    );
  const keysOf = async (client: TestClient) =>
    (await client.get(`${url}/${payout}`)).body.questions.map((one: { questionKey: string }) => one.questionKey);

  it("are asked with a consent alone, and nothing is kept of them without", async () => {
    const { borrowerId, client } = await invited("AFTER_PAYOUT");
    const { consent: text } = (await client.get(`${url}/${payout}`)).body;
    expect(text).toMatchObject({
      textKey: "questionnaire-consent",
      textVersion: 1,
      textHash: expect.stringMatching(/^[0-9a-f]{64}$/),
      questionCount: 2,
      givenAt: null,
    });
    expect(await keysOf(client)).not.toContain("income-change");
    expect((await send(client, { ...basic, ...reviewed }, payout)).status).toBe(200);
    expect(await told(borrowerId)).toEqual([]);
  });

  it("are read by the review after it, with which text was agreed to, and no longer once it is taken back", async () => {
    const { borrowerId, client } = await invited("AFTER_PAYOUT");
    expect(codeOf(await consent(client, true))).toEqual([409, "CONSENT_TEXT_CHANGED"]);
    expect(codeOf(await consent(client, true, 2))).toEqual([409, "CONSENT_TEXT_CHANGED"]);
    for (let time = 0; time < 2; time++) expect((await consent(client, true, 1)).body).toEqual({ agreed: true });
    // A consent like any other, with a receipt and the questionnaire's name.
    const receipts = await receiptsOf(client);
    expect(receipts).toMatchObject([
      {
        kind: "QUESTIONNAIRE",
        subject: payout,
        subjectText: "Bagaimana proses pencairan Anda?",
        state: "STANDING",
        text: { key: "questionnaire-consent", version: 1, language: "id" },
        givenAt: clock.now().toISOString(),
      },
    ]);
    const shown = (await client.get(`${url}/${payout}`)).body.consent;
    expect([shown.textHash, shown.consentId]).toEqual([receipts[0].text.hash, receipts[0].id]);
    expect((await app.client().get(`/api/privacy/receipts/${receipts[0].id}`)).status).toBe(200);
    expect(await keysOf(client)).toContain("income-change");
    const sent = await send(client, { ...basic, ...reviewed }, payout);
    expect(sent.status).toBe(200);
    expect(await told(borrowerId)).toEqual([
      {
        questionnaireKey: payout,
        title: "How was getting your money?",
        ...sent.body,
        answers: [
          { question: "Has your income changed since you applied?", answer: "It went down" },
          { question: "Since when has it been lower?", answer: "2026-10-01" },
        ],
      },
    ]);
    const entry = await database
      .selectFrom("audit_outcome")
      .select("borrowerId")
      .where("borrowerId", "=", borrowerId)
      .executeTakeFirst();
    expect(entry).toBeDefined();
    for (const role of ["support", "content", "finance", "auditor"] as const) {
      const staff = await app.staff(random.uuid(), [role]);
      expect((await staff.get(`/api/staff/borrowers/${borrowerId}/review-answers`)).status).toBe(403);
    }
    // These answers are not part of any statistics.
    const counted = await database.selectFrom("questionnaire_tally").select("questionKey").execute();
    expect(counted.map((row) => row.questionKey)).not.toContain("income-change");

    clock.advance(60 * day);
    const later = await app.loggedIn(borrowerId);
    expect((await consent(later, false)).body).toEqual({ agreed: false });
    expect(await told(borrowerId)).toEqual([]);
    const after = await database
      .selectFrom("questionnaire_invitation")
      .select(["reviewAnswersSealed", "answersSealed"])
      .where("borrowerId", "=", borrowerId)
      .executeTakeFirstOrThrow();
    expect([after.reviewAnswersSealed, after.answersSealed !== null]).toEqual([null, true]);
    expect((await send(later, basic, payout)).body).toEqual(sent.body);
  });

  it("go with the consent wherever it is withdrawn: unreadable, and counted on its receipt", async () => {
    const { borrowerId, client } = await invited("AFTER_PAYOUT");
    await consent(client, true, 1);
    expect((await send(client, { ...basic, ...reviewed }, payout)).status).toBe(200);
    const row = () =>
      database
        .selectFrom("questionnaire_invitation")
        .select(["reviewAnswersSealed", "consentId"])
        .where("borrowerId", "=", borrowerId)
        .executeTakeFirstOrThrow();
    const before = await row();
    const [{ id }] = await receiptsOf(client);
    expect(before.consentId).toBe(id);
    const withdrawn = await client.post(`/api/privacy/consents/${id}/withdraw`, {});
    expect([withdrawn.body.state, withdrawn.body.stopped]).toEqual([
      "WITHDRAWN",
      [{ what: "QUESTIONNAIRE_ANSWERS", count: 1 }],
    ]);
    expect(await row()).toEqual({ reviewAnswersSealed: null, consentId: null });
    await expect(consentCipher(services, database, id)).rejects.toThrow();
    expect(await told(borrowerId)).toEqual([]);
  });

  it("sent and withdrawn forty times at once are kept with their consent, or not at all", async () => {
    for (let round = 0; round < 2; round++) {
      const { borrowerId, client } = await invited("AFTER_PAYOUT");
      await consent(client, true, 1);
      const [{ id }] = await receiptsOf(client);
      const answers = await Promise.all(
        Array.from({ length: 40 }, (_, index) =>
          (index + round) % 2 === 0
            ? send(client, { ...basic, ...reviewed }, payout)
            : client.post(`/api/privacy/consents/${id}/withdraw`, {}),
        ),
      );
      for (const { status, text } of answers) expect(status, text).toBeLessThan(500);
      expect(await told(borrowerId)).toEqual([]);
    }
  });

  it("leave the draft with the consent that they were typed by", async () => {
    const { client } = await invited("AFTER_PAYOUT");
    await consent(client, true, 1);
    await client.post(`${url}/draft`, { questionnaireKey: payout, answers: given({ ...basic, ...reviewed }) });
    expect((await client.get(`${url}/${payout}`)).body.answers).toHaveLength(5);
    await consent(client, false);
    expect((await client.get(`${url}/${payout}`)).body.answers).toEqual(given(basic));
    const stranger = await app.loggedIn(random.uuid());
    expect(codeOf(await consent(stranger, false))).toEqual([404, "QUESTIONNAIRE_UNKNOWN"]);
  });
});
