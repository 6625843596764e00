import { createServer } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { startPartner, type PartnerPeer, type Reply } from "../../../tests/peers/partner.ts";
import { createOutbound, OutboundFailure, type Outbound } from "./http.ts";

let outbound: Outbound;
let partner: PartnerPeer;
let reply: Reply;
let now: number;
beforeEach(async () => {
  now = 0;
  reply = { status: 200, body: "well" };
  outbound = createOutbound({ monotonicMs: () => now, allowPlainHttp: false });
  partner = await startPartner(() => reply);
});
afterEach(async () => {
  outbound.close();
  await partner.close();
});
const failureOf = async (sending: Promise<unknown>): Promise<OutboundFailure> => {
  const error: unknown = await sending.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof OutboundFailure)) throw new Error(`Expected an OutboundFailure, got ${String(error)}`);
  return error;
};

describe("the way out", () => {
  it("sends to the configured origin below its base path, with the exact bytes", async () => {
    const answer = await outbound
      .peer("p", `${partner.url}/base/`)
      .send({ method: "POST", path: "/x?y=1", headers: { "x-a": "b" }, body: "ä" });
    expect(Buffer.from(answer.body).toString()).toBe("well");
    expect(partner.heard[0]).toMatchObject({
      method: "POST",
      path: "/base/x?y=1",
      headers: { "x-a": "b", "content-length": "2" },
    });
    expect(partner.heard[0]!.body.toString()).toBe("ä");
  });
  it("reaches only https and loopback, and no address that carries more than scheme, host and path", () => {
    for (const address of [
      "http://partner.example",
      "ftp://127.0.0.1",
      "https://user:secret@partner.example",
      "https://partner.example/?a=1",
    ])
      expect(() => outbound.peer("p", address)).toThrow();
    expect(outbound.peer("p", "https://partner.example").origin).toBe("https://partner.example");
  });
  it("cannot be steered to another host by a path", async () => {
    for (const path of ["//evil.example/x", "http://evil.example/"])
      await expect(async () => outbound.peer("p", partner.url).send({ method: "GET", path })).rejects.toThrow("slash");
  });
  it("does not follow redirects", async () => {
    reply = { status: 302, headers: { location: `${partner.url}/elsewhere` } };
    expect((await outbound.peer("p", partner.url).send({ method: "GET", path: "/" })).status).toBe(302);
    expect(partner.heard).toHaveLength(1);
  });
  it("cuts an answer that is too large", async () => {
    reply = { status: 200, body: Buffer.alloc(5000) };
    const failure = await failureOf(
      outbound.peer("p", partner.url, { answerBytes: 4999 }).send({ method: "GET", path: "/" }),
    );
    expect(failure).toMatchObject({ reason: "ANSWER_TOO_LARGE", arrived: "MAYBE" });
  });
  it("says that a request may have arrived when the partner is silent or hangs up, and that it did not when nobody listens", async () => {
    reply = "SILENCE";
    expect(
      await failureOf(outbound.peer("p", partner.url, { totalMs: 100 }).send({ method: "POST", path: "/" })),
    ).toMatchObject({ reason: "TIMEOUT", arrived: "MAYBE" });
    reply = "HANG_UP";
    expect(await failureOf(outbound.peer("p", partner.url).send({ method: "POST", path: "/" }))).toMatchObject({
      reason: "BROKEN_OFF",
      arrived: "MAYBE",
    });
    await partner.close();
    expect(await failureOf(outbound.peer("p", partner.url).send({ method: "POST", path: "/" }))).toMatchObject({
      arrived: "NO",
    });
  });
  it("counts a TLS partner that never shakes hands as not arrived", async () => {
    const mute = createServer(() => {});
    await new Promise<void>((ready) => mute.listen(0, "127.0.0.1", ready));
    const { port } = mute.address() as { port: number };
    const failure = await failureOf(
      outbound
        .peer("p", `https://127.0.0.1:${port}`, { connectMs: 100 })
        .send({ method: "POST", path: "/", body: "x" }),
    );
    expect(failure).toMatchObject({ reason: "CONNECT_TIMEOUT", arrived: "NO" });
    mute.close();
  });
  it("rests for ten seconds after five failures in a row, then lets one request try", async () => {
    const peer = outbound.peer("p", partner.url);
    const send = () => peer.send({ method: "GET", path: "/" });
    reply = { status: 503 };
    for (let count = 0; count < 5; count++) expect((await send()).status).toBe(503);
    expect(await failureOf(send())).toMatchObject({ reason: "BREAKER_OPEN", arrived: "NO" });
    now = 10_001;
    const both = await Promise.allSettled([send(), send()]);
    expect(both.map((one) => one.status).sort()).toEqual(["fulfilled", "rejected"]);
    now = 20_002;
    reply = { status: 200 };
    expect((await send()).status).toBe(200);
    expect((await Promise.all([send(), send()])).map((answer) => answer.status)).toEqual([200, 200]);
    expect(partner.heard).toHaveLength(9);
  });
  it("keeps 32 requests at a partner at a time; one more waits as long as for a connection, and is not sent after that", async () => {
    reply = "SILENCE";
    const peer = outbound.peer("p", partner.url, { connectMs: 200, totalMs: 1_500 });
    const failures = await Promise.all(
      Array.from({ length: 40 }, () => failureOf(peer.send({ method: "POST", path: "/" }))),
    );
    expect(failures.filter(({ reason, arrived }) => reason === "NO_PLACE" && arrived === "NO")).toHaveLength(8);
    expect(partner.heard).toHaveLength(32);
    now = 10_001;
    reply = { status: 200, body: "well" };
    expect((await peer.send({ method: "GET", path: "/" })).status).toBe(200);
    // The same origin and its limit, with enough time to wait on a busy machine.
    const patient = outbound.peer("p", partner.url, { connectMs: 20_000, totalMs: 30_000 });
    expect(
      (await Promise.all(Array.from({ length: 100 }, () => patient.send({ method: "GET", path: "/" })))).every(
        ({ status }) => status === 200,
      ),
    ).toBe(true);
  });
  it("gives code that expects fetch one that knows a single origin", async () => {
    const fetch = outbound.fetch("p", `${partner.url}/base`);
    expect(await (await fetch(`${partner.url}/base/x`, { method: "POST", body: "b" })).text()).toBe("well");
    await expect(fetch("https://evil.example/")).rejects.toThrow("configured");
  });
});
