/** Documents of a signed loan: read as pages and words, near and far, by their owner and by a link; and where there is nothing to read. */
import { beforeAll, describe, expect, it } from "vitest";
import { signLoan, untilHomeLeadsTo, untilSealed, waitForNextCode } from "#tests/support/applying.ts";
import { phone, type Phone } from "#tests/support/browser.ts";
import { madeApplication } from "#tests/support/console.ts";

let owner: Phone;
const mobileNumber = "081200007532";

beforeAll(async () => {
  // Without script from here to the sealed document; only the application itself is made by calls.
  const maker = await phone();
  await madeApplication(maker, "approved-one-word-name", mobileNumber);
  owner = await phone({ javaScript: false });
  await owner.context.addCookies(await maker.context.cookies());
}, 300_000);

describe("documents", () => {
  it("are few while nothing was signed", async () => {
    await owner.open("/webview/protocol");
    expect(await owner.page.locator("main").innerText()).toMatch(
      /Saat mendaftar[^]*Syarat dan Ketentuan\s+Versi \d+ ·[^]*Kebijakan Privasi\s+Versi \d+ ·/,
    );
    expect(await owner.page.locator("main h2").allInnerTexts()).toEqual(["Saat mendaftar"]);
    await owner.page.goto(`${owner.origin}/webview/agreement-pdf`);
    expect(await owner.page.locator("h1").textContent()).toBe("Dokumen tidak ditemukan");
  });

  it("are signed without script", async () => {
    await untilHomeLeadsTo(owner, "/webview/agreement");
    await waitForNextCode(owner);
    await signLoan(owner, mobileNumber);
    await untilSealed(owner);
  });

  it("are read as pages in three sizes and as words", async () => {
    await owner.open("/webview/agreement-pdf");
    const first = owner.page.locator(".document-picture").first();
    const [near, far] = [
      await (await owner.context.request.get(owner.origin + (await first.getAttribute("src")))).body(),
      "/webview/agreement-pdf?zoom=3",
    ];
    await owner.open(far);
    const nearer = await (
      await owner.context.request.get(
        owner.origin + (await owner.page.locator(".document-picture").first().getAttribute("src")),
      )
    ).body();
    expect(nearer.length).toBeGreaterThan(near.length);
    await owner.open("/webview/agreement-pdf?view=text");
    expect(await owner.page.locator(".prose").textContent()).toContain("Pasal 11");
    await owner.open("/webview/protocol");
    await owner.page.locator("main a[href*='pdf-view']").last().click();
    await owner.look("pdf-view");
  });

  it("are read by others through a link, and by nobody without it", async () => {
    await owner.page.locator("button[data-track=document_share]").click();
    const link = (await owner.page.locator("a[href*='/pdf-review/']").getAttribute("href")) ?? "";
    const reader = await phone({ language: "en-GB" });
    const { pathname, search } = new URL(link);
    await reader.open(pathname + search);
    expect(reader.page.url()).not.toContain("t=");
    expect(await reader.page.locator("img.document-picture").count()).toBeGreaterThan(0);
    await reader.context.clearCookies();
    const refused = await reader.page.goto(reader.origin + pathname);
    expect(refused?.status()).toBe(401);
    expect(await reader.page.locator("h1").textContent()).toBe("This link is not valid");
    await reader.open("/webview/protocol");
    expect(await reader.page.locator("h1").textContent()).toBe("Log in to see them");
  });

  it("are checked by a stranger whose browser runs no script: the file is sent, compared and dropped", async () => {
    const verifyPath = (await owner.page.locator("a[href*='/verify/']").first().getAttribute("href")) ?? "";
    const file = await (
      await owner.context.request.get(
        owner.origin + ((await owner.page.locator("a[download]").first().getAttribute("href")) ?? ""),
      )
    ).body();
    const stranger = await phone({ javaScript: false, language: "zh-CN" });
    await stranger.open(new URL(verifyPath, owner.origin).pathname);
    await stranger.page.setInputFiles("input[type=file]", { name: "a.pdf", mimeType: "application/pdf", buffer: file });
    await stranger.page.locator("button[data-track=verify_file]").click();
    await stranger.page.locator("[data-compare-result=SHOWN]:visible, [data-compare-result=SEALED]:visible").waitFor();
    await stranger.look("verify-without-script");
    const missing = await stranger.page.goto(`${stranger.origin}/verify/00000000-0000-7000-8000-000000000000`);
    expect(missing?.status()).toBe(404);
  });
});
