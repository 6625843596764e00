/** The page for a person whose request an overloaded process refused: calm words and a way to continue. // Threat H9 */
import { createHash } from "node:crypto";
import type { Caller } from "#server/call/caller.ts";
import type { HttpResponse } from "./exchange.ts";
import { say, type Text } from "#shared/texts.ts";

/** Seconds until a retry makes sense. */
export const busySeconds = 5;

const texts = {
  title: { id: "Sedang ramai", en: "Very busy right now", zh: "当前访问人数较多" },
  page: {
    id: "Banyak orang membuka {brand} saat ini. Tunggu beberapa detik, lalu coba lagi.",
    en: "Many people are using {brand} at the moment. Wait a few seconds, then try again.",
    zh: "目前有许多人正在使用 {brand}。请稍等几秒后再试。",
  },
  form: {
    id: "Banyak orang membuka {brand} saat ini. Yang Anda kirim belum kami proses. Tunggu beberapa detik, lalu muat ulang halaman ini untuk mengirimnya lagi.",
    en: "Many people are using {brand} at the moment. Your request has not been processed. Wait a few seconds, then reload this page to send it again.",
    zh: "目前有许多人正在使用 {brand}。您提交的内容尚未处理。请稍等几秒，然后刷新本页重新提交。",
  },
  again: { id: "Coba lagi", en: "Try again", zh: "重试" },
  back: { id: "Kembali ke halaman sebelumnya", en: "Back to the page before", zh: "返回上一页" },
} satisfies Record<string, Text>;

const style =
  ":root{color-scheme:light dark}body{margin:0;min-height:100vh;display:grid;place-items:center;font:1rem/1.5 system-ui,sans-serif;background:#f6f7f9;color:#16202c}main{max-width:24rem;padding:2rem 1.25rem}h1{font-size:1.5rem;line-height:1.25;margin:0 0 .5rem}p{margin:0 0 1.25rem}a{display:block;min-height:3rem;line-height:3rem;text-align:center;border-radius:.75rem;background:#16202c;color:#fff;font-weight:600;text-decoration:none}a:focus-visible{outline:3px solid #2f6fdb;outline-offset:3px}@media(prefers-color-scheme:dark){body{background:#11161d;color:#e8ecf1}a{background:#e8ecf1;color:#11161d}}";
const policy = `default-src 'none'; style-src 'sha256-${createHash("sha256").update(style).digest("base64")}'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`;

/** `address` is the page's own path with its query. Reloading sends a posted form again; the link leads back to the page. */
export function busyPage(
  caller: Pick<Caller, "language" | "traceId" | "brand">,
  isPost: boolean,
  address: string,
): HttpResponse {
  const { language, traceId, brand } = caller;
  const [words, link] = isPost ? [texts.form, texts.back] : [texts.page, texts.again];
  const body = `<!DOCTYPE html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${say(texts.title, language)}</title><style>${style}</style></head><body><main><h1>${say(texts.title, language)}</h1><p>${escaped(say(words, language, { brand: brand.name }))}</p><a href="${escaped(address)}">${say(link, language)}</a></main></body></html>`;
  return {
    status: 503,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": policy,
      "retry-after": String(busySeconds),
      "trace-id": traceId,
    },
    body,
  };
}

const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
