import { expect, it } from "vitest";
import { withFrameFlags } from "./frame-flags.ts";

it("carries an app's bars, the language and where a visitor came from over to the page that follows", () => {
  const from = new URLSearchParams("navBar=1&hideBack=1&lang=en&utm_source=wa&source=app&next=%2Fevil&t=secret&step=2");
  const flags = "navBar=1&hideBack=1&lang=en&source=app&utm_source=wa";
  for (const [to, expected] of [
    ["/home", `/home?${flags}`],
    ["/webview/profile?step=HOME", `/webview/profile?step=HOME&${flags}`],
    ["/webview/profile?step=HOME#f-rt", `/webview/profile?step=HOME&${flags}#f-rt`],
    ["/webview/bills#due", `/webview/bills?${flags}#due`],
    ["/home?lang=zh", "/home?lang=zh&navBar=1&hideBack=1&source=app&utm_source=wa"],
    ["https://partner.example/x", "https://partner.example/x"],
    ["//evil.example", "//evil.example"],
  ] as const)
    expect(withFrameFlags(to, from), to).toBe(expected);
  expect(withFrameFlags("/home?x=1", new URLSearchParams("step=2"))).toBe("/home?x=1");
  expect(withFrameFlags("/home", new URLSearchParams({ source: "a b", lang: "<b>", utm_source: "x".repeat(61) }))).toBe(
    "/home",
  );
});
