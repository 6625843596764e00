/** Texts of deadlines and short durations, and addresses of lists. */
import { expect, it } from "vitest";
import { listAddress } from "./list.ts";
import { shortDay, shortTime } from "./local-time.tsx";
import { lengthText, timeLeft } from "./time-left.tsx";

const now = new Date("2026-11-21T10:00:00Z"); // 17.00 WIB
const after = (milliseconds: number) => new Date(now.getTime() + milliseconds).toISOString();
const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];

it("says a length of time in its two largest units, rounded down", () => {
  const said = [
    0,
    minute - 1,
    40 * minute,
    hour,
    5 * hour + 10 * minute,
    day - 1,
    day,
    2 * day + 3 * hour + 59 * minute,
  ];
  expect(said.map((milliseconds) => lengthText(milliseconds, "en"))).toEqual([
    "0 min",
    "0 min",
    "40 min",
    "1 h 0 min",
    "5 h 10 min",
    "23 h 59 min",
    "1 d 0 h",
    "2 d 3 h",
  ]);
});

it("tells what is left, when to hurry, and by how much it is late", () => {
  const of = (until: number, remindAt: number, isStopped = false) =>
    timeLeft({ until: after(until), remindAt: after(remindAt), isStopped }, now, "id");
  expect(of(2 * hour, 1)).toEqual({ text: "2 jam 0 mnt lagi", kind: "plain" });
  expect(of(2 * hour, 0)).toEqual({ text: "2 jam 0 mnt lagi", kind: "attention" });
  expect(of(0, -hour)).toEqual({ text: "Terlambat 0 mnt", kind: "bad" });
  expect(of(-25 * hour, -26 * hour)).toEqual({ text: "Terlambat 1 hari 1 jam", kind: "bad" });
  expect(of(-hour, -hour, true)).toEqual({ text: "Waktu berhenti", kind: "plain" });
});

it("shortens a moment to what the reader does not know: the day of WIB, the year of another year", () => {
  const at = (text: string) => new Date(text);
  expect(shortTime(at("2026-11-21T07:05:00Z"), now, "id")).toBe("Hari ini 14.05");
  // After midnight in WIB it is the next day already.
  expect(shortTime(at("2026-11-21T17:05:00Z"), now, "id")).toBe("22 Nov 00.05");
  expect(shortTime(at("2026-11-20T07:05:00Z"), now, "en")).toBe("20 Nov 14:05");
  expect(shortTime(at("2025-11-20T07:05:00Z"), now, "en")).toBe("20 Nov 2025 14:05");
  expect(shortTime(at("2026-11-20T07:05:00Z"), now, "zh")).toBe("11月20日 14:05");
  expect([shortDay("2026-11-20", now, "id"), shortDay("2027-01-05", now, "id")]).toEqual(["20 Nov", "5 Jan 2027"]);
  expect([shortDay("2026-11-20", now, "zh"), shortDay("2027-01-05", now, "zh")]).toEqual(["11月20日", "2027年1月5日"]);
});

it("changes what a list's address says and leaves empty values out", () => {
  const of = (asked: Record<string, string>) => ({ path: "/staff/cases", asked });
  expect(listAddress(of({ state: "", order: "NEWEST" }))).toBe("/staff/cases?order=NEWEST");
  expect(listAddress(of({ state: "CLOSED" }), { state: "" })).toBe("/staff/cases");
  expect(listAddress(of({ state: "CLOSED" }), { cursor: "a b" })).toBe("/staff/cases?state=CLOSED&cursor=a+b");
});
