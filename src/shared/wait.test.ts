import { expect, it } from "vitest";
import { say } from "./texts.ts";
import { waitText } from "./wait.ts";

it.each([
  [1, "1 detik", "1 second", "1 秒"],
  [90, "90 detik", "90 seconds", "90 秒"],
  [91, "2 menit", "2 minutes", "2 分钟"],
  [3_038, "51 menit", "51 minutes", "51 分钟"],
  [5_400, "90 menit", "90 minutes", "90 分钟"],
  [5_401, "2 jam", "2 hours", "2 小时"],
  [46_376, "13 jam", "13 hours", "13 小时"],
  [172_801, "3 hari", "3 days", "3 天"],
])(
  "A wait of %i seconds is said in the unit that a person would use, and never shorter than it is.",
  (seconds, ...words) => {
    expect((["id", "en", "zh"] as const).map((language) => waitText(seconds, language))).toEqual(words);
  },
);

it("A text that names a wait in seconds says it so by itself.", () => {
  const text = { id: "Tunggu {retryInSeconds}.", en: "Wait {retryInSeconds}.", zh: "请等待 {retryInSeconds}。" };
  expect(say(text, "en", { retryInSeconds: 3_038 })).toBe("Wait 51 minutes.");
  expect(say(text, "id", { retryInSeconds: 46_376 })).toBe("Tunggu 13 jam.");
});
