/**
 * Makes the spoken digits of the audio captcha: one WAV a digit and language (11,025 Hz, 8 bit, mono), below
 * src/features/account/verification/server/captcha/speech/. They are committed; recordings of a person in the same form
 * may replace them. The speech program is GPL and no part of the product: install it elsewhere and name its module.
 *
 *   npm install --prefix /tmp/speech espeak-ng@1.0.2
 *   npm run captcha:speech -- /tmp/speech/node_modules/espeak-ng/dist/espeak-ng.js
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { clipRate, waveOf } from "#features/account/verification/server/captcha/wave.ts";

interface SpeechProgram {
  FS: { readFile(name: string): Uint8Array };
}
type StartSpeech = (options: { arguments: string[] }) => Promise<SpeechProgram>;

const words: Record<string, { voice: string; digits: Record<string, string> }> = {
  id: {
    voice: "id",
    digits: { 2: "dua", 3: "tiga", 4: "empat", 5: "lima", 6: "enam", 7: "tujuh", 8: "delapan", 9: "sembilan" },
  },
  en: {
    voice: "en-us",
    digits: { 2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven", 8: "eight", 9: "nine" },
  },
  zh: { voice: "cmn", digits: { 2: "二", 3: "三", 4: "四", 5: "五", 6: "六", 7: "七", 8: "八", 9: "九" } },
};

const [program] = process.argv.slice(2);
if (!program) throw new Error("Name the module of the speech program; see the head of this script.");
const { default: start } = (await import(pathToFileURL(resolve(program)).href)) as { default: StartSpeech };

for (const [language, { voice, digits }] of Object.entries(words)) {
  const folder = resolve("src/features/account/verification/server/captcha/speech", language);
  mkdirSync(folder, { recursive: true });
  for (const [digit, word] of Object.entries(digits)) {
    const { FS } = await start({ arguments: ["-v", voice, "-s", "125", "-w", "said.wav", word] });
    writeFileSync(resolve(folder, `${digit}.wav`), waveOf(polish(samplesOf(Buffer.from(FS.readFile("said.wav"))))));
  }
}

/** The program writes 22,050 Hz, 16 bit, with a head of 44 bytes; a high tone of the half rate is averaged away. */
function samplesOf(wave: Buffer): Float32Array {
  const rate = wave.readUInt32LE(24);
  if (rate !== clipRate * 2) throw new Error(`Expected ${clipRate * 2} Hz, found ${rate}.`);
  const at = (n: number): number =>
    44 + n * 2 + 2 <= wave.length && n >= 0 ? wave.readInt16LE(44 + n * 2) / 32_768 : 0;
  const count = Math.floor((wave.length - 44) / 4);
  return Float32Array.from({ length: count }, (_, n) => at(2 * n - 1) / 4 + at(2 * n) / 2 + at(2 * n + 1) / 4);
}

/** Cuts silence at both ends and brings the loudest sample to 0.9. */
function polish(samples: Float32Array): Float32Array {
  const loud = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
  const isHeard = (sample: number): boolean => Math.abs(sample) > loud * 0.02;
  const from = Math.max(0, samples.findIndex(isHeard) - 200);
  const to = Math.min(samples.length, samples.findLastIndex(isHeard) + 400);
  return samples.slice(from, to).map((sample) => (sample / loud) * 0.9);
}
