/** The enhancer in a real browser, on plain pages with the attributes of the UI kit and a content policy as the product's. */
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { chromium, type Browser, type Page } from "playwright-core";
import sharp from "sharp";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { assetPath, bundle } from "./build.ts";
import { formChoice } from "./form-choice.ts";

interface Post {
  path: string;
  body: Buffer;
  headers: IncomingMessage["headers"];
}
let server: Server;
let browser: Browser;
let page: Page;
let origin = "";
let posts: Post[] = [];
let faults: string[] = [];
/** While set, the server takes what is posted and dies before it answers. */
let cut = false;
/** Bodies of pages by path; the query of a live request is echoed. */
const pages = new Map<string, (query: URLSearchParams) => string>();
/** What a POST to a path answers with; by default a redirect to /done. */
const answers = new Map<string, { status: number; html: string }>();
const scripts = { form: "", "form-amounts": "", "form-plain": "", reading: "", "after-load": "", upload: "" };
/** As the product: each page has the form script that carries what it uses. */
const formScripts = { whole: "form", amounts: "form-amounts", plain: "form-plain" } as const;

const formPage = (inner: string, attributes = "") => `<main><form id="f" method="post" data-enhance data-message-network="Jaringan bermasalah." ${attributes}>
<input type="hidden" name="idempotencyKey" value="key-${Math.random()}"><div data-problem-summary role="alert" tabindex="-1" hidden><p></p><ul></ul></div>${inner}
<button id="go">Kirim</button></form><div data-loading hidden></div><div data-toast-region></div></main>`;
const field = (name: string, attributes: string) => `<div><label>${name} <input id="f-${name}" name="${name}" ${attributes}></label><p data-problem-for="${name}" hidden></p></div>`;

beforeAll(async () => {
  for (const entry of Object.keys(scripts) as (keyof typeof scripts)[]) scripts[entry] = await bundle(entry);
  server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://x");
    if (url.pathname === `/${assetPath("upload", scripts.upload)}`) return void response.setHeader("Content-Type", "text/javascript").end(scripts.upload);
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk)).on("end", () => {
      if (request.method === "POST") {
        posts.push({ path: url.pathname, body: Buffer.concat(chunks), headers: request.headers });
        if (cut) return void request.socket.destroy();
        const answer = answers.get(url.pathname);
        if (!answer) return void response.writeHead(303, { Location: "/done" }).end();
        if (answer.status === 303) return void response.writeHead(303, { Location: answer.html }).end();
        return void response.writeHead(answer.status, htmlHeaders).end(documentOf(answer.html, "form"));
      }
      const kind = url.pathname.startsWith("/read") ? "reading" : "form";
      response.writeHead(200, htmlHeaders).end(documentOf(pages.get(url.pathname)?.(url.searchParams) ?? "<main><h1>done</h1></main>", kind));
    });
  }).listen(0, "127.0.0.1");
  await new Promise((ready) => server.once("listening", ready));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  browser = await chromium.launch({ executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium", args: process.getuid?.() === 0 ? ["--no-sandbox"] : [] });
});
afterAll(async () => {
  await browser.close();
  server.closeAllConnections();
  server.close();
});
beforeEach(async () => {
  [posts, faults] = [[], []];
  answers.clear();
  page = await browser.newPage({ viewport: { width: 360, height: 640 } });
  page.on("pageerror", (error) => faults.push(error.message));
  page.on("console", (message) => message.type() === "error" && /Content Security/.test(message.text()) && faults.push(message.text()));
});
afterEach(async () => {
  expect(faults).toEqual([]);
  await page.close();
});

const htmlHeaders = {
  "Content-Type": "text/html; charset=utf-8",
  "Cache-Control": "no-store",
  "Content-Security-Policy": "default-src 'none'; script-src 'self' 'nonce-n'; style-src 'nonce-n'; img-src 'self' blob:; connect-src 'self'; form-action 'self'",
};
const documentOf = (body: string, script: "form" | "reading") =>
  `<!DOCTYPE html><html lang="id"><head><title>t</title><style nonce="n">[hidden]{display:none!important}</style></head><body>${body}<script nonce="n">${scripts[script === "form" ? formScripts[formChoice(body)] : script]}</script></body></html>`;

async function show(path: string, body: string | ((query: URLSearchParams) => string)): Promise<void> {
  pages.set(path, typeof body === "string" ? () => body : body);
  await page.goto(origin + path);
}
const problem = (name: string) => page.locator(`[data-problem-for="${name}"]`);

