/** The report of a company's virtual accounts over SNAP, against a peer that checks each request. */
import { generateKeyPairSync } from "node:crypto";
import { expect, it } from "vitest";
import { fixedClock } from "#server/process/clock.ts";
import { whenOver } from "#tests/support/when-over.ts";
import { snapTime, startSnapPeer } from "../../../../tests/peers/snap/peer.ts";
import { createOutbound } from "../http.ts";
import { createSnapClient } from "./client.ts";
import { createSnapCollection } from "./collection.ts";

const { publicKey, privateKey } = generateKeyPairSync("rsa", {
  modulusLength: 2048,
  publicKeyEncoding: { type: "spki", format: "pem" },
  privateKeyEncoding: { type: "pkcs8", format: "pem" },
});
const clock = fixedClock();
const us = { clientId: "tunai-client", clientSecret: "shared-secret", partnerId: "TUNAI01" };
const peer = await startSnapPeer({ ...us, clientPublicKeyPem: publicKey, now: clock.realNow });
const outbound = createOutbound({ monotonicMs: () => 0, allowPlainHttp: true });
const client = createSnapClient(
  { ...us, privateKeyPem: privateKey, channelId: "95221" },
  outbound.peer("snap", peer.url, { totalMs: 1500 }),
  clock.realNow,
);
const collection = createSnapCollection(
  client,
  { companyCodes: { "014": "88899" }, merchantId: "M1", terminalId: "" },
  clock.realNow,
  async () => {
    throw new Error("not used here");
  },
);

whenOver(async () => {
  await outbound.close();
  await peer.close();
});

it("lists what was paid to a bank's virtual accounts in some time, and says where it gives no lists", async () => {
  const now = clock.realNow();
  const from = new Date(now.getTime() - 60_000);
  const paid = (customerNo: string, id: string, at: Date, more: object = {}) => ({
    partnerServiceId: "   88899",
    customerNo,
    virtualAccountNo: `   88899${customerNo}`,
    paymentRequestId: id,
    paidAmount: { value: "1000.00", currency: "IDR" },
    trxDateTime: snapTime(at),
    paymentFlagStatus: "00",
    ...more,
  });
  const listing = { bankCode: "014", from, until: now };
  expect(await collection.listPayments(listing)).toEqual({ outcome: "LISTED", payments: [] });
  peer.reported = [
    paid("10000012345", "P1", now),
    paid("10000099999", "P1", from),
    paid("10000012345", "P0", new Date(from.getTime() - 1_000)),
    paid("10000012345", "P2", now, { paymentFlagStatus: "03" }),
    paid("10000012345", "P3", now, { partnerServiceId: "   77777" }),
  ];
  const answer = { rail: "VIRTUAL_ACCOUNT", amountRupiah: 1000 };
  expect(await collection.listPayments(listing)).toEqual({
    outcome: "LISTED",
    payments: [
      { ...answer, paymentId: "8889910000012345:P1", reference: "8889910000012345", paidAt: now },
      { ...answer, paymentId: "8889910000099999:P1", reference: "8889910000099999", paidAt: from },
    ],
  });
  expect(await collection.listPayments({ ...listing, bankCode: "999" })).toEqual({ outcome: "NOT_OFFERED" });
  peer.next("/v1.0/transfer-va/report", "TIMEOUT_504");
  expect(await collection.listPayments(listing)).toEqual({ outcome: "UNAVAILABLE" });
  const { paymentFlagStatus: _, ...withoutStatus } = paid("10000012345", "P4", now);
  peer.reported = [withoutStatus];
  expect(await collection.listPayments(listing)).toMatchObject({
    payments: [{ paymentId: "8889910000012345:P4", amountRupiah: 1000 }],
  });
  peer.reported = [paid("10000012345", "P1", now), paid("10000099999", "P5", now, { paymentRequestId: undefined })];
  expect(await collection.listPayments(listing)).toEqual({ outcome: "UNAVAILABLE" });
  peer.reported = null;
  expect(await collection.listPayments(listing)).toEqual({ outcome: "NOT_OFFERED" });
});
