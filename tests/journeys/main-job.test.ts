/** The main job in Indonesian, as one person lives it: from the home page to a signed loan whose money has arrived. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  applyFor,
  homeSays,
  pressLink,
  signLoan,
  untilHomeLeadsTo,
  untilSealed,
  waitForNextCode,
} from "#tests/support/applying.ts";
import { logIn, newestLink, personOf, sandboxPost, type Person } from "#tests/support/borrower.ts";
import { phone, type Phone } from "#tests/support/browser.ts";
import { madeApplication, staffPhone } from "#tests/support/console.ts";
import {
  giveBankAccount,
  giveContact,
  giveIdentity,
  giveIncomeEvidence,
  giveProfile,
} from "#tests/support/information.ts";
import { checkAsStranger, downloadPaper, expectSigned } from "#tests/support/papers.ts";
import { startBehindTls, type RunningProduct } from "#tests/support/journey-server.ts";

let product: RunningProduct;
beforeAll(async () => {
  product = await startBehindTls(await mkdtemp(join(tmpdir(), "tunai-main-job-")));
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
    first = await phone({ origin: product.origin, looksCloser: true });
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
    second = await phone({ origin: product.origin, looksCloser: true });
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

  it("reads every paper before she signs, and signs with a code", async () => {
    await second.open("/webview/agreement");
    const papers = await second.page
      .locator("main a[href^='/webview/agreement/'], main a[href^='/webview/pdf-preview']")
      .evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? ""));
    expect(papers).toHaveLength(5);
    for (const paper of papers) await second.open(paper);
    await signLoan(second, siti.mobileNumber);
  });

  it("holds a paper whose signature anyone can check", async () => {
    await untilSealed(second);
    await second.look("agreement-pdf-sealed");
    const paper = await downloadPaper(second);
    await expectSigned(paper.bytes);
    await checkAsStranger(product.origin, paper);
    await second.open("/webview/protocol");
  });

  it("sees the money arrive, and what comes next", async () => {
    await untilHomeLeadsTo(second, "/webview/bills");
    await second.look("home-active");
    expect(await second.page.locator("main").textContent()).toContain("Rp 393.333");
    await second.open("/webview/quota");
    expect(await second.page.locator("main").textContent()).toContain("Rp 2.600.000");
    await second.open("/webview/loan-history");
    await pressLink(second, "/webview/loan-history/");
    await second.look("loan-detail-active");
  });
});

describe("Dewi is decided by people", () => {
  let dewi: Phone;
  let person: Person;
  let loanId: string;

  it("is told that people look at it", async () => {
    dewi = await phone({ origin: product.origin });
    person = await personOf(dewi, "review");
    ({ loanId } = await madeApplication(dewi, "review", person.mobileNumber));
    await homeSays(dewi, "Petugas kami sedang meninjau");
    await dewi.look("home-in-review");
  });

  it("maker proposes, checker confirms, and she may sign", async () => {
    const maker = await staffPhone("underwriter", 0, { origin: product.origin });
    await maker.open("/staff/cases");
    await pressLink(maker, "/staff/cases/");
    await maker.look("staff-case");
    await maker.page.check("[name=proposal][value=APPROVE]", { force: true });
    await maker.page.fill("[name=note]", "Slip gaji cocok dengan rekening.");
    await maker.page.getByRole("button", { name: "Usulkan" }).click();
    await maker.page.getByText("Usulan Anda menunggu orang lain.").waitFor();
    const checker = await staffPhone("underwriter", 1, { origin: product.origin });
    await checker.page.goto(maker.page.url());
    await checker.look("staff-case-to-check");
    await checker.page.fill("[name=note]", "Setuju.");
    await checker.page.getByRole("button", { name: "Setuju, berlakukan" }).click();
    await checker.page.getByText("Disetujui").first().waitFor();
    await untilHomeLeadsTo(dewi, "/webview/agreement");
  });

  it("does not sign in time: the loan is cancelled and her limit is whole again", async () => {
    await dewi.open("/webview/agreement");
    await sandboxPost(dewi, "/api/sandbox/clock", { advanceSeconds: 86_400 });
    await homeSays(dewi, "Pengajuan berakhir");
    await dewi.look("home-expired");
    await dewi.open("/webview/agreement");
    await dewi.open(`/webview/loan-history/${loanId}`);
    const { creditRupiah, remainingRupiah } = await dewi.page.evaluate(async () =>
      (await fetch("/api/credit/limits")).json(),
    );
    expect(remainingRupiah).toBe(creditRupiah);
  });
});
