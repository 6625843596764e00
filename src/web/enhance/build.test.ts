import { brotliCompressSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { assetPath, bundle, limitBytes, type Entry } from "./build.ts";

describe("the scripts of unhydrated screens", () => {
  test.each(Object.keys(limitBytes) as Entry[])(
    "The script %s keeps its budget, is safe to inline and leaves no global name.",
    async (entry) => {
      const code = await bundle(entry);
      expect(brotliCompressSync(code).length).toBeLessThanOrEqual(limitBytes[entry]);
      expect(code).not.toMatch(/<\/script|<!--/i);
      expect(code).toMatch(/^\(function\(\)\{|^\(\(\)=>\{/);
      expect(code).not.toMatch(/\beval\b|new Function|valibot|react/i);
    },
  );
  test("A file's address changes with its contents alone.", () => {
    expect(assetPath("after-load", "a")).toBe(assetPath("after-load", "a"));
    expect(assetPath("after-load", "a")).not.toBe(assetPath("after-load", "b"));
  });
});
