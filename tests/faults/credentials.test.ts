/**
 * Credentials of other companies: after the request with them they are nowhere, neither in the process's memory, its
 * log, the database with its write-ahead log, nor the stored objects; nor is a register's answer outside of what is
 * stored. // Security rules 16, threat G5, docs/decisions/248
 */
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startPartner, type PartnerPeer, type Reply } from "#tests/peers/partner.ts";
import { heapSnapshots, type Heaps } from "#tests/support/heap.ts";
import { startProductAt, type RunningProduct } from "#tests/support/journey-server.ts";
import { build } from "../../scripts/build.ts";

const serial = String(10_000 + (process.pid % 90_000));
/** Each occurs nowhere else in the product, so any find is a leak. */
const canaries = {
  password: `Qz${serial}quokkapass`,
  formPassword: `Qz${serial}wombatpass`,
  refusedPassword: `Qz${serial}numbatpass`,
  lostPassword: `Qz${serial}bilbypass`,
  rawAnswer: `Qz${serial}dropped-fact`,
  userId: `qzuser${serial}link`,
  bankPassword: `qz${serial}kudupass`,
  bankFormPassword: `qz${serial}dikdikpass`,
  otherHolder: `QZOTHER${serial} HOLDER`,
};
/** Stays in memory for good: proves that the search works. */
const standing = `control-${serial}-value`;
const fullName = "Siti Rahayu Canaria";

let gateway: PartnerPeer;
let product: RunningProduct;
let dataDir: string;
let heaps: Heaps;
const printed: string[] = [];
const cookies = new Map<string, string>();
let reply: Reply = { status: 500 };
const json = (body: object): Reply => ({ status: 200, body: JSON.stringify(body) });

beforeAll(async () => {
  await build({ always: false });
  [dataDir, heaps] = [await mkdtemp(join(tmpdir(), "tunai-credential-")), await heapSnapshots()];
  gateway = await startPartner(() => reply);
  product = await startProductAt(dataDir, {
    ...heaps.environment,
    LOOKUP_ADAPTER: "http",
    LOOKUP_URL: gateway.url,
    LOOKUP_CLIENT_ID: standing,
    LOOKUP_SECRET: "secret",
    LINKING_ADAPTER: "http",
    LINKING_URL: gateway.url,
    LINKING_CLIENT_ID: "id",
    LINKING_SECRET: "secret",
    LINKING_HOSTS: "finance.example",
  });
  for (const stream of [product.child.stdout, product.child.stderr])
    stream?.on("data", (chunk: Buffer) => printed.push(chunk.toString()));
  await register();
}, 240_000);
afterAll(async () => {
  await product?.stop("SIGTERM");
  await gateway?.close();
  await heaps?.remove();
  await rm(dataDir, { recursive: true, force: true });
});

async function send(path: string, body: object | URLSearchParams): Promise<{ status: number; text: string }> {
  const isForm = body instanceof URLSearchParams;
  const answer = await fetch(product.origin + path, {
    method: "POST",
    redirect: "manual",
    headers: {
      "Content-Type": isForm ? "application/x-www-form-urlencoded" : "application/json",
      "Sec-Fetch-Site": "same-origin",
      Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; "),
    },
    body: isForm ? body.toString() : JSON.stringify(body),
  });
  for (const set of answer.headers.getSetCookie()) {
    const [pair = ""] = set.split(";");
    cookies.set(pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1));
  }
  return { status: answer.status, text: await answer.text() };
}
const get = async (path: string) => JSON.parse(await (await fetch(product.origin + path)).text());

async function register(): Promise<void> {
  const mobileNumber = `0878${serial}719`;
  const { captchaKey } = JSON.parse((await send("/api/user/generateCaptcha", {})).text);
  const { answer: captcha } = await get(`/api/sandbox/captcha/${captchaKey}`);
  const input = { mobileNumber, purpose: "LOGIN", channel: "SMS", captchaKey, captcha };
  const { verificationId } = JSON.parse((await send("/api/v2/mobile/sendVerification", input)).text);
  const { items } = await get(`/api/sandbox/messages?to=${mobileNumber}`);
  const login = { mobileNumber, verificationId, code: items[0].code, agreements: ["TERMS", "PRIVACY"] };
  expect((await send("/api/v2/user/union/registerOrLogin", login)).status).toBe(200);
  const person = { fullName, nik: `317401570895${serial.slice(-4)}`, birthPlace: "Jakarta", birthDate: "1995-08-17" };
  expect((await send("/api/identity", { ...person, sex: "FEMALE" })).status).toBe(200);
}

