/** A lender's backend: receives webhooks on a port of its own, answers as the test says and verifies signatures as receivers do. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { Webhook } from "standardwebhooks";
import { vi } from "vitest";
import { whenOver } from "./when-over.ts";

export interface Received {
  id: string;
  body: string;
  headers: Record<string, string>;
}

export interface Receiver {
  url: string;
  received: Received[];
  /** The status of the next answers; HANG: none at all. */
  answers: (received: Received, count: number) => number | "HANG" | { status: number; afterMilliseconds: number };
}

export async function receiver(answers: Receiver["answers"] = () => 200): Promise<Receiver> {
  const state: Receiver = { url: "", received: [], answers };
  const server: Server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
      const received = { id: headers["webhook-id"] ?? "", body: Buffer.concat(parts).toString("utf8"), headers };
      state.received.push(received);
      const answer = state.answers(received, state.received.length);
      if (answer === "HANG") return;
      const [status, wait] = typeof answer === "number" ? [answer, 0] : [answer.status, answer.afterMilliseconds];
      setTimeout(() => response.writeHead(status).end(), wait);
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  server.unref();
  whenOver(async () => {
    server.closeAllConnections();
    server.close();
  });
  state.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`;
  return state;
}

/** Verifies a signature by the package that receivers use. `at`: what their clock shows. @throws where it does not hold */
export function verified(secret: string, { body, headers }: Received, at: Date): unknown {
  vi.useFakeTimers({ toFake: ["Date"], now: at });
  try {
    return new Webhook(secret).verify(body, headers);
  } finally {
    vi.useRealTimers();
  }
}
