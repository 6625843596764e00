/** The inbox at 360 px: what a loan brings into it, read with and without script, in three languages. */
import { beforeAll, expect, it } from "vitest";
import { invented } from "#tests/support/borrower.ts";
import { phone, type Phone, type PhoneOptions } from "#tests/support/browser.ts";
import { madeLoan, moveToMorning } from "#tests/support/paying.ts";
import { ownDays, type ReadyProduct } from "#tests/support/journey-server.ts";
import { enter } from "#tests/support/with-identity.ts";

let product: ReadyProduct;
let borrower: Phone;
beforeAll(async () => {
  product = await ownDays();
  borrower = await phone({ origin: product.origin });
});

/** The same person in another browser. */
async function alsoOn(options: Pick<PhoneOptions, "javaScript" | "language">): Promise<Phone> {
  const other = await phone({ origin: product.origin, ...options });
  const cookies = (await borrower.context.cookies()).filter(({ name }) => !/lang/.test(name));
  await other.context.addCookies(cookies);
  return other;
}
const unreadOn = ({ page }: Phone) => page.locator("main .link-list .badge").count();

it("an inbox in which nothing lies says so, and leads home", async () => {
  const fresh = await phone({ origin: product.origin });
  await enter(fresh, (await invented(fresh, 31)).mobileNumber);
  await fresh.open("/webview/message");
  expect(await fresh.page.locator("h1").innerText()).toBe("Belum ada pesan");
  expect(await fresh.page.locator("main svg").count()).toBeGreaterThan(0);
  await fresh.page.getByRole("link", { name: "Ke beranda" }).click();
  await fresh.page.waitForURL(/\/webview\/home$/);
});

it("what was told of a loan lies there, and home says how much is new", async () => {
  await moveToMorning(borrower);
  const person = await invented(borrower, 32);
  await madeLoan(borrower, person, person.mobileNumber);
  const { page } = borrower;
  await expect
    .poll(async () => {
      await borrower.open("/webview/home");
      return page.locator("a[href='/webview/message']").innerText();
    })
    .toMatch(/Pesan\s+3 baru/);
  await page.locator("a[href='/webview/message']").click();
  await page.waitForURL(/\/webview\/message$/);
  await borrower.look("message-inbox");
  expect(await page.locator("main").innerText()).toContain("3 belum dibaca");
  // The loan's two, and the invitation to say what one thinks of it.
  for (const title of ["Dana sudah masuk", "Pengajuan disetujui", "Kami ingin mendengar pendapat Anda"])
    expect(await page.getByRole("link", { name: new RegExp(title) }).count()).toBe(1);
});

