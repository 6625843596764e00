/** Codes of a register and of a bank that come too late. Minutes go by: others' codes of the shared product would end with them. */
import { beforeAll, it } from "vitest";
import { press } from "#tests/support/information.ts";
import { ownDays, type ReadyProduct } from "#tests/support/journey-server.ts";
import { pass } from "#tests/support/reviewing.ts";
import { withIdentity } from "#tests/support/with-identity.ts";

let product: ReadyProduct;
beforeAll(async () => {
  product = await ownDays();
});

it("A look-up whose code came too late is said to have expired.", async () => {
  const { who } = await withIdentity({ origin: product.origin });
  const { page } = who;
  await who.open("/webview/spider/npwp");
  await page.fill("[name=account]", "01.234.567.8-901.000");
  await page.fill("[name=credential]", "code-1");
  await page.check("[name=consent]");
  await press(who, "lookup_npwp_ask");
  await page.locator("[name=code]").waitFor();
  await pass(who, 310);
  await who.open("/webview/spider/npwp");
  await page.getByText("Waktunya sudah habis").waitFor();
  await who.look("npwp-expired");
});

it("A bank's code that came too late is said to have expired.", async () => {
  const { who } = await withIdentity({ origin: product.origin });
  const { page } = who;
  await who.open("/webview/additional-info/bind-bank");
  await page.check("[name=consent]");
  await press(who, "link_begin");
  await page.locator("[name=userId]").waitFor();
  await page.locator("[name=institution]").selectOption({ index: 1 });
  await page.fill("[name=userId]", "code12");
  await page.fill("[name=credential]", "abc123");
  await press(who, "link_connect");
  await page.locator("[name=code]").waitFor();
  await pass(who, 330);
  await who.open("/webview/additional-info/confirm-bank");
  await page.getByText("Waktunya sudah habis").first().waitFor();
  await who.look("bind-bank-code12");
});
