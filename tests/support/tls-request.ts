/** One request over TLS to a name that leads to a port of this machine, as `curl --resolve name:443:…` sends it. */
import type { IncomingHttpHeaders } from "node:http";
import { Agent, request } from "node:https";

export interface Sent {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}
export interface TlsWay {
  /** Where TLS is ended on this machine. */
  port: number;
  /** PEM of the authority that is trusted. */
  authority: string;
}

/** An agent of its own, because the workers' environment leads the common one through a proxy. */
const agent = new Agent();

/** @param origin https, without a port: the default port stands in no `Host`. */
export function sendOverTls(
  { port, authority }: TlsWay,
  origin: string,
  path: string,
  { method = "GET", headers = {}, body }: { method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<Sent> {
  const { hostname } = new URL(origin);
  return new Promise((done, failed) => {
    const outgoing = request(
      {
        agent,
        host: "127.0.0.1",
        port,
        servername: hostname,
        ca: authority,
        path,
        method,
        headers: { host: hostname, ...headers },
      },
      (answer) => {
        const parts: Buffer[] = [];
        answer.on("data", (part: Buffer) => parts.push(part));
        answer.on("end", () =>
          done({ status: answer.statusCode ?? 0, headers: answer.headers, text: Buffer.concat(parts).toString() }),
        );
      },
    );
    outgoing.on("error", failed).end(body);
  });
}
