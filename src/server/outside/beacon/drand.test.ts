/** The beacon against a server that speaks drand's HTTP API, with a value of the public network. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeEach, expect, it } from "vitest";
import { createOutbound } from "../http.ts";
import { createDrandBeacon, quicknet } from "./drand.ts";
import { noBeacon } from "./port.ts";

/** Round 1000 of quicknet, as the network published it. */
const known = {
  round: 1_000,
  randomness: "fe290beca10872ef2fb164d2aa4442de4566183ec51c56ff3cd603d930e54fdd",
  signature: "b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39",
};
const path = `/${quicknet.hash}/public/${known.round}`;
let answer: (request: IncomingMessage, response: ServerResponse) => void;
const requests: string[] = [];
const network = createServer((request, response) => {
  requests.push(`${request.method} ${request.url}`);
  answer(request, response);
});
await new Promise<void>((resolve) => network.listen(0, "127.0.0.1", resolve));
const outbound = createOutbound({ monotonicMs: () => performance.now(), allowPlainHttp: false });
const origin = `http://127.0.0.1:${(network.address() as AddressInfo).port}`;
const beacon = createDrandBeacon(outbound.peer("drand", origin, { totalMs: 500 }), quicknet);
const named = `drand:${quicknet.hash}:${known.round}`;
const tells = (body: unknown, status = 200) => {
  answer = (_request, response) => {
    response.writeHead(status, { "content-type": "application/json" });
    response.end(typeof body === "string" ? body : JSON.stringify(body));
  };
};

beforeEach(() => tells(known));
afterAll(() => {
  outbound.close();
  network.close();
});

it("A moment names the first round that is published at it or after it.", () => {
  const at = (seconds: number) => beacon.roundAt(new Date((quicknet.genesisSeconds + seconds) * 1_000));
  const round = (number: number) => `drand:${quicknet.hash}:${number}`;
  expect([at(-100), at(0), at(0.001), at(3), at(3.5), at(2_997)]).toEqual([1, 1, 2, 2, 3, 1_000].map(round));
});

it("A round's value is asked for by its chain and number, and is told with both.", async () => {
  requests.length = 0;
  expect(await beacon.valueOf(named)).toEqual({ outcome: "KNOWN", value: `${named}:${known.randomness}` });
  expect(requests).toEqual([`GET ${path}`]);
});

it("What is not published yet, is none of the round's, or does not follow from its signature, is no value.", async () => {
  const unavailable = { outcome: "UNAVAILABLE" };
  tells("EOF", 404);
  expect(await beacon.valueOf(named)).toEqual(unavailable);
  for (const wrong of [
    { ...known, round: 999 },
    { ...known, randomness: "00".repeat(32) },
    { round: 1_000 },
    "<html>",
  ]) {
    tells(wrong);
    expect(await beacon.valueOf(named)).toEqual(unavailable);
  }
  // It closes the connection.
  answer = (request) => request.socket.destroy();
  expect(await beacon.valueOf(named)).toEqual(unavailable);
  tells(known);
  requests.length = 0;
  expect(await beacon.valueOf(`drand:${"0".repeat(64)}:1000`)).toEqual(unavailable);
  expect(requests).toEqual([]);
});

it("Without a beacon no round is named.", async () => {
  expect(noBeacon.roundAt(new Date())).toBeNull();
  expect(await noBeacon.valueOf(named)).toEqual({ outcome: "UNAVAILABLE" });
});
