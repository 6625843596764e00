/**
 * The main task in the browsers that the journeys do not use, over TLS: Chromium 92, older than the oldest supported
 * one, and Firefox and WebKitGTK where installed. `npm run test:long`; results are in docs/browsers.md.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, inject, it } from "vitest";
import { invented } from "#tests/support/borrower.ts";
import { engines } from "#tests/support/engines/installed.ts";
import { visitorOf, type Visitor } from "#tests/support/engines/visitor.ts";
import {
  applyAndSign,
  backdropOf,
  copyWithoutClipboard,
  expectNoFaults,
  giveEverything,
  logInByForm,
  seeQris,
  startAtHome,
} from "#tests/support/engines/way.ts";

describe.each(engines)("From home to a signed loan and QRIS in $name", ({ name, start }) => {
  let visitor: Visitor;
  let folder = "";
  afterAll(async () => {
    await visitor?.engine.close();
    await rm(folder, { recursive: true, force: true });
  });

  it("is walked behind TLS, with photos made smaller and upright and the lists of places filled", async () => {
    folder = await mkdtemp(join(tmpdir(), "tunai-engine-"));
    const engine = await start({ proxy: inject("front").proxy, folder });
    visitor = visitorOf(engine, inject("origin"));
    console.log(`${name} is ${engine.name}.`);
    const person = await invented(visitor, 40 + engines.findIndex((one) => one.name === name));
    await startAtHome(visitor);
    await logInByForm(visitor, person.mobileNumber);
    expect(await visitor.path()).toContain("amountRupiah=1100000");
    const sent = await giveEverything(visitor, person, folder);
    expect([sent.width, sent.height]).toEqual([1200, 1600]);
    await applyAndSign(visitor, person.mobileNumber);
    await seeQris(visitor);
    expectNoFaults(visitor);
  }, 600_000);

  it("shows a dialog on a darkened page", async () => {
    await visitor.open("/webview/additional-info/contact-upload");
    expect(await backdropOf(visitor, "a[data-dialog-open^=remove-]")).toMatch(/^rgba\(.*0\.[56]\d*\)$/);
    expectNoFaults(visitor);
  });

  it("marks what is to be copied where the clipboard is refused, and says how it went", async () => {
    await visitor.open("/webview/bills");
    await visitor.tick('[name=way]:not([value="QRIS"]):not([value="OVO"])');
    await visitor.press("button[data-track=bills-pay]");
    const { toast, marked } = await copyWithoutClipboard(visitor);
    console.log(`${name} without a clipboard says: ${toast}`);
    expect(["Tersalin.", "Tekan lama teks yang ditandai, lalu pilih Salin."]).toContain(toast);
    expect(marked.replace(/\D/g, "").length).toBeGreaterThan(7);
    expectNoFaults(visitor);
  });
});
