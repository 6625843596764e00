/** Forms under the enhancer: fields are checked as they are left, and what is sent is sent once. */
import { describe, expect, test } from "vitest";
import { answers, cutAnswers, field, formPage, origin, page, posts, problem, show } from "#tests/support/enhanced-page.ts";

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
    cutAnswers(true);
    await Promise.all([page.waitForEvent("requestfailed"), page.click("#go", { noWaitAfter: true })]);
    await expect.poll(() => page.url()).toBe("chrome-error://chromewebdata/");
    cutAnswers(false);
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
