/** Step 8 of a borrower in a browser: loans made by calls to pay on, and ways to pay as a person takes them. */
import { expect } from "vitest";
import type { Phone } from "./browser.ts";
import { newestCode, sandboxGet, sandboxPost, type Person } from "./borrower.ts";
import { madeApplication, type FreeTexts, type MadeApplication } from "./console.ts";
import { untilHomeLeadsTo, waitForNextCode } from "./applying.ts";
import { readQr } from "./qr.ts";

/** A running loan of 1,000,000 over 90 days, applied for and signed by the calls that the screens make. */
export async function madeLoan(
  who: Phone,
  person: string | Person,
  mobileNumber: string,
  texts: FreeTexts = {},
): Promise<MadeApplication> {
  const made = await madeApplication(who, person, mobileNumber, texts);
  await signMade(who, made);
  return made;
}

let further = 0;
/** A further loan of 1,000,000 over 90 days of a borrower who is logged in and has none that runs. */
export async function madeAgain(who: Phone, mobileNumber: string): Promise<void> {
  const { items } = await who.page.evaluate(ask, { path: "/api/bank-account", body: null, key: "" });
  const wish = { amountRupiah: 1_000_000, tenorDays: 90, purpose: "EDUCATION", bankAccountId: items[0].id };
  const key = `again-${mobileNumber}-${++further}`;
  const { loanId } = await who.page.evaluate(ask, { path: "/api/loan/apply", body: wish, key });
  await signMade(who, { loanId, mobileNumber });
}

/** Pays everything that ends the loan, or its first instalment, to its virtual account, and waits until it is booked. */
export async function payBill(who: Phone, what: "ALL" | "FIRST"): Promise<void> {
  const path = "/api/repayment/virtual-account";
  const { bill } = await who.page.evaluate(ask, { path: "/api/repayment/bills", body: null, key: "" });
  const { virtualAccountNumber } = await who.page.evaluate(ask, { path, body: { bankCode: "014" }, key: "" });
  const amount = what === "ALL" ? bill.payoffRupiah : bill.rows[0].unpaidRupiah;
  await pay(who, { virtualAccountNumber, amount });
  const left = async () => {
    const now = (await who.page.evaluate(ask, { path: "/api/repayment/bills", body: null, key: "" })).bill;
    return now?.payoffRupiah ?? 0;
  };
  await expect.poll(left, { interval: 300, timeout: 20_000 }).toBeLessThan(bill.payoffRupiah);
}

async function signMade(who: Phone, made: { loanId: string; mobileNumber: string }): Promise<void> {
  await untilHomeLeadsTo(who, "/webview/agreement");
  await waitForNextCode(who);
  const pending = await who.page.evaluate(ask, {
    path: "/api/mobile/sendVerificationWithoutCaptcha",
    body: { purpose: "STEP_UP_SIGN", channel: "SMS" },
    key: "",
  });
  const agreement = await who.page.evaluate(ask, { path: "/api/agreement", body: null, key: "" });
  const { hash } = agreement.toSign;
  const path = `/api/agreement/${made.loanId}`;
  await who.page.evaluate(ask, { path: `${path}/accept`, body: { hash, read: true, platforms: true }, key: "" });
  const code = await newestCode(who, made.mobileNumber);
  await who.page.evaluate(ask, {
    path: `${path}/sign`,
    body: { hash, verificationId: pending.verificationId, code },
    key: `sign-${made.loanId}`,
  });
  await untilHomeLeadsTo(who, "/webview/bills");
}

/** Runs in the page, as the product's own script would. */
// oxlint-disable-next-line typescript/no-explicit-any
async function ask({ path, body, key }: { path: string; body: unknown; key: string }): Promise<any> {
  const headers: Record<string, string> = {
    "Content-Type": "application/json",
    ...(key ? { "Idempotency-Key": key } : {}),
  };
  const answer = await fetch(path, body ? { method: "POST", headers, body: JSON.stringify(body) } : {});
  const read = await answer.json();
  if (!answer.ok) throw new Error(`${path}: ${JSON.stringify(read)}`);
  return read;
}

/** Chooses a way on the bill that stands: a bank's code, `QRIS` or `OVO`. */
export async function chooseWay({ page }: Phone, way: string, amountRupiah?: number): Promise<void> {
  if (amountRupiah !== undefined) await page.fill("[name=amountRupiah]", String(amountRupiah));
  await page.check(`[name=way][value="${way}"]`, { force: true });
  await page.locator("button[data-track=bills-pay]").click();
}

/** The number of the virtual account that the page shows. */
export async function shownAccount({ page }: Phone): Promise<string> {
  const value = page.locator(".copy-text-value").first();
  await value.waitFor();
  return (await value.innerText()).replaceAll(/\D/g, "");
}

/** The content of the QRIS code on the page. */
export async function shownQris(who: Phone): Promise<string> {
  const picture = who.page.locator("main img[src*='/qris/']");
  await picture.waitFor();
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0))
    .toBe(true);
  const read = await readQr(await picture.screenshot());
  if (!read) throw new Error("The picture holds no readable code.");
  return read;
}

export interface SandboxPayment {
  virtualAccountNumber?: string;
  qris?: string;
  amount: number;
  behaviour?: { duplicates?: number; outcome?: string };
}
export const pay = (who: Phone, payment: SandboxPayment) => sandboxPost(who, "/api/sandbox/bank/pay", payment);

export const moveDays = (who: Phone, days: number) =>
  sandboxPost(who, "/api/sandbox/clock", { advanceSeconds: days * 86_400 });

/** To ten o'clock in Jakarta: within the hours in which people may be written to, far from the end of a day. */
export async function moveToMorning(who: Phone): Promise<void> {
  await moveToTime(who, "10:00:00");
}

/** To the next time of day in Jakarta, `23:57:00`. */
export async function moveToTime(who: Phone, time: string): Promise<void> {
  const [hours = 0, minutes = 0, seconds = 0] = time.split(":").map(Number);
  const { now } = await sandboxGet<{ now: string }>(who, "/api/sandbox/clock");
  const secondsOfDay = (Math.floor(Date.parse(now) / 1000) + 7 * 3600) % 86_400;
  const wanted = hours * 3600 + minutes * 60 + seconds;
  await sandboxPost(who, "/api/sandbox/clock", { advanceSeconds: (wanted - secondsOfDay + 86_400) % 86_400 });
}

/** Waits on the page of a way to pay until the money has been seen, and opens the result. */
export async function untilReceived(who: Phone): Promise<void> {
  const { page } = who;
  await page.locator("a[href^='/repayment/success']").first().waitFor({ timeout: 20_000 });
  await page.locator("a[href^='/repayment/success']").first().click();
  await page.waitForURL(/\/repayment\/success/);
}
