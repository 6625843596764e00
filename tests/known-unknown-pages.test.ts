/**
 * Forms that take a number or an address reveal no more than their calls (`known-unknown.test.ts`): for one with an
 * account and one without, the page answers the same bytes, and so does the page after it. A long run measures their
 * times. // Threat A6
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openKeys } from "#server/keys/keys.server.ts";
import { pause } from "#server/work/timers.ts";
import { systemRandom } from "#server/process/random.ts";
import { formClient, type FormClient } from "./support/form-client.ts";
import { startProductAt, type RunningProduct } from "./support/journey-server.ts";
import type { Sent } from "./support/tls-request.ts";
import { build } from "../scripts/build.ts";

const isLong = process.env["TEST_LONG"] === "1";
/** Pairs of tries, one of each side; counters by number are equal on both. */
const pairs = isLong ? 250 : 3;
const maxDifferenceMs = 5;
/** Numbers of each side; a page uses each once a day. */
const count = Math.min(pairs, 50);

let product: RunningProduct;
let dataDir: string;
let addresses = 0;
let made = 0;
beforeAll(async () => {
  await build({ always: false });
  dataDir = await mkdtemp(join(tmpdir(), "tunai-known-"));
  product = await startProductAt(dataDir, { TRUSTED_HOPS: "1" });
  for (let n = 0; n < count; n++) known.push((await registered()).mobileNumber);
}, 600_000);
afterAll(async () => {
  await product?.stop("SIGTERM");
  await rm(dataDir, { recursive: true, force: true });
});
const known: string[] = [];
const newNumber = () => `0896${String(30_000_000 + 7_919 * ++made)}`;
const unknown = Array.from({ length: count }, newNumber);

interface Visitor extends FormClient {
  json(path: string, body?: object | FormData): Promise<Record<string, string>>;
}
/** A visitor with its own browser and network. */
function visitor(): Visitor {
  const network = `10.${80 + (++addresses >> 8)}.${addresses & 255}.1`;
  const ask: Parameters<typeof formClient>[0] = async (path, options = {}) => {
    const answer = await fetch(product.origin + path, {
      method: options.method ?? "GET",
      redirect: "manual",
      headers: { "X-Forwarded-For": network, "Accept-Language": "en", ...options.headers },
      ...(options.body === undefined ? {} : { body: options.body }),
    });
    const headers = { ...Object.fromEntries(answer.headers), "set-cookie": answer.headers.getSetCookie() };
    return { status: answer.status, headers, text: await answer.text() } as Sent;
  };
  const client = formClient(ask);
  return {
    ...client,
    async json(path, body) {
      const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
      const answer = await fetch(product.origin + path, {
        method: body ? "POST" : "GET",
        headers: {
          "X-Forwarded-For": network,
          ...(body instanceof FormData ? {} : { "Content-Type": "application/json" }),
          "Sec-Fetch-Site": "same-origin",
          Cookie: cookie,
        },
        ...(body ? { body: body instanceof FormData ? body : JSON.stringify(body) } : {}),
      });
      for (const line of answer.headers.getSetCookie()) {
        const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        client.cookies.set(name, value);
      }
      const text = await answer.text();
      expect(answer.status, `${path} ${text}`).toBeLessThan(300);
      return JSON.parse(text) as Record<string, string>;
    },
  };
}

/** A busy machine may refuse to move the clock, which is then tried again: it only moves forward. */
async function later(advanceSeconds: number): Promise<void> {
  for (let tries = 1; ; tries++) {
    const answer = await fetch(`${product.origin}/api/sandbox/clock`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ advanceSeconds }),
    });
    if (answer.ok) return;
    if (tries === 5) throw new Error(await answer.text());
    await pause(500);
  }
}

/** The newest code that was sent to a number. */
async function codeTo(who: Visitor, to: string): Promise<string> {
  const { items } = (await who.json(`/api/sandbox/messages?to=${to}`)) as unknown as { items: { code?: string }[] };
  return items.find(({ code }) => code)?.code ?? "";
}

async function solved(who: Visitor): Promise<{ captchaKey: string; captcha: string }> {
  const { captchaKey = "" } = await who.json("/api/user/generateCaptcha", {});
  const { answer = "" } = await who.json(`/api/sandbox/captcha/${captchaKey}`);
  return { captchaKey, captcha: answer };
}

