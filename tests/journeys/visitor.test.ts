/** The pages that a visitor sees without logging in. */
import { beforeAll, describe, expect, it } from "vitest";
import { phone, type Phone } from "#tests/support/browser.ts";
import { warmingPages } from "../../src/warm-up.ts";

describe("the home page", () => {
  let visitor: Phone;
  beforeAll(async () => {
    visitor = await phone();
    await visitor.open("/");
  });

  it("shows what a loan costs before anything is asked", async () => {
    const receipt = visitor.page.locator(".receipt");
    expect(await receipt.textContent()).toContain("Rp 1.180.000");
    expect(await receipt.textContent()).toContain("Rp 2.000.000");
  });

  it("counts again when an amount or tenor is chosen", async () => {
    await visitor.page.getByRole("button", { name: /tambah|naik|lebih/i }).click();
    await visitor.page.getByLabel("30 hari").check();
    // 1,100,000 for 30 days at 0.2 % a day: 66,000.
    await visitor.page.getByText("Rp 1.166.000").first().waitFor();
    await visitor.look("home-counted");
  });

  it("takes the choice along to the application", async () => {
    await visitor.page.getByRole("button", { name: "Ajukan pinjaman" }).click();
    await visitor.page.waitForURL(/\/login\?next=/);
    expect(decodeURIComponent(visitor.page.url())).toContain("amountRupiah=1100000");
  });
});

it("speaks English and Chinese by the browser's language, and remembers a chosen one", async () => {
  const english = await phone({ language: "en-GB" });
  await english.open("/");
  expect(await english.page.locator("h1").textContent()).toBe("Borrow what you need, know what it costs.");
  await english.page.goto(`${english.origin}/?lang=zh`);
  await english.open("/");
  expect(await english.page.getAttribute("html", "lang")).toBe("zh");
  expect(await english.page.locator("h1").textContent()).toBe("按需借款，费用全明。");
});

it.each(warmingPages)("%s, which each new process draws, opens no session and answers", async (path) => {
  const { origin } = await phone({ javaScript: false });
  const { status, headers } = await fetch(origin + path, { redirect: "manual" });
  expect([200, 302, 303]).toContain(status);
  expect(headers.get("set-cookie")).toBeNull();
});

it("counts without script, too", async () => {
  const plain = await phone({ javaScript: false });
  await plain.open("/");
  await plain.page.fill("input[name=amountRupiah]", "2000000");
  await plain.page.getByRole("button", { name: "Hitung" }).click();
  expect(await plain.page.locator(".receipt").textContent()).toContain("Rp 2.360.000");
});

describe("addresses that lead nowhere", () => {
  it("answer 404 with ways back, in the reader's language", async () => {
    const lost = await phone({ language: "en-GB" });
    const answer = await lost.page.goto(`${lost.origin}/no/such/page`);
    expect(answer?.status()).toBe(404);
    await lost.look("not-found");
    await lost.page.getByRole("link", { name: "Go to home" }).click();
    await lost.page.waitForURL(`${lost.origin}/`);
  });
  it("the error page offers to try again, on own pages only", async () => {
    const lost = await phone();
    await lost.open("/error-page?next=https://evil.example/");
    expect(await lost.page.getByRole("link", { name: "Muat ulang" }).getAttribute("href")).toBe("/");
  });
});

it.each(["/sandbox", "/api/docs"])("%s is whole at 360 px", async (path) => {
  await (await phone()).open(path);
});

it("looks as meant on a desktop and in the dark", async () => {
  await (await phone({ width: 1280 })).open("/");
  await (await phone({ width: 320, colorScheme: "dark", language: "zh-CN" })).open("/");
});
