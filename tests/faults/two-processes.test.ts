/** Several server processes share only the database: what one knows, the others know. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { testDatabase } from "#tests/support/database.ts";
import { startProductAt, type RunningProduct } from "#tests/support/journey-server.ts";
import { build } from "../../scripts/build.ts";

let products: [RunningProduct, RunningProduct];
let folder: string;

beforeAll(async () => {
  const { connection } = await testDatabase();
  folder = await mkdtemp(join(tmpdir(), "tunai-two-"));
  await build({ always: false });
  const environment = {
    DATABASE_URL: connection,
    SECRETS_DIR: join(folder, "secrets"),
    EVENT_ORIGIN: "https://events.example",
  };
  // Both start at once: one migrates and creates the keys, the other waits and uses them.
  products = await Promise.all([startProductAt(folder, environment), startProductAt(folder, environment)]);
}, 300_000);
afterAll(async () => {
  await Promise.all(products?.map((product) => product.stop("SIGTERM")) ?? []);
  await rm(folder, { recursive: true, force: true });
});

it("both are ready when they say so: what the sandbox brings is there at once", async () => {
  for (const { origin } of products) {
    expect((await fetch(`${origin}/readyz`)).status).toBe(200);
    expect((await fetch(`${origin}/webview/golden-egg`, { redirect: "manual" })).status).not.toBe(404);
  }
});

const json = async (response: Response) => (await response.json()) as Record<string, never>;

it("a login code asked for at one is entered at the other, whose session both know", async () => {
  const [first, second] = products;
  const cookies = new Map<string, string>();
  const send = async (origin: string, path: string, body?: unknown) => {
    const response = await fetch(origin + path, {
      method: body === undefined ? "GET" : "POST",
      headers: {
        "Content-Type": "application/json",
        Origin: origin,
        Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; "),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    for (const set of response.headers.getSetCookie())
      cookies.set(set.slice(0, set.indexOf("=")), set.slice(set.indexOf("=") + 1).split(";")[0] ?? "");
    const read = await json(response);
    expect(response.ok, `${path}: ${JSON.stringify(read)}`).toBe(true);
    return read as never as Record<string, string>;
  };
  const mobileNumber = "081277770001";
  const { captchaKey } = await send(first.origin, "/api/user/generateCaptcha", {});
  const { answer } = await send(second.origin, `/api/sandbox/captcha/${captchaKey}`);
  const { verificationId } = await send(second.origin, "/api/v2/mobile/sendVerification", {
    mobileNumber,
    purpose: "LOGIN",
    channel: "SMS",
    captchaKey,
    captcha: answer,
  });
  const { items } = (await send(first.origin, `/api/sandbox/messages?to=${mobileNumber}`)) as never as {
    items: { code: string }[];
  };
  await send(first.origin, "/api/v2/user/union/registerOrLogin", {
    mobileNumber,
    verificationId,
    code: items[0]?.code,
    agreements: ["TERMS", "PRIVACY"],
  });
  for (const product of products)
    expect(await send(product.origin, "/api/credit/limits")).toMatchObject({ assessed: false });
});

it("pages of every kind name the host to which the figures of a visit go", async () => {
  const [first] = products;
  for (const page of ["/", "/about/faq", "/login"]) {
    const response = await fetch(first.origin + page);
    expect(await response.text(), page).toContain('data-event-origin="https://events.example"');
    expect(response.headers.get("content-security-policy")).toContain("connect-src 'self' https://events.example");
  }
});

it("time moved at one is moved at the other", async () => {
  const [first, second] = products;
  const clockOf = async (product: RunningProduct) =>
    Date.parse(String((await json(await fetch(`${product.origin}/api/sandbox/clock`)))["now"]));
  const before = await clockOf(second);
  await fetch(`${first.origin}/api/sandbox/clock`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ advanceSeconds: 86_400 }),
  });
  await expect.poll(() => clockOf(second), { interval: 50 }).toBeGreaterThan(before + 86_000_000);
});

/** A staff member with own cookies, logged in at one process and known to all. */
async function staffAt(origin: string, role: string, index: number) {
  const cookies = new Map<string, string>();
  let sent = 0;
  const send = async (to: string, path: string, body?: unknown) => {
    const response = await fetch(to + path, {
      method: body === undefined ? "GET" : "POST",
      headers: {
        "Content-Type": "application/json",
        Origin: to,
        "Idempotency-Key": `two-processes-${index}-${++sent}`,
        Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; "),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    for (const set of response.headers.getSetCookie())
      cookies.set(set.slice(0, set.indexOf("=")), set.slice(set.indexOf("=") + 1).split(";")[0] ?? "");
    const read = (await response.json()) as Record<string, string>;
    expect(response.ok, `${path}: ${JSON.stringify(read)}`).toBe(true);
    return read;
  };
  const { items } = (await send(origin, "/api/sandbox/staff")) as never as {
    items: { role: string; email: string; password: string; totp: string }[];
  };
  const { email, password, totp } = items.filter((one) => one.role === role)[index]!;
  await send(origin, "/api/staff/login", { email, password, code: totp });
  return send;
}

it("a text and a value that were agreed at one are read at both, also where a page was kept", async () => {
  const [first, second] = products;
  const maker = await staffAt(first.origin, "content", 0);
  const checker = await staffAt(second.origin, "content", 1);
  const page = "/webview/static-text/late-payment";
  const config = "/api/generalConfig?key=two.processes";
  const read = async (product: RunningProduct, path: string) =>
    (await fetch(product.origin + path, { headers: { "Accept-Language": "en" } })).text();
  // Twice at each, so that the second is the cached one.
  for (const product of [first, second, first, second]) for (const path of [page, config]) await read(product, path);
  const words = { title: "If you pay late", markdown: "Agreed at the other process." };
  const text = await maker(first.origin, "/api/staff/contents/static-text/late-payment", {
    baseVersion: 1,
    texts: { id: words, en: words, zh: words },
  });
  const value = await maker(first.origin, "/api/staff/configuration/two.processes", {
    baseVersion: 0,
    configValue: "agreed",
    format: "TEXT",
    isPublic: true,
  });
  await checker(second.origin, `/api/staff/config-proposals/${value["proposalId"]}/check`, { approve: true });
  await checker(second.origin, `/api/staff/content-proposals/${text["proposalId"]}/check`, { approve: true });
  const bothSay = async () =>
    (await Promise.all([first, second].flatMap((product) => [read(product, page), read(product, config)]))).every(
      (said) => /Agreed at the other process|"agreed"/.test(said),
    );
  await expect.poll(bothSay, { interval: 50 }).toBe(true);
});
