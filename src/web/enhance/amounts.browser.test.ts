/**
 * Amounts as a borrower types them under the enhancer: what the field shows, what it sends, and what it does not send.
 */
import { describe, expect, test } from "vitest";
import { groupThousands } from "#shared/money.ts";
import { answers, field, formPage, page, posts, problem, show } from "#tests/support/enhanced-page.ts";
import { readAmounts, unreadAmounts } from "#tests/support/typed-amounts.ts";

const amountField = (more = "") =>
  formPage(field("amount", `data-format="rupiah" inputmode="numeric" data-message-type="Angka saja" ${more}`));
const value = () => page.inputValue("#f-amount");
/** Where focus leaves the field. */
const leave = () => page.focus("#go");
const sent = () => posts.map(({ body }) => new URLSearchParams(body.toString()).get("amount"));

describe("an amount field", () => {
  test("It groups what the server reads when it is left, and leaves alone, marked, what the server reads as no amount.", async () => {
    await show("/amount", amountField());
    for (const [typed, amountRupiah] of readAmounts) {
      await page.fill("#f-amount", typed);
      await leave();
      expect(await value(), typed).toBe(groupThousands(amountRupiah));
      expect(await problem("amount").isVisible(), typed).toBe(false);
    }
    for (const typed of unreadAmounts) {
      await page.fill("#f-amount", typed);
      await leave();
      expect(await value(), typed).toBe(typed);
      expect(await problem("amount").innerText(), typed).toBe("Angka saja");
    }
    await page.click("#go");
    expect(posts).toEqual([]);
  });
  test("Digits may be added to a grouped amount and taken from it: the dots were the page's own.", async () => {
    await show("/amount", amountField());
    await page.locator("#f-amount").pressSequentially("1000");
    await leave();
    expect(await value()).toBe("1.000");
    await page.click("#f-amount");
    await page.keyboard.press("End");
    await page.keyboard.type("0");
    expect(await value()).toBe("10000");
    await leave();
    expect(await value()).toBe("10.000");
    await page.click("#f-amount");
    await page.keyboard.press("End");
    await page.keyboard.press("Backspace");
    await page.keyboard.press("Backspace");
    await leave();
    expect(await value()).toBe("100");
    expect(await problem("amount").isVisible()).toBe(false);
  });
  test("An amount that came with the page is changed in the same way, and goes as it is shown.", async () => {
    await show("/amount", amountField('value="1.000.000"'));
    expect(await value()).toBe("1.000.000");
    await page.click("#f-amount");
    await page.keyboard.press("End");
    await page.keyboard.type("0");
    await page.keyboard.press("Enter");
    await page.waitForURL("**/done");
    expect(sent()).toEqual(["10000000"]);
  });
  test("A tap puts the cursor where it fell, and the keyboard still selects the whole amount.", async () => {
    await show("/amount", amountField('value="1.234.567"'));
    await page.click("#f-amount", { position: { x: 2, y: 8 } });
    await page.keyboard.type("9");
    expect(await value()).toBe("91234567");
    await leave();
    await page.keyboard.press("Shift+Tab");
    await page.keyboard.type("5");
    expect(await value()).toBe("5");
  });
  test("Dots that somebody typed or pasted are theirs: the amount is read by them, or not at all.", async () => {
    await show("/amount", amountField('value="387.333"'));
    await page.click("#f-amount");
    await page.keyboard.press("Control+a");
    await page.keyboard.insertText("25000000.00");
    await page.click("#go");
    expect(await value()).toBe("25000000.00");
    expect(await problem("amount").innerText()).toBe("Angka saja");
    expect(posts).toEqual([]);
    await page.fill("#f-amount", "250.000,00");
    await page.click("#go");
    await page.waitForURL("**/done");
    expect(sent()).toEqual(["250.000"]);
  });
  test("An amount that a refusal leads to is entered bare, as one that is tapped.", async () => {
    await show("/refused", amountField());
    answers.set("/refused", { status: 422, html: amountField('value="20.000.000" aria-invalid="true"') });
    await page.fill("#f-amount", "20000000");
    await page.click("#go");
    await page.waitForSelector("#f-amount[aria-invalid]");
    expect(await page.evaluate(() => document.activeElement?.id)).toBe("f-amount");
    await page.keyboard.press("End");
    await page.keyboard.press("Backspace");
    await leave();
    expect(await value()).toBe("2.000.000");
  });
});

test("The stepper shows no other amount than its field holds.", async () => {
  await show(
    "/step",
    formPage(
      `<div data-stepper><input name="amount" id="f-amount" type="number" value="1000000"><output data-format="rupiah">Rp 1.000.000</output></div>`,
    ),
  );
  for (const [typed, shown] of [
    ["2000000", "Rp 2.000.000"],
    ["300000.0", "300000.0"],
    ["3e6", "3e6"],
    ["500000", "Rp 500.000"],
    ["1.5", "1.5"],
  ] as const) {
    await page.fill("#f-amount", typed);
    expect(await page.locator("output").innerText(), typed).toBe(shown);
  }
});