describe("checking fields", () => {
  const body = formPage(
    field("phone", `required pattern="08\\d{8,12}" data-message-required="Wajib" data-message-pattern="Format nomor salah"`) +
      field("amount", `type="number" required min="200000" max="10000000" step="100000" data-message-min="Terlalu kecil" data-message-step="Kelipatan"`),
  );
  test("A wrong field says so in our words when it is left, and stops saying so when it is right.", async () => {
    await show("/check", body);
    await page.fill("#f-phone", "123");
    expect(await problem("phone").isVisible()).toBe(false);
    await page.press("#f-phone", "Tab");
    expect(await problem("phone").innerText()).toBe("Format nomor salah");
    expect(await page.getAttribute("#f-phone", "aria-invalid")).toBe("true");
    await page.fill("#f-phone", "081234567890");
    expect(await problem("phone").isVisible()).toBe(false);
    expect(await page.getAttribute("#f-phone", "aria-invalid")).toBeNull();
  });
  test("A field that was only passed through is not yet wrong.", async () => {
    await show("/check", body);
    await page.focus("#f-phone");
    await page.press("#f-phone", "Tab");
    expect(await problem("phone").isVisible()).toBe(false);
  });
  test("Sending shows every problem, leads to the first, and sends nothing.", async () => {
    await show("/check", body);
    await page.fill("#f-amount", "150000");
    await page.click("#go");
    expect(await problem("phone").innerText()).toBe("Wajib");
    expect(await problem("amount").innerText()).toBe("Terlalu kecil");
    expect(await page.evaluate(() => document.activeElement?.id)).toBe("f-phone");
    expect(posts).toHaveLength(0);
  });
  test("A page that comes with a refusal begins at its summary.", async () => {
    await show("/refused", formPage("").replace('tabindex="-1" hidden', 'tabindex="-1"'));
    expect(await page.evaluate(() => document.activeElement?.hasAttribute("data-problem-summary"))).toBe(true);
  });
  test("A refusal that stands at a field alone begins at that field.", async () => {
    await show("/refused", formPage(field("name", "") + field("code", 'aria-invalid="true"')));
    expect(await page.evaluate(() => document.activeElement?.id)).toBe("f-code");
  });
});

describe("sending", () => {
  test("Neither going back to a refusal nor reading it anew sends the form once more.", async () => {
    await show("/again", formPage(field("name", 'value="Budi"')));
    answers.set("/again", { status: 422, html: formPage(field("name", "")) + '<script nonce="n">document.documentElement.dataset.posted = ""</script>' });
    await page.click("#go");
    await page.waitForSelector("html[data-posted]");
    await page.reload();
    await page.waitForSelector("html:not([data-posted])");
    await page.click("#go");
    await page.waitForSelector("html[data-posted]");
    await show("/read/on", "<main><h1>on</h1></main>");
    await page.goBack();
    await page.waitForSelector("html:not([data-posted]) #f-name");
    expect(posts).toHaveLength(2);
  });
  test("Two quick taps send once, and the button shows that it works.", async () => {
    await show("/once", formPage(field("name", 'value="Budi"')));
    await page.route("**/once", async (route) => {
      if (route.request().method() === "POST") await new Promise((wait) => setTimeout(wait, 300));
      await route.continue();
    });
    const busy = await page.evaluate(() => {
      const button = document.getElementById("go") as HTMLButtonElement;
      button.click();
      button.click();
      return button.getAttribute("aria-busy");
    });
    expect(busy).toBe("true");
    await page.waitForURL("**/done");
    expect(posts).toHaveLength(1);
  });
  test("Without a network nothing is sent, the message appears and the button works again.", async () => {
    await show("/offline", formPage(field("name", 'value="Budi"')));
    await page.context().setOffline(true);
    await page.click("#go");
    expect(await page.locator("[data-problem-summary]").innerText()).toContain("Jaringan bermasalah.");
    expect(await page.getAttribute("#go", "aria-busy")).toBeNull();
    await page.context().setOffline(false);
    await page.click("#go");
    await page.waitForURL("**/done");
    expect(posts).toHaveLength(1);
  });
  test("A try whose answer was lost is repeated under its first key; after an answer the key is a new one.", async () => {
    await show("/lost", () => formPage(field("name", 'value="Budi"')));
    const first = await page.inputValue('[name="idempotencyKey"]');
    cut = true;
    await Promise.all([page.waitForEvent("requestfailed"), page.click("#go", { noWaitAfter: true })]);
    await expect.poll(() => page.url()).toBe("chrome-error://chromewebdata/");
    cut = false;
    await page.goto(`${origin}/lost`);
    expect(await page.inputValue('[name="idempotencyKey"]')).toBe(first);
    await page.click("#go");
    await page.waitForURL("**/done");
    for (const post of posts) expect(new URLSearchParams(post.body.toString()).get("idempotencyKey")).toBe(first);
    expect(posts.length).toBeGreaterThan(1);
    await page.goto(`${origin}/lost`);
    expect(await page.inputValue('[name="idempotencyKey"]')).not.toBe(first);
  });
  test("A plain field survives a reload, a password does not, and both are forgotten once answered.", async () => {
    await show("/keep", formPage(field("street", "data-keep") + field("secret", 'type="password" data-keep')));
    await page.fill("#f-street", "Jl. Melati 5");
    await page.fill("#f-secret", "rahasia-7");
    await page.goto(`${origin}/keep`);
    expect(await page.inputValue("#f-street")).toBe("Jl. Melati 5");
    expect(await page.inputValue("#f-secret")).toBe("");
    expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain("rahasia");
    await page.click("#go");
    await page.waitForURL("**/done");
    await page.goto(`${origin}/keep`);
    expect(await page.inputValue("#f-street")).toBe("");
  });
});

