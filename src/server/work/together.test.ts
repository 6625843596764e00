import { expect, it } from "vitest";
import { ownTurn } from "./turns.ts";
import { togetherBy } from "./together.ts";

/** Notes each go, and holds it until it is let go of. */
function goes(most: number) {
  const begun: string[][] = [];
  const held: (() => void)[] = [];
  const together = togetherBy<string, string>(most, async (items) => {
    begun.push([...items]);
    await new Promise<void>((go) => held.push(go));
    if (items.includes("broken")) throw new Error("broken");
    return items.map((item) => item.toUpperCase());
  });
  const letGo = async (): Promise<void> => {
    held.shift()?.();
    await ownTurn();
    await ownTurn();
  };
  return { together, begun, letGo };
}

it("does what comes for one key while others of it are under way in the next go, in the order of coming", async () => {
  const { together, begun, letGo } = goes(3);
  const first = ["a", "b"].map((item) => together("loan", item));
  await ownTurn();
  await ownTurn();
  const later = ["c", "d", "e", "f"].map((item) => together("loan", item));
  const other = together("another", "x");
  await ownTurn();
  await ownTurn();
  expect(begun).toEqual([["a", "b"], ["x"]]);
  for (let go = 0; go < 4; go++) await letGo();
  expect(await Promise.all([...first, ...later, other])).toEqual(["A", "B", "C", "D", "E", "F", "X"]);
  expect(begun).toEqual([["a", "b"], ["x"], ["c", "d", "e"], ["f"]]);
  const again = together("loan", "g");
  await ownTurn();
  await ownTurn();
  await letGo();
  expect(await again).toBe("G");
});

it("tries each alone where a go fails, and tells only the one at fault", async () => {
  const { together, begun, letGo } = goes(10);
  const all = ["a", "broken", "b"].map((item) => together("loan", item));
  const ends = Promise.allSettled(all);
  await ownTurn();
  for (let go = 0; go < 5; go++) await letGo();
  expect((await ends).map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  expect(begun).toEqual([["a", "broken", "b"], ["a"], ["broken"], ["b"]]);
});
