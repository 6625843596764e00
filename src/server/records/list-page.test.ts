import fc from "fast-check";
import { expect, it } from "vitest";
import { cursorInTime, listPage, placeInTime } from "./list-page.ts";

it("Pages that follow their cursors hold every row once, in order, and only the last has no next one.", () => {
  fc.assert(
    fc.property(fc.nat(60), fc.integer({ min: 1, max: 20 }), (count, limit) => {
      const all = Array.from({ length: count }, (_, id) => ({ id }));
      const seen: number[] = [];
      for (let cursor: string | null = ""; cursor !== null;) {
        const after: number = cursor === "" ? -1 : Number(cursor);
        const { page, nextCursor }: ReturnType<typeof listPage<{ id: number }>> = listPage(
          all.filter(({ id }) => id > after).slice(0, limit + 1),
          limit,
          ({ id }) => String(id),
        );
        expect(page.length === limit || nextCursor === null).toBe(true);
        seen.push(...page.map(({ id }) => id));
        cursor = nextCursor;
      }
      expect(seen).toEqual(all.map(({ id }) => id));
    }),
  );
});

it("A place in time is named and found again; whatever else stands in a cursor begins the list anew.", () => {
  fc.assert(
    fc.property(
      fc.date({ min: new Date(0), max: new Date(99_999_999_999_999), noInvalidDate: true }),
      fc.uuid(),
      (at, id) => {
        expect(placeInTime(cursorInTime(at, id))).toEqual({ at, id });
      },
    ),
  );
  const receipt = `pay_${"a1".repeat(16)}`;
  expect(placeInTime(`5~${receipt}`, "RECEIPT")).toEqual({ at: new Date(5), id: receipt });
  const id = "01900000-0000-7000-8000-000000000000";
  // No date has as many milliseconds as the last of them.
  for (const none of [
    undefined,
    "",
    id,
    `5~${id}~`,
    `5~${id}x`,
    `-5~${id}`,
    `~${id}`,
    `5~${receipt}`,
    `9999999999999999~${id}`,
  ])
    expect(placeInTime(none)).toBeUndefined();
});
