/** Forms under the enhancer: fields are validated when left, and a form is sent once. */
import { describe, expect, test } from "vitest";
import {
  answers,
  cutAnswers,
  failures,
  field,
  formPage,
  origin,
  page,
  posts,
  problem,
  show,
} from "#tests/support/enhanced-page.ts";

describe("checking fields", () => {
  const body = formPage(
    field(
      "phone",
      `required pattern="08\\d{8,12}" data-message-required="Wajib" data-message-pattern="Format nomor salah"`,
    ) +
      field(
        "amount",
        `type="number" required min="200000" max="10000000" step="100000" data-message-min="Terlalu kecil" data-message-step="Kelipatan"`,
      ),
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
  test("Controls that are one answer tell their problem at its one place, and lead to the one that is wrong.", async () => {
    const part = (name: string) =>
      `<input id="f-${name}" name="born.${name}" required data-problem-at="born" data-message-required="Isi ${name}">`;
    const place = `<p id="f-born-problem" data-problem-for="born" hidden></p>`;
    await show("/parts", formPage(part("year") + part("month") + part("day") + place));
    await page.fill("#f-year", "1990");
    await page.click("#go");
    expect(await problem("born").innerText()).toBe("Isi month");
    expect(await page.evaluate(() => document.activeElement?.id)).toBe("f-month");
    await page.fill("#f-month", "3");
    await page.click("#go");
    expect(await problem("born").innerText()).toBe("Isi day");
    await page.fill("#f-day", "5");
    await page.click("#go");
    await expect.poll(() => posts.length).toBe(1);
    expect(await problem("born").isVisible()).toBe(false);
  });
  test("A page that comes with a refusal begins at its summary.", async () => {
    await show("/refused", formPage("").replace('tabindex="-1" hidden', 'tabindex="-1"'));
    expect(await page.evaluate(() => document.activeElement?.hasAttribute("data-problem-summary"))).toBe(true);
  });
  test("A summary of the last answer goes once the form is sent again, also where a field keeps it here.", async () => {
    const missing = field("name", `required data-message-required="Wajib"`);
    await show("/refused", formPage(missing).replace('tabindex="-1" hidden><p>', 'tabindex="-1"><p>Ditolak'));
    const summary = page.locator("[data-problem-summary]");
    expect(await summary.isVisible()).toBe(true);
    await page.click("#go");
    expect([await problem("name").innerText(), await summary.isVisible(), posts.length]).toEqual(["Wajib", false, 0]);
  });
  test("A refusal that stands at a field alone begins at that field.", async () => {
    await show("/refused", formPage(field("name", "") + field("code", 'aria-invalid="true"')));
    expect(await page.evaluate(() => document.activeElement?.id)).toBe("f-code");
  });
});

/** Two taps before anything else can happen. @returns whether the button shows its busy state, by `aria-busy` */
const tapTwice = () =>
  page.evaluate(() => {
    const button = document.getElementById("go") as HTMLButtonElement;
    button.click();
    button.click();
    return button.getAttribute("aria-busy");
  });

describe("sending", () => {
  test("Neither going back to a refusal nor reading it anew sends the form once more.", async () => {
    await show("/again", formPage(field("name", 'value="Budi"')));
    answers.set("/again", {
      status: 422,
      html: formPage(field("name", "")) + '<script nonce="n">document.documentElement.dataset.posted = ""</script>',
    });
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
    expect(await tapTwice()).toBe("true");
    await page.waitForURL("**/done");
    expect(posts).toHaveLength(1);
  });
  test("Without a network nothing is sent, the message appears and the button works again.", async () => {
    await show("/offline", formPage(field("name", 'value="Budi"')));
    await page.context().setOffline(true);
    await page.click("#go");
    expect(await page.locator("[data-problem-summary]").innerText()).toContain("Jaringan bermasalah.");
    expect(await page.getAttribute("#go", "aria-busy")).toBeNull();
    expect(await failures()).toMatchObject([{ status: 0, code: "NETWORK_ERROR", method: "POST" }]);
    await page.context().setOffline(false);
    await page.click("#go");
    await page.waitForURL("**/done");
    expect(posts).toHaveLength(1);
  });
  test("A try whose answer was lost is repeated under its first key; after an answer the key is a new one.", async () => {
    await show("/lost", () => formPage(field("name", 'value="Budi"')));
    const first = await page.inputValue('[name="idempotencyKey"]');
    cutAnswers(true);
    await Promise.all([page.waitForEvent("requestfailed"), page.click("#go", { noWaitAfter: true })]);
    await expect.poll(() => page.url()).toBe("chrome-error://chromewebdata/");
    cutAnswers(false);
    await page.goto(`${origin}/lost`);
    await expect.poll(() => page.inputValue('[name="idempotencyKey"]')).toBe(first);
    await page.click("#go");
    await page.waitForURL("**/done");
    for (const post of posts) expect(new URLSearchParams(post.body.toString()).get("idempotencyKey")).toBe(first);
    expect(posts.length).toBeGreaterThan(1);
    await page.goto(`${origin}/lost`);
    expect(await page.inputValue('[name="idempotencyKey"]')).not.toBe(first);
  });
  test("A form that is sent before its page has come to rest goes once, under the key of the try whose answer was lost.", async () => {
    await page.addInitScript(() => (window.requestIdleCallback = () => 0));
    await show("/early", () => formPage(field("street", "data-keep")));
    const first = await page.inputValue('[name="idempotencyKey"]');
    await page.fill("#f-street", "Jl. Melati 5");
    cutAnswers(true);
    await Promise.all([page.waitForEvent("requestfailed"), page.click("#go", { noWaitAfter: true })]);
    await expect.poll(() => page.url()).toBe("chrome-error://chromewebdata/");
    cutAnswers(false);
    posts.length = 0;
    await page.goto(`${origin}/early`);
    expect(await page.inputValue('[name="idempotencyKey"]')).not.toBe(first);
    expect(await tapTwice()).toBe("true");
    await page.waitForURL("**/done");
    expect(posts.map((post) => Object.fromEntries(new URLSearchParams(post.body.toString())))).toEqual([
      { idempotencyKey: first, street: "Jl. Melati 5" },
    ]);
  });
  test("An answer is settled even when its page is left before it has come to rest.", async () => {
    await page.addInitScript(() => (window.requestIdleCallback = () => 0));
    await show("/left", () => formPage(field("street", "data-keep")));
    for (const street of ["Jl. Melati 5", "Jl. Mawar 2"]) {
      await page.fill("#f-street", street);
      await page.click("#go");
      await page.waitForURL("**/done");
      await page.goto(`${origin}/left`);
    }
    const sent = posts.map((post) => Object.fromEntries(new URLSearchParams(post.body.toString())));
    expect(sent.map((fields) => fields.street)).toEqual(["Jl. Melati 5", "Jl. Mawar 2"]);
    expect(sent[0]?.idempotencyKey).not.toBe(sent[1]?.idempotencyKey);
  });
  test("The key is kept before its form leaves.", async () => {
    await show("/before", () => formPage(field("name", 'value="Budi"')));
    const key = await page.inputValue('[name="idempotencyKey"]');
    await page.waitForFunction(() => sessionStorage.length === 0);
    await page.evaluate(() => new Promise((idle) => requestIdleCallback(idle)));
    const kept = await page.evaluate(() => {
      document.getElementById("go")?.click();
      return Object.values(sessionStorage).join();
    });
    expect(kept).toContain(key);
    await page.waitForURL("**/done");
  });
  test("Neither a link that redirects nor the way to the login settles what was typed and sent.", async () => {
    await show("/typed", () => formPage(field("street", "data-keep")) + '<a href="/typed/leads-on">EN</a>');
    await page.route("**/typed/leads-on", (route) => route.fulfill({ status: 302, headers: { location: "/typed" } }));
    await page.fill("#f-street", "Jl. Melati 5");
    await page.click("a");
    await expect.poll(() => page.inputValue("#f-street")).toBe("Jl. Melati 5");
    const first = await page.inputValue('[name="idempotencyKey"]');
    answers.set("/typed", { status: 303, html: "/login" });
    await page.click("#go");
    await page.waitForURL("**/login");
    answers.clear();
    await page.goto(`${origin}/typed`);
    await expect.poll(() => page.inputValue('[name="idempotencyKey"]')).toBe(first);
    expect(await page.inputValue("#f-street")).toBe("Jl. Melati 5");
    await page.click("a");
    await expect.poll(() => page.inputValue('[name="idempotencyKey"]')).toBe(first);
    await page.click("#go");
    await page.waitForURL("**/done");
    await page.goto(`${origin}/typed`);
    expect([await page.inputValue("#f-street"), (await page.inputValue('[name="idempotencyKey"]')) === first]).toEqual([
      "",
      false,
    ]);
  });
  test("A form that comes back whole after its answer was seen goes under a new key; before that, under the same.", async () => {
    await show("/whole", () => formPage(field("name", 'value="Budi"')));
    await page.evaluate(() => new Promise((idle) => requestIdleCallback(idle)));
    const comeBack = (settled: boolean) =>
      page.evaluate((isSettled) => {
        const form = document.getElementById("f") as HTMLFormElement;
        form.addEventListener("submit", (event) => event.preventDefault(), { once: true });
        document.getElementById("go")?.click();
        if (isSettled) sessionStorage.clear();
        window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
        return form.querySelector<HTMLInputElement>('[name="idempotencyKey"]')?.value;
      }, settled);
    const first = await page.inputValue('[name="idempotencyKey"]');
    expect(await comeBack(false)).toBe(first);
    expect(await comeBack(true)).toMatch(/^[\da-f-]{36}$/);
    expect(await page.getAttribute("#go", "aria-busy")).toBeNull();
  });
  test("A plain field survives a reload, a password does not, and both are forgotten once answered.", async () => {
    await show("/keep", formPage(field("street", "data-keep") + field("secret", 'type="password" data-keep')));
    await page.fill("#f-street", "Jl. Melati 5");
    await page.fill("#f-secret", "rahasia-7");
    await page.goto(`${origin}/keep`);
    await expect.poll(() => page.inputValue("#f-street")).toBe("Jl. Melati 5");
    expect(await page.inputValue("#f-secret")).toBe("");
    expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain("rahasia");
    await page.click("#go");
    await page.waitForURL("**/done");
    await page.goto(`${origin}/keep`);
    expect(await page.inputValue("#f-street")).toBe("");
  });
});