async function registered(): Promise<{ who: Visitor; mobileNumber: string }> {
  const who = visitor();
  const mobileNumber = newNumber();
  const input = { mobileNumber, purpose: "LOGIN", channel: "SMS", ...(await solved(who)) };
  const { verificationId } = await who.json("/api/v2/mobile/sendVerification", input);
  const code = await codeTo(who, mobileNumber);
  const agreements = ["TERMS", "PRIVACY"];
  await who.json("/api/v2/user/union/registerOrLogin", { mobileNumber, verificationId, code, agreements });
  return { who, mobileNumber };
}
/** The browser of a registered borrower with a proven number for this purpose. */
async function proven(purpose: string): Promise<Visitor> {
  const { who, mobileNumber } = await registered();
  await later(61);
  const input = { purpose, channel: "SMS" };
  const { verificationId } = await who.json("/api/mobile/sendVerificationWithoutCaptcha", input);
  await who.json("/api/session/stepUp", { verificationId, code: await codeTo(who, mobileNumber) });
  return who;
}

/** The browser of a registered borrower whose face was compared. */
async function identified(): Promise<Visitor> {
  const { who } = await registered();
  const nik = `317101150390${String(1_000 + made)}`;
  await who.json("/api/identity", {
    fullName: "SITI RAHAYU",
    nik,
    birthPlace: "JAKARTA",
    birthDate: "1990-03-15",
    sex: "MALE",
  });
  const photo = await sharp({ create: { width: 900, height: 700, channels: 3, background: "#888" } })
    .jpeg()
    .toBuffer();
  for (const path of ["/api/identity/card-photo", "/api/identity/face-check"]) {
    const sent = new FormData();
    sent.set("photo", new Blob([new Uint8Array(photo)], { type: "image/jpeg" }), "x.jpg");
    if (path.endsWith("check")) sent.set("agreed", "true");
    await who.json(path, sent);
  }
  return who;
}

const addressOf = (number: string) => `orang.${number}@contoh.example`;
type Fill = () => Promise<Sent>;
interface Page {
  name: string;
  /** Everything before the form is sent; `number` is known to an account or to none. */
  prepare(number: string): Promise<{ who: Visitor; fill: Fill }>;
  /** The kind of answer: status and redirect target; otherwise both sides could be refused for another reason. */
  answers: RegExp;
  /** Text that the page then shows. */
  says?: string;
}
const form = (path: string, fields: (number: string) => Record<string, string>): Page["prepare"] =>
  async function prepare(number) {
    const who = visitor();
    await who.get(path);
    return { who, fill: () => who.post(path, fields(number), product.origin) };
  };

