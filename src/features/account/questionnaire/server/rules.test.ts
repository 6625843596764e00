import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { answersTo, questionLists } from "#tests/support/questions.ts";
import type { QuestionnaireQuestion } from "../contract.ts";
import { answersOf, isAnswered, judgeAnswers, normalised, sameAnswers } from "./rules.ts";

const cases = questionLists.chain((questions) => fc.tuple(fc.constant(questions), answersTo(questions), fc.boolean()));
const question = (set: Partial<QuestionnaireQuestion>): QuestionnaireQuestion => ({
  questionKey: "q",
  text: "Q",
  hint: null,
  type: "text",
  required: false,
  use: "PRODUCT",
  options: [],
  from: null,
  to: null,
  showIf: null,
  ...set,
});

describe("what is asked", () => {
  it("follows from the answers before it: a follow-up where the other is asked and has one of its answers, and only there", () => {
    fc.assert(
      fc.property(cases, ([questions, answers, hasConsent]) => {
        const asked = new Set(judgeAnswers(questions, answers, hasConsent).asked.map(({ questionKey }) => questionKey));
        for (const { questionKey, showIf, use } of questions) {
          const value = showIf && answers.get(showIf.questionKey);
          const given = (Array.isArray(value) ? value : [value]).map((one) => String(one ?? "").trim());
          const isShown =
            !showIf || (asked.has(showIf.questionKey) && showIf.values.some((one) => given.includes(one)));
          expect(asked.has(questionKey)).toBe(isShown && (hasConsent || use !== "UNDERWRITING_REVIEW"));
        }
      }),
      { numRuns: 400 },
    );
  });

  it("is missing where it must be answered and is not; what is not asked is never missing, wrong or kept", () => {
    fc.assert(
      fc.property(cases, ([questions, answers, hasConsent]) => {
        const { asked, missing, wrong, kept } = judgeAnswers(questions, answers, hasConsent);
        for (const one of questions) {
          const { questionKey, required } = one;
          const isAsked = asked.includes(one);
          const has = isAnswered(answers.get(questionKey));
          expect(missing.includes(one)).toBe(isAsked && required && !has);
          const places = [
            wrong.filter((fault) => fault.question === one).length,
            kept.filter((answer) => answer.questionKey === questionKey).length,
          ];
          expect(places[0]! + places[1]!).toBe(isAsked && has ? 1 : 0);
        }
      }),
      { numRuns: 400 },
    );
  });

  it("keeps what says the same however often it is judged, and in whatever order it was sent", () => {
    fc.assert(
      fc.property(cases, ([questions, answers, hasConsent]) => {
        const first = judgeAnswers(questions, answers, hasConsent);
        const again = judgeAnswers(questions, answersOf(first.kept), hasConsent);
        const turned = judgeAnswers(questions, new Map([...answers].toReversed()), hasConsent);
        expect(turned.kept).toEqual(first.kept);
        expect(sameAnswers(first.kept, [...first.kept].toReversed())).toBe(true);
        // An invalid answer counts as none: questions that depend on it are not asked.
        if (first.wrong.length === 0) expect(again.kept).toEqual(first.kept);
      }),
      { numRuns: 400 },
    );
  });
});

describe("an answer", () => {
  const options = ["a", "b", "c"].map((value) => ({ value, label: value }));
  it.each([
    [{ type: "single", options }, "b", { value: "b" }],
    [{ type: "single", options }, ["b"], { value: "b" }],
    [{ type: "single", options }, ["a", "b"], { fault: "INVALID" }],
    [{ type: "single", options }, "z", { fault: "CHOICE_INVALID" }],
    [{ type: "multiple", options }, ["c", "a", "c"], { value: ["a", "c"] }],
    [{ type: "multiple", options }, "c", { value: ["c"] }],
    [{ type: "multiple", options }, ["c", "z"], { fault: "CHOICE_INVALID" }],
    [{ type: "scale", from: 0, to: 10 }, "10", { value: 10 }],
    [{ type: "scale", from: 0, to: 10 }, 0, { value: 0 }],
    [{ type: "scale", from: 0, to: 10 }, 11, { fault: "CHOICE_INVALID" }],
    [{ type: "number", from: 1, to: 50 }, " 50 ", { value: 50 }],
    [{ type: "number", from: 1, to: 50 }, "51", { fault: "NUMBER_RANGE" }],
    [{ type: "number", from: 1, to: 50 }, "2.5", { fault: "NUMBER_RANGE" }],
    [{ type: "number", from: 1, to: 50 }, "many", { fault: "NUMBER_RANGE" }],
    [{ type: "date" }, "2026-02-28", { value: "2026-02-28" }],
    [{ type: "date" }, "2026-02-30", { fault: "DATE_FORMAT" }],
    [{ type: "text" }, "  Baik.  ", { value: "Baik." }],
  ] as const)("to %j that says %j becomes %j", (set, value, expected) =>
    expect(normalised(question(set as Partial<QuestionnaireQuestion>), value as string)).toEqual(expected),
  );
});
