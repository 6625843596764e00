import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { LanguageProvider } from "#web/language.tsx";
import { QrisSign } from "./pay-pages.tsx";

const signOf = (merchant: Parameters<typeof QrisSign>[0]["merchant"]): string =>
  renderToStaticMarkup(
    <LanguageProvider language="en">
      <QrisSign merchant={merchant} />
    </LanguageProvider>,
  );

test("A code is shown with its mark, its merchant and that merchant's national number; one that cannot be read, with its mark alone.", () => {
  const html = signOf({ name: "TUNAI & CO", nationalMerchantId: "ID1020000000001" });
  for (const part of ["QRIS", "TUNAI &amp; CO", "NMID: ID1020000000001"])
    expect(html.replaceAll("<!-- -->", "")).toContain(part);
  expect(signOf(null)).toBe("<p><strong>QRIS</strong></p>");
});
