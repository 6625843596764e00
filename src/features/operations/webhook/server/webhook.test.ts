/** Webhooks: set up by two people, the payload for loans, and the delivery. */
import { expect, it } from "vitest";
import { transact } from "#server/database.server.ts";
import { testApp } from "#tests/support/app.ts";
import { receiver, verified } from "#tests/support/receiver.ts";
import { repaying } from "#tests/support/repaying.ts";
import { webhookStaff, writeLoanEvent } from "#tests/support/webhooks.ts";
import { webhookTypes } from "../contract.ts";
import type { DeliveryView } from "../staff-contract.ts";

/** Retries 5 s, 5 min, 30 min, 2, 5, 10 and 10 hours after a failed try. */
const pausesSeconds = [5, 300, 1_800, 7_200, 18_000, 36_000, 36_000];
const maxTries = 8;
const app = await testApp();
const { services, clock } = app;
const { database } = services;
const staff = webhookStaff(app);
const { running, pay, reverse } = repaying(app);

/** Writes events of a new loan, as a domain would. */
async function events(count: number, loanId: string = services.random.uuid()): Promise<string> {
  for (let number = 0; number < count; number++)
    await transact(database, (trx) => writeLoanEvent(services, trx, { loanId }));
  return loanId;
}
const bodies = (received: { body: string }[]) => received.map(({ body }) => JSON.parse(body));
/** Other endpoints of this test file receive nothing any more. */
async function switchOff(endpointId: string): Promise<void> {
  const off = await staff.change(endpointId, { action: "OFF" });
  await staff.confirm(off.body.proposalId);
  await app.settle();
}

it("tells a loan's life from the payout to the payment that its bank took back, each event once, in order and signed", async () => {
  const backend = await receiver();
  const { endpointId, secret } = await staff.endpoint(backend.url);
  const loan = await running();
  await pay(loan, loan.client, "ALL", "hook-1");
  await reverse(loan);
  await app.settle();
  const ofLoan = bodies(backend.received).filter(({ data }) => data.loanId === loan.loanId);
  expect(ofLoan.map(({ type }) => type)).toEqual([
    "loan.disbursed",
    "payment.received",
    "loan.paid_off",
    "payment.reversed",
    "loan.reopened",
  ]);
  expect(ofLoan.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4, 5]);
  const { number } = await loan.read();
  expect(ofLoan[0]).toMatchObject({
    id: expect.stringMatching(/^evt_[0-9a-f]{32}$/),
    brand: "tunai",
    data: { loanNumber: number, state: "ACTIVE", principalRupiah: 1_000_000, disbursedOn: "2026-11-21" },
  });
  expect(ofLoan[1].data).toMatchObject({ from: "BANK", valueDate: "2026-11-21", state: "ACTIVE" });
  const limit = bodies(backend.received).find(({ type }) => type === "limit.changed");
  expect(limit.data).toMatchObject({ fromRupiah: 0, toRupiah: 10_000_000, cause: "FIRST_ASSESSMENT" });
  expect(limit.data.borrowerRef).toBe(ofLoan[0].data.borrowerRef);
  for (const one of backend.received) expect(verified(secret, one, clock.realNow())).toEqual(JSON.parse(one.body));
  expect(() =>
    verified(`whsec_${Buffer.alloc(32).toString("base64")}`, backend.received[0]!, clock.realNow()),
  ).toThrow();
  // Nothing that identifies the person: no internal id, no number, no name.
  const sent = backend.received.map(({ body }) => body).join("\n");
  for (const personal of [loan.borrowerId, loan.mobileNumber, "SITI", "RAHAYU", "Peminjam"])
    expect(sent).not.toContain(personal);
  await switchOff(endpointId);
});

it("tries at 0 s, 5 s, 5 min, 30 min, 2, 5, 10 and 10 hours with the same bytes, then leaves it to staff", async () => {
  const backend = await receiver(() => 500);
  const { endpointId, secret } = await staff.endpoint(backend.url);
  const loanId = await events(2);
  await app.settle();
  expect(backend.received).toHaveLength(1);
  for (const [index, seconds] of pausesSeconds.entries()) {
    clock.advance((seconds - 1) * 1000);
    await app.settle();
    expect(backend.received).toHaveLength(index + 1);
    clock.advance(1_000);
    await app.settle();
    if (index < pausesSeconds.length - 1) expect(backend.received).toHaveLength(index + 2);
  }
  const first = backend.received.filter(({ id }) => id === backend.received[0]!.id);
  expect(first).toHaveLength(maxTries);
  expect(new Set(first.map(({ body }) => body)).size).toBe(1);
  for (const one of first) verified(secret, one, new Date(Number(one.headers["webhook-timestamp"]) * 1000));
  // The loan's next event was sent once the one before it was given up.
  const sequences = bodies(backend.received)
    .filter(({ data }) => data.loanId === loanId)
    .map(({ sequence }) => sequence);
  expect(sequences.slice(0, maxTries + 1)).toEqual([...Array<number>(maxTries).fill(1), 2]);
  const [dead] = await staff.deliveries(`&endpointId=${endpointId}&state=DEAD`);
  expect(dead).toMatchObject({ state: "DEAD", sequence: 1, tries: maxTries, lastStatus: 500, dueAt: null });
  await switchOff(endpointId);
});

