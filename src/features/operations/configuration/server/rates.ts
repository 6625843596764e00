/** The standard rates as a picture and as a PDF, drawn from the configuration in force (spec 2.1 and 3). */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import PDFDocument from "pdfkit";
import type { StandardRates } from "../contract.ts";

export type RateLanguage = "id" | "en";

const words = {
  id: {
    title: "Informasi suku bunga standar",
    normal: "Bunga per hari",
    normalNote: "dihitung dari jumlah pinjaman",
    overdue: "Denda terlambat per hari",
    overdueNote: "dihitung dari pokok yang lewat jatuh tempo",
    cap: "Seluruh bunga, biaya, dan denda tidak pernah melebihi pokok pinjaman.",
    personal: "Bunga untuk Anda tampil lengkap sebelum Anda mengajukan.",
  },
  en: {
    title: "Standard rate information",
    normal: "Interest per day",
    normalNote: "counted on the loan amount",
    overdue: "Late fee per day",
    overdueNote: "counted on the principal past its due date",
    cap: "All interest, fees and late fees never exceed the principal.",
    personal: "Your own rate is shown in full before you apply.",
  },
} as const;

function rangesOf(rates: StandardRates, language: RateLanguage): { normal: string; overdue: string } {
  return language === "id"
    ? { normal: rates.rateContentForIdn, overdue: rates.overdueRateContentForIdn }
    : { normal: rates.rateContentForEn, overdue: rates.overdueRateContentForEn };
}

const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** A receipt with the two ranges, as SVG of 720 by 420. */
export function ratePicture(rates: StandardRates, language: RateLanguage): string {
  const t = words[language];
  const { normal, overdue } = rangesOf(rates, language);
  const row = (y: number, label: string, note: string, value: string) =>
    `<text x="72" y="${y}" font-size="24">${escaped(label)}</text><text x="72" y="${y + 28}" font-size="17" fill="#4A6461">${escaped(note)}</text>` +
    `<text x="648" y="${y + 8}" font-size="34" font-weight="700" text-anchor="end">${escaped(value)}</text>`;
  const torn = Array.from({ length: 30 }, () => "l-10 12l-10 -12").join("");
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 720 420" width="720" height="420" font-family="system-ui,sans-serif" fill="#12302E" role="img" aria-label="${escaped(`${t.title}: ${t.normal} ${normal}, ${t.overdue} ${overdue}`)}">` +
    `<rect width="720" height="420" fill="#FAF8F3"/><path d="M660 36v336${torn}V36z" fill="#fff"/>` +
    `<text x="72" y="92" font-size="28" font-weight="700">${escaped(t.title)}</text>` +
    row(158, t.normal, t.normalNote, normal) +
    row(238, t.overdue, t.overdueNote, overdue) +
    `<path d="M72 292h576" stroke="#DDE3DC" stroke-width="2" stroke-dasharray="8 6"/>` +
    `<text x="72" y="328" font-size="17" fill="#4A6461">${escaped(t.cap)}</text>` +
    `<text x="72" y="354" font-size="17" fill="#4A6461">${escaped(t.personal)}</text></svg>`
  );
}

const font = (name: string): Buffer => readFileSync(resolve("content/fonts", name));

/** One A4 page with the same words; tagged, with title and language, so that a screen reader reads it. */
export async function ratePdf(rates: StandardRates, language: RateLanguage, brandName: string, drawnAt: Date): Promise<Uint8Array> {
  const t = words[language];
  const { normal, overdue } = rangesOf(rates, language);
  const pdf = new PDFDocument({
    size: "A4",
    margin: 64,
    lang: language,
    displayTitle: true,
    tagged: true,
    pdfVersion: "1.7",
    info: { Title: t.title, Author: brandName, CreationDate: drawnAt, ModDate: drawnAt },
  });
  const chunks: Uint8Array[] = [];
  const done = new Promise<void>((ended, failed) => pdf.on("data", (chunk: Uint8Array) => chunks.push(chunk)).on("end", ended).on("error", failed));
  pdf.registerFont("plain", font("NotoSans-Regular.subset.ttf"));
  pdf.registerFont("bold", font("NotoSans-Bold.subset.ttf"));
  const part = (tag: string, draw: () => void) => pdf.addStructure(pdf.struct(tag, {}, draw));
  part("P", () => pdf.font("bold").fontSize(13).fillColor("#0B5A52").text(brandName).moveDown(1.5));
  part("H1", () => pdf.font("bold").fontSize(24).fillColor("#12302E").text(t.title).moveDown(1));
  for (const [label, note, value] of [
    [t.normal, t.normalNote, normal],
    [t.overdue, t.overdueNote, overdue],
  ] as const) {
    part("P", () => pdf.font("plain").fontSize(13).fillColor("#12302E").text(label));
    part("P", () => pdf.font("bold").fontSize(26).text(value));
    part("P", () => pdf.font("plain").fontSize(11).fillColor("#4A6461").text(note).moveDown(1.2));
  }
  part("P", () => pdf.font("plain").fontSize(11).fillColor("#12302E").text(t.cap).moveDown(0.5));
  part("P", () => pdf.text(t.personal));
  pdf.end();
  await done;
  return Buffer.concat(chunks);
}
