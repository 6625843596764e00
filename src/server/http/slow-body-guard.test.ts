import { createServer, type Server } from "node:http";
import { connect, type AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { createSlowBodyGuard, type SlowBodyGuard } from "./slow-body-guard.ts";
import { pause } from "#server/work/timers.ts";

let server: Server;
let pacer: SlowBodyGuard;
afterEach(async () => {
  server.closeAllConnections();
  server.close();
  await pacer.stop();
});

/**
 * A server that reads bodies; half a second replaces the fifteen of production, so that a busy machine does not look
 * like a slow sender.
 */
async function listen(): Promise<number> {
  pacer = createSlowBodyGuard({
    plainMilliseconds: 500,
    uploadMilliseconds: 15_000,
    stretchMilliseconds: 500,
    minBytesPerSecond: 2_000,
    checkMilliseconds: 10,
  });
  server = createServer((request, response) => {
    pacer.watch(request, response);
    request
      .resume()
      .on("end", () => response.end("whole"))
      .on("error", () => {});
  });
  await new Promise<void>((ready) => server.listen(0, ready));
  return (server.address() as AddressInfo).port;
}

/** Sends a body in pieces, one every 20 ms; returns the server's answer until it closed the connection. */
async function trickle(type: string, pieces: number, bytesEach: number): Promise<string> {
  const socket = connect(await listen(), "127.0.0.1");
  let output = "";
  socket
    .setEncoding("utf8")
    .on("data", (text: string) => (output += text))
    .on("error", () => {});
  const closed = new Promise<void>((done) => socket.on("close", () => done()));
  socket.write(
    `POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Type: ${type}\r\nContent-Length: ${pieces * bytesEach}\r\n\r\n`,
  );
  for (let n = 0; n < pieces && !socket.destroyed; n++) {
    socket.write("x".repeat(bytesEach));
    await pause(20);
  }
  await closed;
  return output;
}
const upload = "multipart/form-data; boundary=x";

describe("a body that arrives slowly", () => {
  it("is waited for where it is an upload that goes on, far beyond the time of a form", async () => {
    expect(await trickle(upload, 60, 500)).toContain("whole");
  });
  it("is cut off where an upload brings nearly nothing", async () => {
    expect(await trickle(upload, 100, 1)).toMatch(/^HTTP\/1\.1 408 /);
  });
  it("is cut off where it is a form that takes too long, however steadily it comes", async () => {
    expect(await trickle("application/json", 100, 500)).toMatch(/^HTTP\/1\.1 408 /);
  });
  it("may come at once", async () => {
    expect(await trickle("application/json", 1, 500)).toContain("whole");
  });
});
