/** A screen's forms: which one was sent, what its call answered, and where it redirects. */
import { RouterContextProvider } from "react-router";
import * as v from "valibot";
import { expect, expectTypeOf, it } from "vitest";
import { defineCall } from "#shared/contract.ts";
import { call, Problem, serverCall } from "./api.ts";
import { defineForms, type Posted, type SendFresh } from "./form-actions.ts";

const boil = defineCall({
  id: "boil",
  method: "POST",
  path: "/api/kettle/{kettleId}/boil",
  summary: "Boils it.",
  policy: { who: "borrower" },
  input: v.strictObject({ kettleId: v.string(), cups: v.pipe(v.number(), v.maxValue(8)) }),
  output: v.object({ boiledId: v.string() }),
  problems: { KETTLE_GONE: { status: 404, text: { id: "a", en: "a", zh: "a" } } },
});
const pour = defineCall({
  ...boil,
  id: "pour",
  path: "/api/kettle/{kettleId}/pour",
  policy: { who: "borrower", stepUp: "STEP_UP_BIND" },
});

interface Made {
  name: string;
  input: unknown;
  key: string | undefined;
}
const made: Made[] = [];
let answer: { ok: true; reply: unknown; isReplay?: boolean } | { ok: false; status: number; code: string };
const context = new RouterContextProvider();
context.set(serverCall, async (name, input, { idempotencyKey }) => {
  made.push({ name, input, key: idempotencyKey });
  return answer.ok
    ? { ...answer, status: 200 }
    : { ok: false, status: answer.status, envelope: { status: { code: answer.code, detail: "no" }, traceId: "t" } };
});
const replied = (reply: unknown, isReplay = false): void => void (answer = { ok: true, reply, isReplay });
const refused = (status: number, code: string): void => void (answer = { ok: false, status, code });

interface Sends {
  action(args: { request: Request; params: Record<string, string>; context: typeof context }): Promise<unknown>;
}
/** Posts the fields to a page; returns a redirect's status and address, or a page's status and its screen's props. */
async function post(forms: Sends, fields: Record<string, string>, at = "/kettles/k1?page=2") {
  made.length = 0;
  const body = new URLSearchParams(fields);
  const request = new Request(`http://localhost${at}`, { method: "POST", body });
  const result = await forms.action({ request, params: { kettleId: "k1", unknown: "x" }, context });
  if (result instanceof Response) return [result.status, result.headers.get("location")];
  const page = result as { data: unknown; init: { status?: number } | null };
  return [page.init?.status ?? 200, page.data];
}

const forms = defineForms({
  boil: { call: boil, done: "?saved=1" },
  named: { call: boil, done: ({ boiledId }, { isReplay }) => `/boiled/${boiledId}${isReplay ? "?again=1" : ""}#top` },
  gone: { call: boil, done: "/", gone: "/kettles" },
  shown: { call: boil, input: () => ({ cups: 3 }) },
  busy: { call: boil, refused: ({ failure }) => (failure.status.code === "BUSY" ? "/busy" : null) },
});

it("calls what the form that was sent is for, with the address's own parameters, and leads on by 303", async () => {
  replied({ boiledId: "b1" });
  const sent = { intent: "boil", cups: "2", kettleId: "another", idempotencyKey: "key-1" };
  expect(await post(forms, sent)).toEqual([303, "/kettles/k1?saved=1"]);
  expect(made).toEqual([
    { name: "POST /api/kettle/{kettleId}/boil", input: { kettleId: "k1", cups: 2 }, key: "key-1" },
  ]);
  expect(await post(forms, { intent: "named", cups: "2" })).toEqual([303, "/boiled/b1#top"]);
  replied({ boiledId: "b1" }, true);
  expect(await post(forms, { intent: "named", cups: "2" })).toEqual([303, "/boiled/b1?again=1#top"]);
});

