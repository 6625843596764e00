/** From a phone number to a login and back out, with and without script. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { waitForNextCode } from "#tests/support/applying.ts";
import { passCaptcha, sandboxPost } from "#tests/support/borrower.ts";
import { phone as phoneAt, type Phone, type PhoneOptions } from "#tests/support/browser.ts";
import { startBehindTls, type RunningProduct } from "#tests/support/journey-server.ts";

/** A product and a clock of its own: entries last a minute and codes wait for one, so no other test may move the time. */
let product: RunningProduct;
beforeAll(async () => {
  product = await startBehindTls(await mkdtemp(join(tmpdir(), "tunai-login-")));
});
afterAll(async () => {
  await product.stop("SIGTERM");
  await rm(product.dataDir, { recursive: true, force: true });
});
const phone = (options: PhoneOptions = {}) => phoneAt({ ...options, origin: product.origin });

const numberOf = (seed: number) => `0813${String(10_000_000 + seed * 7_919 + (process.pid % 7_000) * 13).slice(0, 8)}`;

async function sandbox<Reply>(visitor: Phone, path: string): Promise<Reply> {
  return (await fetch(`${visitor.origin}/api/sandbox/${path}`)).json() as Promise<Reply>;
}
async function codeTo(visitor: Phone, number: string): Promise<string> {
  const { items } = await sandbox<{ items: { code?: string }[] }>(visitor, `messages?to=${number}`);
  return items[0]?.code ?? "";
}
async function fillNumber({ page }: Phone, number: string): Promise<void> {
  await page.fill("[name=mobileNumber]", number);
  await page.check("[name=channel][value=SMS]");
  await page.check("[name=agreeTerms]");
  await page.check("[name=agreePrivacy]");
}
/** Answers whether the page asked for a captcha. */
async function askForCode(visitor: Phone, number: string): Promise<boolean> {
  await fillNumber(visitor, number);
  await visitor.page.press("[name=mobileNumber]", "Enter");
  return passCaptcha(visitor);
}
/** `from`: an address that leads to the login, and from there to `next`. */
async function logIn(
  visitor: Phone,
  number: string,
  next: string,
  from = `/login?next=${encodeURIComponent(next)}`,
): Promise<void> {
  await visitor.page.goto(visitor.origin + from);
  await askForCode(visitor, number);
  await visitor.page.fill("[name=code]", await codeTo(visitor, number));
  await visitor.page.press("[name=code]", "Enter");
  await visitor.page.waitForURL((url) => url.pathname === next);
}

it.each([true, false])(
  "A number and a code log in and lead on to the wished page; a captcha comes with the second code, and nothing typed is lost (script: %s).",
  async (javaScript) => {
    const visitor = await phone({ javaScript });
    const { page } = visitor;
    const [first, number] = [numberOf(javaScript ? 1 : 2), numberOf(javaScript ? 11 : 12)];
    await visitor.open("/login?next=/webview/sessions");
    expect(await page.locator("main").innerText()).toContain("bisa dilihat setelah masuk");
    expect(await page.locator("[name=captcha]").count()).toBe(0);
    expect(await askForCode(visitor, first)).toBe(false);
    // Another number in the same session: the typed number stays next to the captcha.
    await page.getByRole("link", { name: "Pakai nomor lain" }).click();
    await fillNumber(visitor, number);
    await page.check("[name=rememberDevice]");
    await page.press("[name=mobileNumber]", "Enter");
    await page.getByText("Isi dulu kode pada gambar.").first().waitFor();
    const isKept = async () =>
      expect([
        await page.inputValue("[name=mobileNumber]"),
        await page.isChecked("[name=channel][value=SMS]"),
        await page.isChecked("[name=agreeTerms]"),
        await page.isChecked("[name=rememberDevice]"),
      ]).toEqual([number, true, true, true]);
    await isKept();
    await visitor.look("login-captcha");
    // The sound is available on request.
    expect(await page.locator("audio").isVisible()).toBe(false);
    await page.locator("summary", { hasText: "Dengarkan" }).click();
    await page.locator("audio").waitFor();
    await visitor.look("login-captcha-sound");
    const key = await page.inputValue("[name=captchaKey]");
    await page.getByRole("button", { name: "Ganti gambar" }).click();
    await page.waitForFunction((before) => {
      const field = document.querySelector<HTMLInputElement>("[name=captchaKey]");
      return field !== null && field.value !== before;
    }, key);
    await isKept();
    await page.fill("[name=captcha]", "11111");
    await page.press("[name=captcha]", "Enter");
    await page.getByText("Jawaban gambar belum cocok.").first().waitFor();
    await isKept();
    expect(await passCaptcha(visitor)).toBe(true);
    expect(page.url()).not.toContain(number);
    await visitor.look("login-code");
    await page.reload();
    // Another way to the same number: a captcha alone stands before it.
    await sandboxPost(visitor, "/api/sandbox/clock", { advanceSeconds: 61 });
    await page.reload();
    await page.locator("[data-track=otp_resend][value=WHATSAPP]").click();
    await page.getByRole("heading", { name: "Satu langkah sebelum kode dikirim" }).waitFor();
    await visitor.look("login-captcha-again");
    expect(await passCaptcha(visitor)).toBe(true);
    await page.getByText("Kode dikirim lewat WhatsApp").waitFor();
    const code = await codeTo(visitor, number);
    await page.fill("[name=code]", code === "000000" ? "111111" : "000000");
    await page.press("[name=code]", "Enter");
    await page.getByText("Verifikasi gagal. Masukkan lagi kode OTP.").first().waitFor();
    await page.getByText("Sisa 4 kali mencoba.").waitFor();
    await visitor.look("login-code-wrong");
    await page.fill("[name=code]", code);
    await page.press("[name=code]", "Enter");
    await page.waitForURL(/\/webview\/sessions$/);
    await visitor.look("sessions");
  },
);

