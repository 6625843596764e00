/** Videos as proof: their containers are read to the last byte, and every claim that can be computed is computed. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Refusal } from "#server/call/refusal.ts";
import { box, element, fragmentedMp4, mp4, webm } from "#tests/support/videos.ts";
import { checkVideo } from "./index.ts";

const outcome = (bytes: Uint8Array): string => {
  try {
    const { contentType, durationMilliseconds } = checkVideo(bytes);
    return `${contentType} ${durationMilliseconds}`;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return error.code;
  }
};

describe("a video", () => {
  it("is taken as a camera and as a browser's recorder write it, with its duration", () => {
    expect(outcome(mp4(12))).toBe("video/mp4 12000");
    expect(outcome(fragmentedMp4(9))).toBe("video/mp4 9000");
    expect(outcome(fragmentedMp4(9, { ownTimes: true }))).toBe("video/mp4 9000");
    expect(outcome(webm(23))).toBe("video/webm 23000");
    expect(outcome(webm(3, { saidSeconds: 4 }))).toBe("video/webm 4000");
  });

  it("longer than 30 seconds is refused, whatever its beginning says", () => {
    expect([mp4(30), fragmentedMp4(30), webm(30)].map(outcome)).toEqual([
      "video/mp4 30000",
      "video/mp4 30000",
      "video/webm 30000",
    ]);
    for (const one of [mp4(31), fragmentedMp4(31), fragmentedMp4(31, { ownTimes: true }), webm(31)])
      expect(outcome(one)).toBe("VIDEO_TOO_LONG");
    expect(outcome(webm(31, { saidSeconds: 5 }))).toBe("VIDEO_TOO_LONG");
  });

  it("of another kind is none: sound, QuickTime, Matroska, a picture, a page", () => {
    expect([mp4(5, { kind: "soun" }), webm(5, { kind: 2 })].map(outcome)).toEqual([
      "VIDEO_UNREADABLE",
      "VIDEO_UNREADABLE",
    ]);
    const others = [
      mp4(5, { brand: "qt  " }),
      mp4(5, { brand: "heic" }),
      webm(5, { documentType: "matroska" }),
      Buffer.from("<!doctype html><script>alert(1)</script>"),
      Buffer.from([0xff, 0xd8, 0xff, 0xe0]),
      Buffer.alloc(0),
    ];
    expect(others.map(outcome)).toEqual(others.map(() => "VIDEO_KIND"));
  });

  it("with something else behind it, or cut off, is unreadable", () => {
    expect(outcome(Buffer.concat([mp4(5), Buffer.from("<script>alert(1)</script>")]))).toBe("VIDEO_UNREADABLE");
    expect(outcome(Buffer.concat([webm(5), Buffer.from("PK\u0003\u0004 zip")]))).toBe("VIDEO_UNREADABLE");
    expect(outcome(mp4(5).subarray(0, -3))).toBe("VIDEO_UNREADABLE");
    expect(outcome(webm(5).subarray(0, -3))).toBe("VIDEO_UNREADABLE");
    expect(outcome(Buffer.concat([box("ftyp", "isom"), box("mdat", 1)]))).toBe("VIDEO_UNREADABLE");
    expect(outcome(element(0x1a45dfa3, element(0x4282, Buffer.from("webm"))))).toBe("VIDEO_UNREADABLE");
  });

  it("with any bytes changed is taken or refused, and breaks nothing", () => {
    const whole = [mp4(5), fragmentedMp4(5), webm(12)];
    fc.assert(
      fc.property(
        fc.constantFrom(...whole),
        fc.array(fc.tuple(fc.nat(2_000), fc.nat(255)), { minLength: 1, maxLength: 6 }),
        (bytes, changes) => {
          const changed = Buffer.from(bytes);
          for (const [at, value] of changes) changed[at % changed.length] = value;
          expect(outcome(changed)).toMatch(/^video\/(?:mp4|webm) \d+$|^VIDEO_[A-Z_]+$/);
        },
      ),
      { numRuns: 2_000 },
    );
  });
});
