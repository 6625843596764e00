/** Submitting a complaint from the form: how its screen handles each answer of the two calls. */
import { RouterContextProvider } from "react-router";
import { expect, it } from "vitest";
import { serverCall, type ServerCall } from "#web/api.ts";
import { openTicket, submitComplaint } from "../contract.ts";
import { complaintForms } from "./complaint-form.ts";

const handed = { number: "ADU-261121-7KQ2M4XC", receivedAt: "2026-11-21T03:00:00.000Z", dueOn: "2026-12-04" };
const refusal = (status: number, code: string) =>
  ({ ok: false, status, envelope: { status: { code, detail: "…" }, traceId: "t" } }) as const;

/** Submits the filled form; `opening` is the server's answer to opening the ticket afterwards. */
async function send(opening: Awaited<ReturnType<ServerCall>>) {
  const called: string[] = [];
  const context = new RouterContextProvider();
  context.set(serverCall, async (name) => {
    called.push(name);
    return name.endsWith(submitComplaint.path) ? { ok: true, status: 201, reply: handed } : opening;
  });
  const form = new FormData();
  for (const [name, value] of Object.entries({
    intent: "send",
    reason: "collection",
    text: "Ditelepon malam.",
    email: "Siti.Rahayu@Contoh.id",
    captcha: "abcd",
    idempotencyKey: "key-of-this-form",
  }))
    form.set(name, value);
  const request = new Request("http://localhost:3000/complaint", { method: "POST", body: form });
  const outcome = await complaintForms.site.action({ request, params: {}, context });
  return { called, outcome };
}

it("A complaint that was handed in leads to its ticket.", async () => {
  const { called, outcome } = await send({ ok: true, status: 200, reply: { opened: true } });
  expect(called).toEqual([`POST ${submitComplaint.path}`, `POST ${openTicket.path}`]);
  expect((outcome as Response).headers.get("location")).toBe("/complaint/ticket?new=1");
});

it.each([
  [429, "RATE_LIMITED"],
  [404, "TICKET_NOT_FOUND"],
  [500, "INTERNAL"],
])(
  "Where opening its ticket fails with %s %s, the person learns that it was handed in, under which number, and until when we answer.",
  async (status, code) => {
    const { outcome } = await send(refusal(status, code));
    expect(outcome).toMatchObject({
      data: {
        handed: { number: handed.number, dueOn: handed.dueOn, maskedEmail: "si••••@contoh.id" },
        failure: undefined,
        values: {},
      },
      init: { status: 200 },
    });
  },
);
