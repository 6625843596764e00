import { createHmac } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PDF } from "@libpdf/core";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { fixedClock } from "#server/process/clock.ts";
import { seededRandom } from "#server/process/random.ts";
import { builtInSignature } from "./built-in.ts";
import type { SignaturePort, SignOrder } from "./port.ts";
import { psreSignature } from "./psre.ts";
import { sha256 } from "./validate.ts";

const order: SignOrder = {
  orderId: "0193a7c0-0000-7000-8000-000000000001",
  reason: "Persetujuan",
  signerName: "Budi",
  location: "Jakarta",
  signedAt: new Date("2026-11-21T10:00:00+07:00"),
};
const secret = "shared-secret";
type Behaviour =
  | "SIGNS"
  | "NEVER_DONE"
  | "REFUSES"
  | "SIGNS_ANOTHER"
  | "SIGNS_NOTHING"
  | "ANOTHER_KEY"
  | "FAILS"
  | "FLOODS";

let folder: string;
let pdf: Uint8Array;
let authority: SignaturePort;
let stranger: SignaturePort;
let trustedRoot: Uint8Array;
let origin: string;
let behaviour: Behaviour;
/** Signatures that the provider would have billed, by order. */
let made: Map<string, { polls: number; document: Uint8Array }>;
const clock = fixedClock("2026-11-21T10:00:00+07:00");

/** A provider that implements the contract in `psre.ts`. */
async function provider(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks);
  const answer = (status: number, content: unknown) =>
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(content));
  const { "x-timestamp": timestamp, "x-signature": proof, authorization } = request.headers;
  const expected = createHmac("sha256", secret)
    .update(`${request.method}:${request.url}:${timestamp}:${sha256(body)}`)
    .digest("hex");
  if (authorization !== "Bearer tunai" || proof !== expected) return void answer(401, { message: "unauthorized" });
  if (behaviour === "FAILS") return void answer(503, {});
  if (request.method === "POST") {
    const sent = JSON.parse(body.toString()) as { orderId: string; document: string; documentSha256: string };
    const document = new Uint8Array(Buffer.from(sent.document, "base64"));
    if (sha256(document) !== sent.documentSha256) return void answer(422, {});
    if (!made.has(sent.orderId)) made.set(sent.orderId, { polls: 0, document });
    return void answer(202, { signatureId: sent.orderId, state: "PENDING" });
  }
  const [, id = "", part] = /^\/v1\/signatures\/([\w-]+)(\/document)?$/.exec(request.url ?? "") ?? [];
  const order_ = made.get(id);
  if (!order_) return void answer(404, {});
  if (!part) {
    order_.polls += 1;
    if (behaviour === "REFUSES")
      return void answer(200, { signatureId: id, state: "REFUSED", detail: "certificate expired" });
    return void answer(200, {
      signatureId: id,
      state: behaviour !== "NEVER_DONE" && order_.polls > 1 ? "SIGNED" : "PENDING",
    });
  }
  response.writeHead(200, { "content-type": "application/pdf" });
  if (behaviour === "FLOODS") return void response.end(Buffer.alloc(order_.document.length + 3_000_000));
  if (behaviour === "SIGNS_NOTHING") return void response.end(order_.document);
  const other = PDF.create();
  other.addPage({ size: "a4" });
  const document = behaviour === "SIGNS_ANOTHER" ? await other.save() : order_.document;
  response.end(await (behaviour === "ANOTHER_KEY" ? stranger : authority).signPdf(document, order));
}

const server = createServer((request, response) => void provider(request, response));

function adapter(changes: { secret?: string; baseUrl?: string } = {}): SignaturePort {
  return psreSignature({
    baseUrl: origin,
    clientId: "tunai",
    secret,
    trustedRoots: [trustedRoot],
    polls: 3,
    pollMilliseconds: 1,
    timeoutMilliseconds: 5_000,
    fetch: globalThis.fetch,
    pause: async () => {},
    clock,
    ...changes,
  });
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "psre-"));
  const make = (name: string, seed: number) =>
    builtInSignature({
      secretsDirectory: join(folder, name),
      organization: name,
      clock,
      random: seededRandom(seed),
      mayMakeRoot: true,
    });
  authority = make("PSrE", 1);
  stranger = make("Stranger", 2);
  trustedRoot = (await authority.certificateChain()).at(-1) as Uint8Array;
  const document = PDF.create();
  document.addPage({ size: "a4" });
  pdf = await document.save();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(() => {
  behaviour = "SIGNS";
  made = new Map();
});
afterAll(async () => {
  await new Promise((resolve) => server.close(resolve));
  rmSync(folder, { recursive: true });
});

describe("The remote signer", () => {
  test("It uploads, waits until the provider has signed, and hands back our document with a valid signature.", async () => {
    const signed = await adapter().signPdf(pdf, order);
    expect(Buffer.from(signed.subarray(0, pdf.length)).equals(pdf)).toBe(true);
    expect(await adapter().validate(signed)).toMatchObject({ valid: true, signer: "PSrE Document Signing" });
  });
  test("An order that is not done in time is PENDING, and asking again makes no second signature.", async () => {
    behaviour = "NEVER_DONE";
    await expect(adapter().signPdf(pdf, order)).rejects.toMatchObject({ code: "PENDING" });
    behaviour = "SIGNS";
    await adapter().signPdf(pdf, order);
    expect(made.size).toBe(1);
  });
  test.each([
    ["REFUSES", "REFUSED"],
    ["FAILS", "UNAVAILABLE"],
    ["SIGNS_ANOTHER", "ALTERED"],
    ["SIGNS_NOTHING", "ALTERED"],
    ["ANOTHER_KEY", "ALTERED"],
    ["FLOODS", "ALTERED"],
  ] as const)("A provider that %s ends in %s, never in a document.", async (how, code) => {
    behaviour = how;
    await expect(adapter().signPdf(pdf, order)).rejects.toMatchObject({ code });
  });
  test("A wrong secret is refused by the provider, and a provider that does not listen is UNAVAILABLE.", async () => {
    await expect(adapter({ secret: "wrong" }).signPdf(pdf, order)).rejects.toMatchObject({ code: "REFUSED" });
    await expect(adapter({ baseUrl: "http://127.0.0.1:9" }).signPdf(pdf, order)).rejects.toMatchObject({
      code: "UNAVAILABLE",
    });
  });
});
