/**
 * The product as it is sold: `APP_ENV=prod`, keys and document root made by the operator, verified facts, real adapters with
 * peers behind them, an https origin. What prod alone refuses or does is met here.
 */
import { execFile } from "node:child_process";
import { generateKeyPairSync } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Brand } from "#server/process/brand.server.ts";
import { realClock } from "#server/process/clock.ts";
import { openDatabase, type Database } from "#server/database.server.ts";
import { openKeys } from "#server/keys/keys.server.ts";
import { reachDatabase } from "#server/postgres/reach.ts";
import { systemRandom } from "#server/process/random.ts";
import type { Services } from "#server/services.ts";
import { sandboxCaptchaAnswer } from "#features/account/verification/server/index.ts";
import { startPartner, type PartnerPeer } from "#tests/peers/partner.ts";
import { startSnapPeer, type SnapPeer } from "#tests/peers/snap/peer.ts";
import { phone } from "#tests/support/browser.ts";
import { makeInstallation } from "#tests/support/installation.ts";
import { ownEnvironment, startBehindTls, type RunningProduct } from "#tests/support/journey-server.ts";

const run = promisify(execFile);
const pair = () =>
  generateKeyPairSync("rsa", {
    modulusLength: 2048,
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
  });
const [ours, theirs] = [pair(), pair()];

/** Facts as an operator leaves them who has checked each. */
const verified = (brand: Brand): Brand =>
  Object.fromEntries(
    Object.entries(brand).map(([name, value]) => [
      name,
      value && typeof value === "object" && "verified" in value ? { ...value, verified: true } : value,
    ]),
  ) as unknown as Brand;

let folder: string;
let sender: PartnerPeer;
let partner: PartnerPeer;
let bank: SnapPeer;
let product: RunningProduct;
let database: Database;
let own: Record<string, string>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "tunai-prod-"));
  makeInstallation(folder, verified);
  sender = await startPartner(() => ({ status: 201, body: JSON.stringify({ sid: `SM${sender.heard.length}` }) }));
  // A stub that accepts every event and knows no borrower.
  partner = await startPartner(({ body }) => ({
    status: 200,
    body: JSON.stringify({
      accepted: (JSON.parse(body.toString() || "{}") as { events?: unknown[] }).events?.length ?? 0,
    }),
  }));
  bank = await startSnapPeer({
    clientId: "tunai",
    clientPublicKeyPem: ours.publicKey,
    clientSecret: "shared",
    partnerId: "TUNAI01",
    now: () => new Date(),
  });
  own = {
    NODE_ENV: "production",
    APP_ENV: "prod",
    DATA_DIR: join(folder, "data"),
    SECRETS_DIR: join(folder, "secrets"),
    DISK_LEAST_FREE_MB: "0",
    ID_CARD_ADAPTER: "none",
    BANK_ADAPTER: "snap",
    COLLECTION_ADAPTER: "snap",
    SNAP_URL: bank.url,
    SNAP_CLIENT_ID: "tunai",
    SNAP_CLIENT_SECRET: "shared",
    SNAP_PARTNER_ID: "TUNAI01",
    SNAP_CHANNEL_ID: "95221",
    SNAP_PRIVATE_KEY: ours.privateKey,
    SNAP_SOURCE_ACCOUNT_NO: "8880001",
    SNAP_OPERATING_ACCOUNT_NO: "88800012",
    SNAP_COMPANY_CODES: "014=88899,002=77001",
    SNAP_MERCHANT_ID: "M1",
    SNAP_PARTNER_CLIENT_ID: "bank",
    SNAP_PARTNER_PARTNER_ID: "BANK01",
    SNAP_PARTNER_PUBLIC_KEY: theirs.publicKey,
    SNAP_NOTIFICATION_SECRETS: "one,two",
    MESSAGING_ADAPTER: "live",
    WHATSAPP_URL: sender.url,
    WHATSAPP_PHONE_NUMBER_ID: "1",
    WHATSAPP_ACCESS_TOKEN: "token",
    WHATSAPP_APP_SECRET: "secret",
    WHATSAPP_VERIFY_TOKEN: "verify",
    TWILIO_URL: sender.url,
    TWILIO_ACCOUNT_SID: "AC1",
    TWILIO_AUTH_TOKEN: "token",
    TWILIO_SMS_FROM: "TUNAI",
    TWILIO_VOICE_FROM: "+622150000000",
    MAIL_ADAPTER: "smtp",
    SMTP_HOST: "127.0.0.1",
    SMTP_FROM: "tunai@tunai.test",
    EVENTS_ADAPTER: "http",
    LINKING_HOSTS: "finance.tunai.test",
  };
  for (const [port, name] of [
    ["FACE_CHECK", "face"],
    ["BUREAU", "bureau"],
    ["LOOKUP", "lookup"],
    ["LINKING", "linking"],
    ["EVENTS", "events"],
  ] as const)
    Object.assign(own, {
      [`${port}_ADAPTER`]: "http",
      [`${port}_URL`]: partner.url,
      [`${port}_CLIENT_ID`]: name,
      [`${port}_SECRET`]: `secret of ${name}`,
    });
  await script("keys", "make");
  product = await startBehindTls(own["DATA_DIR"] as string, own, { folder });
  const { connection } = await reachDatabase({ databaseUrl: "", dataDir: own["DATA_DIR"] as string });
  database = openDatabase({ connection, log: () => {} });
});
afterAll(async () => {
  await database?.destroy();
  await product?.stop("SIGTERM");
  for (const peer of [sender, partner, bank]) await peer?.close();
  await rm(folder, { recursive: true, force: true });
});

