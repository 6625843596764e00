/** A complaint from the form to the staff's answer and to its end: in two languages, without script, in the app. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import sharp from "sharp";
import { invented, logIn, newestLink, sandboxGet } from "#tests/support/borrower.ts";
import { phone, type Phone, type PhoneOptions } from "#tests/support/browser.ts";
import { staffPhone } from "#tests/support/console.ts";
import { waysOf } from "#tests/support/ways.ts";

let count = 0;
const address = () => `pengadu-${process.pid}-${++count}@contoh.id`;

async function answerCaptcha({ page, origin }: Phone): Promise<void> {
  const key = (await page.locator("img[src*=getCaptchaImage]").getAttribute("src"))?.split("/").at(-1)?.split("?")[0];
  const { answer } = await sandboxGet<{ answer: string }>({ origin }, `/api/sandbox/captcha/${key}`);
  await page.fill("[name=captcha]", answer);
}

interface HttpResponse {
  send: string;
  fillAll: string;
  otherPicture: string;
  received: string;
  answered: string;
  settled: string;
  accepted: string;
  notSettled: string;
  again: string;
  outside: string;
}
const words: Record<"id-ID" | "en-GB", HttpResponse> = {
  "id-ID": {
    send: "Kirim pengaduan",
    fillAll: "Mohon lengkapi semua informasi",
    otherPicture: "Ganti gambar",
    received: "Pengaduan Anda kami terima",
    answered: "Apakah masalahnya selesai?",
    settled: "Ya, sudah selesai",
    accepted: "Selesai: Anda menerima jawaban kami.",
    notSettled: "Belum selesai",
    again: "Buka kembali",
    outside: "Membawa pengaduan ke LAPS SJK",
  },
  "en-GB": {
    send: "Send complaint",
    fillAll: "Please fill in all information",
    otherPicture: "Another picture",
    received: "We have your complaint",
    answered: "Is the matter settled?",
    settled: "Yes, it is settled",
    accepted: "Settled: you accepted our answer.",
    notSettled: "Not settled",
    again: "Open it again",
    outside: "Taking it to LAPS SJK",
  },
};

/** Fills the form and sends it; ends on the ticket's page and answers the ticket's number. */
async function handIn(who: Phone, email: string, text: string, told: HttpResponse): Promise<string> {
  const { page } = who;
  await page.selectOption("[name=reason]", "collection");
  await page.fill("[name=text]", text);
  await page.fill("[name=email]", email);
  await answerCaptcha(who);
  await page.getByRole("button", { name: told.send }).click();
  await page.waitForURL(/\/ticket\?new=1$/);
  await page.getByText(told.received).waitFor();
  return (await page.locator(".copy-text-value").innerText()).trim();
}

/** The staff's side: from the queue to the case, and the answer sent. */
async function answerIt(staff: Phone, number: string, text: string): Promise<void> {
  const { page } = staff;
  // The number that the person reads out, into the field of the console's home.
  await page.goto(`${staff.origin}/staff`);
  await page.fill("[name=identifier]", number.toLowerCase());
  await page.press("[name=identifier]", "Enter");
  await page.getByRole("link", { name: number }).click();
  await page.getByRole("heading", { level: 1 }).getByText(number).waitFor();
  await page.fill("#answer [name=text]", text);
  await page.locator("#answer button.button-primary").click();
  await page.waitForLoadState();
  await expect.poll(() => page.locator("#answer").count()).toBe(0);
}

