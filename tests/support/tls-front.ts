/**
 * The TLS proxy before the product, as in production: it ends TLS at port 443 of names that are not this machine's. A test cannot
 * listen at 443 or name hosts, so browsers and `fetch` are given it as their proxy, which they ask for
 * `name:443`; what goes through is TLS from end to end of it, and the page's origin is `https://name`.
 */
import { Agent, createServer, request, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { connect, type AddressInfo, type Socket } from "node:net";
import { makeCertificate, type MadeCertificate } from "./certificate.ts";

export interface TlsFront {
  /** The proxy that leads there: `http://127.0.0.1:40123`. */
  proxy: string;
  /** The port at which it ends TLS for direct connections. */
  port: number;
  made: MadeCertificate;
  close(): Promise<void>;
}

/** A product at a port has a name of its own, so the front needs no list: `p40123.tunai.test`, and with a word before it more of them. */
export const nameOfPort = (port: number, word = ""): string => `${word && `${word}-`}p${port}.tunai.test`;
const portOfName = (host: string): number | undefined => {
  const port = /^(?:[a-z-]+-)?p(\d{4,5})\.tunai\.test$/.exec(host)?.[1];
  return port === undefined ? undefined : Number(port);
};

export async function startTlsFront(): Promise<TlsFront> {
  const made = await makeCertificate(["tunai.test", "*.tunai.test"]);
  const agent = new Agent({ keepAlive: true });
  // As long as connections of the product itself: who closes first must not be sent a request.
  const options = { key: made.key, cert: made.certificate, keepAliveTimeout: 65_000 };
  const secure = createTlsServer(options, (incoming, response) => handOn(agent, incoming, response));
  const open = new Set<Socket>();
  const front = createServer((_incoming, response) => void response.writeHead(501).end());
  front.on("connect", (incoming: IncomingMessage, socket: Socket, head: Buffer) => {
    open.add(socket);
    socket.once("close", () => open.delete(socket)).on("error", () => socket.destroy());
    const [host = "", port] = (incoming.url ?? "").split(":");
    if (portOfName(host) === undefined || port !== "443") return void socket.end("HTTP/1.1 403 Forbidden\r\n\r\n");
    socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
    if (head.length > 0) socket.unshift(head);
    secure.emit("connection", socket);
  });
  for (const server of [front, secure]) await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  return {
    proxy: `http://127.0.0.1:${(front.address() as AddressInfo).port}`,
    port: (secure.address() as AddressInfo).port,
    made,
    close: () => {
      for (const socket of open) socket.destroy();
      agent.destroy();
      secure.closeAllConnections();
      secure.close();
      return new Promise((closed) => front.close(() => closed()));
    },
  };
}

/** A proxy that leads `host:443` to a port of this machine, where another process ends TLS. */
export async function startTunnel(host: string, port: number): Promise<Pick<TlsFront, "proxy" | "close">> {
  const tunnel = createServer((_incoming, response) => void response.writeHead(501).end());
  const open = new Set<Socket>();
  tunnel.on("connect", (incoming: IncomingMessage, socket: Socket, head: Buffer) => {
    if (incoming.url !== `${host}:443`) return void socket.end("HTTP/1.1 403 Forbidden\r\n\r\n");
    const onward = connect(port, "127.0.0.1", () => {
      socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
      if (head.length > 0) onward.write(head);
      socket.pipe(onward).pipe(socket);
    });
    for (const [one, other] of [
      [socket, onward],
      [onward, socket],
    ] as const) {
      open.add(one);
      one.once("close", () => open.delete(one) && other.destroy()).on("error", () => one.destroy());
    }
  });
  await new Promise<void>((ready) => tunnel.listen(0, "127.0.0.1", ready));
  return {
    proxy: `http://127.0.0.1:${(tunnel.address() as AddressInfo).port}`,
    close: () => {
      for (const socket of open) socket.destroy();
      return new Promise((closed) => tunnel.close(() => closed()));
    },
  };
}

/** As a proxy in front of the product has to: the host stays, the address is appended, and nothing else is said. */
function handOn(agent: Agent, incoming: IncomingMessage, response: ServerResponse): void {
  const port = portOfName(incoming.headers.host ?? "");
  if (port === undefined) return void response.writeHead(502).end();
  const address = [incoming.headers["x-forwarded-for"], "127.0.0.1"].flat().filter(Boolean).join(", ");
  const onward = request(
    {
      agent,
      host: "127.0.0.1",
      port,
      path: incoming.url,
      method: incoming.method,
      headers: { ...incoming.headers, "x-forwarded-for": address },
    },
    (answer) => {
      // Headers about the connection to the product are not passed on to the client.
      const {
        connection: _connection,
        "keep-alive": _keepAlive,
        "transfer-encoding": _encoding,
        ...headers
      } = answer.headers;
      response.writeHead(answer.statusCode ?? 502, headers);
      answer.pipe(response);
      answer.on("error", () => response.destroy());
    },
  );
  onward.on("error", () => (response.headersSent ? response.destroy() : response.writeHead(502).end()));
  response.on("close", () => response.writableFinished || onward.destroy());
  incoming.pipe(onward);
}
