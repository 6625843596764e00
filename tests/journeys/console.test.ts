/** The console in a browser: a case from maker to checker, a borrower looked after, and nothing that strangers typed runs. */
import { expect, it } from "vitest";
import { phone, type Phone } from "#tests/support/browser.ts";
import { caseOf, madeApplication, madeCase, staffPhone } from "#tests/support/console.ts";
import { sheetOf } from "#tests/support/workbook.ts";

const numberOf = (seed: number) => `0814${String(10_000_000 + seed * 6_151 + (process.pid % 7_000) * 17).slice(0, 8)}`;

/** Without script, on a desk: no table of a queue is cut, and a case is taken, given back, and taken as the next one. */
async function takenAtADesk(caseId: string, waiting: Phone): Promise<void> {
  const desk = await staffPhone("underwriter", 1, { javaScript: false, width: 1024 });
  for (const path of ["/staff/cases", "/staff/cases?order=NEWEST", "/staff/reviews", "/staff/reviews?state=CLOSED"]) {
    await desk.page.goto(desk.origin + path);
    await desk.look(`desk${path.replace(/[/?=]/g, "-")}`);
    // Nothing is hidden at an edge that cannot be reached, and the first column stays in sight.
    const room = desk.page.locator(".data-table-room");
    expect(await room.evaluate((one) => one.scrollWidth <= one.clientWidth), path).toBe(true);
    expect(await room.evaluate((one) => getComputedStyle(one.querySelector("thead th")!).position)).toBe("sticky");
  }
  const taken = async () => (await desk.page.getByText("Anda mengerjakannya sampai").count()) > 0;
  await desk.page.goto(`${desk.origin}/staff/cases/${caseId}`);
  await desk.page.getByRole("button", { name: "Ambil", exact: true }).click();
  expect(await taken()).toBe(true);
  await desk.look("desk-case-taken");
  // A colleague sees who has it and until when; its forms are locked until it is given back.
  await waiting.page.goto(`${waiting.origin}/staff/cases/${caseId}`);
  await waiting.page.getByText("Keputusan terkunci").first().waitFor();
  expect(await waiting.page.getByRole("button", { name: "Usulkan" }).count()).toBe(0);
  await waiting.look("staff-case-of-another");
  await desk.page.getByRole("button", { name: "Lepaskan" }).click();
  expect(await taken()).toBe(false);
  await desk.page.goto(`${desk.origin}/staff/reviews`);
  await desk.page.getByRole("button", { name: "Ambil berikutnya" }).click();
  await desk.page.getByText("Tidak ada lagi yang menunggu untuk diambil.").waitFor();
  await desk.page.goto(`${desk.origin}/staff/cases`);
  await desk.page.getByRole("button", { name: "Ambil berikutnya" }).click();
  await desk.page.waitForURL(/\/staff\/cases\/[0-9a-f-]{36}$/);
  expect(await taken()).toBe(true);
  await desk.page.getByRole("button", { name: "Lepaskan" }).click();
  const auditor = await staffPhone("auditor", 0);
  await auditor.open("/staff/reviews");
  expect(await auditor.page.getByRole("button", { name: "Ambil berikutnya" }).count()).toBe(0);
}

