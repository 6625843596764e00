/** The picture for a shared link. // docs/decisions/130 */
import LineBreaker from "linebreak";
import { LRUCache } from "lru-cache";
import { drawnPicture } from "#server/media/drawn-picture.ts";
import type { Brand } from "#shared/brand.ts";
import { drawText, textWidth } from "#server/media/letters.ts";

export interface SharePictureOptions {
  brand: Pick<Brand, "name" | "tokens">;
  title: string;
  slogan: string;
}

const width = 1200;
const height = 630;
const margin = 80;
const titleWidth = 680;
const maxLines = 4;

/** Some 25 KB each, so 8 MB hold every page of the website in its languages. */
const cache = new LRUCache<string, Uint8Array>({ maxSize: 8 * 1024 * 1024, sizeCalculation: (bytes) => bytes.length });
const underWay = new Map<string, Promise<Uint8Array>>();

/** @returns PNG of 1200 by 630; drawn once per brand and text, then cached. */
export async function sharePicture(options: SharePictureOptions): Promise<Uint8Array> {
  const key = JSON.stringify([options.brand.name, options.brand.tokens.light, options.title, options.slogan]);
  const known = cache.get(key);
  if (known) return known;
  let drawing = underWay.get(key);
  if (!drawing) {
    drawing = drawnPicture("png", { width, height }, (sheet) => drawSheet(sheet, options)).finally(() =>
      underWay.delete(key),
    );
    underWay.set(key, drawing);
  }
  const bytes = await drawing;
  cache.set(key, bytes);
  return bytes;
}

function drawSheet(sheet: PDFKit.PDFDocument, { brand, title, slogan }: SharePictureOptions): void {
  const colour = (name: string, own: string): string => {
    const value = brand.tokens.light[name] ?? own;
    return /^#[0-9a-f]{6}$/i.test(value) ? value : own;
  };
  const band = colour("--band", "#0b5a52");
  const sun = colour("--sun", "#f4b223");
  sheet.rect(0, 0, width, height).fill(band);
  sheet
    .save()
    .translate(margin - 12, 56)
    .scale(2.4);
  sheet.path("M5 4h18v20l-2.25-2-2.25 2-2.25-2L14 24l-2.25-2-2.25 2-2.25-2L5 24z").fill(sun);
  sheet.path("M9 9.5h10M9 13.5h10M9 17.5h6").lineWidth(2).stroke(band).restore();
  drawText(sheet, brand.name, { x: margin + 62, y: 104, size: 40, bold: true, fill: "#ffffff" });
  const { lines, size } = fitted(title);
  const lead = size * 1.18;
  const top = 330 - ((lines.length - 1) * lead) / 2 + size * 0.35;
  lines.forEach((line, index) =>
    drawText(sheet, line, { x: margin, y: top + index * lead, size, bold: true, fill: "#ffffff" }),
  );
  drawText(sheet, slogan, { x: margin, y: 562, size: 28, bold: false, fill: colour("--on-band-soft", "#d3e8e2") });
  drawReceipt(sheet, sun);
}

/** A receipt without figures: the current cost of a loan is on the page. */
function drawReceipt(sheet: PDFKit.PDFDocument, sun: string): void {
  const ink = "#12302e";
  const stroke = (path: string, colour: string, lineWidth: number) =>
    sheet.path(path).lineWidth(lineWidth).stroke(colour);
  sheet
    .save()
    .rotate(4, { origin: [971, 330] })
    .lineCap("round");
  sheet.path(`M815 110h312v430${Array.from({ length: 13 }, () => "l-12 -13l-12 13").join("")}z`).fill("#ffffff");
  stroke("M858 172h120", ink, 16);
  for (const [y, length] of [
    [240, 96],
    [292, 68],
    [344, 110],
  ] as const) {
    stroke(`M858 ${y}h${length}`, "#c9d5cf", 12);
    stroke(`M1084 ${y}h-56`, ink, 12);
  }
  sheet.dash(2, { space: 14 });
  stroke("M858 396h226", "#74908b", 4);
  sheet.undash();
  stroke("M858 452h70", ink, 16);
  stroke("M1084 452h-92", sun, 20);
  sheet.restore();
}

/** The largest letter size at which the title fits its lines; a title too long even for the smallest is cut with dots. */
function fitted(title: string): { lines: string[]; size: number } {
  for (const size of [76, 66, 58, 50, 44]) {
    const lines = broken(title, size);
    if (lines.length <= maxLines && lines.every((line) => textWidth(line, size, true) <= titleWidth))
      return { lines, size };
  }
  const lines = broken(title, 44).slice(0, maxLines);
  return { lines: [...lines.slice(0, -1), `${(lines.at(-1) ?? "").trimEnd()}…`], size: 44 };
}

/** Breaks a text into lines of the maximal width, at places that its script allows (UAX 14). */
function broken(text: string, size: number): string[] {
  const lines: string[] = [];
  let line = "";
  let from = 0;
  const breaker = new LineBreaker(text);
  for (let at = breaker.nextBreak(); at; at = breaker.nextBreak()) {
    const piece = text.slice(from, at.position);
    from = at.position;
    if (line !== "" && textWidth((line + piece).trimEnd(), size, true) > titleWidth) {
      lines.push(line.trimEnd());
      line = "";
    }
    line += piece;
  }
  return line.trim() === "" ? lines : [...lines, line.trimEnd()];
}
