/** The card to share: offer, code and QR code as one picture, for a chat or to be scanned from the screen. */
import LineBreaker from "linebreak";
import { LRUCache } from "lru-cache";
import { drawnPicture } from "#server/media/drawn-picture.ts";
import { drawText, textWidth } from "#server/media/letters.ts";
import type { Brand } from "#shared/brand.ts";
import { unbrokenRupiah } from "#shared/money.ts";
import { qrPath } from "#shared/qr-path.ts";
import { defineTexts, say, type Language } from "#shared/texts.ts";

export interface ShareCardOptions {
  brand: Pick<Brand, "name" | "tokens">;
  language: Language;
  code: string;
  link: string;
  /** The coupon's discount for each of the two; 0 when none is left: then none is promised. */
  couponRupiah: number;
}

const words = defineTexts({
  heading: {
    id: "Daftar lewat saya, kita berdua dapat",
    en: "Register through me, we both gain",
    zh: "经我注册，双方得礼",
  },
  headingPlain: {
    id: "Daftar lewat undangan saya",
    en: "Register by my invitation",
    zh: "通过我的邀请注册",
  },
  offer: {
    id: "Kupon potongan bunga {coupon} untuk berdua",
    en: "{coupon} interest coupon for both",
    zh: "双方各得 {coupon} 利息券",
  },
  plain: { id: "Undangan untuk Anda", en: "An invitation for you", zh: "给您的邀请" },
  condition: {
    id: "begitu identitas teman terverifikasi",
    en: "once the friend's identity is verified",
    zh: "好友完成身份验证后发放",
  },
  scan: { id: "Pindai, atau ketik kodenya", en: "Scan, or type the code", zh: "扫码，或输入邀请码" },
  terms: { id: "Syarat dan ketentuan berlaku", en: "Terms and conditions apply", zh: "适用条款和条件" },
});

const size = 1_080;
const margin = 84;

/** Some 30 KB each. */
const cache = new LRUCache<string, Promise<Uint8Array>>({ max: 200 });

/** @returns PNG of 1080 by 1080; drawn once for each code, language and brand, then cached. */
export function shareCard(options: ShareCardOptions): Promise<Uint8Array> {
  const key = JSON.stringify([options.brand.name, options.language, options.link, options.couponRupiah]);
  let drawing = cache.get(key);
  if (!drawing) {
    drawing = drawnPicture("png", { width: size, height: size }, (sheet) => drawCard(sheet, options));
    cache.set(key, drawing);
    drawing.catch(() => cache.delete(key));
  }
  return drawing;
}

function drawCard(sheet: PDFKit.PDFDocument, { brand, language, code, link, couponRupiah }: ShareCardOptions): void {
  const colour = (name: string, own: string): string => {
    const value = brand.tokens.light[name] ?? own;
    return /^#[0-9a-f]{6}$/i.test(value) ? value : own;
  };
  const [band, sun, ink, soft] = [colour("--band", "#0b5a52"), colour("--sun", "#f4b223"), "#12302e", "#4a6461"];
  const text = (line: string, x: number, y: number, letters: number, fill: string, bold = true) =>
    drawText(sheet, line, { x, y, size: letters, bold, fill });
  sheet.rect(0, 0, size, size).fill(band);
  drawFriends(sheet, sun);
  text(brand.name, margin, 132, 44, "#ffffff");
  const isPromised = couponRupiah > 0;
  linesOf(say(isPromised ? words.heading : words.headingPlain, language), 62, 600).forEach((line, index) =>
    text(line, margin, 230 + index * 74, 62, "#ffffff"),
  );
  // The receipt below the offer, torn at its lower edge.
  const [left, right, top, bottom] = [margin, size - margin, 430, 990];
  const teeth = 19;
  const step = (right - left) / teeth;
  const torn = Array.from({ length: teeth }, () => `l${-step / 2} -14l${-step / 2} 14`).join("");
  sheet.path(`M${left} ${top}h${right - left}v${bottom - top}${torn}z`).fill("#ffffff");
  drawQr(sheet, link, { x: left + 44, y: top + 52, width: 400 });
  const column = left + 490;
  const width = right - column - 40;
  const offer = isPromised
    ? say(words.offer, language).replace("{coupon}", unbrokenRupiah(couponRupiah))
    : say(words.plain, language);
  const offerLines = linesOf(offer, 40, width);
  offerLines.forEach((line, index) => text(line, column, top + 88 + index * 50, 40, ink));
  if (isPromised)
    linesOf(say(words.condition, language), 28, width).forEach((line, index) =>
      text(line, column, top + 84 + offerLines.length * 50 + index * 34, 28, soft, false),
    );
  text(say(words.scan, language), column, top + 322, 28, soft, false);
  spread(code.match(/.{4}/g)!, 42, width).forEach(({ group, at }) => text(group, column + at, top + 388, 42, ink));
  sheet
    .path(`M${column} ${top + 414}h${width}`)
    .lineWidth(6)
    .stroke(sun);
  text(say(words.terms, language), left + 44, bottom - 44, 26, soft, false);
}

/** Groups of letters over a width, with the same space between any two. */
function spread(groups: readonly string[], letters: number, width: number): { group: string; at: number }[] {
  const widths = groups.map((group) => textWidth(group, letters, true));
  const space = (width - widths.reduce((sum, one) => sum + one, 0)) / (groups.length - 1);
  let at = 0;
  return groups.map((group, index) => {
    const placed = { group, at };
    at += widths[index]! + space;
    return placed;
  });
}

/** Two heads at the upper edge, as on the page. */
function drawFriends(sheet: PDFKit.PDFDocument, sun: string): void {
  // The maximal width that leaves room for the words, within the receipt's edge.
  sheet
    .save()
    .translate(size - margin, 430)
    .scale(0.84)
    .translate(-1_052, -430);
  sheet.path("M700 430v-60a96 96 0 0 1 192 0v60z").fill("#117067");
  sheet.circle(796, 212, 58).fill("#f0c9a0");
  sheet.path("M738 206a58 58 0 0 1 116 0q-58 -34 -116 0z").fill("#12302e");
  sheet.path("M868 430v-66a92 92 0 0 1 184 0v66z").fill(sun);
  sheet.path("M896 300v-74a64 64 0 0 1 128 0v74z").fill(sun);
  sheet.circle(960, 232, 44).fill("#d6a578");
  sheet.restore();
}

function drawQr(
  sheet: PDFKit.PDFDocument,
  link: string,
  { x, y, width }: { x: number; y: number; width: number },
): void {
  const { d, size: modules } = qrPath(link, { border: 0 });
  const module = width / modules;
  sheet.save().translate(x, y).scale(module).path(d).fill("#12302e").restore();
}

/** Breaks a text into lines of the maximal width, at places that its script allows (UAX 14). */
function linesOf(text: string, letters: number, width: number): string[] {
  const lines: string[] = [];
  let line = "";
  let from = 0;
  const breaker = new LineBreaker(text);
  for (let at = breaker.nextBreak(); at; at = breaker.nextBreak()) {
    const piece = text.slice(from, at.position);
    from = at.position;
    if (line !== "" && textWidth((line + piece).trimEnd(), letters, true) > width) {
      lines.push(line.trimEnd());
      line = "";
    }
    line += piece;
  }
  return [...lines, line.trimEnd()].filter(Boolean);
}