/** Without script: a list is sorted by its head, filtered by its days, and taken as a file for a reason that the trail keeps. */
async function listedByAnAuditor(): Promise<void> {
  const desk = await staffPhone("auditor", 0, { javaScript: false, width: 1024 });
  const { page } = desk;
  // The places stand behind the button of the menu here, and open without script.
  await page.getByRole("button", { name: "Menu" }).click();
  await desk.look("desk-menu");
  await page.getByRole("navigation", { name: "Bagian konsol" }).getByRole("link", { name: "Pinjaman" }).click();
  await page.waitForURL(/\/staff\/loans$/);
  for (const path of ["loans", "complaints", "payments", "disbursements", "checks", "audit"]) {
    await page.goto(`${desk.origin}/staff/${path}`);
    await desk.look(`desk-${path}`);
    const cut = await page
      .locator(".data-table-room")
      .evaluateAll((rooms) => rooms.some((one) => one.scrollWidth > one.clientWidth));
    expect(cut, path).toBe(false);
  }
  await page.goto(`${desk.origin}/staff/cases?state=CLOSED`);
  await page.getByRole("link", { name: "Diajukan" }).click();
  expect(new URL(page.url()).search).toBe("?state=CLOSED&order=OLDEST");
  expect(await page.locator("th[aria-sort=ascending]").innerText()).toBe("Diajukan");
  await page.fill("[name=from]", "2031-01-01");
  await page.getByRole("button", { name: "Saring" }).click();
  await page.getByText("Tidak ada yang cocok dengan saringan ini.").waitFor();
  await page.getByRole("link", { name: "Hapus saringan" }).click();
  expect(await page.locator("tbody tr").count()).toBeGreaterThan(0);
  const number = await page.locator("tbody th").first().innerText();
  await page.getByText("Unduh daftar ini untuk Excel").click();
  await page.fill("[name=reason]", "Terlalu");
  await page.locator("#csv button").evaluate((button: HTMLButtonElement) => (button.form!.noValidate = true));
  await page.getByRole("button", { name: "Unduh XLSX" }).click();
  await page.getByText("Tulis alasannya, paling sedikit 10 karakter.").first().waitFor();
  await desk.look("desk-csv-refused");
  await page.fill("[name=reason]", "Laporan triwulan ke pengawas");
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Unduh XLSX" }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^cases-\d{4}-\d\d-\d\d\.xlsx$/);
  expect((await sheetOf(await file.path())).join()).toContain(number);
  await page.goto(`${desk.origin}/staff/audit`);
  await page.getByText("Laporan triwulan ke pengawas").first().waitFor();
  await desk.look("desk-audit-csv");
}

it("One underwriter proposes, another confirms, on a phone and without script too.", async () => {
  const borrower = await phone();
  const made = await madeCase(borrower, 113);
  const maker = await staffPhone("underwriter", 0);
  const caseId = await caseOf(maker, made);
  await maker.open("/staff/cases");
  await maker.page
    .getByText(/ lagi$/)
    .first()
    .waitFor();
  await maker.open(`/staff/cases/${caseId}`);
  // Rules that say nothing against it are folded away, and what is sent twice is taken once.
  expect(await maker.page.getByText("Aturan yang perlu dilihat").isVisible()).toBe(true);
  expect(await maker.page.getByRole("table", { name: "Aturan", exact: true }).isVisible()).toBe(false);
  await maker.page.getByRole("button", { name: "Ambil", exact: true }).click();
  await maker.page.getByText("Anda mengerjakannya sampai").waitFor();
  await maker.look("staff-case-taken");
  await maker.page.getByRole("button", { name: "Lepaskan" }).click();
  await maker.page.getByText("Belum diambil siapa pun.").waitFor();
  await takenAtADesk(caseId, maker);
  await maker.page.goto(`${maker.origin}/staff/cases/${caseId}`);
  await maker.page.locator("[name=proposal][value=APPROVE]").check({ force: true });
  await maker.page.fill("[name=note]", "Slip gaji dan skor sudah dilihat.");
  await maker.page.getByRole("button", { name: "Usulkan" }).click();
  await maker.page.getByText("Usulan Anda menunggu orang lain.").waitFor();
  await maker.look("staff-case-proposed");
  await maker.page.goto(`${maker.origin}/staff/borrowers/${made.borrowerId}/documents`);
  // Two pictures side by side, with the typed data and the similarity of the faces.
  await maker.page.getByRole("link", { name: "Buka KTP di kiri" }).click();
  await maker.page.getByRole("link", { name: "Buka Selfie di kanan" }).click();
  await maker.page.waitForFunction(
    () =>
      document.querySelectorAll(".evidence-picture").length === 2 &&
      [...document.querySelectorAll(".evidence-picture")].every((one) => (one as HTMLImageElement).naturalWidth > 0),
  );
  await maker.page.locator(".evidence-zoom-2").first().check();
  await maker.page.locator(".evidence-turn-90").first().check();
  expect(await maker.page.locator("#faces").innerText()).toMatch(/\d+(?:,\d+)? ?%/);
  expect(await maker.page.locator(".borrower-head").innerText()).toMatch(/Aktif[\s\S]*TN-/);
  await maker.look("staff-borrower-documents");

  const checker = await staffPhone("underwriter", 1, { javaScript: false });
  await checker.open(`/staff/cases?claimed=ME`);
  await checker.open(`/staff/cases/${caseId}`);
  await checker.page.fill("[name=note]", "Setuju dengan pembuat.");
  await checker.page.getByRole("button", { name: "Setuju, berlakukan" }).click();
  await checker.page.getByText("Disetujui").first().waitFor();
  await checker.look("staff-case-closed");
  await listedByAnAuditor();
});

