import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { LanguageProvider } from "#web/language.tsx";
import { NothingToSign } from "./nothing-to-sign.tsx";

const pageOf = (state: Parameters<typeof NothingToSign>[0]["state"]): string =>
  renderToStaticMarkup(
    <LanguageProvider language="en">
      <NothingToSign state={state} />
    </LanguageProvider>,
  );

test("A page whose signature came too late says that the time ran out, one that was withdrawn that it was, and both lead to a new application.", () => {
  expect(pageOf("EXPIRED")).toContain("The time has run out");
  expect(pageOf("EXPIRED")).toContain("expired automatically, free of charge");
  expect(pageOf("CANCELLED")).toContain("The application was cancelled");
  expect(pageOf("CANCELLED")).toContain("There is nothing to sign.");
  for (const state of ["EXPIRED", "CANCELLED"] as const) {
    expect(pageOf(state)).toContain('href="/webview/apply-loan"');
    expect(pageOf(state)).not.toContain("The money is sent");
  }
});
