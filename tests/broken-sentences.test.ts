import { expect, it } from "vitest";
import { brokenSentences, contradictions, pastPromises } from "./support/broken-sentences.ts";

it.each([
  "Berlaku sampai . Minta kode baru.",
  "It is open until .",
  "Perangkat undefined masuk.",
  "Berlaku {date}.",
  "Bayar Rp .",
  "Foto 0 dari 0",
  "有效期截至。",
  "Sudah selesai..",
])("A sentence into which no value came is found: %s", (text) => expect(brokenSentences(text)).toHaveLength(1));

it.each([
  "Berlaku sampai 30 Nov 18.38.",
  "Log in to go on. You are logged in.",
  "Rp 1.000.000, dibayar pada 12 Des.",
  "Tunggu sebentar…",
  "What we asked for. Mulai 09.00 WIB.",
])("A whole sentence is none: %s", (text) => expect(brokenSentences(text)).toEqual([]));

const now = new Date("2026-11-27T03:00:00Z");
it.each([
  "Hasilnya paling lambat 26 November 2026 pukul 14.05 WIB.",
  "Berlaku sampai 26 Nov 2026",
  "You get the result by 27 November 2026, 09:59 WIB.",
  "最迟 2026年11月26日 14:05 WIB 给出结果。",
])("A promise whose time is over is found: %s", (text) => expect(pastPromises(text, now)).toHaveLength(1));

it.each([
  "Hasilnya paling lambat 27 November 2026 pukul 10.05 WIB.",
  "Berlaku sampai 27 Nov 2026",
  "Semula berlaku sampai 26 Nov 2026",
  "Masa event: 1 Nov 2026 sampai 26 Nov 2026",
  "Disetujui pada 26 November 2026 pukul 14.05 WIB",
])("A time to come, or one of the past, is no such promise: %s", (text) => expect(pastPromises(text, now)).toEqual([]));

it("Figures that cannot be are found: more than there are, less than nothing, no try left beside a form that takes one.", () => {
  expect(contradictions("<p>7 dari 5 lengkap</p>")).toHaveLength(1);
  expect(contradictions("<p>Sisa -2 hari</p>")).toHaveLength(1);
  const form = (button: string) =>
    `<main><p>Sisa percobaan hari ini: 0</p><form><button type="submit"${button}>Kirim</button></form></main>`;
  expect(contradictions(form(""))).toHaveLength(1);
  expect(contradictions(form(" disabled"))).toEqual([]);
  expect(contradictions("<p>5 dari 5 · 18–24 bulan · Sisa percobaan: 2</p>")).toEqual([]);
});