const journeys: [string, PhoneOptions][] = [
  ["in Indonesian", { language: "id-ID" }],
  ["in English", { language: "en-GB" }],
  ["without script", { language: "id-ID", javaScript: false }],
];
it.each(waysOf(import.meta.url, journeys))(
  "A complaint goes from the form to the answer and is closed, %s.",
  async (_name, options) => {
    const told = words[options.language as "id-ID" | "en-GB"];
    const who = await phone(options);
    const { page } = who;
    const email = address();
    await who.open("/complaint");

    // Nothing typed: the spec's words, and what was typed later stays.
    // The browser's own check comes first where no script runs; past it the server's words stand at each field.
    await page.locator("form#f").evaluate((form) => form.setAttribute("novalidate", ""));
    await page.fill("[name=text]", "Penagih menelepon tetangga saya.");
    await page.getByRole("button", { name: told.send }).click();
    await page.getByText(told.fillAll).first().waitFor();
    expect(await page.inputValue("[name=text]")).toBe("Penagih menelepon tetangga saya.");
    await who.look("complaint-empty");

    // Another picture: all that was typed is there.
    await page.getByRole("button", { name: told.otherPicture }).click();
    await page.waitForLoadState();
    expect(await page.inputValue("[name=text]")).toBe("Penagih menelepon tetangga saya.");

    // A wrong captcha: another picture, all that was typed is there.
    await page.selectOption("[name=reason]", "collection");
    await page.fill("[name=email]", email);
    await page.fill("[name=captcha]", "aaaa");
    await page.getByRole("button", { name: told.send }).click();
    await page.locator("[data-problem-summary]:not([hidden])").waitFor();
    expect([
      await page.inputValue("[name=text]"),
      await page.inputValue("[name=email]"),
      await page.inputValue("[name=reason]"),
    ]).toEqual(["Penagih menelepon tetangga saya.", email, "collection"]);
    await who.look("complaint-captcha");
    const number = await handIn(who, email, "Penagih menelepon tetangga saya.\nItu pukul 21.30.", told);
    expect(number).toMatch(/^ADU-\d{6}-[2-9A-HJKMNP-Z]{8}$/);
    await who.look("complaint-received");
    await page.fill("[name=text]", "Nomor penagihnya 0812-0000-0000.");
    await page.locator("#write button").click();
    await page.waitForURL(/saved=1$/);

    // The mail's link opens the ticket in another browser; its token leaves the address at once.
    const link = await newestLink(who, email, "/complaint/ticket");
    const elsewhere = await phone({ ...options });
    await elsewhere.page.goto(elsewhere.origin + new URL(link).pathname + new URL(link).search);
    expect(elsewhere.page.url()).not.toContain("t=");
    await elsewhere.page.getByText(number).first().waitFor();

    const support = await staffPhone(
      "support",
      options.javaScript === false ? 1 : 0,
      options.javaScript === false ? { javaScript: false } : {},
    );
    await answerIt(support, number, "Petugas itu kami hentikan. Mohon maaf.");
    await support.look("staff-complaint-answered");

    // Refused once, answered again, accepted.
    await page.goto(`${who.origin}/complaint/follow`);
    await who.look("complaint-follow");
    await page.fill("[name=number]", number.toLowerCase());
    await page.fill("[name=email]", email);
    await page.locator("form button.button-primary").click();
    await page.getByRole("heading", { name: told.answered }).waitFor();
    await who.look("complaint-answered");
    await page.getByText(told.notSettled, { exact: true }).first().click();
    await page.fill("#refuse [name=text]", "Masih ditelepon.");
    await page.getByRole("button", { name: told.again }).click();
    await page.waitForURL(/saved=1$/);
    await who.look("complaint-reopened");
    await answerIt(support, number, "Nomor Anda kami keluarkan dari daftar.");
    await page.goto(`${who.origin}/complaint/ticket`);
    await page.getByRole("button", { name: told.settled }).click();
    await page.getByText(told.accepted).first().waitFor();
    await who.look("complaint-closed");
  },
);

it("Refused twice, a complaint shows the way to LAPS SJK.", async () => {
  const who = await phone();
  const told = words["id-ID"];
  await who.page.goto(`${who.origin}/complaint`);
  const number = await handIn(who, address(), "Saldo saya dipotong dua kali.", told);
  const support = await staffPhone("support", 1);
  for (const last of [false, true]) {
    await answerIt(support, number, "Sudah kami periksa, tidak ada kesalahan.");
    await who.page.goto(`${who.origin}/complaint/ticket`);
    await who.page.getByText(told.notSettled, { exact: true }).first().click();
    await who.page.fill("#refuse [name=text]", "Saya tidak setuju.");
    await who.page.locator("#refuse button").click();
    await who.page.waitForURL(/saved=1$/);
    expect(await who.page.getByRole("heading", { name: told.outside }).count()).toBe(last ? 1 : 0);
  }
  await who.look("complaint-outside");
  for (const options of [
    { width: 768 },
    { width: 1280 },
    { colorScheme: "dark" },
    { language: "zh-CN" },
  ] as PhoneOptions[]) {
    const wide = await phone(options);
    await wide.context.addCookies(await who.context.cookies());
    await wide.open("/complaint");
    await wide.open("/complaint/follow");
    await wide.open("/complaint/ticket");
  }
});