const pages: Page[] = [
  {
    name: "the login, by a code",
    answers: /^303 \/login\?.*step=code/,
    async prepare(mobileNumber) {
      const who = visitor();
      await who.get("/login?lang=en");
      const ticked = { agreeTerms: "on", agreePrivacy: "on" };
      const fields = { intent: "send", mobileNumber, channel: "SMS", ...ticked, ...(await solved(who)) };
      return { who, fill: () => who.post("/login?lang=en", fields, product.origin) };
    },
  },
  {
    name: "the login, by a password",
    answers: /^422 $/,
    says: "password is wrong",
    prepare: form("/login?with=password&lang=en", (mobileNumber) => ({
      intent: "password",
      mobileNumber,
      password: "Salah&Lagi9",
    })),
  },
  {
    name: "a lost number",
    answers: /^303 \/lost-number/,
    async prepare(mobileNumber) {
      const who = visitor();
      await who.get("/lost-number?lang=en");
      const about = { mobileNumber, nik: `317101010190${String(1_000 + made++)}`, birthDate: "1990-01-01" };
      const fields = { intent: "start", ...about, ...(await solved(who)) };
      return { who, fill: () => who.post("/lost-number?lang=en", fields, product.origin) };
    },
  },
  {
    name: "an e-mail address",
    answers: /^303 \/webview\/verify-email/,
    async prepare(number) {
      const who = await proven("EMAIL");
      const fill = () => who.post("/webview/add-email?lang=en", { email: addressOf(number) }, product.origin);
      return { who, fill };
    },
  },
  {
    name: "the other number of a merge",
    answers: /^303 \/webview\/merge-mobile-otp/,
    async prepare(otherMobileNumber) {
      const who = await identified();
      const fields = { intent: "start", otherMobileNumber };
      return { who, fill: () => who.post("/webview/merge-mobile?lang=en", fields, product.origin) };
    },
  },
  {
    name: "the console's login",
    answers: /^401 $/,
    async prepare(number) {
      const who = visitor();
      await who.get("/staff/login?lang=en");
      const email = known.includes(number) ? staffAddress() : addressOf(number);
      const fields = { intent: "login", email, password: "Salah&Lagi9", code: "123456" };
      return { who, fill: () => who.post("/staff/login?lang=en", fields, product.origin) };
    },
  },
  {
    name: "no more mailings, by one click",
    answers: /^200 $/,
    async prepare(number) {
      const who = visitor();
      const keys = openKeys({ folder: join(dataDir, "secrets"), random: systemRandom(), mayGenerate: false });
      const subject = `PROMOTION.${keys.blindIndex("email", addressOf(number))}`;
      const token = keys.signLink({ purpose: "EMAIL_UNSUBSCRIBE", subject, expiresAt: null });
      return { who, fill: () => who.post(`/unsubscribe/${token}`, { "List-Unsubscribe": "One-Click" }, null) };
    },
  },
];

/** One after the other, as strangers share the tries for one address. */
let staff = 0;
const staffAddress = () =>
  `${["support", "underwriter", "content", "finance", "auditor", "admin"][staff++ % 6]}1@staff.sandbox.example`;

/** Without values generated for each request, and repetitions of the visitor's own input. */
function sameIn({ status, headers, text }: Sent, number: string): string {
  const spaced = new RegExp([...number].join("[ -]?"), "g");
  return `${status} ${String(headers["location"] ?? "")} ${text}`
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, "id")
    .replace(/nonce="[^"]*"/g, "")
    .replace(/\/unsubscribe\/[\w.-]+/g, "link")
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "at")
    .replace(/datetime="[^"]*"[^<]*</gi, "at<")
    .replaceAll(addressOf(number), "address")
    .replace(/[a-z]+1@staff\.sandbox\.example/g, "address")
    .replaceAll(`${number.slice(0, 4)}••••${number.slice(-3)}`, "masked")
    .replace(spaced, "number")
    .replace(/name="nik"[^>]*>/g, "nik");
}
const median = (values: readonly number[]): number => values.toSorted((one, other) => one - other)[values.length >> 1]!;

it.each(pages)("$name: the same page, and the same one after it", { timeout: 3_000_000 }, async (page) => {
  // Codes sent to a number in the last hour make a stranger wait, whether it has an account or not.
  await later(3_601);
  const answers = { known: new Set<string>(), unknown: new Set<string>() };
  const times = { known: [] as number[], unknown: [] as number[] };
  const measure = async (side: "known" | "unknown", round: number): Promise<void> => {
    const number = (side === "known" ? known : unknown)[round % count]!;
    const { who, fill } = await page.prepare(number);
    const began = performance.now();
    const answer = await fill();
    times[side].push(performance.now() - began);
    const next = answer.headers["location"];
    expect(`${answer.status} ${String(next ?? "")}`, answer.text.slice(-2_000)).toMatch(page.answers);
    expect(answer.text).toContain(page.says ?? "");
    const after = next ? await who.get(String(next)) : null;
    answers[side].add(sameIn(answer, number) + (after ? sameIn(after, number) : ""));
  };
  for (let round = 0; round < pairs; round++) {
    // Waits, so that no daily limit answers instead.
    if (round > 0 && round % count === 0) await later(90_000);
    await measure(round % 2 === 0 ? "known" : "unknown", round);
    await measure(round % 2 === 0 ? "unknown" : "known", round);
  }
  expect([...answers.known].toSorted()).toEqual([...answers.unknown].toSorted());
  if (isLong) expect(Math.abs(median(times.known) - median(times.unknown))).toBeLessThanOrEqual(maxDifferenceMs);
});
