import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { startNats, type NatsPeer } from "../../../../tests/peers/nats.ts";
import { createNatsEvents, type NatsSettings } from "./nats.ts";

let peer: NatsPeer;
let events: ReturnType<typeof createNatsEvents>;
const settings = (change: Partial<NatsSettings> = {}): NatsSettings => ({
  servers: [peer.address],
  stream: "EVENTS",
  subjectPrefix: "tunai",
  credentials: "",
  user: "",
  password: "",
  token: "s3cret",
  authorities: "",
  ...change,
});
const event = (eventId: string) => ({
  eventId,
  subject: "loan.disbursed",
  country: "IDN",
  occurredAt: new Date("2026-11-21T03:00:00Z"),
  data: { amountRupiah: 1_000_000, note: "多行\r\nline" },
});

beforeEach(async () => {
  peer = await startNats({ stream: "EVENTS", token: "s3cret" });
  events = createNatsEvents(settings());
});
afterEach(async () => {
  await events.close();
  await peer.stop();
});

describe("the NATS JetStream event sink", () => {
  it("takes each event as one message under the event's id, on a subject of its country, confirmed", async () => {
    await events.publish([event("e1"), event("e2")]);
    expect(peer.stored.map(({ id, subject }) => [id, subject])).toEqual([
      ["e1", "tunai.IDN.loan.disbursed"],
      ["e2", "tunai.IDN.loan.disbursed"],
    ]);
    expect(JSON.parse(peer.stored[0]!.payload)).toEqual({ ...event("e1"), occurredAt: "2026-11-21T03:00:00.000Z" });
    expect(peer.logins).toHaveLength(1);
  });
  it("counts an event once that is sent again after its confirmation was lost", async () => {
    peer.mood = "SILENT";
    await expect(events.publish([event("e1")])).rejects.toThrow("did not confirm");
    peer.mood = "CONFIRM";
    await events.publish([event("e1"), event("e2")]);
    expect(peer.heard).toBe(3);
    expect(peer.stored.map(({ id }) => id)).toEqual(["e1", "e2"]);
  });
  it("hands five hundred events over, as many as are claimed at once", async () => {
    await events.publish(Array.from({ length: 500 }, (_, n) => event(`e${n}`)));
    expect(new Set(peer.stored.map(({ id }) => id)).size).toBe(500);
  });
  it("does not confirm for a stream that is none or another than the one that was configured", async () => {
    peer.mood = "NO_STREAM";
    await expect(events.publish([event("e1")])).rejects.toThrow("did not confirm");
    peer.mood = "CONFIRM";
    const other = createNatsEvents(settings({ stream: "OTHER" }));
    await expect(other.publish([event("e1")])).rejects.toThrow("did not confirm");
    await other.close();
    expect(peer.stored).toEqual([]);
  });
  it("comes back by itself after the connection broke, and keeps nothing in memory meanwhile", async () => {
    await events.publish([event("e1")]);
    await peer.stop();
    await expect(events.publish([event("e2")])).rejects.toThrow();
    await peer.restart();
    await expect
      .poll(
        () =>
          events.publish([event("e3")]).then(
            () => true,
            () => false,
          ),
        { interval: 100 },
      )
      .toBe(true);
    expect(peer.stored.map(({ id }) => id)).toEqual(["e1", "e3"]);
  });
  it("begins anew after a server that was away at first, and says so where the login is refused", async () => {
    await peer.stop();
    await expect(events.publish([event("e1")])).rejects.toThrow();
    await peer.restart();
    await events.publish([event("e1")]);
    const stranger = createNatsEvents(settings({ token: "wrong" }));
    await expect(stranger.publish([event("e2")])).rejects.toThrow(/authorization/i);
    await stranger.close();
    expect(peer.stored.map(({ id }) => id)).toEqual(["e1"]);
  });
  it("asks nothing of a server without TLS where TLS is configured", async () => {
    const secure = createNatsEvents(settings({ servers: [peer.address.replace("nats:", "tls:")] }));
    await expect(secure.publish([event("e1")])).rejects.toThrow(/tls/i);
    await secure.close();
    expect(peer.logins).toEqual([]);
  });
  it("is left alone where there is nothing to tell", async () => {
    await events.publish([]);
    expect(peer.logins).toEqual([]);
  });
});

describe("a server that goes away while it draws to a close", () => {
  const unheard: unknown[] = [];
  const hear = (reason: unknown) => unheard.push(reason);
  beforeEach(() => {
    unheard.length = 0;
    process.on("unhandledRejection", hear);
  });
  afterEach(async () => {
    await new Promise((later) => setTimeout(later, 50));
    process.off("unhandledRejection", hear);
    expect(unheard).toEqual([]);
  });
  /** Duration of closing, in milliseconds. */
  const closing = async (): Promise<number> => {
    const begun = performance.now();
    await events.close();
    return performance.now() - begun;
  };

  it("lets go of an event that nobody confirms, and of the connection", async () => {
    await events.publish([event("e1")]);
    peer.mood = "SILENT";
    const publishing = events.publish([event("e2")]).then(
      () => "confirmed",
      () => "not confirmed",
    );
    await expect.poll(() => peer.heard).toBe(2);
    expect(await closing()).toBeLessThan(1_000);
    expect(await Promise.race([publishing, new Promise((later) => setTimeout(later, 1_000, "hangs"))])).toBe(
      "not confirmed",
    );
    await expect.poll(() => peer.connected).toBe(0);
  });

  it("opens no connection for an event that comes after the end", async () => {
    await events.publish([event("e1")]);
    await events.close();
    await expect(events.publish([event("e2")])).rejects.toThrow("closed");
    await expect.poll(() => peer.connected).toBe(0);
    expect(peer.logins).toHaveLength(1);
  });

  it("waits for no server that takes the call and says nothing", async () => {
    peer.isMute = true;
    const publishing = events.publish([event("e1")]).then(
      () => "confirmed",
      () => "not confirmed",
    );
    await expect.poll(() => peer.connected).toBe(1);
    expect(await closing()).toBeLessThan(1_000);
    expect(await publishing).toBe("not confirmed");
    await expect.poll(() => peer.connected).toBe(0);
  });

  it("hangs up where nothing was said in time, at the first call and at each later one", async () => {
    peer.isMute = true;
    await expect(events.publish([event("e1")])).rejects.toThrow(/timeout/i);
    await expect.poll(() => peer.connected).toBe(0);
    peer.isMute = false;
    await events.publish([event("e1")]);
    peer.isMute = true;
    peer.hangUp();
    // Two tries of two seconds each, a second apart, by the client itself.
    await new Promise((later) => setTimeout(later, 6_500));
    expect(peer.connected).toBeLessThanOrEqual(1);
  });

  it("stops calling a server that is gone", async () => {
    await events.publish([event("e1")]);
    await peer.stop();
    expect(await closing()).toBeLessThan(1_000);
    await peer.restart();
    await new Promise((later) => setTimeout(later, 1_500));
    expect(peer.connected).toBe(0);
  });

  it("keeps the new connection when the old one's end is heard late", async () => {
    await events.publish([event("e1")]);
    peer.hangUp();
    await expect
      .poll(
        () =>
          events.publish([event("e2")]).then(
            () => true,
            () => false,
          ),
        { interval: 50 },
      )
      .toBe(true);
    expect(peer.connected).toBe(1);
    await events.close();
    await expect.poll(() => peer.connected).toBe(0);
  });
});
