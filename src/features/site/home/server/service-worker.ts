/**
 * The service worker: caches the build's files, whose names contain their hash, and the offline page. It caches no HTML
 * of pages, which may be personal, and does not touch forms or calls. It shows a push and
 * opens its page, on our own origin alone. Nothing else depends on it. // Spec embedded-platform 11
 */
import { createHash } from "node:crypto";
import { languages, say, type Text } from "#shared/texts.ts";

export const offlinePath = "/offline.html";

/** Paths that the worker does not handle, like all requests that are not reads. */
const untouched = String.raw`/^\/(?:api|event|staff|sandbox)\b|\.pdf$/`;

/** @param build names the build: caches of earlier builds are deleted. */
export const workerScript = (build: string): string =>
  `const n=${JSON.stringify(`tunai-${build}`)},o=${JSON.stringify(offlinePath)};
addEventListener("install",e=>{skipWaiting();e.waitUntil(caches.open(n).then(c=>c.add(o)))});
addEventListener("activate",e=>e.waitUntil(caches.keys().then(a=>Promise.all(a.filter(k=>k!=n).map(k=>caches.delete(k)))).then(()=>clients.claim())));
addEventListener("fetch",e=>{const r=e.request,u=new URL(r.url);
if(r.method!="GET"||u.origin!=location.origin||${untouched}.test(u.pathname))return;
if(u.pathname.startsWith("/assets/"))e.respondWith(caches.open(n).then(c=>c.match(r).then(k=>k||fetch(r).then(a=>{if(a.ok)c.put(r,a.clone());return a}))));
else if(r.mode=="navigate")e.respondWith(fetch(r).catch(()=>caches.match(o)))});
addEventListener("push",e=>{const d=e.data.json();e.waitUntil(registration.showNotification(d.title,{body:d.body,tag:d.tag,lang:d.lang,data:d.url,icon:"/icon-192.png"}))});
addEventListener("notificationclick",e=>{e.notification.close();const u=new URL(e.notification.data,location);if(u.origin==location.origin)e.waitUntil(clients.openWindow(u.href))});`;

/** SERVICE_WORKER=off: replaces an installed worker, deletes its caches, and unregisters. */
export const removingScript = `addEventListener("install",()=>skipWaiting());
addEventListener("activate",e=>e.waitUntil(caches.keys().then(a=>Promise.all(a.map(k=>caches.delete(k)))).then(()=>registration.unregister())));`;

/** The worker may make requests to our own origin, and run nothing else. */
export const workerPolicy = "default-src 'none'; connect-src 'self'";

const texts = {
  title: { id: "Tidak ada jaringan", en: "No network", zh: "没有网络" },
  body: {
    id: "{brand} tidak dapat dihubungi sekarang. Yang sudah Anda ketik tetap tersimpan di ponsel ini; tidak ada yang dikirim tanpa Anda.",
    en: "{brand} cannot be reached right now. What you typed is kept on this phone; nothing is sent without you.",
    zh: "目前无法连接 {brand}。您已填写的内容保留在本手机上，不会自动提交。",
  },
  again: { id: "Coba lagi", en: "Try again", zh: "重试" },
} satisfies Record<string, Text>;

const style =
  ":root{color-scheme:light dark}body{margin:0;min-height:100vh;display:grid;place-items:center;font:1rem/1.5 system-ui,sans-serif;background:#f6f7f9;color:#16202c}main{max-width:24rem;padding:2rem 1.25rem}h1,h2{font-size:1.25rem;line-height:1.25;margin:0 0 .5rem}p{margin:0 0 1.5rem}a{display:block;min-height:3rem;line-height:3rem;text-align:center;border-radius:.75rem;background:#16202c;color:#fff;font-weight:600;text-decoration:none}a:focus-visible{outline:3px solid #2f6fdb;outline-offset:3px}@media(prefers-color-scheme:dark){body{background:#11161d;color:#e8ecf1}a{background:#e8ecf1;color:#11161d}}";
export const offlinePolicy = `default-src 'none'; style-src 'sha256-${createHash("sha256").update(style).digest("base64")}'; frame-ancestors 'self'; base-uri 'none'; form-action 'none'`;

/** In all languages, because a browser without a network cannot load another one. The link requests the original page. */
export function offlinePage(brandName: string): string {
  const brand = brandName.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
  const parts = languages.map((language, index) => {
    const heading = index === 0 ? "h1" : "h2";
    return `<section lang="${language}"><${heading}>${say(texts.title, language)}</${heading}><p>${say(texts.body, language, { brand })}</p></section>`;
  });
  const again = languages
    .map((language) => `<span lang="${language}">${say(texts.again, language)}</span>`)
    .join(" · ");
  return `<!DOCTYPE html><html lang="id"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${say(texts.title, "id")} · ${brand}</title><style>${style}</style></head><body><main>${parts.join("")}<a href="">${again}</a></main></body></html>`;
}
