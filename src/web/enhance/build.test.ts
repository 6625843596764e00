import { brotliCompressSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { bundleRich } from "../rich/build.ts";
import { assetPath, bundle, limitBytes, type InlineScript } from "./build.ts";

/**
 * Syntax that no build compiles down and that Chrome 96 or Safari 16.0 lack: a lookbehind prevents a whole script from
 * being parsed, a missing method fails when called. Names that others also have (`size`, `at`) cannot be found this
 * way.
 */
const newerThanPromised =
  /\(\?<[=!]|\.(?:findLast|findLastIndex|toSorted|toReversed|toSpliced|isWellFormed|toWellFormed|showPopover|togglePopover|checkVisibility|moveBefore)\(|\bcreateImageBitmap\b|\bstructuredClone\(|\b(?:Object|Map)\.groupBy\b|\bArray\.fromAsync\b|\bPromise\.(?:try|withResolvers)\b|\bAbortSignal\.(?:any|timeout)\b|\bURL\.(?:parse|canParse)\b|\bResponse\.json\b|\bscheduler\.yield\b|\bIterator\.from\b|\bnew CloseWatcher\b|\bnew FormData\([^()]+,/g;

describe("the scripts of unhydrated screens", () => {
  test.each(Object.keys(limitBytes) as InlineScript[])(
    "The script %s keeps its budget, is safe to inline and leaves no global name.",
    async (entry) => {
      const code = await bundle(entry);
      expect(brotliCompressSync(code).length).toBeLessThanOrEqual(limitBytes[entry]);
      expect(code).not.toMatch(/<\/script|<!--/i);
      expect(code).toMatch(/^\(function\(\)\{|^\(\(\)=>\{/);
      expect(code).not.toMatch(/\beval\b|new Function|valibot|react/i);
    },
  );
  // React feature-detects new methods, or uses them for forms with a function as action, which do not exist here.
  test.each([...(Object.keys(limitBytes) as InlineScript[]), "rich"])(
    "The script %s asks for nothing that the oldest promised browsers lack.",
    async (entry) => {
      const code =
        entry === "rich"
          ? (await bundleRich()).files
              .filter(({ fileName }) => !fileName.startsWith("assets/react-"))
              .map(({ code }) => code)
              .join("\n")
          : await bundle(entry as InlineScript);
      expect(code.match(newerThanPromised) ?? []).toEqual([]);
    },
  );
  test("A file's address changes with its contents alone.", () => {
    expect(assetPath("after-load", "a")).toBe(assetPath("after-load", "a"));
    expect(assetPath("after-load", "a")).not.toBe(assetPath("after-load", "b"));
  });
});