it("sends the events of one loan one behind the other, and those of others at the same time", async () => {
  let isUp = false;
  const held = services.random.uuid();
  const backend = await receiver(({ body }) => (!isUp && body.includes(held) ? 503 : 200));
  const { endpointId } = await staff.endpoint(backend.url);
  await events(3, held);
  const other = await events(3);
  await app.settle();
  const sequencesOf = (loanId: string) =>
    bodies(backend.received)
      .filter(({ data }) => data.loanId === loanId)
      .map(({ sequence }) => sequence);
  expect(sequencesOf(held)).toEqual([1]);
  expect(sequencesOf(other)).toEqual([1, 2, 3]);
  isUp = true;
  clock.advance(5_000);
  await app.settle();
  expect(sequencesOf(held)).toEqual([1, 1, 2, 3]);
  await switchOff(endpointId);
});

it("an endpoint that hangs delays no other", async () => {
  const hanging = await receiver(() => "HANG");
  const quick = await receiver();
  const [slow, fast] = [await staff.endpoint(hanging.url), await staff.endpoint(quick.url)];
  await Promise.all(Array.from({ length: 40 }, () => events(1)));
  const begun = performance.now();
  await services.sweeps.runOnce(services, "OFTEN");
  expect(quick.received.length).toBe(40);
  expect(performance.now() - begun).toBeLessThan(14_000);
  expect(hanging.received.length).toBeGreaterThan(0);
  hanging.answers = () => 200;
  await switchOff(slow.endpointId);
  await switchOff(fast.endpointId);
}, 60_000);

it("410 switches an endpoint off: nothing more is sent, and nothing is lost", async () => {
  const backend = await receiver(() => 410);
  const { endpointId } = await staff.endpoint(backend.url);
  await events(3);
  await app.settle();
  expect(backend.received).toHaveLength(1);
  expect((await staff.maker.get(`/api/staff/webhooks/endpoints/${endpointId}`)).body).toMatchObject({
    state: "OFF",
    offCause: "GONE",
    waiting: 0,
    dead: 3,
  });
  // The delivery answered with 410 keeps that answer; the others say that their endpoint is off.
  const ended: DeliveryView[] = await staff.deliveries(`&endpointId=${endpointId}&state=DEAD`);
  expect(
    ended
      .map(({ tries, lastStatus, lastFailure }) => ({ tries, lastStatus, lastFailure }))
      .toSorted((a, b) => b.tries - a.tries),
  ).toEqual([
    { tries: 1, lastStatus: 410, lastFailure: null },
    ...[1, 2].map(() => ({ tries: 0, lastStatus: null, lastFailure: "ENDPOINT_OFF" })),
  ]);
  await events(1);
  await app.settle();
  expect(backend.received).toHaveLength(1);
});

it("follows no redirect, and takes any other answer than 2xx for a failure", async () => {
  const elsewhere = await receiver();
  const backend = await receiver(() => 302);
  const { endpointId } = await staff.endpoint(backend.url);
  await events(1);
  await app.settle();
  expect(elsewhere.received).toHaveLength(0);
  const [one] = await staff.deliveries(`&endpointId=${endpointId}`);
  expect(one).toMatchObject({ state: "WAITING", tries: 1, lastStatus: 302 });
  await switchOff(endpointId);
});

it("two people make an endpoint; its secret is shown once, and both secrets sign while one replaces the other", async () => {
  const backend = await receiver();
  const { endpointId, secret } = await staff.endpoint(backend.url);
  const again = await staff.maker.post(`/api/staff/webhooks/endpoints/${endpointId}/secret`, {});
  expect(again.body.status.code).toBe("SECRET_SHOWN");
  const rotate = await staff.change(endpointId, { action: "ROTATE" });
  expect((await staff.change(endpointId, { action: "ROTATE" })).body.status.code).toBe("PROPOSAL_OPEN");
  expect(
    (await staff.maker.post(`/api/staff/checks/${rotate.body.proposalId}/check`, { approve: true }, staff.key()))
      .status,
  ).toBe(403);
  await staff.confirm(rotate.body.proposalId);
  const fresh = (await staff.maker.post(`/api/staff/webhooks/endpoints/${endpointId}/secret`, {})).body.secret;
  expect(fresh).not.toBe(secret);
  await events(1);
  await app.settle();
  const [both] = backend.received;
  verified(secret, both!, clock.realNow());
  verified(fresh, both!, clock.realNow());
  clock.advance(24 * 3_600_000);
  await events(1);
  await app.settle();
  const later = backend.received.at(-1)!;
  verified(fresh, later, clock.realNow());
  expect(() => verified(secret, later, clock.realNow())).toThrow();
  const stored = await database.selectFrom("webhook_endpoint").selectAll().execute();
  expect(JSON.stringify(stored)).not.toContain(fresh.slice(6));
  await switchOff(endpointId);
});

