/** The page's script: amounts, live parts, codes, countdowns, dialogs, anchors, the way back. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { failures, field, forgive, formPage, origin, page, pages, show } from "#tests/support/enhanced-page.ts";

describe("amounts and live parts", () => {
  test("The stepper moves by a step, stops at the bounds, writes rupiah, and asks for the new part once.", async () => {
    const requests: string[] = [];
    const inner = `<div data-stepper><button type="button" id="less" data-step="-1">−</button><input name="amountRupiah" id="a" type="number" min="200000" max="400000" step="100000" value="300000"><output data-format="rupiah"></output><button type="button" id="more" data-step="1">+</button></div>
      <input type="tel" name="phone" value="081234567890"><input type="password" name="pw" value="x">`;
    await show("/live", (query) => {
      if (query.has("amountRupiah")) requests.push(query.toString());
      return formPage(
        `${inner}<div data-live-region>Total ${query.get("amountRupiah") ?? "-"}<script>document.title="hacked"</script><img src="/x.png" onerror="document.title='hacked'"></div>`,
        'data-live="/live"',
      );
    });
    await page.click("#more");
    await page.click("#more");
    expect(await page.inputValue("#a")).toBe("400000");
    expect(await page.locator("output").innerText()).toBe("Rp 400.000");
    await page.waitForFunction(() => document.querySelector("[data-live-region]")?.textContent?.includes("400000"));
    expect(requests).toEqual(["amountRupiah=400000"]);
    expect(await page.title()).toBe("t");
    expect(await page.locator("[data-loading]").isVisible()).toBe(false);
    forgive(/inline event handler|inline script/);
  });
  test("An answer that was overtaken is dropped.", async () => {
    await show("/stale", (query) =>
      formPage(
        `${field("n", 'value="0"')}<div data-live-region>is ${query.get("n") ?? "-"}</div>`,
        'data-live="/stale"',
      ),
    );
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
  test("A form that is under way asks for no part beside its answer.", async () => {
    const requests: string[] = [];
    await show("/leaving", (query) => {
      if (query.has("n")) requests.push(query.toString());
      return formPage(`${field("n", 'value="0"')}<div data-live-region>still</div>`, 'data-live="/leaving"');
    });
    await page.route("**/leaving", async (route) => {
      if (route.request().method() === "POST") await new Promise((wait) => setTimeout(wait, 1200));
      await route.continue();
    });
    await page.fill("#f-n", "1");
    await page.click("#go");
    await page.waitForURL("**/done");
    expect(requests).toEqual([]);
  });
  test("A form that came back from being sent has its part asked for after all.", async () => {
    const requests: string[] = [];
    await show("/back", (query) => {
      if (query.has("n")) requests.push(query.toString());
      return formPage(
        `${field("n", 'value="0"')}<div data-live-region>is ${query.get("n") ?? "-"}</div>`,
        'data-live="/back"',
      );
    });
    await page.route("**/back", (route) => (route.request().method() === "POST" ? undefined : route.continue()));
    await page.fill("#f-n", "1");
    // Set before: a page that is being left runs no more of our scripts.
    await page.evaluate(
      () => void setTimeout(() => window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })), 1500),
    );
    await page.click("#go", { noWaitAfter: true });
    await new Promise((wait) => setTimeout(wait, 1100));
    expect(requests).toEqual([]);
    await expect.poll(() => requests).toEqual(["n=1"]);
  });
  test("What was typed before the script ran, or came back with the page, is written out and reckoned as soon as the page has loaded.", async () => {
    const inner =
      '<div data-stepper><input name="amountRupiah" id="a" type="number" step="100000" value="1000000"><output data-format="rupiah">Rp 1.000.000</output></div>';
    const choice = (days: number, chosen: string) => `<input type="radio" name="tenorDays" value="${days}"${chosen}>`;
    await page.addInitScript(() => {
      const type = () => {
        document.querySelector<HTMLInputElement>("#a")!.value = "2000000";
        document.querySelector<HTMLInputElement>('[value="30"]')!.checked = true;
      };
      document.addEventListener("DOMContentLoaded", type);
    });
    await show("/late", (query) =>
      formPage(
        `${inner}${choice(30, "")}${choice(90, " checked")}<div data-live-region>${query}</div>`,
        'data-live="/late"',
      ),
    );
    expect(await page.locator("output").innerText()).toBe("Rp 2.000.000");
    await page.waitForSelector("text=amountRupiah=2000000&tenorDays=30");
  });
  test("What was chosen stands in the page's own address beside what stood there, and in the links to its other languages.", async () => {
    await show(
      "/own",
      (query) =>
        '<header><a hreflang="en" href="/own?lang=en">EN</a></header>' +
        formPage(
          `${field("n", 'value="0"')}${field("phone", 'type="tel"')}<div data-live-region>is ${query.get("n") ?? "-"}</div>`,
          'data-live="/own"',
        ),
    );
    await page.goto(`${origin}/own?navBar=1`);
    await page.fill("#f-phone", "081234567890");
    await page.fill("#f-n", "7");
    await page.waitForURL("**/own?navBar=1&n=7");
    expect(await page.getAttribute("a[hreflang]", "href")).toContain("/own?navBar=1&n=7&lang=en");
  });
  test("A part that names its state is left alone while that stays the same, and swapped when it changes.", async () => {
    let state = "WAITING";
    let requestCount = 0;
    await show("/state", () => {
      requestCount += 1;
      return formPage(
        `<div data-live-region="${state}"><p ${state === "WAITING" ? "data-live-again" : ""}>${state}</p><details><summary>Langkah</summary>Satu</details></div>`,
        'data-live="/state"',
      );
    });
    await page.click("summary");
    await expect.poll(() => requestCount).toBe(3);
    expect(await page.locator("details").evaluate((part: HTMLDetailsElement) => part.open)).toBe(true);
    state = "RECEIVED";
    await page.waitForSelector("[data-live-region=RECEIVED] >> text=RECEIVED");
    expect(await page.locator("details").evaluate((part: HTMLDetailsElement) => part.open)).toBe(false);
  }, 15_000);
  test("A part that waits asks for nothing while the browser has no network, and at once when it has one again.", async () => {
    let state = "WAITING";
    let requestCount = 0;
    const time = new Date();
    await page.clock.install({ time });
    await page.clock.pauseAt(new Date(time.getTime() + 1_000));
    await show("/away", () => {
      requestCount += 1;
      return formPage(
        `<div data-live-region="${state}"><p ${state === "WAITING" ? "data-live-again" : ""}>${state}</p></div>`,
        'data-live="/away"',
      );
    });
    await page.clock.runFor(4_000);
    await expect.poll(() => requestCount).toBe(2);
    const failed: string[] = [];
    page.on("requestfailed", (request) => void failed.push(request.url()));
    await page.context().setOffline(true);
    await page.clock.runFor(30_000);
    expect(failed).toEqual([]);
    state = "RECEIVED";
    // Its clock stands still: only the browser's event triggers the request.
    await page.context().setOffline(false);
    await page.waitForSelector("[data-live-region=RECEIVED] >> text=RECEIVED");
    expect(requestCount).toBe(3);
  });
  test("A lost network leaves the part as it was and says so in a toast whose words stay.", async () => {
    await show(
      "/broken",
      formPage(`${field("n", 'value="0"')}<div data-live-region>still</div>`, 'data-live="/broken"'),
    );
    await page.route("**/broken?*", (route) => route.abort());
    await page.fill("#f-n", "1");
    await page.waitForSelector("[data-toast-region] p");
    expect(await page.locator("[data-live-region]").innerText()).toBe("still");
    await page.waitForSelector('[data-toast-region] p[data-state="past"]', { state: "attached" });
    expect(await page.locator("[data-toast-region]").textContent()).toBe("Jaringan bermasalah.");
    expect(await failures()).toEqual([
      { status: 0, code: "NETWORK_ERROR", detail: "Jaringan bermasalah.", traceId: "", method: "GET" },
    ]);
  });
  test("An answer that is no page of ours says so in a toast of two seconds, and is reported with its status and trace.", async () => {
    await show(
      "/faulty",
      formPage(`${field("n", 'value="0"')}<div data-live-region>still</div>`, 'data-live="/faulty"'),
    );
    await page.route("**/faulty?*", (route) =>
      route.fulfill({ status: 503, headers: { "Trace-Id": "0af7651916cd43dd8448eb211c80319c" }, body: "busy" }),
    );
    // By the page's own clock, when the texts appear and when they are past.
    await page.evaluate(() => {
      const seen: number[] = [];
      Object.assign(window, { seen });
      new MutationObserver(() => {
        const words = document.querySelector<HTMLElement>("[data-toast-region] p");
        if (words && seen.length < (words.dataset.state === "past" ? 2 : 1)) seen.push(performance.now());
      }).observe(document.body, { subtree: true, childList: true, attributes: true });
    });
    /** Milliseconds for which the toast of another failure was shown. */
    const toastTime = async (typed: string): Promise<number> => {
      await page.evaluate(() => {
        document.querySelector("[data-toast-region]")?.replaceChildren();
        (window as unknown as { seen: number[] }).seen.length = 0;
      });
      await page.fill("#f-n", typed);
      const times = await page.waitForFunction(() => {
        const { seen } = window as unknown as { seen: number[] };
        return seen.length === 2 && seen;
      });
      const [shown, past] = (await times.jsonValue()) as [number, number];
      return past - shown;
    };
    const times = [await toastTime("1")];
    // Never shorter; a busy machine may be late, so it has three tries to be on time.
    while (times.at(-1)! > 2_100 && times.length < 3) times.push(await toastTime(`${times.length + 1}`));
    expect(Math.min(...times)).toBeGreaterThanOrEqual(1_900);
    expect(Math.min(...times)).toBeLessThanOrEqual(2_100);
    expect(await page.locator("[data-live-region]").innerText()).toBe("still");
    expect((await failures()).slice(0, 1)).toEqual([
      {
        status: 503,
        code: "HTTP_ERROR",
        detail: "Jaringan bermasalah.",
        traceId: "0af7651916cd43dd8448eb211c80319c",
        method: "GET",
      },
    ]);
  });
});