const ask = (kind: string, credential: string) =>
  send(`/api/lookup/${kind}`, {
    account: kind === "NPWP" ? "012345678901000" : "siti@contoh.id",
    credential,
    consent: true,
  });

it("leaves nothing of a credential, a code or a raw answer in memory, log, database, its log of writes, or objects", async () => {
  const found = { outcome: "FOUND", holderName: fullName, reference: "R1" };
  reply = json({ ...found, facts: { status: "AKTIF", note: canaries.rawAnswer } });
  expect((await ask("NPWP", canaries.password)).text).toContain('"FOUND"');
  expect((await send("/api/lookup/NPWP/remove", {})).status).toBe(200);
  // By the page's form, refused: the answer shows the form again.
  reply = json({ outcome: "CREDENTIAL_REFUSED" });
  const form = new URLSearchParams({
    intent: "NPWP",
    account: "012345678901000",
    credential: canaries.formPassword,
    consent: "on",
  });
  const shown = await send("/webview/spider/npwp", form);
  expect(shown.status).toBe(422);
  expect(shown.text).toContain("012345678901000");
  expect(shown.text).not.toContain(canaries.formPassword);
  expect((await ask("NPWP", canaries.refusedPassword)).status).toBe(422);
  reply = json({ ...found, holderName: canaries.otherHolder, facts: { employer: canaries.rawAnswer } });
  expect((await ask("BPJS", canaries.password)).text).toContain('"NOT_YOURS"');
  // The gateway received it and closed the connection: its result is queried, and the credential is never sent again.
  reply = "HANG_UP";
  expect((await ask("BPJS", canaries.lostPassword)).text).toContain('"ASKING"');
  reply = json({ outcome: "NOT_FOUND" });
  await send("/api/sandbox/clock", { advanceSeconds: 40 });
  await expect.poll(() => gateway.heard.some(({ path }) => path === "/v1/lookups/result")).toBe(true);
  const carrying = gateway.heard.filter(({ body }) => body.includes(canaries.lostPassword));
  expect(carrying.map(({ path }) => path)).toEqual(["/v1/lookups"]);
  await linkAccounts();
  // Any later request replaces the last string held by the regular expression engine.
  for (let n = 0; n < 5; n++) await ask("NPWP", "");

  const leaks: string[] = [];
  const search = (where: string, bytes: Buffer) => {
    for (const [name, value] of Object.entries(canaries))
      if ([value, encodeURIComponent(value), Buffer.from(value).toString("hex")].some((form) => bytes.includes(form)))
        leaks.push(`${name} in ${where}`);
  };
  const heap = await heaps.of(product);
  expect(heap.includes(standing)).toBe(true);
  search("the memory of the process", heap);
  search("the log", Buffer.from(printed.join("")));
  const entries = await readdir(dataDir, { withFileTypes: true, recursive: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  for (const file of files) search(file.slice(dataDir.length), await readFile(file).catch(() => Buffer.alloc(0)));
  expect(files.length).toBeGreaterThan(100);
  expect(leaks).toEqual([]);
}, 240_000);

/**
 * A bank by user id and password: refused in the call, and accepted in the page's form, with more data than is stored.
 */
async function linkAccounts(): Promise<void> {
  await send("/api/sandbox/clock", { advanceSeconds: 61 });
  const sent = await send("/api/mobile/sendVerificationWithoutCaptcha", { purpose: "STEP_UP_BIND", channel: "SMS" });
  const { items } = await get(`/api/sandbox/messages?to=0878${serial}719`);
  const { verificationId } = JSON.parse(sent.text);
  expect((await send("/api/session/stepUp", { verificationId, code: items[0].code })).status).toBe(200);
  const login = { institution: "BCA", userId: canaries.userId };
  const begin = async (): Promise<string> =>
    JSON.parse((await send("/api/account-link", { kind: "BANK", consent: true })).text).linkId;
  reply = json({ outcome: "REFUSED" });
  const refused = await send(`/api/account-link/${await begin()}`, { ...login, credential: canaries.bankPassword });
  expect(refused.status).toBe(422);
  const form = { ...login, intent: "login", linkId: await begin(), credential: canaries.bankFormPassword };
  const months = [{ month: "2026-01", inRupiah: 5, outRupiah: 4, lowestRupiah: 1, note: canaries.rawAnswer }];
  reply = json({ outcome: "LINKED", holderName: fullName, maskedAccount: "••••4321", months });
  expect((await send("/webview/additional-info/bind-bank", new URLSearchParams(form))).status).toBe(303);
  expect(gateway.heard.filter(({ body }) => body.includes(canaries.bankFormPassword))).toHaveLength(1);
}
