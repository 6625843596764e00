/** A name that a bank writes differently: shown with its paper, decided by two people in the console, and taken from then on. */
import { expect, it } from "vitest";
import { invented } from "#tests/support/borrower.ts";
import { phone, type Phone } from "#tests/support/browser.ts";
import { staffPhone } from "#tests/support/console.ts";
import { giveIdentity, pictureOf, press } from "#tests/support/information.ts";
import { decideCase } from "#tests/support/reviewing.ts";
import { enter } from "#tests/support/with-identity.ts";
import { waysOf } from "#tests/support/ways.ts";

const base = "/webview/bank-account/name";
const heldName = "ST RAHAYU PUTRI";
const text = ({ page }: Phone) => page.locator("main").innerText();

async function ask(who: Phone, photo: Parameters<Phone["page"]["setInputFiles"]>[1]): Promise<void> {
  const { page } = who;
  await page.fill("[name=name]", heldName);
  await page.selectOption("[name=where]", "BANK");
  await page.setInputFiles("[name=photo]", photo);
  await press(who, "holder_name_ask");
  await page.getByText("Keputusan paling lambat").waitFor();
}

it.each(waysOf(import.meta.url, [true, false]))(
  "a person shows the name of a bank book, and reads what came of it (script: %s)",
  async (javaScript) => {
    const who = await phone({ javaScript });
    const { page } = who;
    const person = await invented(who, javaScript ? 5_401 : 5_402);
    await enter(who, person.mobileNumber);
    await who.open(base);
    await who.look("holder-name-unverified");
    expect(await page.locator(`main a[href="/webview/identity"]`).count()).toBe(1);
    await giveIdentity(who, person);
    await who.open(base);
    await who.look("holder-name-entry");
    // Nothing chosen: the page says so, and keeps the name.
    await page.fill("[name=name]", heldName);
    await press(who, "holder_name_ask");
    // Without script the browser itself points at the field, in its own words.
    if (javaScript) await page.locator("[name=where][aria-invalid]").waitFor();
    await who.look("holder-name-missing");
    expect(await page.inputValue("[name=name]")).toBe(heldName);
    const paper = await pictureOf(who, person, "identityCard");
    await ask(who, paper);
    await who.look("holder-name-review");
    expect(await text(who)).toContain(heldName);
    expect(page.url()).not.toMatch(/rahayu/i);

    const staff = await staffPhone("underwriter", 0, { width: 1_280 });
    await staff.open("/staff/reviews?kind=holder_name");
    await staff.page.locator('main a[href^="/staff/reviews/"]').filter({ hasText: "RV-" }).last().click();
    await staff.page.waitForURL(/\/staff\/reviews\/[0-9a-f-]{36}/);
    await staff.look("holder-name-staff-case");
    // One page shows everything that the two deciders compare: both names, the document and the card.
    const seen = await text(staff);
    for (const part of [heldName, person.fullName]) expect(seen).toContain(part);

    await decideCase(who.origin, "holder_name", { decision: "REJECT", reasonCode: "PROOF_UNREADABLE" });
    await who.open(base);
    await who.look("holder-name-rejected");
    expect(await page.locator("[name=name]").count()).toBe(1);
    await ask(who, paper);
    await decideCase(who.origin, "holder_name", { decision: "APPROVE" });
    await who.open(base);
    await who.look("holder-name-done");
    expect(await text(who)).toContain(heldName);
  },
);
