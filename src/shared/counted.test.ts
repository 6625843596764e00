import { expect, it } from "vitest";
import { countedText, maxCounted } from "./counted.ts";

it("says that there may be more from the number on at which counting ends", () => {
  expect([0, 12, maxCounted - 1, maxCounted].map(countedText)).toEqual(["0", "12", "999", "1.000+"]);
});
