import fc from "fast-check";
import { expect, it } from "vitest";
import { listPage } from "./list-page.ts";

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
