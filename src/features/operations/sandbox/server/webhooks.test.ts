/** The sandbox's webhook receiver, for a lender's engineer without a server of their own. */
import { afterEach, expect, it, vi } from "vitest";
import { transact } from "#server/database.server.ts";
import { sandboxForgettingSweep } from "#server/outside/sandbox-forgetting.ts";
import { keptWebhooks } from "#server/outside/webhooks/receiver.ts";
import { sandboxReceiverPath } from "#shared/sandbox-ports.ts";
import { testApp } from "#tests/support/app.ts";
import { webhookStaff, writeLoanEvent } from "#tests/support/webhooks.ts";

const app = await testApp();
const { services, clock } = app;
const { database } = services;
const staff = webhookStaff(app);
const visitor = app.client();
const addressOf = (inbox: string) => `${services.config.publicOrigins[0]}${sandboxReceiverPath}${inbox}`;
const list = async (inbox: string) => (await visitor.get(`/api/sandbox/webhooks?inbox=${inbox}`)).body.items;
afterEach(() => void vi.useRealTimers());
/**
 * Sends everything due, with a faked `Date`, because the receiver's package compares timestamps with the process's
 * date.
 */
async function settle(): Promise<void> {
  vi.useFakeTimers({ toFake: ["Date"], now: clock.realNow() });
  await app.settle();
}
const event = () => transact(database, (trx) => writeLoanEvent(services, trx, { loanId: services.random.uuid() }));

it("verifies and shows what is sent to its address, and answers as testers say, once each", async () => {
  const { endpointId } = await staff.endpoint(addressOf("demo"));
  const answers = [{ outcome: "SERVER_ERROR" }, { outcome: "REDIRECT" }];
  expect((await visitor.post("/api/sandbox/next", { port: "WEBHOOK", key: "demo", answers })).body.waiting).toBe(2);
  await event();
  await settle();
  clock.advance(5_000);
  await settle();
  clock.advance(300_000);
  await settle();
  const seen = await list("demo");
  expect(seen.map(({ outcome }: { outcome: string }) => outcome)).toEqual(["OK", "REDIRECT", "SERVER_ERROR"]);
  expect(new Set(seen.map(({ body }: { body: string }) => body)).size).toBe(1);
  expect(seen[0]).toMatchObject({ verdict: "VERIFIED", sequence: 1, eventId: JSON.parse(seen[0].body).id });
  expect(seen[0].headers.map(({ name }: { name: string }) => name)).toEqual([
    "webhook-id",
    "webhook-timestamp",
    "webhook-signature",
  ]);
  const { body } = await staff.maker.get(`/api/staff/webhooks/deliveries?endpointId=${endpointId}&limit=5`);
  expect(body.items[0]).toMatchObject({ state: "DELIVERED", tries: 3 });

  // 410 switches the endpoint off, as with any receiver.
  await visitor.post("/api/sandbox/next", { port: "WEBHOOK", key: "demo", answers: [{ outcome: "GONE" }] });
  await event();
  await settle();
  expect((await list("demo"))[0].outcome).toBe("GONE");
  expect((await staff.maker.get(`/api/staff/webhooks/endpoints/${endpointId}`)).body).toMatchObject({
    state: "OFF",
    offCause: "GONE",
  });
});

it("says of anything else whether it is signed, and refuses a name that is none", async () => {
  const { endpointId } = await staff.endpoint(addressOf("forged"), ["limit.changed"]);
  const forged = await visitor.post(`${sandboxReceiverPath}forged`, { id: "evt_1", type: "loan.signed", sequence: 7 });
  expect([forged.status, forged.text]).toEqual([200, "OK"]);
  expect((await list("forged"))[0]).toMatchObject({
    verdict: "WRONG",
    eventId: "evt_1",
    type: "loan.signed",
    sequence: 7,
  });
  await visitor.post(`${sandboxReceiverPath}stranger`, []);
  expect((await list("stranger"))[0]).toMatchObject({ verdict: "UNKNOWN", eventId: null, type: null, sequence: null });
  for (const refused of [
    await visitor.post(`${sandboxReceiverPath}No_Name`, {}),
    await visitor.get("/api/sandbox/webhooks?inbox=No_Name"),
  ])
    expect(refused.body.status.fields).toMatchObject([{ path: "inbox", code: "INBOX_FORMAT" }]);
  await staff.confirm((await staff.change(endpointId, { action: "OFF" })).body.proposalId);
});

it("answers SLOW after the sender has stopped waiting, and keeps the newest alone", async () => {
  await visitor.post("/api/sandbox/next", { port: "WEBHOOK", key: "slow", answers: [{ outcome: "SLOW" }] });
  let isAnswered = false;
  void visitor.post(`${sandboxReceiverPath}slow`, {}).then(() => (isAnswered = true));
  await expect.poll(() => list("slow")).toHaveLength(1);
  expect(isAnswered).toBe(false);
  for (let number = 0; number < keptWebhooks + 5; number++)
    await services.outside.sandbox!.receiver.keep({
      inbox: "many",
      headers: {},
      body: String(number),
      verdict: "UNKNOWN",
      outcome: "OK",
    });
  await sandboxForgettingSweep.run(services);
  const { body } = await visitor.get("/api/sandbox/webhooks?limit=100");
  expect([body.items.length, body.items[0].body]).toEqual([100, String(keptWebhooks + 4)]);
  expect(await list("slow")).toEqual([]);
});