describe("amounts and live parts", () => {
  test("The stepper moves by a step, stops at the bounds, writes rupiah, and asks for the new part once.", async () => {
    const asked: string[] = [];
    const inner = `<div data-stepper><button type="button" id="less" data-step="-1">−</button><input name="amountRupiah" id="a" type="number" min="200000" max="400000" step="100000" value="300000"><output data-format="rupiah"></output><button type="button" id="more" data-step="1">+</button></div>
      <input type="tel" name="phone" value="081234567890"><input type="password" name="pw" value="x">`;
    await show("/live", (query) => {
      if (query.has("amountRupiah")) asked.push(query.toString());
      return formPage(`${inner}<div data-live-region>Total ${query.get("amountRupiah") ?? "-"}<script>document.title="hacked"</script><img src="/x.png" onerror="document.title='hacked'"></div>`, 'data-live="/live"');
    });
    await page.click("#more");
    await page.click("#more");
    expect(await page.inputValue("#a")).toBe("400000");
    expect(await page.locator("output").innerText()).toBe("Rp 400.000");
    await page.waitForFunction(() => document.querySelector("[data-live-region]")?.textContent?.includes("400000"));
    expect(asked).toEqual(["amountRupiah=400000"]);
    expect(await page.title()).toBe("t");
    expect(await page.locator("[data-loading]").isVisible()).toBe(false);
    faults = faults.filter((fault) => !/inline event handler|inline script/.test(fault));
  });
  test("An answer that was overtaken is dropped.", async () => {
    await show("/stale", (query) => formPage(`${field("n", 'value="0"')}<div data-live-region>is ${query.get("n") ?? "-"}</div>`, 'data-live="/stale"'));
    await page.route("**/stale?*", async (route) => {
      const slow = route.request().url().includes("n=1");
      if (slow) await new Promise((wait) => setTimeout(wait, 1500));
      await route.continue().catch(() => {});
    });
    await page.fill("#f-n", "1");
    await page.waitForRequest("**/stale?n=1");
    await page.fill("#f-n", "2");
    await page.waitForFunction(() => document.querySelector("[data-live-region]")?.textContent === "is 2");
    await page.waitForTimeout(1200);
    expect(await page.locator("[data-live-region]").innerText()).toBe("is 2");
  });
  test("A part that names its state is left alone while that stays the same, and swapped when it changes.", async () => {
    let state = "WAITING";
    let asked = 0;
    await show("/state", () => {
      asked += 1;
      return formPage(`<div data-live-region="${state}"><p ${state === "WAITING" ? "data-live-again" : ""}>${state}</p><details><summary>Langkah</summary>Satu</details></div>`, 'data-live="/state"');
    });
    await page.click("summary");
    await expect.poll(() => asked, { timeout: 10_000 }).toBe(3);
    expect(await page.locator("details").evaluate((part: HTMLDetailsElement) => part.open)).toBe(true);
    state = "RECEIVED";
    await page.waitForSelector("[data-live-region=RECEIVED] >> text=RECEIVED");
    expect(await page.locator("details").evaluate((part: HTMLDetailsElement) => part.open)).toBe(false);
  }, 15_000);
  test("A lost network leaves the part as it was and says so in a toast whose words stay.", async () => {
    await show("/broken", formPage(`${field("n", 'value="0"')}<div data-live-region>still</div>`, 'data-live="/broken"'));
    await page.route("**/broken?*", (route) => route.abort());
    await page.fill("#f-n", "1");
    await page.waitForSelector("[data-toast-region] p");
    expect(await page.locator("[data-live-region]").innerText()).toBe("still");
    await page.waitForSelector('[data-toast-region] p[data-state="past"]', { state: "attached" });
    expect(await page.locator("[data-toast-region]").textContent()).toBe("Jaringan bermasalah.");
  });
});

