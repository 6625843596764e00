import { expect, it } from "vitest";
import { languageOfHeader, languageOfTag, say } from "./texts.ts";

it("English says one second, and two seconds; the other languages know one form.", () => {
  const wait = { id: "Tunggu {count} detik.", en: "Wait {count} seconds, or {other} days.", zh: "请等待 {count} 秒。" };
  expect(say(wait, "en", { count: 1, other: "1" })).toBe("Wait 1 second, or 1 day.");
  expect(say(wait, "en", { count: 21, other: 0 })).toBe("Wait 21 seconds, or 0 days.");
  expect(say(wait, "en", { other: 2 })).toBe("Wait {count} seconds, or 2 days.");
  const late = { id: "{count} hari kerja", en: "{count} working days late", zh: "{count} 个工作日" };
  expect([say(late, "en", { count: 1 }), say(late, "en", { count: 2 })]).toEqual([
    "1 working day late",
    "2 working days late",
  ]);
  expect(say(wait, "id", { count: 1 })).toBe("Tunggu 1 detik.");
});

it("Whoever reads another language of Indonesia is answered in Indonesian, not in the second wish.", () => {
  for (const tag of ["in", "ms-MY", "jv-ID", "jw", "su", "mad", "min", "ban", "bug", "ace", "bjn", "bbc", "zsm"])
    expect(languageOfTag(tag), tag).toBe("id");
  expect(languageOfHeader("jv-ID,jv;q=0.9,en-US;q=0.8,en;q=0.7")).toBe("id");
  expect(languageOfHeader("ja,en-US;q=0.8")).toBe("en");
  expect(languageOfTag("zh-Hant-TW")).toBe("zh");
});
