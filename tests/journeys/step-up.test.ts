/** A fresh code before it is decided where money goes, and before it leaves: with and without script nothing that was typed is lost. */
import { beforeAll, expect, it } from "vitest";
import { invented, logIn, newestCode, sandboxPost } from "#tests/support/borrower.ts";
import { phone, type Phone, type PhoneOptions } from "#tests/support/browser.ts";
import { press } from "#tests/support/information.ts";
import { ownDays, type ReadyProduct } from "#tests/support/journey-server.ts";
import { chooseWay, madeLoan, pay, shownAccount } from "#tests/support/paying.ts";
import { waitForNextCode } from "#tests/support/applying.ts";
import { enter, proveIdentity } from "#tests/support/with-identity.ts";
import { waysOf } from "#tests/support/ways.ts";

// Codes wait for minutes and loans are decided by who applied before: both need a clock and people of their own.
let product: ReadyProduct;
beforeAll(async () => {
  product = await ownDays();
});
const phoneHere = (options: PhoneOptions = {}) => phone({ origin: product.origin, ...options });

const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, "0");
const text = ({ page }: Phone) => page.locator("main").innerText();

it.each(waysOf(import.meta.url, [true, false]))(
  "a second device binds an account by a code, and keeps what was typed all the way (script: %s)",
  async (javaScript) => {
    const first = await phoneHere();
    const person = await invented(first, javaScript ? 61 : 62);
    await enter(first, person.mobileNumber);
    await proveIdentity(first, person);
    await waitForNextCode(first);
    const second = await phoneHere({ javaScript });
    await logIn(second, person.mobileNumber, "/webview/bank-account");
    const { page } = second;
    await second.open("/webview/bank-account");
    const { bankCode, accountNumber } = person["bankAccount"];
    await page.selectOption("[name=bankCode]", bankCode);
    await page.fill("[name=accountNumber]", accountNumber);
    // A login's code went out seconds ago, for another purpose: this one goes at once.
    await press(second, "bank_account_add");
    await page.locator("[name=code]").waitFor();
    await second.look("bank-account-code-new");
    expect(await text(second)).toContain(accountNumber);
    await page.fill("[name=code]", wrong(await newestCode(second, person.mobileNumber)));
    await press(second, "bank_account_code");
    await page.getByText("Sisa 4 kali mencoba").waitFor();
    await second.look("bank-account-code-wrong");
    await page.locator("button[value=edit]").click();
    await page.locator("[name=accountNumber]").waitFor();
    expect([await page.inputValue("[name=bankCode]"), await page.inputValue("[name=accountNumber]")]).toEqual([
      bankCode,
      accountNumber,
    ]);
    await press(second, "bank_account_add");
    await page.locator("[name=code]").waitFor();
    await page.fill("[name=code]", await newestCode(second, person.mobileNumber));
    await press(second, "bank_account_code");
    await page.waitForURL(/saved/);
    expect(await text(second)).toContain(`••••${accountNumber.slice(-4)}`);
    expect(page.url()).not.toContain(accountNumber);
    // The proof is good for ten minutes: the next account takes no further code.
    await page.selectOption("[name=bankCode]", "008");
    await page.fill("[name=accountNumber]", `5${accountNumber.slice(1)}`);
    await press(second, "bank_account_add");
    await page.locator("[data-track=bank_account_main]").waitFor();
  },
);

it("an overpaid balance goes back to the account after a code of its own", async () => {
  const who = await phoneHere();
  const person = await invented(who, 63);
  await madeLoan(who, person, person.mobileNumber);
  await who.open("/webview/bills");
  await chooseWay(who, "014");
  await pay(who, { virtualAccountNumber: await shownAccount(who), amount: 1_300_000 });
  await waitForNextCode(who);
  await expect
    .poll(
      async () =>
        (await who.page.goto(`${who.origin}/webview/bills`)) && who.page.locator("[data-track=balance_refund]").count(),
    )
    .toBe(1);
  await who.look("refund-offered");
  await press(who, "balance_refund");
  await who.page.locator("[name=code]").waitFor();
  await who.look("refund-code");
  await who.page.fill("[name=code]", await newestCode(who, person.mobileNumber));
  await press(who, "balance_refund_code");
  await who.page.getByText("sedang diproses").waitFor();
  await who.look("refund-ordered");
  await sandboxPost(who, "/api/sandbox/clock", { advanceSeconds: 60 });
  await expect
    .poll(async () => (await who.page.goto(`${who.origin}/webview/bills`)) && text(who))
    .not.toContain("sedang diproses");
});