it("What is missing is said at each field, in the page's language, before anything is sent.", async () => {
  const visitor = await phone({ language: "en-GB" });
  await visitor.open("/login");
  await visitor.page.getByRole("button", { name: "Send code" }).click();
  await visitor.page.getByText("Please fill this in.").first().waitFor();
  expect(await visitor.page.getByText("Please tick this agreement to continue.").count()).toBe(2);
  await visitor.look("login-problems");
});

it("A password is set after its own code, and logs in the next time; another device is logged out.", async () => {
  const number = numberOf(3);
  const other = await phone({ language: "en-GB" });
  const visitor = await phone();
  const { page } = visitor;
  // As a password manager begins.
  await logIn(visitor, number, "/webview/password", "/.well-known/change-password");
  await visitor.look("password");
  await page.getByRole("button", { name: "Kirim kode" }).click();
  // The login's code was another purpose's, so this one goes at once; the next of its own counts down.
  await page.locator("[name=code]").waitFor();
  expect(await page.locator("[data-countdown]").innerText()).toMatch(/^Kirim ulang dalam \d+ detik$/);
  await visitor.look("password-code");
  await page.fill("[name=code]", await codeTo(visitor, number));
  await page.fill("[name=password]", "Garam&Laut7");
  await page.getByRole("button", { name: "Simpan kata sandi" }).click();
  await page.getByRole("heading", { name: "Kata sandi tersimpan" }).waitFor();
  await visitor.look("password-saved");

  await other.open("/login?with=password&next=/webview/sessions");
  await other.page.fill("[name=mobileNumber]", number);
  await other.page.fill("[name=password]", "Garam&Laut7");
  await other.page.getByRole("button", { name: "Log in" }).click();
  await other.page.waitForURL(/\/webview\/sessions$/);
  await other.look("sessions-two");
  await other.page.getByRole("button", { name: "Log out", exact: true }).click();
  await other.page.getByText("Only this device is logged in.").waitFor();
  await page.goto(`${visitor.origin}/webview/sessions`);
  await page.waitForURL(/\/login\?next=/);
});

