import { readFileSync } from "node:fs";
import fc from "fast-check";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { seededRandom } from "#server/process/random.ts";
import { languages } from "#shared/texts.ts";
import { captchaLength, captchaSize, drawCaptcha, newCaptchaAnswer, speakCaptcha } from "./captcha.ts";
import { captchaDigits, strokesOf } from "./digits.ts";
import { clipRate, samplesOfWave, waveOf } from "./wave.ts";

/** A constant random source: digits are upright in their places and spoken at normal speed. */
const still = {
  integer: (most: number) => Math.floor(most * 0.667),
  bytes: (count: number) => Buffer.alloc(count, 128),
};

it("An answer is five digits from 2 to 9, each as likely as the others.", () => {
  const random = seededRandom("answers");
  const counts = new Map<string, number>();
  for (let n = 0; n < 4000; n++) {
    const answer = newCaptchaAnswer(random);
    expect(answer).toMatch(/^[2-9]{5}$/);
    for (const digit of answer) counts.set(digit, (counts.get(digit) ?? 0) + 1);
  }
  // 20,000 digits, 2,500 of each expected; six standard deviations are 281.
  for (const digit of captchaDigits) expect(Math.abs((counts.get(digit) ?? 0) - 2500)).toBeLessThan(281);
});

describe("the picture", () => {
  it("is a small PNG of the stated size, and two pictures of one answer differ.", async () => {
    const random = seededRandom("pictures");
    const [one, other] = [await drawCaptcha("23456", random), await drawCaptcha("23456", random)];
    expect(await sharp(one).metadata()).toMatchObject({ format: "png", ...captchaSize });
    expect(one.length).toBeLessThan(8_000);
    expect(one.equals(other)).toBe(false);
    expect((await drawCaptcha("23456", seededRandom("pictures"))).equals(one)).toBe(true);
  });

  it("shows each digit differently from every other one, with strong contrast.", async () => {
    const pictures = await Promise.all(
      [...captchaDigits].map(async (digit) =>
        sharp(await drawCaptcha(digit.repeat(captchaLength), still))
          .greyscale()
          .raw()
          .toBuffer(),
      ),
    );
    for (const [n, picture] of pictures.entries()) {
      expect(Math.max(...picture) - Math.min(...picture)).toBeGreaterThan(180);
      for (const other of pictures.slice(n + 1)) {
        const differing = picture.filter((grey, at) => Math.abs(grey - (other[at] ?? 0)) > 100).length;
        expect(differing / picture.length).toBeGreaterThan(0.02);
      }
    }
  });

  it("keeps every digit inside the picture, however the dice fall.", async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer(), fc.stringMatching(/^[2-9]{5}$/), async (seed, answer) => {
        const picture = await sharp(await drawCaptcha(answer, seededRandom(seed)))
          .greyscale()
          .raw()
          .toBuffer();
        // Digits are drawn in full black; lines and dots are lighter. The outermost rows contain no digits.
        const edges = Buffer.concat([picture.subarray(0, captchaSize.width), picture.subarray(-captchaSize.width)]);
        expect(Math.min(...edges)).toBeGreaterThan(42);
      }),
      { numRuns: 60 },
    );
  });

  it("draws digits of the captcha only.", async () => {
    for (const digit of ["0", "1", "a", "constructor"])
      await expect(drawCaptcha(digit, still)).rejects.toThrow(RangeError);
    for (const digit of captchaDigits)
      expect(
        strokesOf(digit)
          .flat()
          .every(({ x, y }) => x > -4 && x < 64 && y > -4 && y < 104),
      ).toBe(true);
  });
});

describe("the sound", () => {
  it.each(languages)("says the digits of the answer in order (%s).", (language) => {
    const clips = new Map(
      [...captchaDigits].map((digit) => [
        digit,
        samplesOfWave(readFileSync(new URL(`speech/${language}/${digit}.wav`, import.meta.url))),
      ]),
    );
    const likeness = (heard: Float32Array, clip: Float32Array): number => {
      const [dot, a, b] = heard.reduce(
        ([d, x, y], sample, n) => [d + sample * (clip[n] ?? 0), x + sample ** 2, y + (clip[n] ?? 0) ** 2],
        [0, 0, 0] as [number, number, number],
      );
      return dot / Math.sqrt(a * b);
    };
    for (const answer of ["23456", "98765"]) {
      const spoken = samplesOfWave(speakCaptcha(answer, language, still));
      const pause = Math.round(clipRate * (0.4 + 0.4 * 0.667));
      let at = pause;
      for (const digit of answer) {
        const own = clips.get(digit)!;
        const heard = spoken.subarray(at, at + own.length);
        const likest = [...clips].toSorted(([, a], [, b]) => likeness(heard, b) - likeness(heard, a))[0]?.[0];
        expect(likest).toBe(digit);
        // The random source sets the speed to 1.00006: a clip loses only its last sample.
        at += Math.floor((own.length - 1) / 1.00006) + pause;
      }
    }
  });

  it("is a WAV short enough for a slow network, and no two of one answer are alike.", () => {
    const random = seededRandom("sounds");
    const [one, other] = [speakCaptcha("99999", "id", random), speakCaptcha("99999", "id", random)];
    expect(one.toString("latin1", 0, 4)).toBe("RIFF");
    expect(one.length).toBeLessThan(130_000);
    expect(one.equals(other)).toBe(false);
  });

  it("says digits of the captcha only, and refuses clips of another form.", () => {
    expect(() => speakCaptcha("12345", "id", still)).toThrow(RangeError);
    expect(() => samplesOfWave(Buffer.from("RIFF"))).toThrow(/11025 Hz/);
    const samples = Float32Array.from([0, 0.5, -0.5, 1, -1]);
    expect([...samplesOfWave(waveOf(samples))].map((sample) => Math.round(sample * 10) / 10)).toEqual([
      0, 0.5, -0.5, 1, -1,
    ]);
  });
});
