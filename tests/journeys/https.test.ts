/** The installation as people reach it: several brands, each at an https origin of its own, behind what ends TLS. */
import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { readBrands } from "#server/process/brand.server.ts";
import { pause } from "#server/work/timers.ts";
import { launchChromium } from "#tests/support/chromium.ts";
import { formClient, type FormClient } from "#tests/support/form-client.ts";
import { makeInstallation } from "#tests/support/installation.ts";
import { freePort, startProductAt, type RunningProduct } from "#tests/support/journey-server.ts";
import { nameOfPort, startTunnel } from "#tests/support/tls-front.ts";
import { sendOverTls } from "#tests/support/tls-request.ts";

const front = inject("front");
const brands = readBrands("brands");
const port = await freePort();
const main = "https://tunai.test";
const originOf = (brandId: string): string => `https://${nameOfPort(port, brandId)}`;

let folder: string;
let product: RunningProduct;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "tunai-https-"));
  makeInstallation(folder, (brand) => ({ ...brand, origins: [originOf(brand.id)] }));
  product = await startProductAt(join(folder, "data"), { PUBLIC_ORIGIN: main, TRUSTED_HOPS: "1" }, { port, folder });
});
afterAll(async () => {
  await product.stop("SIGTERM");
  await rm(folder, { recursive: true, force: true });
});

const clientAt = (origin: string, to = { port: front.port, authority: front.made.certificate }): FormClient =>
  formClient((path, options) => sendOverTls(to, origin, path, options));

const hiddenFields = (html: string): Record<string, string> =>
  Object.fromEntries(
    [...html.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)].map(([, name, value]) => [name, value]),
  );

/** By the forms, as a browser sends them. */
async function logIn(client: FormClient, origin: string, mobileNumber: string): Promise<void> {
  const page = await client.get("/login?next=/webview/sessions");
  const path = "/login?next=/webview/sessions";
  const fields = { intent: "send", mobileNumber, channel: "SMS", agreeTerms: "on", agreePrivacy: "on" };
  let asked = await client.post(path, { ...hiddenFields(page.text), ...fields }, origin);
  // Shown only where the rule asks for one.
  const captchaKey = /getCaptchaImage\/([\w-]+)/.exec(asked.text)?.[1];
  if (captchaKey) {
    const { answer } = JSON.parse((await client.get(`/api/sandbox/captcha/${captchaKey}`)).text) as { answer: string };
    asked = await client.post(path, { ...hiddenFields(asked.text), ...fields, captchaKey, captcha: answer }, origin);
  }
  expect([asked.status, asked.headers.location]).toEqual([303, expect.stringMatching(/^\/login\?.*step=code/)]);
  const next = asked.headers.location as string;
  const form = await client.get(next);
  const messages = JSON.parse((await client.get(`/api/sandbox/messages?to=${mobileNumber}`)).text) as {
    items: { code: string }[];
  };
  const entered = await client.post(
    next,
    { ...hiddenFields(form.text), intent: "enter", code: messages.items[0]?.code ?? "" },
    origin,
  );
  expect([entered.status, entered.headers.location]).toEqual([303, "/webview/sessions"]);
}

const numberOf = (n: number): string => `0857${String(20_000_000 + ((process.pid * 31 + n * 1_009) % 9_000_000))}`;

describe.each(brands)("the brand $id at its own https origin", ({ id, lends }) => {
  const origin = originOf(id);
  const { hostname } = new URL(origin);

  if (lends)
    it("logs in by its forms, and the cookies are those that only https keeps", async () => {
      const client = clientAt(origin);
      await logIn(client, origin, numberOf(brands.findIndex((brand) => brand.id === id)));
      expect(client.cookies.has("__Host-sid")).toBe(true);
      const sessions = await client.get("/webview/sessions");
      expect(sessions.status).toBe(200);
      const out = await client.post("/webview/logout", {}, origin);
      expect([out.status, out.headers.location]).toEqual([303, "/webview/logout"]);
      expect(client.cookies.has("userToken")).toBe(false);
    });

  it("takes forms of its own pages, and refuses those of every other origin", async () => {
    const client = clientAt(origin);
    const form = { intent: "captcha" };
    expect((await client.post("/login", form, origin)).status).toBe(200);
    const foreign = [
      `http://${hostname}`,
      `https://${hostname}:8443`,
      `http://${hostname}:443`,
      `https://www.${hostname}`,
      main,
      "http://localhost",
      ...brands.filter((other) => other.id !== id).map((other) => originOf(other.id)),
      "https://evil.test",
      "null",
    ];
    for (const from of foreign) expect((await client.post("/login", form, from)).status, from).toBe(403);
  });

  it("names itself, by https, wherever an address is whole", async () => {
    const client = clientAt(origin);
    const home = (await client.get("/?lang=en")).text;
    expect(home).toContain(`<link rel="canonical" href="${origin}/?lang=en"/>`);
    expect(/<meta property="og:image" content="([^"]+)"/.exec(home)?.[1]).toMatch(new RegExp(`^${origin}/`));
    const sitemap = (await client.get("/sitemap.xml")).text;
    for (const [, address] of sitemap.matchAll(/<loc>([^<]+)<\/loc>/g))
      expect(address).toMatch(new RegExp(`^${origin}/`));
    const feed = await client.get("/blog/rss.xml?lang=en");
    const servers = (JSON.parse((await client.get("/api/openapi.json")).text) as { servers: { url: string }[] })
      .servers;
    expect(servers.map(({ url }) => url)).toContain(origin);
    for (const text of [home, sitemap, feed.text, (await client.get("/manifest.webmanifest")).text])
      expect(text).not.toMatch(/http:\/\/(?!www\.(?:w3|sitemaps)\.org|purl\.org)/);
  });

  it("leads to paths, so that nobody is sent to plain http", async () => {
    const client = clientAt(origin);
    for (const path of ["/borrow/", "/webview/home", "/api", "/index", "/borrow?t=k1.bad.link"]) {
      const { status, headers } = await client.get(path);
      expect([301, 302, 303, 308], path).toContain(status);
      expect(headers.location, path).toMatch(/^\/[^/]/);
    }
  });
});