it("A browser that keeps no cookies is told so by captcha and by password, in its language, and not sent in circles.", async () => {
  const number = numberOf(6);
  const visitor = await phone({ language: "en-GB" });
  await visitor.open("/login");
  await visitor.page.fill("[name=mobileNumber]", numberOf(60));
  await visitor.page.check("[name=agreeTerms]");
  await visitor.page.check("[name=agreePrivacy]");
  await visitor.page.getByRole("button", { name: "Send code" }).first().click();
  await passCaptcha(visitor);
  // A session's second number comes with a captcha.
  await visitor.page.goto(`${visitor.origin}/login`);
  await visitor.page.fill("[name=mobileNumber]", numberOf(61));
  await visitor.page.check("[name=agreeTerms]");
  await visitor.page.check("[name=agreePrivacy]");
  await visitor.page.getByRole("button", { name: "Send code" }).first().click();
  const key = await visitor.page.getAttribute("[name=captchaKey]", "value");
  await visitor.page.fill("[name=captcha]", (await sandbox<{ answer: string }>(visitor, `captcha/${key}`)).answer);
  await visitor.context.clearCookies();
  await visitor.page.press("[name=captcha]", "Enter");
  await visitor.page.getByText("Your browser does not keep our cookie").first().waitFor();
  await visitor.look("login-no-cookies");

  const owner = await phone();
  await logIn(owner, number, "/webview/password");
  await waitForNextCode(owner);
  await owner.page.getByRole("button", { name: "Kirim kode" }).click();
  await owner.page.fill("[name=code]", await codeTo(owner, number));
  await owner.page.fill("[name=password]", "Garam&Laut7");
  await owner.page.getByRole("button", { name: "Simpan kata sandi" }).click();
  await owner.page.getByRole("heading", { name: "Kata sandi tersimpan" }).waitFor();

  // No browser under test can be told to keep nothing, so a plain client takes the same steps.
  const send = (path: string, init: RequestInit = {}) =>
    fetch(product.origin + path, {
      redirect: "manual",
      ...init,
      headers: { "Accept-Language": "id", ...init.headers },
    });
  const enter = (headers: Record<string, string>) =>
    send("/login?with=password&next=/webview/sessions", {
      method: "POST",
      headers: { Origin: product.origin, ...headers },
      body: new URLSearchParams({ intent: "password", mobileNumber: number, password: "Garam&Laut7" }),
    });
  // Where a code was asked for without a captcha, the next page is the first that sees it.
  expect(await (await send("/login?step=code")).text()).toContain("Browser Anda tidak menyimpan cookie");
  const entered = await enter({});
  const back = entered.headers.get("location") ?? "";
  expect([entered.status, new URL(back, product.origin).pathname]).toEqual([303, "/login"]);
  expect(await (await send(back)).text()).toContain("Browser Anda tidak menyimpan cookie");
  const cookies = entered.headers.getSetCookie().map((set) => set.split(";")[0]);
  expect((await send(back, { headers: { Cookie: cookies.join("; ") } })).headers.get("location")).toBe(
    "/webview/sessions",
  );
  expect((await enter({ Cookie: "lang=id" })).headers.get("location")).toBe("/webview/sessions");
});

it("Logging out asks first, ends the login, and the way back leads to the login page.", async () => {
  const visitor = await phone({ language: "zh-CN", colorScheme: "dark" });
  await logIn(visitor, numberOf(4), "/webview/logout");
  await visitor.look("logout");
  const inHeader = (path: string) => visitor.page.locator(`header a[href='${path}']`).count();
  expect(await inHeader("/webview/logout")).toBeGreaterThan(0);
  await visitor.page.getByRole("button", { name: "退出登录" }).click();
  await visitor.page.getByRole("heading", { name: "您已退出登录" }).waitFor();
  await visitor.look("logged-out");
  // The header offers what can be done now; a page that is the same for everybody leads to the loan.
  expect([await inHeader("/webview/logout"), (await inHeader("/login")) > 0]).toEqual([0, true]);
  await visitor.page.goto(`${visitor.origin}/webview/static-text/collection-rules`);
  expect([await inHeader("/webview/logout"), await inHeader("/login"), (await inHeader("/webview/home")) > 0]).toEqual([
    0,
    0,
    true,
  ]);
  const names = (await visitor.context.cookies()).map((cookie) => cookie.name);
  expect(names).toContain("deviceToken");
  expect(names).not.toContain("userToken");
  expect(await visitor.page.evaluate(() => document.cookie)).not.toMatch(/\bsid=/);
  await visitor.page.goto(`${visitor.origin}/webview/sessions`);
  await visitor.page.waitForURL(/\/login\?next=%2Fwebview%2Fsessions/);
});

it("The app's entry shows as whom it enters, works once, and is gone afterwards.", async () => {
  const number = numberOf(5);
  const visitor = await phone();
  await logIn(visitor, number, "/webview/sessions");
  const cookies = await visitor.context.cookies();
  const value = (name: string) => cookies.find((cookie) => cookie.name.replace("__Host-", "") === name)?.value ?? "";
  const made = await fetch(`${visitor.origin}/api/user/webviewCode`, {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      Authorization: `Bearer ${value("sid")}`,
      "Device-Token": value("deviceToken"),
    },
    body: JSON.stringify({ path: "/webview/sessions" }),
  });
  const { url } = (await made.json()) as { url: string };
  const view = await phone({
    userAgent: "Mozilla/5.0 (Linux; Android 13) AppleWebKit/537.36 Chrome/120 Mobile Safari/537.36 TunaiApp/2.11.8",
  });
  await view.context.addCookies([{ name: "deviceToken", value: value("deviceToken"), url: view.origin }]);
  await view.page.goto(url);
  await view.look("enter");
  await view.page.getByRole("button", { name: "Lanjutkan" }).click();
  await view.page.waitForURL(/\/webview\/sessions$/);
  expect(await view.page.getByText("TunaiApp, Android").count()).toBe(1);
  await view.page.goto(url);
  await view.page.getByRole("heading", { name: "Tautan masuk sudah tidak berlaku" }).waitFor();
  await view.look("enter-gone");
});