it("with script a message is read once its page is seen, and its own link leads to the matter", async () => {
  const { page } = borrower;
  await page.getByRole("link", { name: /Dana sudah masuk/ }).click();
  await page.waitForURL(/\/webview\/message\/[\w-]+$/);
  await page.getByRole("button", { name: "Tandai sudah dibaca" }).waitFor({ state: "detached" });
  await borrower.look("message-read");
  expect(await page.locator("main").innerText()).toMatch(/Rp\s1\.000\.000/);
  await page.getByRole("link", { name: "Lihat pinjaman" }).click();
  await page.waitForURL(/\/webview\/loan-history\//);
  await borrower.open("/webview/message");
  expect(await unreadOn(borrower)).toBe(2);
});

it("without script opening changes nothing; buttons mark one and all", async () => {
  const plain = await alsoOn({ javaScript: false });
  const { page } = plain;
  await plain.open("/webview/message");
  await page.getByRole("link", { name: /Pengajuan disetujui/ }).click();
  await plain.look("message-unread-plain");
  await plain.open("/webview/message");
  expect(await unreadOn(plain)).toBe(2);
  await page.getByRole("link", { name: /Kami ingin mendengar/ }).click();
  await page.getByRole("button", { name: "Tandai sudah dibaca" }).click();
  await plain.open("/webview/message");
  await page.getByRole("link", { name: /Pengajuan disetujui/ }).click();
  await page.getByRole("button", { name: "Tandai sudah dibaca" }).click();
  await page.waitForURL(/\/webview\/message\/[\w-]+$/);
  expect(await page.getByRole("button", { name: "Tandai sudah dibaca" }).count()).toBe(0);
  await plain.open("/webview/message");
  expect(await unreadOn(plain)).toBe(0);
  expect(await page.locator("main").innerText()).toContain("Semua sudah dibaca.");
  // A person submits a complaint and gets a message about it.
  await page.goto(`${product.origin}/webview/message?topic=ACCOUNT`);
  // Its tab lies behind the edge of a phone, and is brought into sight.
  const tab = (await page.locator(".tabs [aria-current]").boundingBox())!;
  expect(tab.x + tab.width).toBeLessThanOrEqual(360);
  expect(await page.locator("main").innerText()).toContain("Tidak ada pesan tentang topik ini");
});

it("all are marked at once, and what came after the page stays new", async () => {
  const plain = await alsoOn({ javaScript: false });
  const complain = (key: string) =>
    borrower.page.evaluate(
      async (idempotencyKey) =>
        (
          await fetch("/api/complaint", {
            method: "POST",
            headers: { "Content-Type": "application/json", "Idempotency-Key": idempotencyKey },
            body: JSON.stringify({ reason: "repayment", text: "Belum tercatat.", email: "pengadu@contoh.id" }),
          })
        ).status,
      key,
    );
  const listed = async () => {
    await plain.open("/webview/message?topic=ACCOUNT");
    return plain.page.locator("main .link-list-link[href*='/message/']").count();
  };
  await borrower.open("/webview/message");
  expect(await complain("message-journey-0001")).toBe(201);
  await expect.poll(listed).toBe(1);
  await plain.open("/webview/message");
  expect(await complain("message-journey-0002")).toBe(201);
  const second = await alsoOn({ javaScript: false });
  await expect
    .poll(async () => {
      await second.open("/webview/message");
      return unreadOn(second);
    })
    .toBe(2);
  await plain.page.getByRole("button", { name: "Tandai semua sudah dibaca" }).click();
  await plain.page.waitForURL(/\/webview\/message$/);
  expect(await unreadOn(plain)).toBe(1);
});

it("rewards and news are muted by a form, with and without script", async () => {
  for (const javaScript of [true, false]) {
    const visitor = await alsoOn({ javaScript });
    await visitor.open("/webview/notification-settings");
    const box = visitor.page.locator("[name=muted][value=REWARD]");
    expect(await box.isChecked()).toBe(!javaScript);
    await box.setChecked(javaScript, { force: true });
    await visitor.page.getByRole("button", { name: "Simpan" }).click();
    await visitor.page.waitForURL(/saved=1/);
    await visitor.look(`notification-settings-${javaScript}`);
    expect(await visitor.page.locator("main").innerText()).toContain("Pengaturan tersimpan");
    expect(await box.isChecked()).toBe(javaScript);
  }
});

it.each([
  ["en-GB", "Messages", "Money arrived", /The Rp\s1\.000\.000 of loan \S+ has arrived/],
  ["zh-CN", "消息", "款项已到账", /借款 \S+ 的 Rp\s1\.000\.000 已到账/],
] as const)("the inbox speaks its reader's language: %s", async (language, title, line, body) => {
  const visitor = await alsoOn({ language });
  await visitor.open("/webview/message");
  expect(await visitor.page.locator("h1").innerText()).toBe(title);
  await visitor.look(`message-${language}`);
  await visitor.page.getByRole("link", { name: new RegExp(line) }).click();
  await visitor.page.waitForURL(/\/webview\/message\/[\w-]+$/);
  expect(await visitor.page.locator("main").innerText()).toMatch(body);
});
