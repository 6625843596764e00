/**
 * The captcha: five digits as a picture, and the same five spoken. It slows machines down and stops none that is set on
 * it (any spoken or drawn captcha is solved by software today): what protects the sending of codes are its caps by
 * number, device and day. It asks for digits so that the picture, the sound and a phone's number keys agree.
 */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Random } from "#server/process/random.ts";
import type { Language } from "#shared/texts.ts";
import { Canvas } from "./canvas.ts";
import { captchaDigits, strokesOf, type Point } from "./digits.ts";
import { clipRate, samplesOfWave, waveOf } from "./wave.ts";

export const captchaLength = 5;
/** Pixels of the picture; shown at half this size, so that it stays sharp on phones. */
export const captchaSize = { width: 400, height: 140 };

type Dice = Pick<Random, "integer" | "bytes">;

/** Five digits from 2 to 9: one guess in 32,768 is right. */
export function newCaptchaAnswer(random: Dice): string {
  return Array.from({ length: captchaLength }, () => captchaDigits.charAt(random.integer(captchaDigits.length))).join(
    "",
  );
}

/** A number from `from` to `to`, in thousandths of the span. */
const between = (random: Dice, from: number, to: number): number => from + ((to - from) * random.integer(1001)) / 1000;

/** The answer as a PNG of `captchaSize`: leaning, swaying digits that nearly touch, crossed by lines of their own ink. @throws RangeError */
export async function drawCaptcha(answer: string, random: Dice): Promise<Buffer> {
  const { width, height } = captchaSize;
  const canvas = new Canvas(width, height);
  const sway = swayOf(random);
  const step = (width - 60) / answer.length;
  for (const [n, digit] of [...answer].entries()) {
    const size = between(random, 0.82, 1);
    const lean = between(random, -0.3, 0.3);
    const centre = { x: 30 + step * (n + 0.5) + between(random, -5, 5), y: height / 2 + between(random, -9, 9) };
    const radius = between(random, 3.4, 4.6);
    for (const stroke of strokesOf(digit)) {
      canvas.stroke(
        stroke.map((point) => sway(placed(point, centre, size, lean))),
        radius,
        1,
      );
    }
  }
  for (let n = 0; n < 3; n++) canvas.stroke(lineAcross(random), between(random, 1.2, 2), 0.9);
  for (let n = 0; n < 60; n++) {
    const at = { x: between(random, 0, width), y: between(random, 0, height) };
    canvas.stroke([at, { x: at.x + between(random, -5, 5), y: at.y + between(random, -5, 5) }], 0.8, 0.6);
  }
  return canvas.png(247, 40);
}

/** Turns a point of the digit's box about its middle and sets it down at `centre`. */
function placed(point: Point, centre: Point, size: number, lean: number): Point {
  const x = (point.x - 30) * size;
  const y = (point.y - 50) * size;
  return {
    x: centre.x + x * Math.cos(lean) - y * Math.sin(lean),
    y: centre.y + x * Math.sin(lean) + y * Math.cos(lean),
  };
}

/** A gentle wave over the whole picture. */
function swayOf(random: Dice): (point: Point) => Point {
  const [long, high] = [between(random, 60, 110), between(random, 2.5, 4.5)];
  const [phase, otherPhase] = [between(random, 0, 6.28), between(random, 0, 6.28)];
  return ({ x, y }) => ({
    x: x + high * Math.sin(y / (long / 3) + phase),
    y: y + high * Math.sin(x / (long / 2) + otherPhase),
  });
}

function lineAcross(random: Dice): Point[] {
  const { width, height } = captchaSize;
  const [from, to] = [between(random, 20, height - 20), between(random, 20, height - 20)];
  const [bend, phase] = [between(random, 8, 22), between(random, 0, 6.28)];
  return Array.from({ length: 60 }, (_, n) => {
    const t = n / 59;
    return { x: t * width, y: from + (to - from) * t + bend * Math.sin(t * 5 + phase) };
  });
}

/** The answer spoken digit by digit in one language, as WAV: each with its own speed and loudness, over a murmur of other digits spoken backwards. */
export function speakCaptcha(answer: string, language: Language, random: Dice): Buffer {
  const clips = clipsOf(language);
  const parts: Float32Array[] = [pause(random)];
  for (const digit of answer) {
    const clip = clips.get(digit);
    if (!clip) throw new RangeError("Not a digit of the captcha.");
    parts.push(atSpeed(clip, between(random, 0.88, 1.06), between(random, 0.75, 1)), pause(random));
  }
  const spoken = new Float32Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    spoken.set(part, at);
    at += part.length;
  }
  addMurmur(spoken, [...clips.values()], random);
  return waveOf(spoken);
}

const pause = (random: Dice): Float32Array => new Float32Array(Math.round(clipRate * between(random, 0.4, 0.8)));

/** Slower below 1, quicker above; the pitch goes with it. */
function atSpeed(clip: Float32Array, speed: number, loudness: number): Float32Array {
  return Float32Array.from({ length: Math.floor((clip.length - 1) / speed) }, (_, n) => {
    const [whole, rest] = [Math.floor(n * speed), (n * speed) % 1];
    return loudness * ((clip[whole] as number) * (1 - rest) + (clip[whole + 1] ?? 0) * rest);
  });
}

function addMurmur(spoken: Float32Array, clips: readonly Float32Array[], random: Dice): void {
  for (let at = 0; at < spoken.length;) {
    const clip = atSpeed(
      (clips[random.integer(clips.length)] as Float32Array).toReversed(),
      between(random, 0.7, 1.3),
      0.1,
    );
    for (const [n, sample] of clip.entries())
      if (at + n < spoken.length) spoken[at + n] = (spoken[at + n] as number) + sample;
    at += clip.length;
  }
  for (const [n, byte] of random.bytes(spoken.length).entries())
    spoken[n] = (spoken[n] as number) + (byte - 128) / 12_800;
}

const cachedClips = new Map<Language, Map<string, Float32Array>>();

/** The clips of a language, read at the first use: about 200 kB each as samples. */
function clipsOf(language: Language): Map<string, Float32Array> {
  let clips = cachedClips.get(language);
  if (!clips) {
    const folder = resolve("src/features/account/verification/server/captcha/speech", language);
    clips = new Map(
      [...captchaDigits].map((digit) => [digit, samplesOfWave(readFileSync(resolve(folder, `${digit}.wav`)))]),
    );
    cachedClips.set(language, clips);
  }
  return clips;
}
