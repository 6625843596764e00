import { expect, it } from "vitest";
import { ownTurn } from "./turns.ts";

it("begins one piece of work in each turn of the loop, in the order in which they were asked for", async () => {
  let turn = 0;
  let isOver = false;
  const count = (): void => {
    turn++;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  const begun: { piece: number; turn: number }[] = [];
  const work = async (piece: number): Promise<void> => {
    await ownTurn();
    begun.push({ piece, turn });
  };
  await Promise.all([...Array.from({ length: 5 }, (_, piece) => work(piece)), work(5).then(() => work(6))]);
  isOver = true;
  expect(begun.map(({ piece }) => piece)).toEqual([0, 1, 2, 3, 4, 5, 6]);
  expect(new Set(begun.map((one) => one.turn)).size).toBe(7);
});
