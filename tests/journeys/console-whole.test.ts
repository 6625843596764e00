/** The console made whole: the start page, the lists, their filters, density and keys, on a desk and on a phone, light and dark. */
import { expect, it } from "vitest";
import { phone } from "#tests/support/browser.ts";
import { caseOf, madeApplication, madeCase, staffPhone } from "#tests/support/console.ts";
import { deskFaults } from "#tests/support/desk.ts";

const numberOf = (seed: number) => `0815${String(20_000_000 + seed * 7_919 + (process.pid % 7_000) * 13).slice(0, 8)}`;

it("A supervisor starts with what waits, finds borrowers by filters, and chooses the density, without script.", async () => {
  const borrower = await phone();
  const made = await madeApplication(borrower, "approved-1", numberOf(1));
  const waiting = await madeCase(borrower, 211);
  const admin = await staffPhone("admin", 0, { javaScript: false, width: 1280 });
  const watcher = await staffPhone("admin", 1);
  await caseOf(watcher, waiting);
  const { page, origin } = admin;

  await page.goto(`${origin}/staff`);
  const cards = page.locator(".work-card");
  expect(await cards.count()).toBeGreaterThan(0);
  expect(await cards.filter({ hasText: "Pengajuan menunggu keputusan" }).count()).toBe(1);
  // Empty lists are folded: one line, and each of them behind it.
  await page.locator("summary", { hasText: "daftar lain kosong" }).click();
  expect(await page.locator(".work-empty a").count()).toBeGreaterThan(3);
  await admin.look("whole-start");

  await page.goto(`${origin}/staff/borrowers`);
  const row = page.locator("tbody tr", { hasText: made.borrowerId });
  expect(await page.locator("main tbody").textContent()).toContain(made.borrowerId);
  expect(await row.count()).toBe(1);
  // Short to the eye, whole in the page.
  const id = row.locator(".short-id").first();
  expect(await id.innerText()).toBe(made.borrowerId);
  expect((await id.boundingBox())!.width).toBeLessThan(90);
  expect(await page.locator("main").innerText()).not.toContain(made.mobileNumber);
  await admin.look("whole-borrowers");
  expect(await deskFaults(page)).toEqual([]);
  await page.selectOption("[name=brand]", "kilat");
  await page.getByRole("button", { name: "Saring" }).click();
  expect(new URL(page.url()).search).toContain("brand=kilat");
  await page.getByRole("link", { name: "Hapus saringan Merek: kilat" }).click();
  expect(new URL(page.url()).search).toBe("");
  await page.getByRole("navigation", { name: "Bagian antrean" }).getByRole("link", { name: "Dibekukan" }).click();
  expect(new URL(page.url()).search).toBe("?state=FROZEN");
  await page.getByText("Tidak ada yang cocok dengan saringan ini.").waitFor();

  await page.goto(`${origin}/staff/borrowers`);
  const height = async () => (await row.boundingBox())!.height;
  const dense = await height();
  await page.getByRole("link", { name: "Renggangkan baris tabel" }).click();
  expect(new URL(page.url()).search).toBe("");
  expect(await height()).toBeGreaterThan(dense);
  await page.goto(`${origin}/staff/borrowers`);
  expect(await height()).toBeGreaterThan(dense);
  await page.getByRole("link", { name: "Rapatkan baris tabel" }).click();
  expect(await height()).toBe(dense);
});

it("Every list opens at its top, on a desk and on a phone.", async () => {
  const admin = await staffPhone("admin", 0);
  const { page, origin } = admin;
  const lists = ["borrowers", "loans", "servicing", "servicing/write-offs", "complaints", "reviews", "cases"];
  for (const width of [1280, 360])
    for (const path of lists) {
      // So low a window that every one of them could be scrolled.
      await page.setViewportSize({ width, height: 240 });
      await page.goto(`${origin}/staff/${path}`);
      const { top, room } = await page.evaluate(() => ({
        top: scrollY,
        room: document.documentElement.scrollHeight - innerHeight,
      }));
      expect([path, width, top, room > 100]).toEqual([path, width, 0, true]);
    }
  await page.setViewportSize({ width: 360, height: 740 });
});

it("A supervisor works by keys, and switches them off.", async () => {
  const admin = await staffPhone("admin", 0, { width: 1280 });
  const { page } = admin;
  await admin.open("/staff/borrowers");
  await page.keyboard.press("?");
  const help = page.getByRole("dialog", { name: "Pintasan keyboard" });
  await help.waitFor();
  await admin.look("whole-keys");
  await page.keyboard.press("Escape");
  await help.waitFor({ state: "hidden" });
  await page.keyboard.press("j");
  await page.keyboard.press("o");
  await page.waitForURL(/\/staff\/borrowers\/[0-9a-f-]{36}$/);
  await admin.look("whole-borrower");
  expect(await deskFaults(page)).toEqual([]);
  await page.keyboard.press("g");
  await page.keyboard.press("l");
  await page.waitForURL(/\/staff\/loans$/);
  await page.keyboard.press("/");
  await page.keyboard.type("TN-0000-0000");
  expect(await page.inputValue("[name=identifier]")).toBe("TN-0000-0000");
  await page.keyboard.press("Escape");
  await page.keyboard.press("?");
  await help.getByRole("link", { name: "Matikan pintasan" }).click();
  await page.waitForURL(/\/staff\/loans$/);
  await page.keyboard.press("g");
  await page.keyboard.press("h");
  await page.keyboard.press("?");
  expect([new URL(page.url()).pathname, await help.isVisible()]).toEqual(["/staff/loans", false]);
});

it("Support finds what a refused request did by the code that the answer has.", async () => {
  const support = await staffPhone("support", 0, { width: 1280 });
  const { page, origin } = support;
  const traceId = await page.evaluate(async () => {
    const answer = await fetch("/api/user/generateCaptcha", { method: "POST", body: "{" });
    return answer.headers.get("trace-id")!;
  });
  await support.open("/staff/trace");
  await page.fill("[name=traceId]", "TN-1234");
  await page.getByRole("button", { name: "Tampilkan" }).click();
  await page.getByText("Kode dukungan terdiri dari 32 angka").first().waitFor();
  await support.look("whole-trace-refused");
  // Steps are stored every two seconds.
  await expect
    .poll(async () => {
      await page.goto(`${origin}/staff`);
      await page.fill("[name=identifier]", traceId);
      await page.press("[name=identifier]", "Enter");
      await page.waitForLoadState();
      return new URL(page.url()).pathname;
    })
    .toBe("/staff/trace");
  expect(await page.locator("main").innerText()).toContain("POST /api/user/generateCaptcha");
  expect(await page.getByRole("heading", { name: "Penyebab" }).count()).toBe(1);
  await support.look("whole-trace");
  expect(await deskFaults(page)).toEqual([]);
});

it("Lists and the start page stand at every width, light and dark.", async () => {
  for (const [width, colorScheme] of [
    [1280, "dark"],
    [1024, "light"],
    [360, "light"],
    [360, "dark"],
  ] as const) {
    const who = await staffPhone("finance", width === 360 ? 1 : 0, { width, colorScheme });
    for (const path of ["/staff", "/staff/borrowers", "/staff/loans", "/staff/payments", "/staff/exceptions"])
      await who.open(path);
    if (width > 360) expect(await deskFaults(who.page)).toEqual([]);
  }
});