it("shows the reply on the page where it leads nowhere", async () => {
  replied({ boiledId: "b1" });
  expect(await post(forms, { intent: "shown" })).toEqual([
    200,
    { form: "shown", values: {}, reply: { boiledId: "b1" } },
  ]);
  expect(made[0]?.input).toEqual({ kettleId: "k1", cups: 3 });
  type Outcome = Extract<Awaited<ReturnType<typeof forms.action>>, { data: unknown }>["data"];
  expectTypeOf<Outcome["form"]>().toEqualTypeOf<"boil" | "named" | "gone" | "shown" | "busy">();
  expectTypeOf<NonNullable<Outcome["reply"]>>().toEqualTypeOf<{ boiledId: string }>();
});

it("shows a refusal with its status and what was typed at the form that was sent, and at no other", async () => {
  refused(409, "BUSY");
  const [status, outcome] = await post(forms, { intent: "boil", cups: "2", idempotencyKey: "key-1" });
  expect([status, outcome]).toMatchObject([409, { form: "boil", values: { cups: "2" } }]);
  const own = forms.form("boil", outcome as object);
  expect(own).toMatchObject({
    intent: "boil",
    answer: { failure: { status: { code: "BUSY" } } },
    values: { cups: "2" },
  });
  expect(own.values).not.toHaveProperty("idempotencyKey");
  expect(forms.form("shown", outcome as object)).toMatchObject({ answer: undefined, values: undefined });
  expect(forms.form(["shown", "boil"], outcome as object)).toMatchObject({ intent: "shown", values: { cups: "2" } });
  expect(forms.form("boil", undefined).answer).toBeUndefined();
});

it("leads on where what it was about is gone, or the screen knows where to", async () => {
  refused(404, "KETTLE_GONE");
  expect(await post(forms, { intent: "gone", cups: "2" })).toEqual([303, "/kettles"]);
  expect((await post(forms, { intent: "boil", cups: "2" }))[0]).toBe(404);
  refused(409, "BUSY");
  expect((await post(forms, { intent: "gone", cups: "2" }))[0]).toBe(409);
  expect(await post(forms, { intent: "busy", cups: "2" })).toEqual([303, "/busy"]);
});

it("does nothing for a form that the screen does not have, and shows the page as it is now", async () => {
  const strange: Record<string, string>[] = [{}, { intent: "constructor" }, { intent: "" }];
  for (const fields of strange) expect(await post(forms, fields)).toEqual([303, "/kettles/k1?page=2"]);
  expect(made).toEqual([]);
});

it("needs no name where there is one form", async () => {
  const one = defineForms({ boil: { call: boil, done: "/" } });
  replied({ boiledId: "b1" });
  expect(await post(one, { cups: "2" })).toEqual([303, "/"]);
  expect(one.form("boil", undefined).intent).toBeNull();
});

it("never leads to another house, whatever a reply holds", async () => {
  const one = defineForms({ boil: { call: boil, done: ({ boiledId }) => boiledId } });
  for (const address of ["//evil.example/x", "https://evil.example/x", "\\\\evil.example/x"]) {
    replied({ boiledId: address });
    expect(await post(one, { cups: "2" })).toEqual([303, "/x"]);
  }
});

it("asks for a fresh code where the call's policy names one", async () => {
  expect(() => defineForms({ pour: { call: pour, done: "/" } })).toThrow("fresh code");
  const seen: unknown[] = [];
  let outcome: Awaited<ReturnType<SendFresh<{ code: string; answer?: { status: number } }>>>;
  const stepping = defineForms(
    { pour: { call: pour, done: "/" }, boil: { call: boil, done: "/" } },
    {
      fresh: async (call, form, purpose, _context, extra) => {
        seen.push([call.path, form.get("cups"), purpose, extra]);
        return outcome;
      },
    },
  );
  outcome = { ok: false, step: { code: "sent" } };
  const first = await post(stepping, { intent: "pour", cups: "2" });
  expect(first).toEqual([200, { form: "pour", values: {}, step: { code: "sent" } }]);
  expect(seen).toEqual([[pour.path, "2", "STEP_UP_BIND", { kettleId: "k1" }]]);
  outcome = { ok: false, step: { code: "wrong", answer: { status: 422 } } };
  expect((await post(stepping, { intent: "pour", cups: "2" }))[0]).toBe(422);
  outcome = { ok: false, values: { cups: "2" } };
  expect(await post(stepping, { intent: "pour" })).toEqual([200, { form: "pour", values: { cups: "2" } }]);
  outcome = { ok: true, reply: {}, isReplay: false };
  expect(await post(stepping, { intent: "pour" })).toEqual([303, "/"]);
  replied({});
  expect(await post(stepping, { intent: "boil", cups: "2" })).toEqual([303, "/"]);
  expect(seen).toHaveLength(4);
});

