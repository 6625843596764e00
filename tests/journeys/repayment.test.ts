/** Paying back in Indonesian: in part and early, by code, late, too much; until nothing is owed and a letter says so. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { formatRupiah } from "#shared/money.ts";
import { pressLink } from "#tests/support/applying.ts";
import { newestCode, newestLink, personOf, sandboxPost, type Person } from "#tests/support/borrower.ts";
import { phone, type Phone } from "#tests/support/browser.ts";
import { checkAsStranger, downloadPaper, expectSigned } from "#tests/support/papers.ts";
import {
  chooseWay,
  madeLoan,
  moveDays,
  moveToMorning,
  moveToTime,
  pay,
  shownAccount,
  shownQris,
  untilReceived,
} from "#tests/support/paying.ts";
import { startBehindTls, type RunningProduct } from "#tests/support/journey-server.ts";

let product: RunningProduct;
let borrower: Phone;
let person: Person;
let loanId: string;
beforeAll(async () => {
  product = await startBehindTls(await mkdtemp(join(tmpdir(), "tunai-repayment-")));
  borrower = await phone({ origin: product.origin });
  person = await personOf(borrower, "approved-2");
});
afterAll(async () => {
  await product.stop("SIGTERM");
  await rm(product.dataDir, { recursive: true, force: true });
});

const text = () => borrower.page.locator("main").innerText();
/** The page of a way to pay after the money has arrived, without a press: the received and the remaining amount, and no number to pay to. */
async function receivedInPlace(amount: string, remains: string): Promise<void> {
  await borrower.page.locator("h1", { hasText: "Pembayaran diterima" }).waitFor({ timeout: 20_000 });
  expect(await text()).toContain(amount);
  expect(await text()).toContain(remains);
  expect(await borrower.page.locator(".copy-text-value, main img").count()).toBe(0);
  expect(await text()).not.toContain("Pilih cara lain");
  // Looks as it would after a reload: the page carried the rules of what came later.
  expect(
    await borrower.page
      .locator(".receipt-line")
      .first()
      .evaluate((line) => getComputedStyle(line).display),
  ).toBe("flex");
}

it("a loan runs, and nothing is due yet", async () => {
  await moveToMorning(borrower);
  ({ loanId } = await madeLoan(borrower, "approved-2", person.mobileNumber));
  await borrower.look("home-active");
  // An address of earlier payments that was cut off shows the newest ones.
  await borrower.page.goto(`${borrower.origin}/webview/loan-history/${loanId}?before=cut`);
  expect(await borrower.page.locator("main").textContent()).toContain("Belum ada pembayaran.");
});

it("on the smallest phone with doubled text nothing is wider than the screen, and on paper only what is to be read is left", async () => {
  const small = await phone({ origin: product.origin, width: 320 });
  const { page } = small;
  await small.context.addCookies(await borrower.context.cookies());
  await page.addInitScript(() =>
    document.addEventListener("DOMContentLoaded", () => (document.documentElement.style.fontSize = "200%")),
  );
  const whole = () => page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth);
  for (const path of [
    "/webview/home",
    "/webview/bills",
    `/webview/loan-history/${loanId}`,
    `/webview/agreement/riplay?loan=${loanId}`,
    "/webview/loan-product",
    "/webview/my-profile",
    "/webview/password",
  ]) {
    await page.goto(product.origin + path);
    expect(await whole(), path).toBe(true);
  }
  await page.emulateMedia({ media: "print" });
  for (const [path, read] of [
    ["/webview/bills", ".schedule"],
    [`/webview/loan-history/${loanId}`, ".receipt"],
    ["/webview/agreement-pdf", ".document-picture"],
  ] as const) {
    await page.goto(product.origin + path);
    expect(await page.locator(read).first().isVisible(), path).toBe(true);
    for (const part of await page.locator("header, .tab-bar, .button, .tabs, .choices").all())
      expect(await part.isVisible(), path).toBe(false);
  }
});

