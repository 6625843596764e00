/**
 * `npm start` on a local machine over plain http: logging in works, however the browser treats `Secure`.
 * // docs/decisions/193
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { invented } from "#tests/support/borrower.ts";
import { firefox } from "#tests/support/engines/firefox.ts";
import { engines } from "#tests/support/engines/installed.ts";
import { visitorOf } from "#tests/support/engines/visitor.ts";
import { askForCode, expectNoFaults, logInByForm } from "#tests/support/engines/way.ts";
import { startProductAt, type RunningProduct } from "#tests/support/journey-server.ts";

let product: RunningProduct;
const folders: string[] = [];
const newFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), "tunai-plain-"));
  folders.push(folder);
  return folder;
};
beforeAll(async () => {
  product = await startProductAt(await newFolder());
});
afterAll(async () => {
  await product.stop("SIGTERM");
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
});

it.each(engines)("$name keeps the login of plain http on this machine.", async ({ start }) => {
  const visitor = visitorOf(await start({ folder: await newFolder() }), product.origin);
  try {
    await visitor.open("/login?lang=id&next=/webview/sessions");
    await logInByForm(visitor, (await invented(visitor, 70 + folders.length)).mobileNumber);
    expect(await visitor.path()).toBe("/webview/sessions");
    expectNoFaults(visitor);
  } finally {
    await visitor.engine.close();
  }
});

it.each(engines.filter(({ name }) => name === "Firefox"))(
  "$name that is told to keep no cookies is told why it cannot log in.",
  async () => {
    const engine = await firefox({ folder: await newFolder() }, { "network.cookie.cookieBehavior": 2 });
    const visitor = visitorOf(engine, product.origin);
    try {
      await visitor.open("/login?lang=id");
      await askForCode(visitor, (await invented(visitor, 80)).mobileNumber);
      await visitor.until("the reason", async () =>
        /Izinkan cookie untuk situs ini|Allow cookies for this site/.test(await visitor.text()),
      );
      expectNoFaults(visitor);
    } finally {
      await engine.close();
    }
  },
);
