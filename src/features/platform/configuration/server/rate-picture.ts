/** The rate table as a picture: SVG on pages, PNG for shared links. */
import { registerFonts } from "#server/media/fonts.ts";
import { drawnPicture } from "#server/media/drawn-picture.ts";
import type { RateRow, RateSheet } from "./rates.ts";

const ink = "#12302e";
const soft = "#4a6461";
const paper = "#faf8f3";
const line = "#dde3dc";

const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** A receipt with the two ranges, the limit for every loan, and its first day; 720 by 420. Its words are in the label too. */
export function rateSvg(sheet: RateSheet): string {
  const { title, rows, caps, since } = sheet;
  const text = (y: number, size: number, words: string, more = "") =>
    `<text x="72" y="${y}" font-size="${size}"${more}>${escaped(words)}</text>`;
  const row = (y: number, { label, note, value }: RateRow) =>
    text(y, 23, label) +
    text(y + 26, 17, note, ` fill="${soft}"`) +
    `<text x="648" y="${y + 8}" font-size="32" font-weight="700" text-anchor="end">${escaped(value)}</text>`;
  const torn = Array.from({ length: 32 }, () => "l-10 12l-10 -12").join("");
  const small = [...caps, since].map((words, index) => text(306 + index * 24, 16.5, words, ` fill="${soft}"`)).join("");
  const spoken = [title, ...rows.map(({ label, value }) => `${label} ${value}`), ...caps, since].join(". ");
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 720 420" width="720" height="420" font-family="system-ui,sans-serif" fill="${ink}" role="img" aria-label="${escaped(spoken)}">` +
    `<rect width="720" height="420" fill="${paper}"/><path d="M680 28v356${torn}V28z" fill="#fff"/>` +
    text(82, 27, title, ` font-weight="700"`) +
    row(138, rows[0]) +
    row(214, rows[1]) +
    `<path d="M72 270h576" stroke="${line}" stroke-width="2" stroke-dasharray="8 6"/>${small}</svg>`
  );
}

const width = 1200;
const height = 630;

/** The same as PNG of 1200 by 630, readable as small as messengers show it. */
export async function ratePng(sheet: RateSheet): Promise<Uint8Array> {
  return drawnPicture("png", { width, height }, (page) => {
    registerFonts(page, { plain: "latin", bold: "latinBold" });
    drawShared(page, sheet);
  });
}

function drawShared(page: PDFKit.PDFDocument, { brandName, colours, title, rows, caps, since }: RateSheet): void {
  const left = 80;
  const right = width - left;
  const words = (text: string, y: number, size: number, look: { bold?: true; colour?: string; atEnd?: true } = {}) =>
    page
      .font(look.bold ? "bold" : "plain")
      .fontSize(size)
      .fillColor(look.colour ?? ink)
      .text(text, left, y, { width: right - left, align: look.atEnd ? "right" : "left", lineBreak: false });
  page.rect(0, 0, width, height).fill(paper);
  page.rect(0, 0, width, 96).fill(colours.brand);
  words(brandName, 26, 34, { bold: true, colour: colours.onBrand });
  words(title, 126, 44, { bold: true });
  rows.forEach(({ label, note, value }, index) => {
    const y = 218 + index * 124;
    words(label, y, 38);
    words(note, y + 52, 26, { colour: soft });
    words(value, y - 4, 56, { bold: true, atEnd: true });
  });
  page.moveTo(left, 460).lineTo(right, 460).lineWidth(3).dash(10, { space: 8 }).stroke(line).undash();
  [...caps, since].forEach((text, index) => words(text, 482 + index * 40, 26, { colour: soft }));
}
