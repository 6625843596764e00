import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { answersTo, questionLists } from "#tests/support/questions.ts";
import { judgeAnswers } from "./rules.ts";
import { answeredAtAll, bandsOf, groupNames, minGroup, shownCounts, talliesOf } from "./tallies.ts";

const counts = fc.array(fc.integer({ min: 0, max: 12 }), { minLength: 1, maxLength: 8 });
const sumOf = (list: readonly number[]) => list.reduce((sum, one) => sum + one, 0);

describe("what is shown", () => {
  it("never shows a group below five, nor lets one be worked out from the whole", () => {
    fc.assert(
      fc.property(counts, (all) => {
        const answered = sumOf(all);
        const shown = shownCounts(all, answered, true);
        for (const count of shown) expect(count === null || count >= minGroup).toBe(true);
        const hidden = all.filter((_count, index) => shown[index] === null);
        // A reader can subtract the shown counts from the total and so learn the sum of the hidden ones.
        const remaining = sumOf(hidden);
        if (answered < minGroup) expect(hidden).toHaveLength(all.length);
        else expect(remaining === 0 || (remaining >= minGroup && hidden.length > 1)).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });

  it("hides no single group that somebody is in, where all others are shown", () => {
    expect(shownCounts([20, 30, 4], 54, true)).toEqual([null, 30, null]);
    expect(shownCounts([20, 30, 0], 50, true)).toEqual([20, 30, null]);
    expect(shownCounts([20, 1, 4], 25, true)).toEqual([20, null, null]);
    expect(shownCounts([6, 1], 7, true)).toEqual([null, null]);
    // With several answers per person, the subtraction reveals nothing.
    expect(shownCounts([20, 30, 4], 31, false)).toEqual([20, 30, null]);
    expect(shownCounts([2, 2], 4, false)).toEqual([null, null]);
  });
});

describe("what is counted", () => {
  it("lies in a group that the results show, once for having answered at all, and never of the credit review", () => {
    const cases = questionLists.chain((questions) => fc.tuple(fc.constant(questions), answersTo(questions)));
    fc.assert(
      fc.property(cases, ([questions, answers]) => {
        const { kept } = judgeAnswers(questions, answers, true);
        const tallies = talliesOf(questions, kept);
        for (const question of questions) {
          const own = tallies
            .filter(({ questionKey }) => questionKey === question.questionKey)
            .map(({ answer }) => answer);
          const isKept = kept.some(({ questionKey }) => questionKey === question.questionKey);
          const isCounted = isKept && question.use !== "UNDERWRITING_REVIEW";
          expect(own.filter((answer) => answer === answeredAtAll)).toHaveLength(isCounted ? 1 : 0);
          const names = groupNames(question, own);
          for (const answer of own) expect(answer === answeredAtAll || names.includes(answer)).toBe(true);
          expect(new Set(own).size).toBe(own.length);
        }
      }),
    );
  });

  it("puts each number into one band, and at most five of them", () => {
    fc.assert(
      fc.property(fc.integer({ min: -50, max: 50 }), fc.integer({ min: 1, max: 200 }), (from, size) => {
        const bands = bandsOf({ from, to: from + size });
        expect(bands.length).toBeLessThanOrEqual(5);
        for (let number = from; number <= from + size; number++)
          expect(bands.filter((band) => number >= band.from && number <= band.to)).toHaveLength(1);
      }),
    );
  });
});
