import { expect, it } from "vitest";
import { domains } from "../api.ts";
import { askOf, checkQuestions, defineQuestion } from "./questions.ts";

const capital = defineQuestion<() => string>("test-capital", "ONE");
const colours = defineQuestion<readonly string[]>("test-colours", "MANY");

it("answers by the one domain that knows, and by all of many in their order", () => {
  const ask = askOf([
    { answersTo: [colours.by(["red"]), capital.by(() => "Jakarta")] },
    { answersTo: [colours.by(["blue", "green"])] },
  ]);
  expect(ask(capital)()).toBe("Jakarta");
  expect(ask(colours).flat()).toEqual(["red", "blue", "green"]);
});

it("has no answer of many where no domain has one, and refuses a second answer or a missing one of one", () => {
  expect(askOf([])(colours)).toEqual([]);
  expect(() => askOf([])(capital)).toThrow("No domain answers the question test-capital.");
  expect(() =>
    askOf([{ answersTo: [capital.by(() => "Bandung")] }, { answersTo: [capital.by(() => "Solo")] }]),
  ).toThrow("Two domains answer the question test-capital.");
});

it("starts where every question that one domain must answer is answered, and not without one of them", () => {
  const answered = [...domains, { answersTo: [capital.by(() => "Jakarta")] }];
  expect(() => checkQuestions(askOf(answered))).not.toThrow();
  expect(() => checkQuestions(askOf(answered.slice(0, -2)))).toThrow(/No domain answers the question/);
  expect(() => checkQuestions(askOf(domains))).toThrow("No domain answers the question test-capital.");
});
