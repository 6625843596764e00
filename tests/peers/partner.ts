/** A partner on loopback for tests: records requests and answers as configured. Never shares code with the adapters. */
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";

export interface Heard {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}
export type Reply =
  | { status: number; body?: string | Buffer; headers?: Record<string, string> }
  | "HANG_UP"
  | "SILENCE";

export interface PartnerPeer {
  url: string;
  heard: Heard[];
  close(): Promise<void>;
}

export async function startPartner(answer: (heard: Heard) => Reply): Promise<PartnerPeer> {
  const heard: Heard[] = [];
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const one = {
      method: request.method ?? "",
      path: request.url ?? "",
      headers: request.headers,
      body: Buffer.concat(parts),
    };
    heard.push(one);
    const reply = answer(one);
    if (reply === "SILENCE") return;
    if (reply === "HANG_UP") return void request.socket.destroy();
    response.writeHead(reply.status, reply.headers).end(reply.body);
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    heard,
    close: () => new Promise((closed) => (server.closeAllConnections(), server.close(() => closed()))),
  };
}
