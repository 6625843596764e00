import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { complaintStates } from "../contract.ts";
import { complaintActs, openComplaintStates, outcomeOf, type ComplaintProgress } from "./rules.ts";

const standing = fc.record({
  state: fc.constantFrom(...complaintStates),
  isExtended: fc.boolean(),
  isOverdue: fc.boolean(),
  refusals: fc.integer({ min: 0, max: 2 }),
});

describe("a complaint", () => {
  it("that is closed stays closed, whatever is done", () => {
    fc.assert(
      fc.property(
        standing,
        fc.constantFrom(...complaintActs),
        (at, act) => outcomeOf(act, { ...at, state: "CLOSED" }) === null,
      ),
    );
  });
  it("ends after any acts with at most one extension and at most two refusals", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...complaintActs), { maxLength: 60 }), (done) => {
        let at: ComplaintProgress = { state: "RECEIVED", isExtended: false, isOverdue: false, refusals: 0 };
        let extensions = 0;
        for (const act of done) {
          const outcome = outcomeOf(act, at);
          if (!outcome) continue;
          if (act === "EXTEND") extensions++;
          expect((outcome.state === "CLOSED") === (outcome.closeCause !== undefined)).toBe(true);
          at = {
            ...at,
            state: outcome.state,
            isExtended: at.isExtended || act === "EXTEND",
            refusals: at.refusals + (act === "REFUSE" ? 1 : 0),
          };
        }
        expect(extensions).toBeLessThanOrEqual(1);
        expect(at.refusals).toBeLessThanOrEqual(2);
      }),
    );
  });
  it("can be answered, written to, withdrawn and closed while it is open, and in no other state", () => {
    fc.assert(
      fc.property(
        standing,
        fc.constantFrom("ANSWER", "WRITE", "WITHDRAW", "CLOSE", "TAKE"),
        (at, act) => (outcomeOf(act, at) !== null) === openComplaintStates.some((open) => open === at.state),
      ),
    );
  });
  it("is extended once and only before its day is over", () => {
    const at: ComplaintProgress = { state: "IN_PROGRESS", isExtended: false, isOverdue: false, refusals: 0 };
    expect(outcomeOf("EXTEND", at)).toEqual({ state: "EXTENDED" });
    expect(complaintStates.filter((state) => outcomeOf("EXTEND", { ...at, state }) !== null).toSorted()).toEqual(
      openComplaintStates.toSorted(),
    );
    expect(outcomeOf("EXTEND", { ...at, isExtended: true })).toBeNull();
    expect(outcomeOf("EXTEND", { ...at, isOverdue: true })).toBeNull();
    expect(outcomeOf("TAKE", { ...at, state: "EXTENDED", isExtended: true })).toEqual({ state: "EXTENDED" });
  });
  it("opens again after the first refusal and goes outside after the second", () => {
    const at: ComplaintProgress = { state: "ANSWERED", isExtended: false, isOverdue: false, refusals: 0 };
    expect(outcomeOf("REFUSE", at)).toEqual({ state: "REOPENED" });
    expect(outcomeOf("REFUSE", { ...at, refusals: 1 })).toEqual({ state: "CLOSED", closeCause: "REFUSED_AGAIN" });
    expect(outcomeOf("ACCEPT", at)).toEqual({ state: "CLOSED", closeCause: "ACCEPTED" });
    expect(outcomeOf("GIVE_UP", at)).toEqual({ state: "CLOSED", closeCause: "UNANSWERED" });
  });
});
