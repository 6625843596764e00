import { describe, expect, it } from "vitest";
import type { ServerBuild } from "react-router";
import { compareFile } from "#features/credit/agreement/document-contract.ts";
import { uploadCardPhoto } from "#features/account/identity/contract.ts";
import { proposeContent } from "#features/platform/content/staff-contract.ts";
import { requestOfWeb } from "#server/http/exchange.ts";
import type { UploadCall } from "#shared/contract.ts";
import { testApp } from "#tests/support/app.ts";
import { productSources } from "#tests/support/house-sources.ts";
import { postedForms } from "./posted-forms.ts";

const app = await testApp();
const screen = (id: string, path: string, uploads?: readonly UploadCall[]) => ({
  id,
  path,
  module: { default: () => null, handle: { title: {}, ...(uploads ? { uploads } : {}) } },
});
const build = {
  routes: {
    plain: screen("plain", "plain"),
    verify: screen("verify", "verify/:id", [compareFile]),
    identity: screen("identity", "webview/identity", [uploadCardPhoto]),
    content: screen("content", "staff/contents/:collection/:key", [proposeContent]),
  },
} as unknown as ServerBuild;
const read = postedForms({ api: app.api, build: async () => build, mode: "production" });

const borrower = await app.loggedIn(app.services.random.uuid());
const cookiesOf = ({ cookies }: typeof borrower): string =>
  [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");

/**
 * The form that the screen receives: fields by name, a file as its size; otherwise the answer's status and location.
 */
async function posted(path: string, body: FormData | URLSearchParams | string, cookie = "") {
  const asked = requestOfWeb(new Request(`http://localhost:3000${path}`, { method: "POST", body }));
  const caller = app.caller({ "Accept-Language": "en", ...(cookie ? { Cookie: cookie } : {}) });
  const given = await read(asked, new URL(`http://localhost:3000${path}`), caller);
  if ("status" in given)
    return [given.status, given.headers["location"] ?? String(given.body).match(/<h1>(.*)<\/h1>/)?.[1]];
  return (
    given.form &&
    Object.fromEntries([...given.form].map(([name, value]) => [name, typeof value === "string" ? value : value.size]))
  );
}
const formWith = (fields: Record<string, string | number>): FormData => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields))
    form.append(name, typeof value === "string" ? value : new File(["x".repeat(value)], "a.jpg"));
  return form;
};
const tooLarge = [413, "The request is too large."];
const unreadable = [400, "The request could not be read. Reload the page and try again."];

describe("a form that was posted to a page", () => {
  it("is given to its screen in either kind, and what is no form is not read", async () => {
    expect(await posted("/plain", new URLSearchParams({ a: "1", b: "é" }))).toEqual({ a: "1", b: "é" });
    expect(await posted("/plain", formWith({ a: "1" }))).toEqual({ a: "1" });
    expect(await posted("/plain", "{}")).toBeNull();
  });
  it("holds 64 KB and no file where its screen names no upload, at an address that leads nowhere too", async () => {
    for (const path of ["/plain", "/none", "/verify", "/verify/1/2"]) {
      expect(await posted(path, formWith({ a: "x".repeat(70_000) })), path).toEqual(tooLarge);
      expect(await posted(path, new URLSearchParams({ a: "x".repeat(70_000) })), path).toEqual(tooLarge);
      expect(await posted(path, formWith({ a: 1 })), path).toEqual(unreadable);
    }
  });
  it("brings a file to a screen whose call takes one from everybody", async () => {
    for (const path of ["/verify/1", "/verify/1.data", "/verify/1/"])
      expect(await posted(path, formWith({ file: 1_000_000, act: "compare" })), path).toEqual({
        file: 1_000_000,
        act: "compare",
      });
    expect(await posted("/verify/1", formWith({ file: 9_000_000 }))).toEqual(tooLarge);
  });
  it("brings a borrower's photo only from a borrower; anyone else is led to the login and comes back", async () => {
    const photo = () => formWith({ photo: 1_000_000, step: "card" });
    expect(await posted("/webview/identity?step=card", photo(), cookiesOf(borrower))).toEqual({
      photo: 1_000_000,
      step: "card",
    });
    expect(await posted("/webview/identity?step=card", photo())).toEqual([
      303,
      "/login?next=%2Fwebview%2Fidentity%3Fstep%3Dcard",
    ]);
    expect(await posted("/webview/identity", new URLSearchParams({ step: "data" }))).toEqual({ step: "data" });
  });
  it("brings an article of the longest kind from staff alone", async () => {
    const text = "额".repeat(40_000);
    const article = () => formWith({ "texts.id.markdown": text, "texts.en.markdown": text, "texts.zh.markdown": text });
    const staff = await app.staff(app.services.random.uuid(), ["content"]);
    const path = "/staff/contents/faq/limit";
    expect(await posted(path, article())).toEqual([303, `/staff/login?next=${encodeURIComponent(path)}`]);
    expect(Object.keys((await posted(path, article(), cookiesOf(staff))) as object)).toHaveLength(3);
  });
});

it("Every screen with an upload form names its calls, or what it sends would be refused.", () => {
  const features = productSources.filter(({ path }) => path.startsWith("src/features/"));
  // The tag up to the next tag, where its children begin.
  const forms = features.flatMap(({ path, code }) =>
    code
      .split(/<(?:Action)?Form\b/)
      .slice(1)
      .map((tag) => ({ path, tag: tag.split(/\n\s*<|>\s*</)[0] as string })),
  );
  // For a form with a name, the screen's `defineForms` states which call it sends.
  const sent = forms.flatMap(({ path, tag }) =>
    /\bupload\b/.test(tag) ? [{ path, call: /\bcall=\{(\w+)\}/.exec(tag)?.[1], isByName: /\bof=\{/.test(tag) }] : [],
  );
  const named = new Set(
    features.flatMap(({ code }) =>
      [...code.matchAll(/\buploads: \[([\w, ]+)\]/g)].flatMap(([, names]) => (names as string).split(", ")),
    ),
  );
  const uploadCalls = new Set(
    features.flatMap(({ code }) =>
      [...code.matchAll(/export const (\w+) = defineCall\(\{([^]*?)\n\}\);/g)].flatMap(([, name, body]) =>
        (body as string).includes("multipart/form-data") ? [name as string] : [],
      ),
    ),
  );
  expect(uploadCalls.size).toBeGreaterThanOrEqual(5);
  const byName = features.flatMap(({ path, code }) =>
    code.includes("defineForms(")
      ? [...code.matchAll(/\bcall: (\w+)/g)].map(([, call]) => ({ path, call: call as string }))
      : [],
  );
  expect(byName.filter(({ call }) => uploadCalls.has(call) && !named.has(call))).toEqual([]);
  expect(sent.filter(({ call, isByName }) => !isByName && (call === undefined || !named.has(call)))).toEqual([]);
  const withFiles = features.filter(({ code }) => code.includes("<FileField")).map(({ path }) => path);
  expect(withFiles.length).toBeGreaterThanOrEqual(5);
  expect(withFiles.filter((path) => !sent.some((form) => form.path === path))).toEqual([]);
});
