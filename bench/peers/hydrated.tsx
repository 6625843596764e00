/** A server of the hydrated form: rendered by React Router, with the script that takes it over beside it. Bundled by `bundleHydrated`. */
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { brotliCompressSync } from "node:zlib";
import { renderToString } from "react-dom/server";
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from "react-router";
import { routes } from "./hydrated-form.tsx";

const style = /<style>([^]*?)<\/style>/.exec(readFileSync(process.env["STYLE_OF"] as string, "utf8"))?.[0] ?? "";
const script = brotliCompressSync(readFileSync(process.env["CLIENT"] as string));
const icon = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 28 28"><path d="M5 4h18v20H5z"/></svg>`);
const { query, dataRoutes } = createStaticHandler(routes);

async function page(path: string): Promise<Buffer> {
  const context = await query(new Request(`http://localhost${path}`));
  if (context instanceof Response) throw new Error("The form answers with a page.");
  const router = createStaticRouter(dataRoutes, context);
  const html = renderToString(<StaticRouterProvider router={router} context={context} />);
  return brotliCompressSync(
    `<!DOCTYPE html><html lang="id"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>Ajukan pinjaman · Tunai</title><link rel="icon" href="/icon.svg"><link rel="modulepreload" href="/client.js">${style}</head><body><div id="root">${html}</div><script type="module" async src="/client.js"></script></body></html>`,
  );
}

createServer((request, response) => {
  const send = (type: string, body: Buffer, coding = "br") =>
    response
      .writeHead(200, { "Content-Type": type, "Content-Length": body.length, "Content-Encoding": coding })
      .end(body);
  if (request.url === "/client.js") return void send("text/javascript", script);
  if (request.url === "/icon.svg") return void send("image/svg+xml", icon, "identity");
  void page(request.url ?? "/").then(
    (body) => send("text/html; charset=utf-8", body),
    () => response.writeHead(404).end(),
  );
}).listen(Number(process.env["PORT"]), () => console.log("hydrated form: server is ready"));
process.on("SIGTERM", () => process.exit(0));
