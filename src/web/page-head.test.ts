/** A brand's own titles. */
import { expect, test } from "vitest";
import type { Text } from "#shared/texts.ts";
import { pageTitleOf } from "./page-head.tsx";

const words = (id: string): Text => ({ id, en: id, zh: id });
const titles = { "/login": words("Masuk Presta"), "/webview/message/{}": words("Pesan Presta") };
const titleAt = (path: string, own: typeof titles | undefined = titles) =>
  pageTitleOf({ title: words("Umum") }, { brand: { titles: own }, path } as never).id;

test("A brand names pages by their path, and pages whose path varies by its pattern; all others keep the product's title.", () => {
  expect(titleAt("/login")).toBe("Masuk Presta");
  expect(titleAt("/webview/message/0198a1b2")).toBe("Pesan Presta");
  expect(titleAt("/webview/message")).toBe("Umum");
  expect(titleAt("/webview/message/0198a1b2/more")).toBe("Umum");
  expect(titleAt("/login/x")).toBe("Umum");
});
test("A brand without titles of its own has the product's.", () => {
  expect(pageTitleOf({ title: words("Umum") }, { brand: {}, path: "/login" } as never).id).toBe("Umum");
});
