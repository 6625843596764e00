/** Requests to partners by the documented contract, and the handling of their answers, time-outs and errors. */
import { linkFigures } from "#shared/outside-reads.ts";
import { createHash, createHmac } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { fixedClock } from "#server/process/clock.ts";
import { silentLog } from "#server/process/log.server.ts";
import { systemRandom } from "#server/process/random.ts";
import { Secret } from "#shared/secret.ts";
import { startPartner, type PartnerPeer, type Reply } from "../../../tests/peers/partner.ts";
import { createHttpBureau } from "./bureau/http.ts";
import { createSentryErrors, readDsn } from "./errors/sentry.ts";
import { createHttpEvents } from "./events/http.ts";
import { createHttpFaceCheck } from "./face-check/http.ts";
import { createOutbound, type Outbound } from "./http.ts";
import { createHttpLinking } from "./linking/http.ts";
import { createHttpLookup } from "./lookup/http.ts";
import { createPartner, type PartnerClient } from "./partner.ts";

const random = systemRandom();
const clock = fixedClock();

describe("partners over the documented contract", () => {
  let outbound: Outbound;
  let peer: PartnerPeer;
  let reply: Reply;
  let partner: PartnerClient;
  beforeEach(async () => {
    outbound = createOutbound({ monotonicMs: () => 0, allowPlainHttp: false });
    peer = await startPartner((heard) => {
      const timestamp = String(heard.headers["x-timestamp"]);
      const hash = createHash("sha256").update(heard.body).digest("hex");
      const expected = createHmac("sha256", "secret")
        .update(`${heard.method}:${heard.path}:${timestamp}:${hash}`)
        .digest("hex");
      const timely = Number(timestamp) === Math.floor(clock.realNow().getTime() / 1000);
      return heard.headers["x-signature"] === expected && heard.headers.authorization === "Bearer id" && timely
        ? reply
        : { status: 401 };
    });
    partner = createPartner(
      outbound.peer("partner", `${peer.url}/gateway`, { totalMs: 300 }),
      { clientId: "id", secret: "secret" },
      clock.realNow,
    );
  });
  afterEach(async () => {
    outbound.close();
    await peer.close();
  });
  const json = (body: unknown): Reply => ({ status: 200, body: JSON.stringify(body) });
  const order = {
    reportId: random.uuid(),
    nik: "3174011704940001",
    fullName: "Siti",
    birthDate: "1994-04-17",
    mobileNumber: "081234567890",
  };

  it("are asked with a signature over the body and our row's id as the idempotency key", async () => {
    reply = json({
      reference: "R1",
      platformCount: 2,
      obligations: [
        { lender: "X", kind: "PLATFORM", outstandingRupiah: 1, monthlyInstalmentRupiah: 1, daysPastDue: 0 },
      ],
      fraudListed: false,
      sanctionListed: false,
      score: null,
    });
    expect(await createHttpBureau(partner).report(order)).toMatchObject({
      outcome: "REPORT",
      providerReference: "R1",
      platformCount: 2,
      score: null,
    });
    expect(peer.heard[0]).toMatchObject({
      path: "/gateway/v1/reports",
      headers: { "idempotency-key": order.reportId },
    });
  });
  it("are unavailable when silent, down, or outside the contract", async () => {
    for (const other of [
      json({ reference: "R1", platformCount: -1 }),
      json([]),
      { status: 200, body: "<html>" },
      { status: 500 },
      { status: 302, headers: { location: "/" } },
      "SILENCE",
      "HANG_UP",
    ] as Reply[]) {
      reply = other;
      expect(await createHttpBureau(partner).report(order)).toEqual({ outcome: "UNAVAILABLE" });
      // Each failure counts for the breaker; a new client keeps the cases apart.
      outbound.close();
      outbound = createOutbound({ monotonicMs: () => 0, allowPlainHttp: false });
      partner = createPartner(
        outbound.peer("partner", `${peer.url}/gateway`, { totalMs: 300 }),
        { clientId: "id", secret: "secret" },
        clock.realNow,
      );
    }
  });
  it("compare faces: pictures go as base64, the verdict comes back with its certainty", async () => {
    const check = {
      checkId: random.uuid(),
      nik: order.nik,
      fullName: "Siti",
      birthDate: "1994-04-17",
      selfie: new Uint8Array([1, 2, 3]),
    };
    reply = json({ outcome: "NO_MATCH", similarityPpm: 200_000, livenessPpm: 990_000, reference: "F1" });
    expect(await createHttpFaceCheck(partner).check(check)).toEqual({
      outcome: "NO_MATCH",
      similarityPpm: 200_000,
      livenessPpm: 990_000,
      providerReference: "F1",
    });
    expect(JSON.parse(peer.heard[0]!.body.toString())).toMatchObject({ selfie: "AQID" });
    reply = json({ outcome: "MATCH", reference: "F2" });
    expect(await createHttpFaceCheck(partner).check(check)).toEqual({ outcome: "UNAVAILABLE" });
  });
  it("look accounts up, ask for a code, and take events that they confirm in full", async () => {
    const lookup = createHttpLookup(partner);
    const input = {
      lookupId: "l",
      kind: "NPWP" as const,
      account: "1",
      credential: new Secret("the-password"),
      fullName: "Siti",
      birthDate: "1994-04-17",
      statedIncomeRupiah: 7_000_000,
    };
    reply = json({ outcome: "CODE_NEEDED", reference: "L1" });
    expect(await lookup.look(input)).toEqual({ outcome: "CODE_NEEDED", providerReference: "L1" });
    const sent = JSON.parse(peer.heard.at(-1)!.body.toString());
    // Fields that only the sandbox needs are not sent.
    expect(sent).toEqual({
      lookupId: "l",
      kind: "NPWP",
      account: "1",
      credential: "the-password",
      fullName: "Siti",
      birthDate: "1994-04-17",
    });
    const code = { lookupId: "l", kind: "NPWP" as const, providerReference: "L1", code: new Secret("123456") };
    reply = json({ outcome: "FOUND", holderName: "SITI", facts: { status: "AKTIF" }, reference: "L1" });
    expect(await lookup.answerCode(code)).toMatchObject({
      outcome: "FOUND",
      holderName: "SITI",
      facts: { status: "AKTIF" },
    });
    expect(JSON.parse(peer.heard.at(-1)!.body.toString())).toMatchObject({ providerReference: "L1", code: "123456" });
    // Without the holder's name, the owner of the record is unknown.
    reply = json({ outcome: "FOUND", facts: {}, reference: "L1" });
    expect(await lookup.look(input)).toEqual({ outcome: "PENDING" });
    for (const [answered, outcome] of [
      [json({ outcome: "PENDING" }), "PENDING"],
      [json({ outcome: "NOT_FOUND" }), "NOT_FOUND"],
      [{ status: 403 }, "UNAVAILABLE"],
      [{ status: 500 }, "PENDING"],
      ["HANG_UP", "PENDING"],
      ["SILENCE", "PENDING"],
    ] as const) {
      reply = answered as Reply;
      expect([answered, await lookup.look(input)]).toEqual([answered, { outcome }]);
    }
    // Requested without the credential, as often as necessary.
    reply = json({ outcome: "CREDENTIAL_REFUSED" });
    expect(await lookup.result({ lookupId: "l", kind: "NPWP" })).toEqual({ outcome: "CREDENTIAL_REFUSED" });
    expect(peer.heard.at(-1)!.path).toBe("/gateway/v1/lookups/result");
    expect(JSON.parse(peer.heard.at(-1)!.body.toString())).toEqual({ lookupId: "l", kind: "NPWP" });
    reply = json({ outcome: "ORDER_UNKNOWN" });
    expect(await lookup.result({ lookupId: "l", kind: "NPWP" })).toEqual({ outcome: "UNAVAILABLE" });
    reply = { status: 403 };
    expect(await lookup.result({ lookupId: "l", kind: "NPWP" })).toEqual({ outcome: "PENDING" });
    const events = createHttpEvents(partner);
    const event = { eventId: "e1", subject: "loan.disbursed", country: "IDN", occurredAt: clock.now(), data: {} };
    reply = json({ accepted: 1 });
    await events.publish([event]);
    reply = json({ accepted: 0 });
    await expect(events.publish([event])).rejects.toThrow("confirm");
  });
  it("link accounts: a login travels once, a page of a foreign host is none, silence is asked for, access is revoked", async () => {
    const linking = createHttpLinking(partner, ["finance.example"]);
    const order = {
      linkId: "l",
      kind: "BANK" as const,
      institution: "BCA",
      mode: "CREDENTIALS" as const,
      login: { userId: "siti1", credential: new Secret("abc123") },
      returnUrl: null,
      fullName: "Siti",
      figures: linkFigures.BANK,
    };
    const months = [{ month: "2026-01", inRupiah: 5, outRupiah: 4, lowestRupiah: -1 }];
    const found = { outcome: "LINKED", holderName: "SITI", maskedAccount: "••••4321", months };
    reply = json(found);
    expect(await linking.link(order)).toEqual(found);
    expect(peer.heard.at(-1)!.path).toBe("/gateway/v1/links");
    expect(JSON.parse(peer.heard.at(-1)!.body.toString())).toEqual({
      linkId: "l",
      kind: "BANK",
      institution: "BCA",
      mode: "CREDENTIALS",
      userId: "siti1",
      credential: "abc123",
      returnUrl: null,
      fullName: "Siti",
      figures: ["inRupiah", "outRupiah", "lowestRupiah"],
    });
    for (const [answered, outcome] of [
      // A whole account number is not accepted here.
      [json({ ...found, maskedAccount: "1234564321" }), "PENDING"],
      [json({ outcome: "REDIRECT", url: "https://finance.example/a?b=c" }), "REDIRECT"],
      [json({ outcome: "REDIRECT", url: "https://finance.example.evil.example/a" }), "UNAVAILABLE"],
      [json({ outcome: "REDIRECT", url: "http://finance.example/a" }), "UNAVAILABLE"],
      [json({ outcome: "REDIRECT", url: "https://u:p@finance.example/a" }), "UNAVAILABLE"],
      [json({ outcome: "REDIRECT", url: "javascript:alert(1)" }), "UNAVAILABLE"],
      [json({ outcome: "REFUSED" }), "REFUSED"],
      [{ status: 401 }, "UNAVAILABLE"],
      [{ status: 502 }, "PENDING"],
      ["SILENCE", "PENDING"],
    ] as const) {
      reply = answered as Reply;
      expect([answered, (await linking.link(order)).outcome]).toEqual([answered, outcome]);
    }
    reply = json({ outcome: "ORDER_UNKNOWN" });
    expect(await linking.result("l")).toEqual({ outcome: "UNAVAILABLE" });
    expect(JSON.parse(peer.heard.at(-1)!.body.toString())).toEqual({ linkId: "l" });
    const code = { linkId: "l", providerReference: "R", code: new Secret("123456") };
    reply = json({ outcome: "CODE_NEEDED", reference: "R2" });
    expect(await linking.answerCode(code)).toEqual({ outcome: "CODE_NEEDED", providerReference: "R2" });
    reply = json({ revoked: true });
    expect(await linking.revoke("l")).toBe(true);
    reply = { status: 500 };
    expect(await linking.revoke("l")).toBe(false);
  });
  it("receive error reports by the Sentry protocol, without what a person typed", async () => {
    const dsn = readDsn(`${peer.url.replace("//", "//publickey@")}/42`)!;
    expect(dsn).toMatchObject({ publicKey: "publickey", projectId: "42", baseUrl: peer.url });
    const received: { path: string; auth: string; lines: string[] }[] = [];
    const sentry = await startPartner((heard) => {
      received.push({
        path: heard.path,
        auth: String(heard.headers["x-sentry-auth"]),
        lines: heard.body.toString().trim().split("\n"),
      });
      return sentryAnswers.shift() ?? { status: 200, body: "{}" };
    });
    const sentryAnswers: Reply[] = [];
    const errors = createSentryErrors(
      { ...dsn, environment: "test", release: "tunai" },
      { peer: outbound.peer("sentry", sentry.url), random, realNow: clock.realNow, log: silentLog },
    );
    await errors.report({
      traceId: "t1",
      where: "POST /api/loan/apply",
      status: 500,
      method: "POST",
      code: "INTERNAL",
      detail: "words for siti@example.com",
      device: "mac-of-device",
      error: new Error("no row for 081234567890 and siti@example.com", { cause: new TypeError("inner") }),
    });
    expect(received[0]).toMatchObject({ path: "/api/42/envelope/" });
    expect(received[0]!.auth).toContain("sentry_key=publickey");
    const [head, item, event] = received[0]!.lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(head!["event_id"]).toBe(event!["event_id"]);
    expect(item).toMatchObject({ type: "event" });
    expect(event).toMatchObject({
      transaction: "POST /api/loan/apply",
      tags: { traceId: "t1", status: "500", method: "POST", code: "INTERNAL", device: "mac-of-device" },
      extra: { detail: "words for [email]" },
      fingerprint: ["Error", "INTERNAL", expect.stringMatching(/^partners\.test\.ts:\d+$/)],
      exception: { values: [{ type: "TypeError" }, { type: "Error", value: "no row for [digits] and [email]" }] },
    });
    // Sentry refuses errors for a minute; the next report states the number of dropped ones.
    sentryAnswers.push({ status: 429, headers: { "x-sentry-rate-limits": "60:error;default:key, 2700:session" } });
    const report = () => errors.report({ traceId: "t2", where: "x", error: "gone" });
    await report();
    await report();
    expect(received).toHaveLength(2);
    clock.advance(61_000);
    await report();
    expect(received).toHaveLength(3);
    expect(received[2]!.lines.slice(3).map((line) => JSON.parse(line) as object)).toMatchObject([
      { type: "client_report" },
      { discarded_events: [{ category: "error", quantity: 1 }] },
    ]);
    await sentry.close();
    await report();
  });
});