it("part of an instalment, early, by virtual account: the bank calls three times, it counts once", async () => {
  await borrower.open("/webview/bills");
  await borrower.open("/webview/bills?pay=payoff");
  await borrower.open("/webview/bills?pay=other");
  await chooseWay(borrower, "014", 93_333);
  const virtualAccountNumber = await shownAccount(borrower);
  await borrower.look("bills-bank");
  await pay(borrower, { virtualAccountNumber, amount: 93_333, behaviour: { duplicates: 2 } });
  await receivedInPlace("Rp 93.333", "Rp 300.000");
  await borrower.look("bills-bank-received");
  await untilReceived(borrower);
  await borrower.look("repayment-success-part");
  await borrower.open("/webview/bills");
  expect(await text()).toContain("Rp 300.000");
});

it("the rest of it by QRIS, read from the picture", async () => {
  await borrower.open("/webview/bills");
  await chooseWay(borrower, "QRIS");
  const qris = await shownQris(borrower);
  await borrower.look("bills-qris");
  await pay(borrower, { qris, amount: 300_000 });
  await receivedInPlace("Rp 300.000", "Rp 393.333");
  await untilReceived(borrower);
  await borrower.look("repayment-success-qris");
  expect(await text()).toContain("Rp 300.000");
});

it("a reminder's link shows the bill without a login, and says so when it is over", async () => {
  const stranger = await phone({ origin: product.origin });
  // Reminders go out on Monday to Saturday: one of these days has brought one.
  for (const days of [57, 1, 1]) await moveDays(borrower, days);
  const link = new URL(await newestLink(stranger, person.mobileNumber));
  expect(link.pathname).toBe("/webview/no-login-bills");
  await stranger.open(link.pathname + link.search);
  expect(stranger.page.url()).not.toContain("t=");
  await chooseWay(stranger, "008");
  await shownAccount(stranger);
  await stranger.look("no-login-bills-bank");
  await stranger.page.goto(`${product.origin}/webview/no-login-bills?t=k1.bad.link`);
  await stranger.look("no-login-bills-over");
});

it("nothing is paid for 70 days: ten days late, the fee is shown before it is paid", async () => {
  await moveDays(borrower, 11);
  await borrower.open("/webview/home");
  await borrower.look("home-late");
  await borrower.open("/webview/bills");
  await borrower.look("bills-late");
  expect(await text()).toContain("Rp 6.666");
});

it("what is late by OVO, confirmed on the phone", async () => {
  await borrower.open("/webview/bills");
  await chooseWay(borrower, "OVO");
  await borrower.page.waitForURL(/\/webview\/ovo/);
  await borrower.look("ovo");
  await borrower.page.fill("[name=mobileNumber]", person.mobileNumber);
  await borrower.page.locator("button[data-track=ovo-send]").click();
  await borrower.page.waitForURL(/\/webview\/ovo\?request=/);
  await borrower.look("ovo-waiting");
  await untilReceived(borrower);
  await borrower.look("repayment-success-ovo");
  // The remaining debt costs less today than on its due date: both pages show the amount of today.
  const { bill } = await borrower.page.evaluate(async () => (await fetch("/api/repayment/bills")).json());
  expect(bill.payoffRupiah).toBeLessThan(bill.nextDueRupiah);
  for (const [path, label] of [
    ["/webview/home", "Lunas jika dibayar hari ini"],
    ["/webview/bills", "Melunasi pinjaman hari ini"],
  ] as const) {
    await borrower.open(path);
    expect(await borrower.page.locator("main").textContent()).toContain(label);
  }
  await borrower.look("bills-last-instalment");
});

