/** A bare Node server of the hand-written pages. A post waits as long as the product's own backend takes (`DELAY_LOGIN`, `DELAY_APPLY`, in ms). */
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";

const page = (name: string, problem = ""): Buffer =>
  brotliCompressSync(
    readFileSync(join(import.meta.dirname, `${name}.html`), "utf8").replace("<!--problem-->", problem),
  );
const pages = {
  "/": page("home"),
  "/home-bare": page("home-bare"),
  "/login": page("login"),
  "/apply": page("apply"),
  "/apply-bare": page("apply-bare"),
  "/apply-lean": page("apply-lean"),
  "/borrow": page("borrow"),
  "/elsewhere": brotliCompressSync(
    `<!DOCTYPE html><html lang="id"><title>Pencarian</title><p><a href="/borrow">Pinjaman</a>`,
  ),
};
const refused = page("login", "Isi dulu kode pada gambar.");
const applyDelay = Number(process.env["DELAY_APPLY"] ?? 0);
const delays = { "/login": Number(process.env["DELAY_LOGIN"] ?? 0), "/apply": applyDelay, "/apply-bare": applyDelay };
const icon = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 28 28"><path d="M5 4h18v20H5z"/></svg>`);

createServer((request, response) => {
  const path = (request.url ?? "/").split("?")[0] as keyof typeof pages;
  const send = (status: number, type: string, body: Buffer, more: Record<string, string> = {}) =>
    response.writeHead(status, { "Content-Type": type, "Content-Length": body.length, ...more }).end(body);
  if (request.url === "/icon.svg" || request.url === "/rates.svg") return void send(200, "image/svg+xml", icon);
  const isPost = request.method === "POST";
  const body = isPost && path === "/login" ? refused : pages[path];
  if (!body) return void response.writeHead(404).end();
  const answer = () => {
    if (isPost && path in delays && path !== "/login")
      response.writeHead(303, { Location: `${path}?saved=1`, "Content-Length": 0 }).end();
    else send(isPost ? 422 : 200, "text/html; charset=utf-8", body, { "Content-Encoding": "br" });
  };
  if (!isPost) return void answer();
  request.resume().on("end", () => setTimeout(answer, delays[path as keyof typeof delays]));
}).listen(Number(process.env["PORT"]), () => console.log("hand-written pages: server is ready"));
process.on("SIGTERM", () => process.exit(0));
