/**
 * The HTML part of a mail: one frame around the sentences of its text. It is made of the text alone, so both say the
 * same, and everything in it is escaped, so nothing in a name becomes markup. Tables and inline styles, which every mail
 * program draws; no picture, no script, no font that is fetched: no sender learns that a mail was opened.
 */
import type { Brand } from "#shared/brand.ts";
import type { Mail } from "./port.ts";

/** The kit's colours (`src/web/ui/tokens.css`), which a brand may replace. */
export const mailTokens = {
  light: {
    "--paper": "#faf8f3",
    "--card": "#fff",
    "--ink": "#12302e",
    "--line": "#dde3dc",
    "--brand": "#0b5a52",
    "--band": "#0b5a52",
    "--on-band": "#fff",
  },
  dark: {
    "--paper": "#0d1a19",
    "--card": "#152725",
    "--ink": "#eaf1ed",
    "--line": "#2c423f",
    "--brand": "#6ccbb8",
    "--band": "#0a413b",
    "--on-band": "#fff",
  },
} as const;
type Token = keyof typeof mailTokens.light;

/** Characters that a mail program shows beside the subject. */
const maxPreview = 120;

const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** @returns a whole HTML document. */
export function mailHtml(
  mail: Pick<Mail, "subject" | "text" | "language">,
  brand: Pick<Brand, "name" | "tokens">,
): string {
  const colour = (scheme: "light" | "dark") => (name: Token) => {
    const own = brand.tokens[scheme][name];
    // A colour that is none of these would end the style attribute or the sheet.
    return own !== undefined && /^#[0-9a-f]{3,8}$/i.test(own) ? own : mailTokens[scheme][name];
  };
  const [light, dark] = [colour("light"), colour("dark")];
  const text = `margin:0 0 16px;color:${light("--ink")};font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif`;
  const link = (address: string): string =>
    `<a href="${escaped(address)}" class="link" style="color:${light("--brand")};word-break:break-all">${escaped(address)}</a>`;
  const paragraphs = paragraphsOf(mail.text).map(
    (lines) => `<p class="ink" style="${text}">${lines.map((line) => linked(line, link)).join("<br>")}</p>`,
  );
  const table = (more: string, style: string, inner: string): string =>
    `<table role="presentation" ${more} cellpadding="0" cellspacing="0" border="0" style="border-collapse:collapse;${style}">${inner}</table>`;
  const night = [
    `.page{background:${dark("--paper")}!important}`,
    `.surface{background:${dark("--card")}!important;border-color:${dark("--line")}!important}`,
    `.band{background:${dark("--band")}!important;color:${dark("--on-band")}!important}`,
    `.ink{color:${dark("--ink")}!important}`,
    `.link{color:${dark("--brand")}!important}`,
  ].join("");
  const sheet = `:root{color-scheme:light dark;supported-color-schemes:light dark}@media (prefers-color-scheme:dark){${night}}`;
  const band = `<tr><td class="band" style="background:${light("--band")};color:${light("--on-band")};padding:16px 24px;font:700 18px/1.3 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif">${escaped(brand.name)}</td></tr>`;
  const body = `<tr><td class="surface" style="background:${light("--card")};border:1px solid ${light("--line")};padding:24px 24px 8px">${paragraphs.join("")}</td></tr>`;
  const card = table('width="100%"', "max-width:600px;width:100%", band + body);
  return [
    `<!DOCTYPE html><html lang="${mail.language}"><head><meta charset="utf-8">`,
    `<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">`,
    `<title>${escaped(mail.subject)}</title><style>${sheet}</style></head>`,
    `<body class="page" style="margin:0;padding:0;background:${light("--paper")}">`,
    `<div style="display:none;max-height:0;overflow:hidden">${escaped(previewOf(mail.text))}</div>`,
    table('width="100%"', "width:100%", `<tr><td align="center" style="padding:24px 12px">${card}</td></tr>`),
    "</body></html>",
  ].join("");
}

/** Paragraphs by empty lines, each with its lines. */
const paragraphsOf = (text: string): string[][] =>
  text
    .split(/\n{2,}/)
    .map((paragraph) => paragraph.split("\n").filter((line) => line.trim() !== ""))
    .filter((lines) => lines.length > 0);

const address = /https?:\/\/[^\s<>"]+/g;

/** Escapes a line; its addresses become links, without the sentence's own sign at their end. */
function linked(line: string, link: (address: string) => string): string {
  let html = "";
  let at = 0;
  for (const found of line.matchAll(address)) {
    const whole = found[0].replace(/[.,;:!?)\]]+$/, "");
    html += escaped(line.slice(at, found.index)) + link(whole);
    at = found.index + whole.length;
  }
  return html + escaped(line.slice(at));
}

/** The first sentence that says something: no greeting, and neither code nor address, which a locked phone would show. */
function previewOf(text: string): string {
  const lines = paragraphsOf(text).map((paragraph) => paragraph.join(" "));
  const chosen = lines.find((line) => line.length >= 20 && !/\d{4,}|https?:/.test(line)) ?? "";
  return chosen.length <= maxPreview ? chosen : `${chosen.slice(0, maxPreview).replace(/\s+\S*$/, "")} …`;
}