describe("codes, countdowns, dialogs, anchors, back", () => {
  const paste = (id: string, text: string) =>
    page.evaluate(
      ([field, pasted]) => {
        const data = new DataTransfer();
        data.setData("text", pasted!);
        document
          .getElementById(field!)
          ?.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
      },
      [id, text],
    );
  test("The code field has the focus and takes the code out of what is pasted, typed or filled in.", async () => {
    await show("/code", formPage(field("code", 'autocomplete="one-time-code" maxlength="16"')));
    expect(await page.evaluate(() => document.activeElement?.id)).toBe("f-code");
    for (const [pasted, code] of [
      ["Kode Anda 12 34 56.", "123456"],
      ["[26/11 10.30] Tunai: 524610 adalah kode Anda, berlaku 5 menit. Nomor 081234567890.", "524610"],
      ["26-11-2026 918 093", "918093"],
      ["451\u00A0842", "451842"],
      ["451\u2011842", "451842"],
      ["*451842*", "451842"],
      ["\u202A451842\u202C", "451842"],
      ["4518427", "451842"],
    ] as const) {
      await paste("f-code", pasted);
      expect(await page.inputValue("#f-code"), pasted).toBe(code);
    }
    await page.fill("#f-code", "524610 ");
    expect(await page.inputValue("#f-code")).toBe("524610");
    await page.fill("#f-code", "");
    await page.locator("#f-code").pressSequentially("918 093");
    expect(await page.inputValue("#f-code")).toBe("918093");
  });
  test("Boxes of a digit each go on by themselves, and take a whole code.", async () => {
    const box = (place: number) => `<input id="f-box-${place}" name="box" inputmode="numeric" maxlength="16">`;
    await show("/boxes", formPage(`<div class="code-boxes">${[1, 2, 3, 4].map(box).join("")}</div>`));
    const typed = () =>
      page.$$eval(".code-boxes input", (boxes) => boxes.map((one) => (one as HTMLInputElement).value));
    const active = () => page.evaluate(() => document.activeElement?.id);
    await page.focus("#f-box-1");
    await page.keyboard.type("8090");
    expect(await typed()).toEqual(["8", "0", "9", "0"]);
    expect(await active()).toBe("f-box-4");
    await paste("f-box-3", "Kode gerai: 1 2 3 4");
    expect(await typed()).toEqual(["1", "2", "3", "4"]);
    await page.fill("#f-box-1", "5678");
    expect(await typed()).toEqual(["5", "6", "7", "8"]);
  });
  test("A countdown counts by the server's time and frees the button at its end, on a phone whose clock is wrong.", async () => {
    const now = Date.parse("2031-01-01T00:00:00Z");
    const until = new Date(now + 2500).toISOString();
    await show(
      "/wait",
      `<main><div><span data-countdown data-now="${new Date(now).toISOString()}" data-until="${until}" data-text="Kirim ulang dalam {resendInSeconds}"></span><div data-after-countdown><button id="again">Kirim</button></div></div></main>`,
    );
    expect(await page.locator("[data-countdown]").innerText()).toMatch(/^Kirim ulang dalam [23] detik$/);
    expect(await page.isDisabled("#again")).toBe(true);
    await page.waitForSelector("#again:enabled", { timeout: 6000 });
    expect(await page.locator("[data-countdown]").isVisible()).toBe(false);
  });
  test.each([
    ["refuses its clipboard to pages, as web views do", "refused", "Tersalin."],
    ["has no clipboard for pages", "absent", "Tersalin."],
    ["copies by no means", "none", "Tekan lama."],
  ])("What a button copies is copied, or marked and told how to, in a browser that %s.", async (_is, kind, said) => {
    await page.addInitScript((which) => {
      const refused = {
        writeText: () => Promise.reject(new DOMException("Write permission denied.", "NotAllowedError")),
      };
      Object.defineProperty(navigator, "clipboard", { value: which === "absent" ? undefined : refused });
      if (which === "none") document.execCommand = () => false;
    }, kind);
    await show(
      `/copy-${kind}`,
      `<main><strong>8808 1234</strong><button id="copy" data-copy="88081234" data-copied="Tersalin." data-copy-how="Tekan lama.">Salin</button><textarea></textarea><div data-toast-region></div></main>`,
    );
    await page.click("#copy");
    await page.waitForSelector(`[data-toast-region] >> text=${said}`);
    expect(await page.evaluate(() => getSelection()?.toString())).toBe("8808 1234");
    await page.focus("textarea");
    await page.keyboard.press("Control+V");
    if (kind !== "none") expect(await page.inputValue("textarea")).toBe("88081234");
    // A later manual copy copies the selected text.
    await page.fill("textarea", "lain");
    await page.press("textarea", "Control+A");
    await page.press("textarea", "Control+C");
    await page.press("textarea", "End");
    await page.press("textarea", "Control+V");
    expect(await page.inputValue("textarea")).toBe("lainlain");
  });
  test("A dialog darkens the page behind it also where its backdrop inherits no colour.", async () => {
    const css = readFileSync("src/web/ui/dialog/dialog.css", "utf8");
    await show(
      "/backdrop",
      `<main><style nonce="n">${css}</style><a id="open" href="#d" data-dialog-open="d">Buka</a></main><dialog id="d" class="dialog">x</dialog>`,
    );
    await page.click("#open");
    // As in versions before Chrome 122: nothing defines --shade.
    const shade = () =>
      page.evaluate(() => getComputedStyle(document.querySelector("dialog") as Element, "::backdrop").backgroundColor);
    expect(await shade()).toBe("rgba(0, 0, 0, 0.5)");
  });
  test("A dialog opens over the page and closes by its link, by a click beside it and by Escape.", async () => {
    await show(
      "/dialog",
      `<main><a id="open" href="#d" data-dialog-open="d">Buka</a></main><dialog id="d"><a id="shut" href="#main" data-dialog-close>Tutup</a></dialog>`,
    );
    for (const close of [
      () => page.click("#shut"),
      () => page.mouse.click(3, 3),
      () => page.keyboard.press("Escape"),
    ]) {
      await page.click("#open");
      expect(await page.evaluate(() => document.querySelector("dialog")?.matches(":modal"))).toBe(true);
      await close();
      expect(await page.evaluate(() => document.querySelector("dialog")?.open)).toBe(false);
    }
  });
  test("A menu whose list stands behind it stays open while its list is used.", async () => {
    await show(
      "/read/menu-behind",
      `<header><details class="menu"><summary id="menu">Menu</summary></details><nav><a id="in" href="#x">Satu</a></nav></header><main><p id="beside">Isi</p></main>`,
    );
    const isOpen = () => page.locator("details").evaluate((menu: HTMLDetailsElement) => menu.open);
    await page.click("#menu");
    await page.focus("#in");
    await page.keyboard.press("Escape");
    expect([await isOpen(), await page.evaluate(() => document.activeElement?.id)]).toEqual([false, "menu"]);
    await page.click("#menu");
    await page.click("nav", { position: { x: 1, y: 1 } });
    expect(await isOpen()).toBe(true);
    await page.click("#beside");
    expect(await isOpen()).toBe(false);
  });
  test("A menu closes by Escape, with the focus on its button, and by a click beside it.", async () => {
    await show(
      "/read/menu",
      `<header><details class="menu"><summary id="menu">Menu</summary><a id="in" href="#x">Satu</a></details></header><main><p id="beside">Isi</p></main>`,
    );
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
    const remembered = async () => (await page.context().cookies(origin)).find(({ name }) => name === "lang")?.value;
    expect(await remembered()).toBe("en");
    // A longer or older tag is the language in which the page was shown.
    for (const [tag, language] of [
      ["zh-CN", "zh"],
      ["in", "id"],
    ] as const) {
      await page.goto(`${origin}/read/faq?lang=${tag}`);
      expect(await remembered()).toBe(language);
    }
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
    await page.evaluate(() =>
      Object.assign(window, { TunaiNative: { postMessage: (text: string) => Object.assign(window, { heard: text }) } }),
    );
    await page.evaluate(() => document.body.insertAdjacentHTML("beforeend", '<a id="b" data-back href="/x">b</a>'));
    await page.click("#b");
    expect(await page.evaluate(() => JSON.parse((window as unknown as { heard: string }).heard))).toMatchObject({
      v: 1,
      call: "back",
    });
  });
});