it("too much by virtual account: the loan is paid off, and the rest is hers", async () => {
  await borrower.open("/webview/bills?pay=payoff");
  await chooseWay(borrower, "014");
  const virtualAccountNumber = await shownAccount(borrower);
  await pay(borrower, { virtualAccountNumber, amount: 450_000 });
  await borrower.page.locator("a[href^='/webview/loan-history/']").first().waitFor({ timeout: 20_000 });
  await borrower.look("bills-just-paid-off");
  const { balanceRupiah } = await borrower.page.evaluate(async () => (await fetch("/api/repayment/bills")).json());
  await borrower.open("/webview/home");
  await borrower.look("home-balance");
  expect(balanceRupiah).toBeGreaterThan(0);
  expect((await borrower.page.locator("main").textContent())?.replaceAll("\u00a0", " ")).toContain(
    `Saldo Anda ${formatRupiah(balanceRupiah)}`,
  );
  await borrower.open("/webview/bills");
  await borrower.look("bills-nothing-to-pay");
  await borrower.page.locator("[data-track=balance_refund]").click();
  // Money that leaves takes a fresh code.
  await borrower.page.locator("[name=code]").fill(await newestCode(borrower, person.mobileNumber));
  await borrower.page.locator("[data-track=balance_refund_code]").click();
  await borrower.page.getByText("sedang diproses").waitFor();
  await borrower.look("bills-refund");
  await borrower.open("/webview/home");
  await borrower.look("home-paid-off");
});

it("the letter is in the history, signed, and anyone can check it", async () => {
  await borrower.open("/webview/loan-history");
  await pressLink(borrower, `/webview/loan-history/${loanId}`);
  await borrower.look("loan-detail-paid-off");
  expect(await borrower.page.locator(".schedule").innerText()).toContain("Denda keterlambatan");
  const letter = borrower.page.locator("#documents a[href*='/webview/']", { hasText: /lunas/i }).first();
  await letter.click();
  await borrower.page.waitForLoadState();
  await borrower.look("payoff-letter");
  const paper = await downloadPaper(borrower);
  await expectSigned(paper.bytes);
  await checkAsStranger(product.origin, paper);
});

it("a payoff written before midnight ends the loan after it: by a code, by a push, and by the bank's inquiry", async () => {
  const people = ["approved-1", "approved-east", "approved-one-word-name"] as const;
  const phones: Phone[] = [];
  for (const key of people) {
    const who = await phone({ origin: product.origin, width: 360 });
    await moveToMorning(who);
    await madeLoan(who, key, (await personOf(who, key)).mobileNumber);
    phones.push(who);
  }
  const [byCode, byPush, byBank] = phones as [Phone, Phone, Phone];
  const main = async ({ page }: Phone) => (await page.locator("main").innerText()).replaceAll("\u00a0", " ");
  await moveToTime(byCode, "23:57:00");
  await byCode.open("/webview/bills?pay=payoff");
  expect(await main(byCode)).toContain("Jumlah ini berlaku sampai pukul 24.00 WIB");
  await byCode.look("bills-payoff");
  await chooseWay(byCode, "QRIS");
  const qris = await shownQris(byCode);
  expect(await main(byCode)).toContain("Dibayar dalam waktu ini, pinjaman lunas per");
  await byCode.look("bills-qris-payoff");
  await byBank.open("/webview/bills?pay=payoff");
  await chooseWay(byBank, "014");
  const virtualAccountNumber = await shownAccount(byBank);
  expect(await main(byBank)).toContain("bayarlah sebelum pukul 24.00 WIB");
  await byBank.look("bills-bank-payoff");
  const answered = await sandboxPost<{ payoffRupiah: number }>(byBank, "/api/sandbox/bank/inquiry", {
    virtualAccountNumber,
  });
  await byPush.open("/webview/ovo?pay=payoff");
  await byPush.page.fill("[name=mobileNumber]", "081299990077");
  await moveToTime(byPush, "23:59:30");
  await byPush.page.locator("button[data-track=ovo-send]").click();
  await byPush.page.waitForURL(/\/webview\/ovo\?request=/);
  await moveToTime(byCode, "00:02:00");
  const { amountRupiah } = await byCode.page.evaluate(
    async () => (await (await fetch("/api/repayment/bills")).json()).qris,
  );
  await pay(byCode, { qris, amount: amountRupiah });
  await pay(byBank, { virtualAccountNumber, amount: answered.payoffRupiah });
  for (const who of phones) {
    await who.page.locator("h1", { hasText: "Pinjaman Anda lunas" }).waitFor({ timeout: 30_000 });
    await who.open("/webview/bills");
    expect(await main(who)).toContain("Pinjaman Anda lunas");
    expect(await main(who)).not.toContain("Saldo Anda");
  }
});
