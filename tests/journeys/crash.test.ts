/** The server dies between any two steps, mid-flight, and everything goes on where it was. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { applyFor, signLoan, untilHomeLeadsTo, untilSealed } from "#tests/support/applying.ts";
import { logIn, personOf, type Person } from "#tests/support/borrower.ts";
import { phone, type Phone } from "#tests/support/browser.ts";
import { press } from "#tests/support/information.ts";
import { startProductAt, type RunningProduct } from "#tests/support/journey-server.ts";
import { chooseWay, pay, shownAccount, untilReceived } from "#tests/support/paying.ts";
import { provideInformation } from "#tests/support/with-identity.ts";

let product: RunningProduct;
let borrower: Phone;
let person: Person;
beforeAll(async () => {
  product = await startProductAt(await mkdtemp(join(tmpdir(), "tunai-crash-")));
  borrower = await phone({ origin: product.origin, outages: true });
  person = await personOf(borrower, "approved-one-word-name");
});
afterAll(async () => {
  await product.stop("SIGTERM");
  await rm(product.dataDir, { recursive: true, force: true });
});

/** Kill -9, and the same address again on the same data. */
async function crash(): Promise<void> {
  await product.stop("SIGKILL");
  product = await startProductAt(product.dataDir, {}, { port: product.port });
}

it("half a form was kept, and the person is still logged in", async () => {
  await logIn(borrower, person.mobileNumber);
  await borrower.open("/webview/profile");
  await borrower.page.selectOption("[name=education]", person["education"]);
  await press(borrower, "profile_personal_later");
  await borrower.page.waitForURL(/saved/);
  await crash();
  await borrower.open("/webview/profile");
  expect(await borrower.page.inputValue("[name=education]")).toBe(person["education"]);
});

it("an application that was being decided is decided", async () => {
  await provideInformation(borrower, person);
  await applyFor(borrower, { amountRupiah: 1_000_000, tenorDays: 30 });
  await crash();
  await untilHomeLeadsTo(borrower, "/webview/agreement");
});

it("a signature that was just given is sealed, and the money arrives", async () => {
  await signLoan(borrower, person.mobileNumber);
  await crash();
  await untilHomeLeadsTo(borrower, "/webview/bills");
  await borrower.look("home-active-after-crash");
  await untilSealed(borrower);
});

it("a payment that the bank has taken arrives", async () => {
  await borrower.open("/webview/bills?pay=payoff");
  await chooseWay(borrower, "014");
  const virtualAccountNumber = await shownAccount(borrower);
  await pay(borrower, { virtualAccountNumber, amount: 400_000 });
  await crash();
  await borrower.page.reload();
  await untilReceived(borrower);
  expect(await borrower.page.locator("main").innerText()).toContain("Rp 600.000");
});