it("In the app a borrower's complaint is linked, takes photos, and stands among the own ones.", async () => {
  const who = await phone();
  const { page } = who;
  const { mobileNumber } = await invented(who, 61);
  await logIn(who, mobileNumber, "/webview/customer-service/complaint/mine");
  await who.look("complaint-mine-empty");
  await page.goto(`${who.origin}/webview/customer-service/complaint`);
  expect(await page.locator("[name=captcha]").count()).toBe(0);
  await who.look("complaint-in-app");
  await page.selectOption("[name=reason]", "repayment");
  await page.fill("[name=text]", "Pembayaran saya belum tercatat.");
  await page.fill("[name=email]", address());
  await page.getByRole("button", { name: "Kirim pengaduan" }).click();
  await page.waitForURL(/\/webview\/customer-service\/complaint\/ticket\?new=1$/);
  const folder = await mkdtemp(join(tmpdir(), "tunai-evidence-"));
  const files = await Promise.all(
    ["#336699", "#993366"].map(async (background, n) => {
      const file = join(folder, `bukti-${n}.png`);
      await writeFile(
        file,
        await sharp({ create: { width: 480, height: 640, channels: 3, background } })
          .png()
          .toBuffer(),
      );
      return file;
    }),
  );
  await page.setInputFiles("[name=photo]", files);
  await page.locator("#photos-form button").click();
  await expect.poll(() => page.locator(".talk-photo").count()).toBe(2);
  await page.waitForFunction(() =>
    [...document.querySelectorAll(".talk-photo")].every((one) => (one as HTMLImageElement).naturalWidth > 0),
  );
  await who.look("complaint-photos");
  await rm(folder, { recursive: true });
  const number = (await page.locator(".copy-text-value").innerText()).trim();
  await who.open("/webview/customer-service/complaint/mine");
  await page.getByRole("link", { name: number }).click();
  await page.getByText("Pembayaran saya belum tercatat.").waitFor();

  const auditor = await staffPhone("auditor", 1, { width: 1280 });
  await auditor.open("/staff/complaints");
  await auditor.page.getByRole("link", { name: number }).click();
  expect(await auditor.page.locator("#answer").count()).toBe(0);
  await auditor.page.locator("summary").filter({ hasText: "Foto 1" }).click();
  await auditor.page.waitForFunction(
    () => (document.querySelector(".console-photo") as HTMLImageElement | null)?.naturalWidth,
  );
  await auditor.look("staff-complaint-auditor");
});

/** Each would leave a mark in the window if any of it ran. */
const corpus = [
  "<script>window.ran=1</script>",
  '"><img src=x onerror=window.ran=1>',
  "<svg/onload=window.ran=1>",
  "javascript:window.ran=1",
  "</textarea><script>window.ran=1</script>",
  "{{constructor.constructor('window.ran=1')()}}",
  "'-window.ran=1-'",
  "\u202Etxt.exe",
  "[x](javascript:window.ran=1)",
];

it("Nothing that a stranger wrote runs in the ticket or in the console, and a day off is entered there. // Threats F1, E4t", async () => {
  const who = await phone();
  await who.page.goto(`${who.origin}/complaint`);
  const number = await handIn(who, address(), corpus.join("\n"), words["id-ID"]);
  const ran = (of: Phone) => of.page.evaluate(() => (window as unknown as { ran?: number }).ran ?? 0);
  expect(await who.page.locator(".talk-words").first().innerText()).toContain(corpus[0]);
  expect(await ran(who)).toBe(0);
  const admin = await staffPhone("admin", 1);
  const { page } = admin;
  await page.goto(`${admin.origin}/staff/complaints`);
  await admin.look("staff-complaints");
  await page.getByRole("link", { name: number }).click();
  expect(await page.locator(".talk-words").first().innerText()).toContain(corpus[1]);
  for (const act of ["note", "escalate"]) {
    await page.locator(`details:has(#${act}) summary`).click();
    await page.fill(`#${act} textarea`, corpus.slice(0, 3).join(" "));
    await page.locator(`#${act} button`).click();
    await page.waitForLoadState();
  }
  await page.getByText("Eskalasi").first().waitFor();
  await admin.look("staff-complaint-corpus");
  expect(await ran(admin)).toBe(0);
  expect(await page.locator("script:not([nonce])").count()).toBe(0);
  await page.locator("details:has(#unmask) summary").click();
  await page.fill("#unmask textarea", "Pendek");
  await page.locator("#unmask button").click();
  await page.locator("[data-problem-summary]:not([hidden])").waitFor();
  await page.fill("#unmask textarea", "Memeriksa alamat untuk surat.");
  await page.locator("#unmask button").click();
  await page.getByText("@contoh.id").first().waitFor();

  await admin.open("/staff/complaints/calendar");
  const next = String(new Date().getFullYear() + 1);
  await page.getByRole("link", { name: next }).click();
  await page.fill("[name=day]", `${next}-03-10`);
  await page.selectOption("[name=kind]", "NATIONAL");
  await page.fill("[name=name]", "Idul Fitri");
  await page.fill("[name=source]", "SKB 3 Menteri");
  await page.locator("main form button.button-primary").click();
  await page.getByText("Tercatat.").waitFor();
  await admin.look("staff-calendar");
});
