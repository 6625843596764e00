/**
 * Draws the README's pictures from an installation with months of business: `npm run seed`, then `npm run pictures`,
 * beside the running server. The borrower is the one with a bill who received the sandbox's newest message.
 */
import { mkdir, writeFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import sharp from "sharp";
import { launchChromium } from "../tests/support/chromium.ts";
import { prepareTestTools } from "./test-tools.ts";

const { values } = parseArgs({
  options: { origin: { type: "string", default: `http://localhost:${process.env["PORT"] ?? "3000"}` } },
});
const { origin } = values;
const folder = "docs/pictures";

/** The cookies of one browser. */
type Cookies = Map<string, string>;

async function ask<Reply>(cookies: Cookies, path: string, body?: object): Promise<Reply> {
  const response = await fetch(origin + path, {
    ...(body ? { method: "POST", body: JSON.stringify(body) } : {}),
    headers: {
      "Content-Type": "application/json",
      "Sec-Fetch-Site": "same-origin",
      Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; "),
    },
  });
  for (const line of response.headers.getSetCookie()) {
    const [pair = ""] = line.split(";");
    cookies.set(pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1));
  }
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as Reply;
}

interface Message {
  channel: string;
  to: string;
  code?: string;
}
const messages = (cookies: Cookies, to = "") =>
  ask<{ items: Message[] }>(cookies, `/api/sandbox/messages?limit=100${to && `&to=${to}`}`);

/** Logs a borrower in by the code that the sandbox shows. */
async function login(mobileNumber: string): Promise<Cookies> {
  const cookies: Cookies = new Map();
  const { captchaKey } = await ask<{ captchaKey: string }>(cookies, "/api/user/generateCaptcha", {});
  const { answer } = await ask<{ answer: string }>(cookies, `/api/sandbox/captcha/${captchaKey}`);
  const { verificationId } = await ask<{ verificationId: string }>(cookies, "/api/v2/mobile/sendVerification", {
    mobileNumber,
    purpose: "LOGIN",
    channel: "SMS",
    captchaKey,
    captcha: answer,
  });
  const code = (await messages(cookies, mobileNumber)).items.find((one) => one.code)?.code;
  await ask(cookies, "/api/v2/user/union/login", { mobileNumber, verificationId, code });
  return cookies;
}

async function borrowerWithBill(): Promise<Cookies> {
  const { items } = await messages(new Map());
  const numbers = new Set(items.filter(({ channel }) => channel !== "MAIL").map(({ to }) => to));
  for (const number of numbers) {
    const cookies = await login(number);
    const { bill } = await ask<{ bill: object | null }>(cookies, "/api/repayment/bills");
    if (bill !== null) return cookies;
  }
  throw new Error("No borrower to whom the sandbox wrote has a bill: fill the installation by `npm run seed` first.");
}

async function supervisor(): Promise<Cookies> {
  const cookies: Cookies = new Map();
  const { items } = await ask<{ items: { role: string; email: string; password: string; totp: string }[] }>(
    cookies,
    "/api/sandbox/staff",
  );
  const { email, password, totp } = items.find(({ role }) => role === "admin")!;
  await ask(cookies, "/api/staff/login", { email, password, code: totp });
  return cookies;
}

Object.assign(process.env, prepareTestTools({ isLong: false }));
const browser = await launchChromium();
await mkdir(folder, { recursive: true });
async function draw(name: string, path: string, cookies: Cookies, width: number, height: number): Promise<void> {
  const context = await browser.newContext({ viewport: { width, height }, locale: "en-GB", deviceScaleFactor: 2 });
  await context.addCookies([...cookies].map(([key, value]) => ({ name: key, value, url: origin })));
  const page = await context.newPage();
  await page.goto(origin + path, { waitUntil: "networkidle" });
  const picture = await sharp(await page.screenshot())
    .png({ palette: true, colours: 128, effort: 10 })
    .toBuffer();
  await writeFile(`${folder}/${name}.png`, picture);
  console.log(`${folder}/${name}.png: ${Math.round(picture.length / 1024)} KB of ${path}`);
  await context.close();
}
await draw("home", "/webview/home", await borrowerWithBill(), 360, 740);
await draw("console", "/staff", await supervisor(), 1280, 800);
await browser.close();
