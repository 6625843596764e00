/** The links on the card of a proposal to move money by hand. */
import { expect, it } from "vitest";
import { defineMoneyProposal } from "./proposals.ts";

const kind = defineMoneyProposal("RETURNED_PAYOUT", { carryOut: async () => undefined, isStale: async () => false });
const about = (payload: object) => ({ subjectId: "transfer", payload, secret: null }) as never;
const linesOf = async (payload: object) => (await kind.show(null as never, null as never, about(payload), "en")).lines;

it("The loan's number leads to the loan wherever the row names it; without one it is said, and leads nowhere.", async () => {
  const named = { deed: "COUNT", loanId: "l-1", loanNumber: "N-1" };
  expect(kind.subjectTo?.(about(named))).toBe("/staff/loans/l-1");
  expect(await linesOf(named)).toContainEqual(
    expect.objectContaining({ kind: "ID", id: "N-1", to: "/staff/loans/l-1" }),
  );
  const before = { deed: "COUNT", loanNumber: "N-1" };
  expect(kind.subjectTo?.(about(before))).toBeNull();
  expect((await linesOf(before)).find((line) => line.kind === "ID" && line.id === "N-1")).not.toHaveProperty("to");
});
