import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ownPath } from "./own-path.ts";

describe("an own path", () => {
  it.each(["/", "/webview/home", "/webview/loan-history/1?x=1#top", "/a%20b"])("is taken: %s", (path) => {
    expect(ownPath(path)).toBe(path);
  });
  it.each([null, undefined, "", "https://evil.example", "//evil.example", "/\\evil.example", "/\t/evil.example", "\\/evil.example", "javascript:alert(1)", "home", "/ü", "/..//evil.example/../\\x"])(
    "is refused: %s",
    (path) => {
      expect(ownPath(path)).toBeNull();
    },
  );
  it("never leads to another origin, whatever is typed", () => {
    const parts = fc.array(fc.constantFrom("/", "\\", "//", "evil.example", "@", ":", "%2f", "%5c", "..", ".", "?", "#", "\t", "\n", " ", "a", "http:", "javascript:"), { maxLength: 8 });
    fc.assert(
      fc.property(parts, (chosen) => {
        const path = ownPath(chosen.join(""));
        return path === null || new URL(path, "https://tunai.example/login").origin === "https://tunai.example";
      }),
      { numRuns: 5_000 },
    );
  });
});