/** A command of the operator, as its line in package.json runs it. */
async function script(name: string, ...rest: string[]): Promise<string> {
  const { stdout } = await run("sh", [join(folder, "scripts/node.sh"), join(folder, `scripts/${name}.ts`), ...rest], {
    cwd: folder,
    env: { ...ownEnvironment(), ...own, PUBLIC_ORIGIN: product?.origin ?? "https://tunai.test" },
  });
  return stdout;
}

/** There is no sandbox that would tell it: read with the installation's own keys, as the server does. */
async function captchaAnswer(captchaKey: string): Promise<string> {
  const keys = openKeys({ folder: own["SECRETS_DIR"] as string, random: systemRandom(), mayGenerate: false });
  const services = { config: { appEnv: "test" }, database, clock: realClock, keys } as Services;
  return (await sandboxCaptchaAnswer(services, captchaKey)) ?? "";
}

it("A borrower logs in by the form, with a code that the real sender was given.", { timeout: 240_000 }, async () => {
  const borrower = await phone({ origin: product.origin });
  const { page } = borrower;
  const mobileNumber = "081299887766";
  await borrower.open("/login?next=/webview/sessions");
  await page.fill("input[name=mobileNumber]", mobileNumber);
  await page.locator("input[name=channel][value=SMS]").check();
  await page.check("input[name=agreeTerms]");
  await page.check("input[name=agreePrivacy]");
  await page.locator("button.button[name=intent][value=send]").click();
  // Shown only where the rule asks for one.
  const image = page.locator("img[src*=getCaptchaImage]");
  await page.locator("input[name=code]").or(image).first().waitFor();
  if ((await image.count()) > 0) {
    const key = /getCaptchaImage\/([\w-]+)/.exec((await image.getAttribute("src")) ?? "")?.[1] ?? "";
    await page.fill("input[name=captcha]", await captchaAnswer(key));
    await page.press("input[name=captcha]", "Enter");
    await page.locator("input[name=code]").waitFor();
  }
  const sent = new URLSearchParams(sender.heard.at(-1)?.body.toString());
  expect(sent.get("To")).toBe("+6281299887766");
  expect(sent.get("StatusCallback")).toMatch(new RegExp(`^${product.origin}/api/webhook/`));
  await page.fill("input[name=code]", /\b\d{6}\b/.exec(sent.get("Body") ?? "")?.[0] ?? "");
  await page.locator("form:has(input[name=code]) button.button-primary").click();
  await page.waitForURL(`${product.origin}/webview/sessions`);
  const cookies = await borrower.context.cookies();
  expect(cookies.find(({ name }) => name === "__Host-sid")).toMatchObject({ secure: true, httpOnly: true, path: "/" });
});

it("The first admin comes in by the operator's link, and sets password and authenticator by the form.", async () => {
  const said = await script("staff-invite", "--email", "first@tunai.test", "--name", "First Admin");
  const link = /https:\/\/\S+/.exec(said)?.[0] ?? "";
  expect(link).toMatch(new RegExp(`^${product.origin}/staff/`));
  const admin = await phone({ origin: product.origin, width: 1280 });
  const { page } = admin;
  await page.goto(link);
  const secret = (await page.locator(".console-secret").textContent()) ?? "";
  await page.fill("[name=password]", "Garam&Laut7-besar");
  await page.fill("[name=code]", new TOTP({ secret: Secret.fromBase32(secret.replaceAll(" ", "")) }).generate());
  await page.press("[name=code]", "Enter");
  await page.waitForURL(`${product.origin}/staff`);
  await admin.look("prod-staff");
});

it("Nothing of the sandbox is there, and no page failed on the way.", async () => {
  for (const path of ["/sandbox", "/sandbox/host", "/api/sandbox/hosts", "/api/sandbox/persons", "/api/sandbox/clock"])
    expect((await fetch(product.origin + path)).status, path).toBe(404);
  const page = await (await fetch(`${product.origin}/`)).text();
  expect(page).not.toContain("[prod]");
  expect(await (await fetch(`${product.origin}/robots.txt`)).text()).toContain(
    `Sitemap: ${product.origin}/sitemap.xml`,
  );
  expect(product.said()).not.toMatch(/page not warmed|page failed|request failed/);
});
