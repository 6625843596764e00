/** Money by hand in the console: two people return, reverse, book and decide, at two browsers; the borrower sees what came of it. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { signLoan, untilHomeLeadsTo } from "#tests/support/applying.ts";
import { invented } from "#tests/support/borrower.ts";
import { phone, type Phone } from "#tests/support/browser.ts";
import { staffPhone } from "#tests/support/console.ts";
import { chooseWay, madeLoan, moveDays, pay, shownQris } from "#tests/support/paying.ts";
import { startBehindTls, type RunningProduct } from "#tests/support/journey-server.ts";

let product: RunningProduct;
let maker: Phone;
let checker: Phone;
beforeAll(async () => {
  product = await startBehindTls(await mkdtemp(join(tmpdir(), "tunai-money-")));
  maker = await staffPhone("finance", 0, { origin: product.origin, width: 1280 });
  checker = await staffPhone("admin", 0, { origin: product.origin, width: 1280 });
}, 300_000);
afterAll(async () => {
  await product.stop("SIGTERM");
  await rm(product.dataDir, { recursive: true, force: true });
});

/** Sets the maximal amount of a QRIS code, a dated row that an operator changes: a first loan is smaller than the usual 10,000,000 rupiah. */
async function setQrisLimit(rupiah: number): Promise<void> {
  const host = encodeURIComponent(join(product.dataDir, "postgres"));
  const database = new pg.Client({ connectionString: `postgresql://postgres@localhost/tunai?host=${host}` });
  await database.connect();
  await database.query("update payment_rail_limit set most_rupiah = $1 where rail = 'QRIS'", [rupiah]);
  await database.end();
}

const text = ({ page }: Phone) => page.locator("main").innerText();
const submit = ({ page }: Phone, form: string) => page.locator(`form#${form} button:not([type=button])`).last().click();

