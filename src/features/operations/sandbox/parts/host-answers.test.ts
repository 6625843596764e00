/** The host simulator validates by the contract, and answers as an app would, or not at all. */
import { expect, it } from "vitest";
import { nativeCalls } from "#shared/native-messages.ts";
import { answerKinds, answersTo, judgeAnswer, nativeCallNames, readQuestion, type AnswerKind } from "./host-answers.ts";

const id = "0123456789abcdef0123456789abcdef";
const question = (call: string, data: object = {}) => JSON.stringify({ v: 1, id, call, data });

it("A question keeps the contract of the app's version, or the simulator says what is wrong with it", () => {
  const verdict = (text: string, version = "2.12.0") => readQuestion(text, version).verdict;
  expect(verdict(question("statusBarHeight"))).toEqual({ is: "OK", at: "" });
  expect(verdict(question("hashedUserId"), "2.11.7")).toEqual({ is: "TOO_OLD", at: "2.11.8" });
  expect(verdict(question("readContacts"))).toEqual({ is: "UNKNOWN_CALL", at: "readContacts" });
  expect(verdict(question("toString"))).toEqual({ is: "UNKNOWN_CALL", at: "toString" });
  expect(verdict(question("setTitle", { key: "/x", title: "x".repeat(61) }))).toEqual({
    is: "WRONG_SHAPE",
    at: "data.title",
  });
  expect(verdict("{")).toMatchObject({ is: "NO_JSON" });
  expect(verdict(question("back", { x: "x".repeat(9000) }))).toMatchObject({ is: "TOO_LONG" });
});

it("Each call is answered by choice, and its answer keeps the contract except where nonsense was chosen", () => {
  for (const call of nativeCallNames.filter((one) => one !== "back"))
    for (const kind of answerKinds) {
      const input = { call, id, verdict: { is: "OK", at: "" } } as const;
      const answers = answersTo(input, kind);
      const count: Partial<Record<AnswerKind, number>> = { SILENCE: 0, TWICE: 2 };
      expect(answers, `${call} ${kind}`).toHaveLength(count[kind] ?? 1);
      for (const { text, after } of answers) {
        expect(judgeAnswer(text, call).is, `${call} ${kind}`).toBe(kind === "NONSENSE" ? "WRONG_SHAPE" : "OK");
        expect(after > nativeCalls[call].waitSeconds * 1000, `${call} ${kind}`).toBe(kind === "LATE");
      }
    }
});

it("A call that the version does not know is refused, whatever was chosen; what goes back is not answered", () => {
  const refused = answersTo(readQuestion(question("share", { text: "a", url: "https://a.id" }), "2.0.0"), "OK");
  expect(refused.map(({ text }) => JSON.parse(text))).toEqual([{ v: 1, id, ok: false, error: "UNSUPPORTED" }]);
  expect(answersTo(readQuestion(question("back"), "2.12.0"), "OK")).toEqual([]);
  expect(judgeAnswer("{}", null).is).toBe("UNKNOWN_CALL");
});