describe("codes, countdowns, dialogs, anchors, back", () => {
  test("The code field has the focus and takes the digits of what is pasted.", async () => {
    await show("/code", formPage(field("code", 'autocomplete="one-time-code" maxlength="6"')));
    expect(await page.evaluate(() => document.activeElement?.id)).toBe("f-code");
    await page.evaluate(() => {
      const data = new DataTransfer();
      data.setData("text", "Kode Anda 12 34 56.");
      document.getElementById("f-code")?.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
    });
    expect(await page.inputValue("#f-code")).toBe("123456");
  });
  test("A countdown counts by the server's time and frees the button at its end, on a phone whose clock is wrong.", async () => {
    const now = Date.parse("2031-01-01T00:00:00Z");
    const until = new Date(now + 2500).toISOString();
    await show("/wait", `<main><div><span data-countdown data-now="${new Date(now).toISOString()}" data-until="${until}" data-text="Kirim ulang dalam {seconds} detik"></span><div data-after-countdown><button id="again">Kirim</button></div></div></main>`);
    expect(await page.locator("[data-countdown]").innerText()).toMatch(/^Kirim ulang dalam [23] detik$/);
    expect(await page.isDisabled("#again")).toBe(true);
    await page.waitForSelector("#again:enabled", { timeout: 6000 });
    expect(await page.locator("[data-countdown]").isVisible()).toBe(false);
  });
  test("A dialog opens over the page and closes by its link, by a click beside it and by Escape.", async () => {
    await show("/dialog", `<main><a id="open" href="#d" data-dialog-open="d">Buka</a></main><dialog id="d"><a id="shut" href="#main" data-dialog-close>Tutup</a></dialog>`);
    for (const close of [() => page.click("#shut"), () => page.mouse.click(3, 3), () => page.keyboard.press("Escape")]) {
      await page.click("#open");
      expect(await page.evaluate(() => document.querySelector("dialog")?.matches(":modal"))).toBe(true);
      await close();
      expect(await page.evaluate(() => document.querySelector("dialog")?.open)).toBe(false);
    }
  });
  test("A menu closes by Escape, with the focus on its button, and by a click beside it.", async () => {
    await show("/read/menu", `<header><details class="menu"><summary id="menu">Menu</summary><a id="in" href="#x">Satu</a></details></header><main><p id="beside">Isi</p></main>`);
    const isOpen = () => page.locator("details").evaluate((menu: HTMLDetailsElement) => menu.open);
    await page.click("#menu");
    await page.focus("#in");
    await page.keyboard.press("Escape");
    expect([await isOpen(), await page.evaluate(() => document.activeElement?.id)]).toEqual([false, "menu"]);
    await page.click("#menu");
    expect(await isOpen()).toBe(true);
    await page.click("#beside");
    expect(await isOpen()).toBe(false);
  });
  test("An anchor opens the folded part it points to, and the chosen language is remembered.", async () => {
    const body = `<main><a href="#q2">zwei</a><div>${"<p>x</p>".repeat(60)}</div><details><summary>Tanya</summary><p id="q2">Jawab</p></details></main>`;
    await show("/read/faq", body);
    await page.click("a");
    expect(await page.locator("#q2").isVisible()).toBe(true);
    await page.goto(`${origin}/read/faq?lang=en#q2`);
    await page.waitForFunction(() => scrollY > 100);
    expect((await page.context().cookies(origin)).find(({ name }) => name === "lang")?.value).toBe("en");
  });
  test("Back goes through the history after an own page, to its link otherwise, and to the app inside an app.", async () => {
    pages.set("/read/back", () => `<main><a data-back href="/read/home">Kembali</a></main>`);
    pages.set("/read/list", () => `<main><a id="to" href="/read/back">ke</a></main>`);
    await page.goto(`${origin}/read/back`);
    await page.click("[data-back]");
    await page.waitForURL("**/read/home");
    await page.goto(`${origin}/read/list`);
    await page.click("#to");
    await page.waitForURL("**/read/back");
    await page.click("[data-back]");
    await page.waitForURL("**/read/list");
    await page.evaluate(() => Object.assign(window, { TunaiNative: { postMessage: (text: string) => Object.assign(window, { heard: text }) } }));
    await page.evaluate(() => document.body.insertAdjacentHTML("beforeend", '<a id="b" data-back href="/x">b</a>'));
    await page.click("#b");
    expect(await page.evaluate(() => JSON.parse((window as unknown as { heard: string }).heard))).toMatchObject({ v: 1, call: "back" });
  });
});

