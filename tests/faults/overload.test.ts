/**
 * Slow clients and the shutdown of a process, with the built product: quick clients do not wait for slow ones.
 * // Threat H9
 */
import { mkdtemp, rm } from "node:fs/promises";
import { Agent, get } from "node:http";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { testDatabase } from "#tests/support/database.ts";
import { startProductAt, type RunningProduct } from "#tests/support/journey-server.ts";
import { build } from "../../scripts/build.ts";

const isLong = process.env["TEST_LONG"] === "1";
let product: RunningProduct;
let folder: string;

beforeAll(async () => {
  const { connection } = await testDatabase();
  folder = await mkdtemp(join(tmpdir(), "tunai-overload-"));
  await build({ always: false });
  product = await startProductAt(folder, { DATABASE_URL: connection });
}, 90_000);
afterAll(async () => {
  if (product.child.exitCode === null) await product.stop("SIGTERM");
  await rm(folder, { recursive: true, force: true });
});

/** Connections that each begin a request and never finish it. */
async function openSlow(count: number, begun: string): Promise<Socket[]> {
  const { port, hostname } = new URL(product.origin);
  return Promise.all(
    Array.from(
      { length: count },
      () =>
        new Promise<Socket>((opened, failed) => {
          const socket = connect(Number(port), hostname, () => socket.write(begun, () => opened(socket)));
          socket.on("error", failed);
        }),
    ),
  );
}
const endAll = (sockets: Socket[]): void => sockets.forEach((socket) => socket.on("error", () => {}).destroy());

const agent = new Agent({ keepAlive: true });
function timeOf(path: string): Promise<number> {
  const begun = performance.now();
  return new Promise((done, failed) => {
    get(product.origin + path, { agent }, (response) => {
      response
        .resume()
        .on("end", () =>
          response.statusCode === 200
            ? done(performance.now() - begun)
            : failed(new Error(`${path}: ${response.statusCode}`)),
        );
    }).on("error", failed);
  });
}
/** Milliseconds of the 99th percentile of requests, one after the other, half of them with the database. */
async function slowestOf(requests: number): Promise<number> {
  const times: number[] = [];
  for (let n = 0; n < requests; n++) times.push(await timeOf(n % 2 ? "/api/user/getAreaDataList" : "/readyz"));
  return times.sort((a, b) => a - b)[Math.floor(requests * 0.99) - 1] as number;
}

it("answers quick clients as before while 500 slow ones hold connections", async () => {
  const requests = isLong ? 2_000 : 300;
  await slowestOf(100);
  const alone = await slowestOf(requests);
  const slow = [
    ...(await openSlow(250, "GET /webview/home HTTP/1.1\r\nHost: localhost\r\nX-Slow: ")),
    ...(await openSlow(
      250,
      `POST /api/user/generateCaptcha HTTP/1.1\r\nHost: ${new URL(product.origin).host}\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{`,
    )),
  ];
  try {
    const beside = await slowestOf(requests);
    // Deliberately far apart: other load of the machine must not fail this, a server that waits would.
    expect(beside).toBeLessThan(Math.max(250, alone * 10));
  } finally {
    endAll(slow);
  }
});

it("hangs up on those who do not even finish their headers", async () => {
  const slow = await openSlow(20, "GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ");
  const closed = Promise.all(
    slow.map(
      (socket) =>
        new Promise<void>((done) =>
          socket
            .resume()
            .on("error", () => {})
            .on("close", () => done()),
        ),
    ),
  );
  await closed;
}, 25_000);

it("ends within ten seconds of SIGTERM, though clients hold connections and never finish what they began", async () => {
  const slow = await openSlow(
    50,
    `POST /api/user/generateCaptcha HTTP/1.1\r\nHost: ${new URL(product.origin).host}\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{`,
  );
  for (const socket of slow) socket.on("error", () => {});
  await timeOf("/readyz");
  const begun = performance.now();
  await product.stop("SIGTERM");
  expect(performance.now() - begun).toBeLessThan(10_000);
  expect(product.child.exitCode).toBe(0);
  endAll(slow);
}, 25_000);
