/** Questionnaires through the API: invited to, published, answered, withdrawn. */
import { expect } from "vitest";
import { addVersion } from "#features/platform/content/server/store.ts";
import { transact } from "#server/database.server.ts";
import type { TestApp, TestClient } from "#tests/support/app.ts";
import { languages } from "#shared/texts.ts";
import type { EventType } from "#features/account/questionnaire/contract.ts";
import { inviteToQuestionnaire } from "#features/account/questionnaire/server/index.ts";

export function questionnairesOf(app: TestApp) {
  const { services, clock } = app;
  const { database, random } = services;
  const key = "after-payoff";
  const url = "/api/user/questionnaire";

  const invite = (borrowerId: string, eventType: EventType = "AFTER_PAYOFF") =>
    transact(database, (trx) => inviteToQuestionnaire(services, trx, { borrowerId, eventType }));
  async function invited(eventType: EventType = "AFTER_PAYOFF") {
    const borrowerId = random.uuid();
    expect(await invite(borrowerId, eventType)).toBe(true);
    return { borrowerId, client: await app.loggedIn(borrowerId) };
  }
  const given = (answers: Record<string, unknown>) =>
    Object.entries(answers).map(([questionKey, value]) => ({ questionKey, value }));
  const whole = { recommend: 9, paying: 4, reminders: "right", again: "yes" };
  const send = (client: TestClient, answers: Record<string, unknown>, questionnaireKey = key, version = 1) =>
    client.post(url, { questionnaireKey, version, answers: given(answers) });
  const codeOf = ({ status, body }: { status: number; body: { status?: { code: string } } }) => [
    status,
    body.status?.code,
  ];

  /** Publishes a questionnaire, or a further version of it, in three languages. */
  async function publish(
    questionnaireKey: string,
    markdown: string,
    head: Record<string, string> = {},
    { version = 1, isWithdrawn = false } = {},
  ): Promise<void> {
    await transact(database, (trx) =>
      addVersion(trx, {
        collection: "questionnaire",
        key: questionnaireKey,
        version,
        texts: languages.map((language) => ({
          language,
          title: `Title ${language}`,
          head: { summary: "Lead", section: "AFTER_CHANGE", order: "1", ...head },
          markdown,
        })),
        isWithdrawn,
        makerId: random.uuid(),
        checkerId: random.uuid(),
        at: clock.now(),
      }),
    );
  }
  const oneQuestion = "## Right?\n`key=right; type=single; required; use=PRODUCT`\n- `yes` Yes\n- `no` No";
  const withdraw = (questionnaireKey: string, version = 2) =>
    publish(questionnaireKey, oneQuestion, {}, { version, isWithdrawn: true });
  return { key, url, invite, invited, given, whole, send, codeOf, publish, oneQuestion, withdraw };
}