describe("photos", () => {
  const inner = `<div><input type="file" name="ktp" accept="image/jpeg"><div data-preview hidden></div><progress data-upload-progress max="100" value="0" hidden></progress></div>`;
  const upload = (path: string) => show(path, formPage(inner, 'enctype="multipart/form-data"'));
  const photo = async () => {
    const noise = { create: { width: 2400, height: 1800, channels: 3 as const, background: "#888", noise: { type: "gaussian" as const, mean: 128, sigma: 40 } } };
    return { name: "KTP.jpg", mimeType: "image/jpeg", buffer: await sharp(noise).jpeg({ quality: 95 }).toBuffer() };
  };
  test("A photo is shown, made smaller and sent with its progress; the redirect is followed.", async () => {
    await upload("/photo");
    const picked = await photo();
    await page.waitForFunction(() => document.querySelector('script[src^="/assets/upload-"]'));
    await page.waitForLoadState("networkidle");
    await page.setInputFiles("input[type=file]", picked);
    expect(await page.getAttribute("[data-preview] img", "src")).toMatch(/^blob:/);
    await page.click("#go");
    await page.waitForURL("**/done");
    expect(posts).toHaveLength(1);
    const body = posts[0]?.body ?? Buffer.alloc(0);
    expect(body.length).toBeLessThan(picked.buffer.length);
    const start = body.indexOf(Buffer.from([0xff, 0xd8]));
    const { width, height } = await sharp(body.subarray(start)).metadata();
    expect([width, height]).toEqual([1600, 1200]);
    expect(body.toString("latin1")).toContain('name="idempotencyKey"');
  });
  test("A further step of the same page is gone to, so that going back leads to the step before.", async () => {
    await upload("/step");
    await page.waitForFunction(() => "uploads" in document.documentElement.dataset);
    await page.setInputFiles("input[type=file]", { name: "KTP.jpg", mimeType: "image/jpeg", buffer: Buffer.from("no picture") });
    answers.set("/step", { status: 303, html: "/step?step=data" });
    await page.click("#go");
    await page.waitForURL("**/step?step=data");
    await page.goBack();
    await page.waitForURL("**/step");
  });
  test("A refusal takes the place of the page, works again, and runs no script.", async () => {
    await upload("/refuse");
    answers.set("/refuse", { status: 422, html: formPage(inner, 'enctype="multipart/form-data"').replace('tabindex="-1" hidden><p></p>', 'tabindex="-1"><p>Foto buram</p>') + "" });
    await page.waitForLoadState("networkidle");
    await page.setInputFiles("input[type=file]", await photo());
    await page.click("#go");
    await page.waitForSelector("text=Foto buram");
    expect(new URL(page.url()).pathname).toBe("/refuse");
    expect(await page.evaluate(() => document.activeElement?.hasAttribute("data-problem-summary"))).toBe(true);
    answers.clear();
    await page.setInputFiles("input[type=file]", await photo());
    await page.click("#go");
    await page.waitForURL("**/done");
    expect(posts).toHaveLength(2);
  });
  test("A lost network during an upload is said, and the same form goes again.", async () => {
    await upload("/cut");
    await page.waitForLoadState("networkidle");
    await page.setInputFiles("input[type=file]", await photo());
    await page.route("**/cut", (route) => route.abort());
    await page.click("#go");
    await page.waitForSelector("text=Jaringan bermasalah.");
    await page.unroute("**/cut");
    await page.click("#go");
    await page.waitForURL("**/done");
  });
});
