/** Reward money from its grant by two people to a bank account, with and without script, and its way back where the bank refuses it. */
import { beforeAll, expect, it } from "vitest";
import { waitForNextCode } from "#tests/support/applying.ts";
import { newestCode, sandboxPost } from "#tests/support/borrower.ts";
import { phone, type Phone, type PhoneOptions } from "#tests/support/browser.ts";
import { staffPhone } from "#tests/support/console.ts";
import { press } from "#tests/support/information.ts";
import { ownDays, type ReadyProduct } from "#tests/support/journey-server.ts";
import { withIdentity } from "#tests/support/with-identity.ts";
import { waysOf } from "#tests/support/ways.ts";

let product: ReadyProduct;
let maker: Phone;
let checker: Phone;
beforeAll(async () => {
  product = await ownDays();
  maker = await staffPhone("support", 0, { origin: product.origin, width: 1280 });
  checker = await staffPhone("finance", 0, { origin: product.origin, width: 1280 });
}, 300_000);
const phoneHere = (options: PhoneOptions = {}) => phone({ origin: product.origin, ...options });
const text = ({ page }: Phone) => page.locator("main").innerText();

/** Runs in the page, as the product's own script would. */
// oxlint-disable-next-line typescript/no-explicit-any
async function ask({ path, body, key }: { path: string; body: unknown; key: string }): Promise<any> {
  const headers = { "Content-Type": "application/json", ...(key ? { "Idempotency-Key": key } : {}) };
  const answer = await fetch(path, body ? { method: "POST", headers, body: JSON.stringify(body) } : {});
  const read = await answer.json();
  if (!answer.ok) throw new Error(`${path}: ${JSON.stringify(read)}`);
  return read;
}

let grants = 0;
/** Support proposes, finance confirms. */
async function grant(borrowerId: string, amountRupiah: number): Promise<void> {
  const [first, second] = [`grant-${++grants}`, `check-${grants}`];
  const reason = "Menunggu jawaban kami terlalu lama.";
  const { proposalId } = await maker.page.evaluate(ask, {
    path: `/api/staff/borrowers/${borrowerId}/reward-grant`,
    body: { amountRupiah, reason },
    key: first,
  });
  await checker.page.evaluate(ask, {
    path: `/api/staff/checks/${proposalId}/check`,
    body: { approve: true },
    key: second,
  });
}

/** A borrower whose bank account was added more than a day ago. */
async function borrowerWithAccount(accountNumber: string, options: PhoneOptions = {}) {
  const { who, person } = await withIdentity({ origin: product.origin, ...options });
  const { page } = who;
  await page.goto(`${who.origin}/webview/wallet`);
  await page.evaluate(ask, { path: "/api/bank-account", body: { bankCode: "014", accountNumber }, key: "" });
  await sandboxPost(who, "/api/sandbox/clock", { advanceSeconds: 25 * 3_600 });
  const { userId } = await page.evaluate(ask, { path: "/api/session", body: null, key: "" });
  return { who, person, borrowerId: userId as string };
}

async function withdraw(who: Phone, mobileNumber: string, amountRupiah: number, name: string): Promise<void> {
  const { page } = who;
  await who.open("/webview/withdraw");
  await who.look(`${name}-withdraw`);
  await page.fill("[name=amountRupiah]", String(amountRupiah));
  await waitForNextCode(who);
  await press(who, "wallet_withdraw");
  const code = page.locator("[data-track=wallet_withdraw_code]");
  await code.or(page.locator("[data-track=otp_send]")).first().waitFor();
  if ((await page.locator("[data-track=otp_send]").count()) > 0) {
    await page.check("[name=channel][value=SMS]", { force: true });
    await press(who, "otp_send");
    await code.waitFor();
  }
  await who.look(`${name}-code`);
  await page.fill("[name=code]", await newestCode(who, mobileNumber));
  await press(who, "wallet_withdraw_code");
  await page.waitForURL(/\/webview\/wallet\?ordered/);
}