it("takes steps within the page by their name, after what comes before all of them", async () => {
  let isOpen = true;
  const stepped = defineForms(
    { boil: { call: boil, done: "/" } },
    {
      before: async () => (isOpen ? undefined : new Response(null, { status: 303, headers: { location: "/closed" } })),
      others: { keep: async ({ form }) => ({ kept: form.get("cups") }) as unknown as Response },
    },
  );
  replied({});
  expect(await post(stepped, { intent: "boil", cups: "1" })).toEqual([303, "/"]);
  expect(await post(stepped, { cups: "1" })).toEqual([303, "/kettles/k1?page=2"]);
  const request = () =>
    new Request("http://localhost/", { method: "POST", body: new URLSearchParams({ intent: "keep", cups: "4" }) });
  expect(await stepped.action({ request: request(), params: {}, context })).toEqual({ kept: "4" });
  isOpen = false;
  expect(await post(stepped, { intent: "boil", cups: "1" })).toEqual([303, "/closed"]);
  expect(made).toEqual([]);
});

it("lets through what is no refusal", async () => {
  const broken = new RouterContextProvider();
  broken.set(serverCall, async () => {
    throw new Problem(500, { status: { code: "INTERNAL", detail: "" }, traceId: "" }).data;
  });
  const request = new Request("http://localhost/", { method: "POST", body: new URLSearchParams({ intent: "boil" }) });
  await expect(forms.action({ request, params: {}, context: broken })).rejects.toMatchObject({
    status: { code: "INTERNAL" },
  });
});

it("keeps what was typed beside the reply, where a form goes on", async () => {
  const kept = defineForms({ look: { call: boil, keeps: true }, boil: { call: boil, done: "/" } });
  replied({ boiledId: "b1" });
  const [status, outcome] = await post(kept, { intent: "look", cups: "2", idempotencyKey: "key-1" });
  expect([status, outcome]).toEqual([
    200,
    { form: "look", values: { intent: "look", cups: "2" }, reply: { boiledId: "b1" } },
  ]);
  expect(kept.form(["boil", "look"], outcome as object)).toMatchObject({ answer: undefined, values: { cups: "2" } });
});

it("does first what comes before its call, which may lead elsewhere or be refused", async () => {
  const before: string[] = [];
  const first = async ({ form, context: own }: Posted): Promise<string | undefined> => {
    before.push(String(form.get("cups")));
    if (form.get("cups") === "0") return "/none";
    await call(boil, { kettleId: "k0", cups: 1 }, { context: own });
    return undefined;
  };
  const filled = defineForms({ boil: { call: boil, first, done: "/done" }, other: { call: boil, done: "/" } });
  replied({ boiledId: "b1" });
  expect(await post(filled, { intent: "boil", cups: "0" })).toEqual([303, "/none"]);
  expect(made).toEqual([]);
  expect(await post(filled, { intent: "boil", cups: "2" })).toEqual([303, "/done"]);
  expect(made.map(({ input }) => input)).toEqual([
    { kettleId: "k0", cups: 1 },
    { kettleId: "k1", cups: 2 },
  ]);
  refused(409, "BUSY");
  const [status, outcome] = await post(filled, { intent: "boil", cups: "2" });
  expect([status, outcome]).toMatchObject([409, { form: "boil", values: { cups: "2" } }]);
  expect(made).toHaveLength(1);
  expect(before).toEqual(["0", "2", "2"]);
});
