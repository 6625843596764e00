import { expect, it } from "vitest";
import { countedText, mostCounted } from "./counted.ts";

it("says that there may be more from the number on at which counting ends", () => {
  expect([0, 12, mostCounted - 1, mostCounted].map(countedText)).toEqual(["0", "12", "999", "1.000+"]);
});
