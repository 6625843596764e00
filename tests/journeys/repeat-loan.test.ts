/** A running loan is paid off with part of a new one: what it costs more first, the signature, and two loans become one. */
import { expect, it } from "vitest";
import { pressLink, signLoan, untilHomeLeadsTo } from "#tests/support/applying.ts";
import { invented } from "#tests/support/borrower.ts";
import { phone, type Phone } from "#tests/support/browser.ts";
import { press } from "#tests/support/information.ts";
import { madeLoan, pay } from "#tests/support/paying.ts";

const main = ({ page }: Phone) => page.locator("main").innerText();
const amountIn = (text: string, label: string): number =>
  Number(new RegExp(`${label}\\s+Rp\\s?([\\d.,]+)`).exec(text)?.[1]?.replace(/\D/g, "") ?? Number.NaN);

it("A repeat loan names its extra cost first and ends the earlier one.", async () => {
  const who = await phone();
  const person = await invented(who, 8_301);
  const { mobileNumber } = person;
  await madeLoan(who, person, mobileNumber);
  // Nothing is repaid: the page says why not, and how to pay off.
  await who.open("/webview/reloan-accounting");
  await who.look("reloan-refused");
  expect(await main(who)).toContain("belum dibayar setengahnya");
  const virtualAccountNumber = await who.page.evaluate(async () => {
    const headers = { "Content-Type": "application/json" };
    const body = JSON.stringify({ bankCode: "014" });
    const answer = await fetch("/api/repayment/virtual-account", { method: "POST", headers, body });
    return (await answer.json()).virtualAccountNumber as string;
  });
  await pay(who, { virtualAccountNumber, amount: 750_000 });
  await expect
    .poll(async () => ((await who.page.goto(`${who.origin}/webview/reloan-accounting`)) ? main(who) : ""), {
      interval: 400,
    })
    .toContain("Anda terima");
  await who.open("/webview/home");
  await pressLink(who, "/webview/reloan-accounting");
  await who.page.waitForURL(/reloan-accounting/);
  await who.look("reloan");
  const text = await main(who);
  // The extra cost stands before what it brings.
  expect(text.search(/Lebih mahal|tidak bertambah/)).toBeLessThan(text.indexOf("Melunasi TN"));
  const net = amountIn(text, "\\nAnda terima");
  await press(who, "reloan-submit");
  await who.page.waitForURL(/\/webview\/home/);
  await untilHomeLeadsTo(who, "/webview/agreement");
  await who.look("reloan-home-both");
  expect(await main(who)).toContain("juga masih harus dibayar");
  await who.open("/webview/agreement");
  await who.look("reloan-agreement");
  expect(amountIn(await main(who), "Anda terima")).toBe(net);
  await signLoan(who, mobileNumber);
  await expect
    .poll(async () => ((await who.page.goto(`${who.origin}/webview/loan-history`)) ? main(who) : ""), { interval: 400 })
    .toContain("Lunas");
  await who.look("reloan-history");
  await who.open("/webview/home");
  expect(await main(who)).not.toContain("juga masih harus dibayar");
  await who.open("/webview/reloan-accounting");
  expect(await main(who)).toContain("sendiri adalah pinjaman ulang");
}, 300_000);