it("an endpoint hears the types and the brand that it was made for, and what it is changed to", async () => {
  const elsewhere = await receiver();
  const other = await staff.endpoint(elsewhere.url);
  await database.updateTable("webhook_endpoint").set({ brand: "kilat" }).where("id", "=", other.endpointId).execute();
  const backend = await receiver();
  const { endpointId } = await staff.endpoint(backend.url, ["loan.paid_off"]);
  await events(1);
  await app.settle();
  expect(backend.received).toHaveLength(0);
  const change = await staff.change(endpointId, { action: "CHANGE", types: ["loan.submitted"] });
  await staff.confirm(change.body.proposalId);
  await events(1);
  await app.settle();
  expect(backend.received).toHaveLength(1);
  expect(elsewhere.received).toEqual([]);
  await switchOff(endpointId);
  await switchOff(other.endpointId);
  expect((await staff.deliveries(`&endpointId=${endpointId}&state=DELIVERED&type=loan.submitted`)).length).toBe(1);
});

it("refuses what is no address, no brand, no type, no change and no endpoint", async () => {
  const code = async (body: object) =>
    (await staff.propose({ url: "https://lender.example/hooks", ...body })).body.status.code;
  expect(await code({ url: "lender.example" })).toBe("URL_NOT_ALLOWED");
  expect(await code({ url: "ftp://lender.example" })).toBe("URL_NOT_ALLOWED");
  expect(await code({ url: "https://a:b@lender.example" })).toBe("URL_NOT_ALLOWED");
  expect(await code({ brand: "unknown" })).toBe("BRAND_UNKNOWN");
  expect(await code({ types: [] })).toBe("INPUT_INVALID");
  const backend = await receiver();
  const { endpointId } = await staff.endpoint(backend.url);
  expect((await staff.change(endpointId, { action: "ON" })).body.status.code).toBe("NOTHING_TO_CHANGE");
  expect((await staff.change(endpointId, { action: "CHANGE", types: webhookTypes })).body.status.code).toBe(
    "NOTHING_TO_CHANGE",
  );
  expect((await staff.change(endpointId, { action: "CHANGE", url: "gopher://x" })).body.status.code).toBe(
    "URL_NOT_ALLOWED",
  );
  const nobodys = services.random.uuid();
  expect((await staff.change(nobodys, { action: "OFF" })).body.status.code).toBe("ENDPOINT_UNKNOWN");
  expect((await staff.maker.get(`/api/staff/webhooks/endpoints/${nobodys}`)).body.status.code).toBe("ENDPOINT_UNKNOWN");
  const secret = await staff.maker.post(`/api/staff/webhooks/endpoints/${nobodys}/secret`, {});
  expect(secret.body.status.code).toBe("ENDPOINT_UNKNOWN");
  expect((await staff.maker.get("/api/staff/webhooks/endpoints")).body.items.length).toBeGreaterThan(0);
  await switchOff(endpointId);
});

it("tells once that a loan is overdue at each of the days, and only the highest after an outage", async () => {
  const backend = await receiver();
  const { endpointId } = await staff.endpoint(backend.url, ["loan.overdue"]);
  const loan = await running();
  const due = await database
    .selectFrom("repayment_account")
    .select(["unpaidSince", "nextOverdueOn"])
    .where("loanId", "=", loan.loanId)
    .executeTakeFirstOrThrow();
  const daysTo = (new Date(`${due.unpaidSince}T02:00:00Z`).getTime() - clock.now().getTime()) / 86_400_000;
  clock.advance((Math.ceil(daysTo) + 1) * 86_400_000);
  await app.settle();
  await app.settle();
  clock.advance(40 * 86_400_000);
  await app.settle();
  const heard = bodies(backend.received).filter(({ data }) => data.loanId === loan.loanId);
  expect(heard.map(({ data }) => data.daysPastDue)).toEqual([1, 31]);
  expect(heard[0].data.unpaidSince).toBe(due.unpaidSince);
  await switchOff(endpointId);
});

it("forgets events and deliveries after 30 days", async () => {
  await events(1);
  await app.settle();
  clock.advance(31 * 86_400_000);
  await app.settle();
  const remaining = await database
    .selectFrom("webhook_event")
    .select("writtenAt")
    .orderBy("writtenAt")
    .limit(1)
    .executeTakeFirst();
  if (remaining) expect(clock.now().getTime() - remaining.writtenAt.getTime()).toBeLessThanOrEqual(30 * 86_400_000);
});