/** The checker opens what waits, looks at it and agrees; the maker sees that another person is needed. */
async function confirmed(name: string): Promise<void> {
  await maker.page.waitForURL(/\/staff\/checks\//);
  await maker.look(`${name}-waits`);
  expect(await text(maker)).toContain("Usulan Anda menunggu orang lain");
  await checker.open(new URL(maker.page.url()).pathname + new URL(maker.page.url()).search);
  await checker.look(`${name}-check`);
  await checker.page.locator("button[name=approve][value=true]").click();
  await checker.page.getByText("Dilaksanakan").first().waitFor();
}

it("a lender's deposit is booked by its reference on the statement", async () => {
  await maker.open("/staff/money/deposits");
  await maker.page.selectOption("[name=lenderId]", { index: 1 });
  await maker.page.fill("[name=amountRupiah]", "75.000.000");
  await maker.page.fill("[name=bankReference]", "MUTASI-0001");
  await maker.page.fill("[name=receivedOn]", "2026-01-15");
  await maker.page.fill("[name=reason]", "Ada di rekening koran pagi ini.");
  await submit(maker, "f");
  await confirmed("deposit");
  expect(await text(checker)).toContain("Setoran pemberi dana");
  await checker.open("/staff/checks?state=DONE&kind=money");
  await checker.look("checks-done");
  expect(await text(checker)).toContain("MUTASI-0001");
});

it("money of nobody goes back to its payer", async () => {
  await pay(maker, { virtualAccountNumber: "88801000000000777", amount: 125_000 });
  await expect
    .poll(async () => (await maker.page.goto(`${maker.origin}/staff/payments`)) && text(maker))
    .toContain("88801000000000777");
  await maker.page.locator("a", { hasText: "88801000000000777" }).click();
  await maker.look("unmatched-opened");
  await maker.page.selectOption("[name=bankCode]", "008");
  await maker.page.fill("[name=accountNumber]", "9900000001");
  await maker.page.locator("form#return [name=reason]").fill("Pengirim meminta lewat bank.");
  await submit(maker, "return");
  await maker.page.getByText("Bank tidak mengenal nomor rekening ini").first().waitFor();
  expect(await maker.page.inputValue("[name=accountNumber]")).toBe("9900000001");
  await maker.look("return-refused");
  await maker.page.fill("[name=accountNumber]", "4441112223");
  await submit(maker, "return");
  await confirmed("return");
  await expect
    .poll(async () => (await maker.page.goto(`${maker.origin}/staff/payments`)) && text(maker))
    .not.toContain("88801000000000777");
});

it("a payment that the bank took back is reversed, and the paid-off loan owes again beside the one that came after it", async () => {
  const borrower = await phone({ origin: product.origin });
  const person = await invented(borrower, 71);
  const { loanId } = await madeLoan(borrower, "approved-1", person.mobileNumber);
  const ask = (path: string, body?: unknown) =>
    borrower.page.evaluate(
      async ([to, sent]) =>
        (
          await fetch(
            to as string,
            sent
              ? {
                  method: "POST",
                  headers: { "Content-Type": "application/json", "Idempotency-Key": `money-${to}` },
                  body: JSON.stringify(sent),
                }
              : {},
          )
        ).json(),
      [path, body] as const,
    );
  const { virtualAccountNumber } = await ask("/api/repayment/virtual-account", { bankCode: "014" });
  await pay(borrower, { virtualAccountNumber, amount: 1_000_000 });
  await expect.poll(async () => (await ask("/api/repayment/bills")).paidOff?.loanId).toBe(loanId);
  const [bankAccount] = (await ask("/api/bank-account")).items;
  expect(
    (
      await ask("/api/loan/apply", {
        amountRupiah: 500_000,
        tenorDays: 90,
        purpose: "EDUCATION",
        bankAccountId: bankAccount.id,
      })
    ).state,
  ).toBe("SUBMITTED");
  await untilHomeLeadsTo(borrower, "/webview/agreement");
  await signLoan(borrower, person.mobileNumber);
  await untilHomeLeadsTo(borrower, "/webview/bills");
  await maker.open("/staff/payments/reversal?loan=TIDAK-ADA");
  await maker.look("reversal-unknown");
  await maker.page.fill("[name=loan]", loanId);
  await submit(maker, "find");
  await maker.page.getByRole("link", { name: "Batalkan", exact: true }).click();
  await maker.page.locator("form#reversal").waitFor();
  await maker.look("reversal-opened");
  await maker.page.locator("form#reversal [name=reason]").fill("Bank menarik kembali dananya tadi pagi.");
  await submit(maker, "reversal");
  await confirmed("reversal");
  await borrower.open("/webview/bills");
  await borrower.look("two-loans-bill");
  expect(await text(borrower)).toContain("Rp 393.333");
  expect(await text(borrower)).toContain("Anda juga berutang pada pinjaman");
  await borrower.open("/webview/home");
  await borrower.look("two-loans-home");
  expect(await text(borrower)).toContain("juga masih harus dibayar");
  const small = await staffPhone("finance", 1, { origin: product.origin });
  await small.open("/staff/checks?state=DONE");
  await small.open("/staff/payments/reversal");
  await small.open("/staff/disbursements");
}, 300_000);

it("more than a QRIS code carries is paid by a virtual account or in parts, and the bill says so before the tap, in every language", async () => {
  const borrower = await phone({ origin: product.origin });
  const person = await invented(borrower, 73);
  await setQrisLimit(5_000_000);
  await madeLoan(borrower, "approved-2", person.mobileNumber, {
    amountRupiah: 6_000_000,
    monthlyIncomeRupiah: 60_000_000,
  });
  await moveDays(borrower, 5);
  const offered = () =>
    borrower.page.locator("[name=way]").evaluateAll((ways) => ways.map((way) => (way as HTMLInputElement).value));
  for (const [language, said] of [
    ["zh", "单笔最多"],
    ["en", "at most"],
    ["id", "paling banyak"],
  ] as const) {
    await borrower.page.goto(`${borrower.origin}/webview/bills?pay=payoff&lang=${language}`);
    await borrower.look(`bill-above-qris-${language}`);
    expect(await text(borrower)).toContain(said);
    expect(await offered()).not.toContain("QRIS");
    expect(await offered()).toContain("OVO");
  }
  await borrower.page.getByRole("link", { name: "Bayar Rp 5.000.000 dulu" }).click();
  await borrower.page.locator("[name=way][value=QRIS]").waitFor({ state: "attached" });
  expect(await borrower.page.inputValue("[name=amountRupiah]")).toMatch(/^5\.?000\.?000$/);
  await borrower.look("bill-first-part");
  await chooseWay(borrower, "QRIS", 5_000_001);
  await borrower.page.getByText("Pakai virtual account, atau bayar bertahap").first().waitFor();
  await borrower.look("bill-part-refused");
  await chooseWay(borrower, "QRIS", 5_000_000);
  const qris = await shownQris(borrower);
  await pay(borrower, { qris, amount: 5_000_000, behaviour: { outcome: "REFUNDED" } });
  await borrower.page.getByText("sudah kami terima").first().waitFor({ timeout: 20_000 });

  // Ten minutes later the rail gives the money back: staff see it, and two of them reverse the payment.
  await moveDays(borrower, 1);
  await expect
    .poll(async () => (await maker.page.goto(`${maker.origin}/staff/payments`)) && text(maker))
    .toContain("Ditarik kembali setelah masuk");
  await maker.look("taken-back");
  await maker.page.locator("#taken-back .console-id").first().click();
  await maker.look("taken-back-opened");
  await submit(maker, "ask");
  await maker.page.waitForURL(/taken=/);
  await maker.page.getByRole("link", { name: "Usulkan pembatalan" }).click();
  await maker.page.locator("form#reversal [name=reason]").fill("Penyedia QRIS mengembalikan uangnya.");
  await submit(maker, "reversal");
  await confirmed("taken-back");
  await maker.open("/staff/payments");
  expect(await text(maker)).not.toContain("Ditarik kembali setelah masuk");
}, 300_000);
