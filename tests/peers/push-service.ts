/** A push service and a browser's keys: answers as the test configures, and decrypts messages with third-party code. */
import { createECDH, randomBytes } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createRequire } from "node:module";
import { whenOver } from "#tests/support/when-over.ts";

interface EncryptedContentEncoding {
  decrypt(body: Buffer, keys: { version: "aes128gcm"; privateKey: unknown; authSecret: string }): Buffer;
}
const ece = createRequire(import.meta.url)("http_ece") as EncryptedContentEncoding;

/** A browser: its subscription at an address, and how it decrypts a push. */
export function pushBrowser(endpoint: string) {
  const pair = createECDH("prime256v1");
  const p256dh = pair.generateKeys("base64url");
  const auth = randomBytes(16).toString("base64url");
  return {
    subscription: { endpoint, p256dh, auth },
    open: (body: Buffer): string =>
      ece.decrypt(body, { version: "aes128gcm", privateKey: pair, authSecret: auth }).toString("utf8"),
  };
}

export interface Pushed {
  path: string;
  headers: Record<string, string>;
  body: Buffer;
}

/** `answers`: the status and headers of the next answer; null: no answer. */
export async function startPushService() {
  const pushed: Pushed[] = [];
  const state = {
    url: "",
    pushed,
    answers: (): { status: number; headers?: Record<string, string> } | null => ({ status: 201 }),
  };
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
      pushed.push({ path: request.url ?? "", headers, body: Buffer.concat(parts) });
      const answer = state.answers();
      if (answer) response.writeHead(answer.status, answer.headers).end();
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  state.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  whenOver(async () => {
    server.closeAllConnections();
    server.close();
  });
  return state;
}