it("Support finds a borrower by the whole number, unmasks for a reason, and the auditor sees it.", async () => {
  const borrower = await phone();
  const mobileNumber = numberOf(2);
  await madeApplication(borrower, "approved-1", mobileNumber);
  const support = await staffPhone("support", 0);
  const { page } = support;
  await support.look("staff");
  await page.fill("[name=identifier]", mobileNumber.slice(0, 6));
  await page.press("[name=identifier]", "Enter");
  await page.getByText("Ketik lengkap nomor ponsel").first().waitFor();
  await support.look("staff-search-problem");
  await page.fill("[name=identifier]", mobileNumber);
  await page.press("[name=identifier]", "Enter");
  await page.waitForURL(/\/staff\/borrowers\/[0-9a-f-]{36}$/);
  expect(await page.content()).not.toContain(mobileNumber);
  await support.look("staff-borrower");
  const address = page.url();
  await support.open("/staff/borrowers");
  for (const part of ["timeline", "access"]) {
    await page.goto(`${address}/${part}`);
    await support.look(`staff-borrower-${part}`);
    // Events are shown in words: no key of an event or a fact, no code in capitals.
    if (part === "timeline")
      expect(await page.locator("main table").innerText()).not.toMatch(/\b[A-Z]{2,}_[A-Z_]+\b|\b[a-z]+[A-Z]\w*:/);
  }
  await page.goto(`${support.origin}/staff/members`);
  // Nothing is broken: a code for support would send them to themselves.
  expect(await page.locator("h1").innerText()).toBe("Tidak ada izin");
  expect(await page.locator("main").innerText()).not.toMatch(/[0-9a-f]{16}/);
  await page.goto(`${address}/unmask`);
  await page.locator("[name=fields][value=MOBILE_NUMBER]").check({ force: true });
  await page.getByRole("button", { name: "Tampilkan" }).click();
  await support.look("staff-unmask-problem");
  await page.fill("[name=reason]", "Tiket 71: peminjam menelepon");
  await page.getByRole("button", { name: "Tampilkan" }).click();
  await page.getByText(mobileNumber).waitFor();
  await support.look("staff-unmask");

  const auditor = await staffPhone("auditor", 0, { language: "en-GB" });
  await auditor.open("/staff/audit");
  await auditor.page.getByText("Tiket 71: peminjam menelepon").first().waitFor();
});

/** Each would leave a mark in the window if any of it ran. */
const corpus = [
  "<script>window.ran=1</script>",
  '"><img src=x onerror=window.ran=1>',
  "<svg/onload=window.ran=1>",
  "javascript:window.ran=1",
  "</title><script>window.ran=1</script>",
  "{{constructor.constructor('window.ran=1')()}}",
  "'-window.ran=1-'",
];