it.each(waysOf(import.meta.url, [true, false]))(
  "reward money goes from a grant to the bank account (script: %s)",
  async (javaScript) => {
    const { who, person, borrowerId } = await borrowerWithAccount("1234509876", { javaScript: true });
    const { page } = who;
    await who.open("/webview/wallet");
    await who.look("wallet-empty");
    expect(await text(who)).toContain("Dompet Anda masih kosong");
    await grant(borrowerId, 150_000);
    await who.open("/webview/wallet");
    await who.look("wallet");
    expect(await text(who)).toContain("Rp 150.000");
    const plain = javaScript ? who : await phoneHere({ javaScript: false });
    if (!javaScript) await plain.context.addCookies(await who.context.cookies());
    await withdraw(plain, person.mobileNumber, 100_000, javaScript ? "wallet" : "wallet-plain");
    await plain.look("wallet-ordered");
    expect(await text(plain)).toContain("Penarikan Anda sedang dikirim");
    await plain.open("/webview/withdraw");
    await plain.look("wallet-pending");
    await sandboxPost(who, "/api/sandbox/clock", { advanceSeconds: 60 });
    await who.open("/webview/wallet?kind=WITHDRAWAL");
    await who.look("wallet-withdrawals");
    expect(await text(who)).toContain("Berhasil");
    await page.getByRole("link", { name: /Penarikan ke rekening bank/ }).click();
    await page.getByText("Perjalanan uang").waitFor();
    await who.look("wallet-detail");
    expect(await text(who)).toContain("Masuk ke rekening");
  },
);

it("comes back into the wallet where the bank refuses it, and is told so in each language", async () => {
  const { who, person, borrowerId } = await borrowerWithAccount("9900000002");
  await grant(borrowerId, 60_000);
  await withdraw(who, person.mobileNumber, 60_000, "wallet-failed");
  // The bank's word comes by its own call, a moment after its time.
  await expect
    .poll(
      async () => {
        await sandboxPost(who, "/api/sandbox/clock", { advanceSeconds: 60 });
        await who.open("/webview/wallet");
        return text(who);
      },
      { timeout: 20_000 },
    )
    .toContain("Gagal");
  await who.look("wallet-failed");
  expect(await text(who)).toContain("Gagal");
  expect(await text(who)).toContain("Rp 60.000");
  for (const [language, words] of [
    ["en-GB", "Reward wallet"],
    ["zh-CN", "奖励钱包"],
  ] as const) {
    const abroad = await phoneHere({ language });
    await abroad.context.addCookies((await who.context.cookies()).filter(({ name }) => !name.endsWith("lang")));
    await abroad.open("/webview/wallet");
    await abroad.look(`wallet-${language}`);
    expect(await abroad.page.title()).toContain(words);
  }
  await who.open("/webview/wallet/detail?record=nothing");
  await who.look("wallet-gone");
  expect(await text(who)).toContain("Catatan ini tidak ada");
});

it("shows points, their records and rules, and the rules of coupons, also where there is nothing yet", async () => {
  const { who, borrowerId } = await borrowerWithAccount("1234504321");
  expect(borrowerId).toBeTruthy();
  for (const [path, words, name] of [
    ["/webview/integral", "Cara mendapat poin", "points"],
    ["/webview/integral-record", "Belum ada poin", "points-records"],
    ["/webview/integral-detail?item=gone", "Penukaran ini tidak ada lagi", "points-gone"],
    ["/webview/integral-rule", "Poin tidak bisa diuangkan", "points-rule"],
    ["/webview/activity/coupon-rule", "Satu kupon untuk satu pinjaman", "coupon-rule"],
  ] as const) {
    await who.open(path);
    await who.look(name);
    expect(await text(who)).toContain(words);
  }
});

it("who closes the account chooses where the balance goes, however small", async () => {
  const { who, person, borrowerId } = await borrowerWithAccount("1234567812");
  await grant(borrowerId, 4_000);
  const { page } = who;
  await who.open("/webview/cancel-account");
  expect(await page.locator("[name=balanceTo]:checked").count()).toBe(1);
  await who.look("closing-balance");
  await page.check("[name=reasons][value=PRIVACY]", { force: true });
  await page.check("[name=acceptLost]");
  await waitForNextCode(who);
  await press(who, "account_close");
  await page.locator("[name=code]").waitFor();
  await page.fill("[name=code]", await newestCode(who, person.mobileNumber));
  await press(who, "account_close_code");
  await page.waitForURL(/cancel-account\?asked=1/);
  expect(await page.locator("main").innerText()).toContain("sedang dikirim ke rekening");
  await who.look("closing-balance-sent");
});
