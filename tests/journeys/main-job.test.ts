/** The main job in Indonesian, as one person lives it: from the home page to a signed loan whose money has arrived. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { applyFor, chooseLoan, pressLink, signLoan, untilHomeLeadsTo, waitForNextCode } from "#tests/support/applying.ts";
import { logIn, newestLink, personOf, type Person } from "#tests/support/borrower.ts";
import { phone, type Phone } from "#tests/support/browser.ts";
import { giveBankAccount, giveContact, giveIdentity, giveIncomeEvidence, giveProfile } from "#tests/support/information.ts";
import { startProductAt, type RunningProduct } from "#tests/support/journey-server.ts";

let product: RunningProduct;
beforeAll(async () => {
  product = await startProductAt(await mkdtemp(join(tmpdir(), "tunai-main-job-")));
});
afterAll(async () => {
  await product.stop("SIGTERM");
  await rm(product.dataDir, { recursive: true, force: true });
});

describe("Siti borrows", () => {
  let first: Phone;
  let second: Phone;
  let siti: Person;

  it("counts on the home page and registers for what she chose", async () => {
    first = await phone({ origin: product.origin });
    siti = await personOf(first, "approved-1");
    await first.open("/");
    await first.page.getByRole("button", { name: "Tambah" }).click();
    await first.page.getByLabel("60 hari").check();
    await first.page.getByText("Rp 1.232.000").first().waitFor();
    await first.page.getByRole("button", { name: "Ajukan pinjaman" }).click();
    await first.page.waitForURL(/\/login/);
    await logIn(first, siti.mobileNumber);
    expect(first.page.url()).toContain("/webview/apply-loan?amountRupiah=1100000");
    expect(await first.page.inputValue("[name=amountRupiah]")).toBe("1100000");
    await first.look("apply-loan-before-information");
    await first.page.getByRole("button", { name: "Simpan dulu" }).click();
    await first.page.waitForURL(/saved/);
  });

  it("gives her identity and half of her profile, and leaves", async () => {
    await first.open("/webview/home");
    await giveIdentity(first, siti);
    await giveProfile(first, siti, { onlyPersonal: true });
    await first.context.clearCookies();
  });

  it("goes on from another device, where everything is as it was", async () => {
    second = await phone({ origin: product.origin });
    await first.context.close();
    await waitForNextCode(second);
    await logIn(second, siti.mobileNumber);
    await second.look("home-half");
    await giveProfile(second, siti);
    await giveContact(second, siti);
    await giveIncomeEvidence(second, siti);
    await giveBankAccount(second, siti);
    await second.open("/webview/additional-info");
    await second.open("/webview/my-profile");
    await second.open("/webview/home");
  });

  it("is asked nothing twice: the draft is there, with her limit and the full cost", async () => {
    await second.open("/webview/quota");
    await second.open("/webview/quota-change-history");
    await second.open("/webview/loan-product");
    await second.open("/webview/apply-loan");
    expect(await second.page.inputValue("[name=amountRupiah]")).toBe("1100000");
    expect(await second.page.isChecked("[name=tenorDays][value='60']")).toBe(true);
  });

  it("her contact agrees by the link in the SMS", async () => {
    const contact = await phone({ origin: product.origin });
    const link = new URL(await newestLink(contact, siti["emergencyContact"].mobileNumber));
    await contact.open(link.pathname + link.search);
    await contact.page.getByRole("button", { name: "Saya setuju" }).click();
    await contact.look("contact-consent-given");
  });

  it("applies and is approved at once", async () => {
    await applyFor(second, { amountRupiah: 1_000_000, tenorDays: 90 });
    await second.look("home-sent");
    await untilHomeLeadsTo(second, "/webview/agreement");
    await second.look("home-approved");
  });

  it("reads and signs", async () => {
    await signLoan(second, siti.mobileNumber);
  });
});
