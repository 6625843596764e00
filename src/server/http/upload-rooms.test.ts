/**
 * Quotas for uploads: slow strangers do not block borrowers, and one network does not block another. Over real
 * connections. // Threat I8
 */
import { createServer, request, type ClientRequest, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import sharp from "sharp";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { compareFile } from "#features/credit/agreement/document-contract.ts";
import { testApp } from "#tests/support/app.ts";
import { createApp } from "#app.ts";
import { callLimits, formLimits } from "./body-limits.ts";

const app = await testApp({ environment: { TRUSTED_HOPS: "1" } });
const { services } = app;
const front = createApp({
  api: app.api,
  brands: services.brands,
  build: () => Promise.reject(new Error("no screens here")),
  mode: "test",
  cache: null,
  clientFolder: null,
  ready: async () => true,
});
let server: Server;
beforeAll(async () => {
  server = createServer((incoming, response) => front.serve(incoming, response));
  await new Promise<void>((ready) => server.listen(0, ready));
});
afterAll(() => void server.close());

const open: ClientRequest[] = [];
afterEach(() => {
  for (const outgoing of open.splice(0)) outgoing.destroy();
});

const head = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n';
interface Upload {
  /** 0 while the whole body is awaited. */
  status: number;
  outgoing: ClientRequest;
}
/** Announces a body of this many bytes, sends the first of them, and then stops. */
function begin(
  address: string,
  announced: number,
  sent: number,
  path = `/api/verify/${services.random.uuid()}`,
): Upload {
  const { port } = server.address() as AddressInfo;
  const headers = {
    host: "localhost:3000",
    "sec-fetch-site": "same-origin",
    "x-forwarded-for": address,
    "content-type": "multipart/form-data; boundary=b",
    "content-length": announced,
  };
  const outgoing = request({ port, path, method: "POST", headers, agent: false });
  const upload: Upload = { status: 0, outgoing };
  outgoing
    .on("error", () => {})
    .on("response", (response) => {
      upload.status = response.statusCode ?? 0;
      response.resume();
    });
  outgoing.write(head);
  if (sent > 0) outgoing.write(Buffer.alloc(sent, 120));
  open.push(outgoing);
  return upload;
}
/**
 * A whole form at once; returns the status. The platform's own `fetch` sets no other host than the one it connects to.
 */
async function send(port: number, form: FormData, headers: Record<string, string>): Promise<number> {
  const sent = new Request("http://localhost/", { method: "POST", body: form });
  const bytes = Buffer.from(await sent.arrayBuffer());
  return new Promise((done, failed) => {
    const type = sent.headers.get("content-type")!;
    const path = "/api/document/kind/SALARY_SLIP";
    const all = { ...headers, "content-type": type, "content-length": bytes.length };
    request({ port, path, method: "POST", headers: all, agent: false })
      .on("error", failed)
      .on("response", (response) => done((response.resume(), response.statusCode ?? 0)))
      .end(bytes);
  });
}
const statuses = (uploads: readonly Upload[]) => uploads.map(({ status }) => status);
const kilobyte = 1024;

describe("slow uploads", () => {
  it("of 235 strangers from as many networks keep no borrower's photo out", async () => {
    const uploads = Array.from({ length: 235 }, (_, n) => begin(`10.1.${n}.7`, 350 * kilobyte, 330 * kilobyte));
    // Strangers have sixteen megabytes: bodies announced beyond that are rejected, whether they arrive or not.
    const most = Math.floor((16 * kilobyte) / (350 - 64));
    await expect.poll(() => statuses(uploads).filter((status) => status === 503).length).toBe(235 - most);
    const noise = { type: "gaussian", mean: 128, sigma: 60 } as const;
    const picture = { width: 900, height: 700, channels: 3, background: "#888", noise } as const;
    const photo = await sharp({ create: picture }).jpeg({ quality: 90 }).toBuffer();
    expect(photo.length).toBeGreaterThan(400 * kilobyte);
    const sent = await Promise.all(
      Array.from({ length: 6 }, async () => {
        const client = await app.loggedIn(services.random.uuid());
        const body = new FormData();
        body.append("photo", new File([new Uint8Array(photo)], "slip.jpg", { type: "image/jpeg" }));
        const { port } = server.address() as AddressInfo;
        const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
        const headers = { cookie, "sec-fetch-site": "same-origin", host: "localhost:3000" };
        return send(port, body, headers);
      }),
    );
    expect(sent).toEqual(Array(6).fill(200));
    expect(statuses(uploads).filter((status) => status === 0)).toHaveLength(most);
  });

  it("of one network share four megabytes, of which a single body may be larger; another network has its own", async () => {
    const announced = 1_900 * kilobyte;
    const uploads = [1, 2, 3].map((host) => begin(`10.2.0.${host}`, announced, 0));
    await expect.poll(() => statuses(uploads).toSorted()).toEqual([0, 0, 503]);
    const other = begin("10.2.1.1", announced, 0);
    // A sender that disconnects frees its quota.
    uploads.find(({ status }) => status === 0)!.outgoing.destroy();
    await expect
      .poll(async () => {
        const next = begin("10.2.0.9", announced, 0);
        await new Promise((later) => setTimeout(later, 50));
        return next.status;
      })
      .toBe(0);
    expect(other.status).toBe(0);
  });
});

it("a stranger's video has a room of its own: a second one finds none, photos and files go on", async () => {
  const path = `/api/lost-number/${services.random.uuid()}/proof`;
  const film = (network: number) => begin(`10.3.${network}.1`, 20 * kilobyte * kilobyte, 0, path);
  const photo = (network: number) => begin(`10.3.${network}.1`, 3_000 * kilobyte, 0, path);
  const films = [film(1), film(2)];
  await expect.poll(() => statuses(films).toSorted()).toEqual([0, 503]);
  const uploads = [photo(3), photo(4), begin("10.3.5.1", 1_900 * kilobyte, 0)];
  // A rejected upload is answered sooner than this accepted one.
  const refused = film(6);
  await expect.poll(() => refused.status).toBe(503);
  expect(statuses(uploads)).toEqual([0, 0, 0]);
});

it("a file to compare is at most two megabytes and comes within half a minute, in a form of a page too; no other file has to", () => {
  const bytes = 2 * kilobyte * kilobyte + 64 * kilobyte;
  expect(callLimits(compareFile)).toMatchObject({ bytes, seconds: 30 });
  expect(formLimits([compareFile])).toMatchObject({ bytes, seconds: 30 });
  const { upload: _upload, ...other } = compareFile;
  expect(callLimits(other)).toMatchObject({ bytes: 8 * kilobyte * kilobyte });
  expect([callLimits(other).seconds, formLimits([compareFile, other]).seconds]).toEqual([undefined, undefined]);
});
