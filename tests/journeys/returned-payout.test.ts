/** A payout that the receiving bank sent back: the borrower sees it, two people send it again or undo the loan, each at an own browser. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { homeSays } from "#tests/support/applying.ts";
import { invented, sandboxPost } from "#tests/support/borrower.ts";
import { phone, type Phone } from "#tests/support/browser.ts";
import { staffPhone } from "#tests/support/console.ts";
import { madeLoan } from "#tests/support/paying.ts";
import { startBehindTls, type RunningProduct } from "#tests/support/journey-server.ts";

/** The account whose bank sends the money back ten minutes after it arrived. */
const returning = "9900000009";

let product: RunningProduct;
let maker: Phone;
let checker: Phone;
beforeAll(async () => {
  product = await startBehindTls(await mkdtemp(join(tmpdir(), "tunai-returned-")));
  maker = await staffPhone("finance", 0, { origin: product.origin, width: 1280 });
  checker = await staffPhone("admin", 0, { origin: product.origin, width: 360 });
}, 300_000);
afterAll(async () => {
  await product.stop("SIGTERM");
  await rm(product.dataDir, { recursive: true, force: true });
});

const text = ({ page }: Phone) => page.locator("main").innerText();

async function cameBack(key: string, seed: number): Promise<{ borrower: Phone; loanNumber: string }> {
  const borrower = await phone({ origin: product.origin });
  const { mobileNumber } = await invented(borrower, seed);
  await madeLoan(borrower, key, mobileNumber, { accountNumber: returning });
  await borrower.page.evaluate(async () => {
    const answer = await fetch("/api/bank-account", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ bankCode: "008", accountNumber: "1230004567" }),
    });
    if (!answer.ok) throw new Error(await answer.text());
  });
  await sandboxPost(borrower, "/api/sandbox/clock", { advanceSeconds: 700 });
  await homeSays(borrower, "Dana Anda kembali ke kami");
  const loanNumber = await borrower.page.evaluate(
    async () => (await (await fetch("/api/loan/home")).json()).loan.number as string,
  );
  return { borrower, loanNumber };
}

async function decide(loanNumber: string, deed: string, name: string): Promise<void> {
  await maker.open("/staff/disbursements");
  await maker.page.locator("#returned").getByRole("link", { name: loanNumber }).click();
  await maker.page.locator("form#returned-form").waitFor();
  await maker.look(`${name}-form`);
  await maker.page.locator(`form#returned-form [name=deed][value=${deed}]`).check({ force: true });
  if (deed === "SEND_AGAIN")
    await maker.page.locator("form#returned-form [name=bankAccountId]").selectOption({
      index: (await maker.page.locator("form#returned-form [name=bankAccountId] option").count()) - 1,
    });
  await maker.page.locator("form#returned-form [name=reason]").fill("Sudah dipastikan dengan peminjam lewat telepon.");
  await maker.page.locator("form#returned-form button:not([type=button])").last().click();
  await maker.page.waitForURL(/\/staff\/checks\//);
  await maker.look(`${name}-waits`);
  expect(await text(maker)).toContain("Usulan Anda menunggu orang lain");
  await checker.open("/staff/disbursements");
  await checker.look(`${name}-list`);
  await checker.open(new URL(maker.page.url()).pathname + new URL(maker.page.url()).search);
  await checker.look(`${name}-check`);
  await checker.page.locator("button[name=approve][value=true]").click();
  await checker.page.getByText("Dilaksanakan").first().waitFor();
}

it("is shown to the borrower, sent again to another account by two people, and the loan runs again", async () => {
  const { borrower, loanNumber } = await cameBack("approved-1", 81);
  await borrower.open("/webview/home");
  await borrower.look("returned-home");
  expect(await text(borrower)).toContain("belum perlu membayar apa pun");
  const small = await staffPhone("finance", 1, { origin: product.origin });
  await small.open("/staff/disbursements");
  await small.page.locator("#returned").getByRole("link", { name: loanNumber }).click();
  await small.page.locator("form#returned-form").waitFor();
  await small.look("returned-form-small");
  await decide(loanNumber, "SEND_AGAIN", "send-again");
  await borrower.open("/webview/home");
  await borrower.look("returned-sending");
  await homeSays(borrower, "Bayar sekarang");
  await borrower.look("returned-arrived");
}, 300_000);

it("ends a loan whose money is given back: nothing is owed and the limit is whole", async () => {
  const { borrower, loanNumber } = await cameBack("approved-2", 82);
  await decide(loanNumber, "GIVE_BACK", "give-back");
  await borrower.open("/webview/home");
  await borrower.look("returned-undone");
  expect(await text(borrower)).toContain("dianggap tidak pernah cair");
}, 300_000);