it("Nothing that a stranger typed runs in the console. // Threat E4t", async () => {
  const borrower = await phone({ userAgent: `Mozilla/5.0 ${corpus[0]} ${corpus[1]}` });
  const texts = {
    street: `${corpus.slice(0, 3).join(" ")} ${corpus[4]}`.slice(0, 180),
    companyName: `${corpus[1]}`.slice(0, 90),
    companyAddress: `${corpus.slice(3).join(" ")}`.slice(0, 180),
  };
  const made = await madeApplication(borrower, "approved-2", numberOf(3), texts);
  const admin = await staffPhone("admin", 0);
  const { page } = admin;
  const ran = () => page.evaluate(() => (window as unknown as { ran?: number }).ran ?? 0);
  await page.goto(`${admin.origin}/staff/borrowers/${made.borrowerId}`);
  await page.fill("[name=text]", corpus.join("\n"));
  await page.getByRole("button", { name: "Simpan catatan" }).click();
  await page.locator("article").first().waitFor();
  expect(await page.locator("article").first().innerText()).toContain(corpus[0]);
  await admin.look("staff-borrower-corpus");
  expect(await ran()).toBe(0);
  await page.goto(`${admin.origin}/staff/borrowers/${made.borrowerId}/unmask`);
  for (const box of await page.locator("[name=fields]").all()) await box.check({ force: true });
  await page.fill("[name=reason]", `${corpus[0]} ${corpus[1]}`);
  await page.getByRole("button", { name: "Tampilkan" }).click();
  await page.getByText("Data yang dibuka").waitFor();
  expect(await page.locator("main").innerText()).toContain(texts.companyName);
  await admin.look("staff-unmask-corpus");
  expect(await ran()).toBe(0);
  for (const path of [
    "/staff/audit",
    `/staff/audit?borrowerId=${made.borrowerId}`,
    `/staff/borrowers/${made.borrowerId}/timeline`,
    `/staff/borrowers?x=${encodeURIComponent(corpus[1] ?? "")}`,
    `/staff/audit?staffId=${encodeURIComponent(corpus[1] ?? "")}`,
  ]) {
    await page.goto(admin.origin + path);
    expect(await ran(), path).toBe(0);
    expect(await page.locator("script:not([nonce])").count(), path).toBe(0);
  }
});

it("An admin invites a person, who sets up the authenticator and sees only what the role allows.", async () => {
  const admin = await staffPhone("admin", 1, { language: "en-GB" });
  const { page } = admin;
  await admin.open("/staff/members");
  await admin.open("/staff/members/invite");
  await page.getByRole("button", { name: "Invite" }).click();
  await admin.look("staff-invite-problem");
  await page.fill("[name=name]", "Dewi");
  await page.fill("[name=email]", `dewi-${process.pid}@tunai.example`);
  await page.locator("[name=roles][value=finance]").check({ force: true });
  await page.getByRole("button", { name: "Invite" }).click();
  await page.locator(".console-secret").waitFor();
  await admin.look("staff-member");
  const link = (await page.locator(".console-secret").innerText()).trim();
  const invited = await phone({ language: "zh-CN" });
  await invited.page.goto(link);
  await invited.look("staff-join");
  expect(invited.page.url()).not.toContain("t=");
  await invited.page.fill("[name=password]", "kuda laut ungu 9");
  await invited.page.fill("[name=code]", "000000");
  await invited.page.press("[name=code]", "Enter");
  await invited.page.locator("[data-problem-summary]:not([hidden])").waitFor();
  await invited.look("staff-join-problem");
  const finance = await staffPhone("finance", 0, { language: "zh-CN" });
  await finance.open("/staff/payments");
  await finance.open("/staff/disbursements");
  await finance.page.goto(`${finance.origin}/staff/members`);
  expect(await finance.page.locator("h1").innerText()).toBe("没有权限");
  await finance.look("staff-not-allowed");
  expect(await finance.page.content()).not.toContain("dewi-");
});

it("On a wide screen the tables keep their room, and a logout leaves nothing behind.", async () => {
  const auditor = await staffPhone("auditor", 1, { width: 1280 });
  for (const path of ["audit", "cases", "reviews", "complaints", "payments", "disbursements", "checks"])
    await auditor.open(`/staff/${path}`);
  await auditor.page.getByRole("button", { name: "Keluar" }).click();
  await auditor.page.waitForURL(/\/staff\/login/);
  await auditor.page.goBack();
  await auditor.page.goto(`${auditor.origin}/staff/audit`);
  expect(auditor.page.url()).toContain("/staff/login?next=%2Fstaff%2Faudit");
});