const haproxy = ["/usr/sbin/haproxy", "/usr/local/sbin/haproxy"].find((path) => existsSync(path));

/** The example of the operator's documentation, with this run's ports, hosts and certificate in the places of its own. */
async function exampleConfiguration(ports: { plain: number; secure: number }): Promise<string> {
  let text = /```haproxy\n([^]*?)```/.exec(readFileSync("docs/operations.md", "utf8"))?.[1] ?? "";
  const pem = join(folder, "tunai.pem");
  await writeFile(pem, front.made.key + front.made.certificate);
  for (const [example, here] of [
    ["bind :80\n", `bind 127.0.0.1:${ports.plain}\n`],
    ["bind :443 ", `bind 127.0.0.1:${ports.secure} `],
    ["/etc/haproxy/tunai.pem", pem],
    ["hdr Host tunai.example", `hdr Host ${new URL(main).host}`],
    ["server one 127.0.0.1:3001 check", `server one 127.0.0.1:${port} check`],
    // A second process that is away: the proxy finds out by the health check.
    ["server two 127.0.0.1:3002 check", `server two 127.0.0.1:${await freePort()} check`],
  ] as const) {
    expect(text.split(example), `${example} stands once in the example`).toHaveLength(2);
    text = text.replace(example, here);
  }
  return text;
}

// Where it cannot be installed this is left out; where CI runs, a test that is left out fails the run (no-skips.ts).
describe.runIf(haproxy !== undefined)("behind HAProxy, as the documentation sets it up", () => {
  const ports = { plain: 0, secure: 0 };
  let stop: () => Promise<void> = async () => {};
  beforeAll(async () => {
    Object.assign(ports, { plain: await freePort(), secure: await freePort() });
    const file = join(folder, "haproxy.cfg");
    await writeFile(file, await exampleConfiguration(ports));
    const child = spawn(haproxy as string, ["-db", "-f", file], { stdio: ["ignore", "pipe", "pipe"] });
    let said = "";
    for (const output of [child.stdout, child.stderr]) output.on("data", (text: Buffer) => (said += text));
    const ended = new Promise<void>((done) => child.once("exit", () => done()));
    stop = async () => {
      child.kill("SIGTERM");
      await ended;
    };
    const readiness = () =>
      proxied()
        .get("/readyz")
        .then(({ text }) => text, String);
    // A health check that has not passed yet, or a start that failed.
    for (let round = 0; round < 300 && (await readiness()) !== "ready"; round++) await pause(100);
    expect([await readiness(), said]).toEqual(["ready", expect.not.stringContaining("ALERT")]);
  });
  afterAll(() => stop());
  const proxied = () => clientAt(main, { port: ports.secure, authority: front.made.certificate });

  it("a client of HTTP/1.1 logs in by the forms", async () => {
    const client = proxied();
    await logIn(client, main, numberOf(90));
    const sessions = await client.get("/webview/sessions");
    expect([sessions.status, sessions.headers["strict-transport-security"]]).toEqual([
      200,
      "max-age=63072000; includeSubDomains",
    ]);
  });

  it("a foreign origin is refused there too, and plain http leads to https", async () => {
    for (const from of ["http://tunai.test", "https://tunai.test:8443", originOf("kilat"), "null"])
      expect((await proxied().post("/login", { intent: "captcha" }, from)).status, from).toBe(403);
    const plain = await fetch(`http://127.0.0.1:${ports.plain}/borrow?lang=en`, { redirect: "manual" });
    expect([plain.status, plain.headers.get("location")]).toEqual([
      308,
      `https://127.0.0.1:${ports.plain}/borrow?lang=en`,
    ]);
  });

  it("a browser logs in by the forms over HTTP/2, at a name without a port", async () => {
    // A context's own proxy is asked whatever the environment or the machine's policy names; host rules are not.
    const tunnel = await startTunnel(new URL(main).host, ports.secure);
    const browser = await launchChromium({ trusts: front.made.keyHash });
    try {
      const page = await browser.newPage({ locale: "id-ID", proxy: { server: tunnel.proxy } });
      const own = <Reply>(path: string): Promise<Reply> =>
        page.evaluate(async (address) => (await fetch(address)).json(), path);
      await page.goto(`${main}/login?next=/webview/sessions`);
      expect(await page.evaluate("performance.getEntriesByType('navigation')[0].nextHopProtocol")).toBe("h2");
      const mobileNumber = numberOf(91);
      await page.fill("input[name=mobileNumber]", mobileNumber);
      await page.locator("input[name=channel][value=SMS]").check();
      await page.check("input[name=agreeTerms]");
      await page.check("input[name=agreePrivacy]");
      await page.locator("button.button[name=intent][value=send]").click();
      await page.locator("input[name=code]").waitFor();
      const { items } = await own<{ items: { code: string }[] }>(`/api/sandbox/messages?to=${mobileNumber}`);
      await page.fill("input[name=code]", items[0]?.code ?? "");
      await page.locator("form:has(input[name=code]) button.button-primary").click();
      await page.waitForURL(`${main}/webview/sessions`);
    } finally {
      await browser.close();
      await tunnel.close();
    }
  });
});
