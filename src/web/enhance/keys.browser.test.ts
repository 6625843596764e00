/**
 * Single keys of the console: they move to the search, to rows and to pages; they send nothing, and can be switched
 * off.
 */
import { expect, test } from "vitest";
import { page, posts, show } from "#tests/support/enhanced-page.ts";

const consolePage = (shortcuts: string) => `<header ${shortcuts}><nav>
<a href="/loans" data-key="l">Loans</a><a href="/audit" data-key="a">Audit</a></nav>
<form method="post" action="/staff/find"><input name="identifier"></form>
<dialog id="help" popover data-key-help><button type="button" popovertarget="help">Close</button></dialog></header>
<main><table><tbody>
<tr><th><a id="one" href="/one">one</a></th><td><form method="post" action="/pay"><button id="pay">Pay</button></form></td></tr>
<tr><th>no link</th></tr>
<tr><th><a id="two" href="/two">two</a></th><td><button id="inner" type="button">more</button></td></tr>
</tbody></table></main>`;
const focused = () => page.evaluate(() => document.activeElement?.id ?? "");
const path = () => new URL(page.url()).pathname;
const helpIsOpen = () => page.evaluate(() => document.querySelector("#help")!.matches(":popover-open"));

test("j and k move through the rows that have a link, and o opens the row of the focus.", async () => {
  await show("/keys", consolePage('data-shortcuts=""'));
  await page.keyboard.press("j");
  expect(await focused()).toBe("one");
  await page.keyboard.press("j");
  expect(await focused()).toBe("two");
  await page.keyboard.press("j");
  expect(await focused()).toBe("two");
  await page.focus("#inner");
  await page.keyboard.press("k");
  expect(await focused()).toBe("one");
  await page.focus("#inner");
  await page.keyboard.press("o");
  await page.waitForURL("**/two");
});

test("/ leads to the search, where every key is text, and Esc leads out of it.", async () => {
  await show("/keys", consolePage('data-shortcuts=""'));
  await page.keyboard.press("/");
  await page.keyboard.type("gla?jo/");
  expect(await page.inputValue("[name=identifier]")).toBe("gla?jo/");
  expect(path()).toBe("/keys");
  await page.keyboard.press("Escape");
  await page.keyboard.press("j");
  expect(await focused()).toBe("one");
});

test("g and a letter lead to a place; one key alone, or another one between them, leads nowhere.", async () => {
  await show("/keys", consolePage('data-shortcuts=""'));
  await page.keyboard.press("l");
  await page.keyboard.press("g");
  await page.keyboard.press("x");
  await page.keyboard.press("l");
  await page.keyboard.press("Control+l");
  expect(path()).toBe("/keys");
  await page.keyboard.press("g");
  await page.keyboard.press("l");
  await page.waitForURL("**/loans");
});

test("? shows the list of keys and Esc closes it.", async () => {
  await show("/keys", consolePage('data-shortcuts=""'));
  await page.keyboard.press("?");
  expect(await helpIsOpen()).toBe(true);
  await page.keyboard.press("Escape");
  expect(await helpIsOpen()).toBe(false);
});

test("No key sends a form, and without the choice no key does anything.", async () => {
  await show("/keys", consolePage('data-shortcuts=""'));
  for (const key of "abcdefhimnpqrstuvwxyz0123456789".split("")) await page.keyboard.press(key);
  expect(posts).toEqual([]);
  await show("/keys-off", consolePage(""));
  for (const key of ["j", "?", "g", "l", "/"]) await page.keyboard.press(key);
  expect([path(), await focused(), await helpIsOpen()]).toEqual(["/keys-off", "", false]);
});
