/**
 * The start page's lists: late ones first, by their deadline, then those that wait, then the empty ones; only those of
 * the person's roles.
 */
import { expect, it } from "vitest";
import type { WaitingCount, WorkList } from "#server/console/questions.ts";
import { workListsFor } from "./work-lists.ts";

const now = new Date("2026-11-28T03:00:00Z");
const ago = (hours: number) => new Date(now.getTime() - hours * 3_600_000);
const text = { id: "Daftar", en: "List", zh: "列表" };

function listsOf(
  lists: readonly (Partial<WorkList> & { key: string; work: WaitingCount })[],
  role: "admin" | "content",
) {
  const asked: WorkList[] = lists.map(({ work, ...list }) => ({
    text,
    permission: "case.decide",
    to: "/staff/cases",
    ...list,
    count: async () => work,
  }));
  const services = { ask: () => [asked], clock: { now: () => now } };
  return workListsFor(services as never, [role], "en");
}

it("orders by lateness: the longest overdue promise first", async () => {
  const lists = await listsOf(
    [
      { key: "EMPTY", promisedHours: 24, work: { count: 0, oldestAt: null } },
      { key: "UNPROMISED", work: { count: 40, oldestAt: ago(900) } },
      { key: "IN_TIME", promisedHours: 24, work: { count: 3, oldestAt: ago(23) } },
      { key: "LATE", promisedHours: 24, work: { count: 1, oldestAt: ago(26) } },
      { key: "LATER", work: { count: 2, oldestAt: ago(300), dueAt: ago(5) } },
    ],
    "admin",
  );
  expect(lists.map(({ key, isOverdue }) => [key, isOverdue])).toEqual([
    ["LATER", true],
    ["LATE", true],
    ["UNPROMISED", false],
    ["IN_TIME", false],
    ["EMPTY", false],
  ]);
  expect(lists.map(({ promisedUntil }) => promisedUntil)).toEqual([
    ago(5).toISOString(),
    ago(2).toISOString(),
    null,
    ago(-1).toISOString(),
    null,
  ]);
});

it("holds only lists that the roles may work on", async () => {
  const one = { key: "CASES", work: { count: 1, oldestAt: now } };
  expect(await listsOf([one], "content")).toEqual([]);
  expect(await listsOf([{ ...one, permission: "content.check" }], "content")).toHaveLength(1);
});
