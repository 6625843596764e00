/**
 * Questionnaires whose answers are refused: each page that takes answers has to show the reason
 * (`support/refusals-on-pages.ts`).
 */
import { expect, it } from "vitest";
import { testApp, type TestClient } from "./support/app.ts";
import { questionnairesOf } from "./support/questionnaires.ts";

const app = await testApp();
const { clock } = app;
const { url, invited, given, publish } = questionnairesOf(app);

const eventType = "AFTER_PAYOUT";
const page = { Referer: `/webview/event-questionnaire/${eventType}` };
const payout = "after-payout";
const basic = { ease: 5, speed: "faster", "cost-clear": "yes" };
type Answers = Record<string, unknown>;

const calls = (client: TestClient, questionnaireKey = payout) => {
  const post = async (path: string, body: object) =>
    (await client.post(url + path, body, page)).body.status?.code ?? "OK";
  return {
    save: () => post("/draft", { questionnaireKey, answers: given(basic) }),
    send: (answers: Answers = basic, version = 1) => post("", { questionnaireKey, version, answers: given(answers) }),
    agree: (textVersion = 1) => post("/consent", { questionnaireKey, agreed: true, textVersion }),
    refuse: () => post("/consent", { questionnaireKey, agreed: false }),
  };
};

it("takes no answers to what was never asked, of another version, or without what has to be said", async () => {
  const { client } = await invited(eventType);
  const none = calls(client, "no-such");
  for (const call of [none.save, none.send, none.agree, none.refuse])
    expect(await call()).toBe("QUESTIONNAIRE_UNKNOWN");
  const own = calls(client);
  expect(await own.agree(7)).toBe("CONSENT_TEXT_CHANGED");
  expect(await own.send(basic, 9)).toBe("QUESTIONNAIRE_CHANGED");
  expect(await own.send({})).toBe("QUESTIONS_UNANSWERED");
  expect(await own.send()).toBe("OK");
  expect(await own.send({ ...basic, ease: 4 })).toBe("ANSWERED_ALREADY");
  expect(await own.save()).toBe("QUESTIONNAIRE_UNKNOWN");
});

it("takes none after its time, and none once it has ended for all", async () => {
  const late = await invited(eventType);
  clock.advance(8 * 86_400_000);
  const expired = calls(await app.loggedIn(late.borrowerId));
  for (const call of [expired.save, expired.send, expired.agree]) expect(await call()).toBe("QUESTIONNAIRE_EXPIRED");
  const ended = calls((await invited(eventType)).client);
  const question = "## Right?\n`key=right; type=single; required; use=UNDERWRITING_REVIEW`\n- `yes` Yes\n- `no` No";
  await publish(payout, question, { section: eventType }, { version: 2, isWithdrawn: true });
  for (const call of [ended.save, ended.send, ended.agree]) expect(await call()).toBe("QUESTIONNAIRE_ENDED");
});
