/** Which addresses events may be sent to in production. // Threat H8 */
import dns, { type LookupAllOptions } from "node:dns";
import { createServer } from "node:http";
import { syncBuiltinESMExports } from "node:module";
import type { AddressInfo } from "node:net";
import { expect, it } from "vitest";
import { createOutbound } from "./http.ts";
import { isPublicAddress, isPublicUrl, publicLookup } from "./public-address.ts";

it("takes addresses of the public internet, and none of our own networks in any spelling", () => {
  for (const address of ["8.8.8.8", "1.1.1.1", "103.10.1.1", "2606:4700::1111", "2a00:1450:4001::1"])
    expect(isPublicAddress(address), address).toBe(true);
  for (const address of [
    "0.0.0.0",
    "10.0.0.1",
    "100.64.0.1",
    "127.0.0.1",
    "169.254.169.254",
    "172.16.0.1",
    "172.31.255.255",
    "192.168.1.1",
    "198.18.0.1",
    "224.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "::ffff:127.0.0.1",
    "::ffff:10.0.0.1",
    "64:ff9b::7f00:1",
    "fc00::1",
    "fe80::1",
    "ff02::1",
    "2001:db8::1",
    "2002:7f00:1::",
    "no address",
  ])
    expect(isPublicAddress(address), address).toBe(false);
});

it("takes https alone, and no inner name or address in a URL", () => {
  for (const url of ["https://lender.example/hooks", "https://8.8.8.8/", "https://lender.example:8443/a?b=1"])
    expect(isPublicUrl(new URL(url)), url).toBe(true);
  for (const url of [
    "http://lender.example/hooks",
    "https://localhost/",
    "https://a.localhost/",
    "https://printer.local/",
    "https://metadata.google.internal/",
    "https://db/",
    "https://127.1/",
    "https://0x7f000001/",
    "https://2130706433/",
    "https://[::1]/",
    "https://[::ffff:10.0.0.1]/",
    "https://user:pass@lender.example/",
  ])
    expect(isPublicUrl(new URL(url)), url).toBe(false);
});

it("resolves no name that leads to this machine, and opens no connection to it", async () => {
  const failure = await new Promise<unknown>((done) => publicLookup("localhost", {}, (error) => done(error)));
  expect(String(failure)).toContain("not public");
  let requestCount = 0;
  const server = createServer((_request, response) => {
    requestCount += 1;
    response.end();
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  const outbound = createOutbound({ monotonicMs: () => performance.now(), allowPlainHttp: true });
  const limits = { connectMs: 1_000, totalMs: 2_000, answerBytes: 1_000 };
  const guarded = outbound.direct("test", { onlyPublic: true, limits });
  for (const url of [`http://127.0.0.1:${port}/`, `https://127.0.0.1:${port}/`, `https://localhost:${port}/`])
    await expect(guarded.send(url, { method: "POST" })).rejects.toMatchObject({ reason: "NOT_ALLOWED", arrived: "NO" });
  const open = outbound.direct("test", { onlyPublic: false, limits });
  expect((await open.send(`http://127.0.0.1:${port}/`, { method: "POST", body: "{}" })).status).toBe(200);
  expect(requestCount).toBe(1);
  outbound.close();
  server.close();
});

it("a public name that leads to this machine once it is connected to is refused before a byte of it", async () => {
  const { lookup } = dns;
  // Like a name server that gives one address to a check and another one to the connection.
  const inner = { address: "127.0.0.1", family: 4 };
  dns.lookup = ((_name: string, options: LookupAllOptions, done: (...answer: unknown[]) => void) =>
    setImmediate(done, null, ...(options.all ? [[inner]] : [inner.address, inner.family]))) as unknown as typeof lookup;
  syncBuiltinESMExports();
  let connected = 0;
  const server = createServer().on("connection", (socket) => {
    connected += 1;
    socket.destroy();
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  const outbound = createOutbound({ monotonicMs: () => performance.now(), allowPlainHttp: true });
  const limits = { connectMs: 1_000, totalMs: 2_000, answerBytes: 1_000 };
  const send = (onlyPublic: boolean) =>
    outbound.direct("test", { onlyPublic, limits }).send(`https://lender.example:${port}/`, { method: "POST" });
  try {
    await expect(send(true)).rejects.toMatchObject({ arrived: "NO" });
    expect(connected).toBe(0);
    await expect(send(false)).rejects.toThrow();
    expect(connected).toBe(1);
  } finally {
    dns.lookup = lookup;
    syncBuiltinESMExports();
    outbound.close();
    server.close();
  }
});
