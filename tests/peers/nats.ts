/**
 * A NATS server with one stream, on loopback for tests: it reads the client protocol byte by byte (INFO, CONNECT, PING,
 * SUB, PUB, HPUB) and confirms as JetStream does. Never shares code with the adapter.
 */
import { createServer, type Server, type Socket } from "node:net";
import type { AddressInfo } from "node:net";

export interface StoredMessage {
  subject: string;
  id: string;
  payload: string;
}
export interface NatsPeer {
  address: string;
  stored: StoredMessage[];
  /** Publishes received, including repetitions. */
  heard: number;
  logins: Record<string, unknown>[];
  /** The answer to a publish: confirmed, stored without an answer, or refused because no stream stores it. */
  mood: "CONFIRM" | "SILENT" | "NO_STREAM";
  /** Accepts connections and sends nothing at all, not even INFO. */
  isMute: boolean;
  /** Connections that are open. */
  readonly connected: number;
  /** Closes all connections; the port stays open. */
  hangUp(): void;
  stop(): Promise<void>;
  restart(): Promise<void>;
}
interface Options {
  stream: string;
  token?: string;
}

interface Client {
  socket: Socket;
  waiting: Buffer;
  /** Subject patterns by the client's own number. */
  subscriptions: Map<string, string>;
}

export async function startNats(options: Options): Promise<NatsPeer> {
  const clients = new Set<Client>();
  let server: Server;
  let port = 0;
  const listen = async (): Promise<void> => {
    server = createServer(meet);
    await new Promise<void>((ready) => server.listen(port, "127.0.0.1", ready));
    port = (server.address() as AddressInfo).port;
  };
  const peer: NatsPeer = {
    get address() {
      return `nats://127.0.0.1:${port}`;
    },
    stored: [],
    heard: 0,
    logins: [],
    mood: "CONFIRM",
    isMute: false,
    get connected() {
      return clients.size;
    },
    hangUp: () => clients.forEach(({ socket }) => socket.destroy()),
    async stop() {
      peer.hangUp();
      await new Promise<void>((closed) => server.close(() => closed()));
    },
    restart: listen,
  };

  function meet(socket: Socket): void {
    const client: Client = { socket, waiting: Buffer.alloc(0), subscriptions: new Map() };
    clients.add(client);
    socket.on("close", () => clients.delete(client)).on("error", () => {});
    if (peer.isMute) return;
    const info = {
      server_id: "PEER",
      version: "2.10.0",
      proto: 1,
      headers: true,
      jetstream: true,
      max_payload: 1_048_576,
      auth_required: options.token !== undefined,
    };
    socket.write(`INFO ${JSON.stringify(info)}\r\n`);
    socket.on("data", (bytes: Buffer) => {
      client.waiting = Buffer.concat([client.waiting, bytes]);
      while (readOne(client));
    });
  }

  /** Removes one operation from the buffer; false if it is not complete yet. */
  function readOne(client: Client): boolean {
    const end = client.waiting.indexOf("\r\n");
    if (end < 0) return false;
    const [verb = "", ...words] = client.waiting.subarray(0, end).toString().split(/\s+/);
    let length = end + 2;
    if (verb === "PUB" || verb === "HPUB") {
      const size = Number(words.at(-1));
      if (client.waiting.length < length + size + 2) return false;
      const body = client.waiting.subarray(length, length + size);
      if (client.waiting.subarray(length + size, length + size + 2).toString() !== "\r\n")
        throw new Error("A payload does not end where it says.");
      length += size + 2;
      const headerSize = verb === "HPUB" ? Number(words.at(-2)) : 0;
      const reply = words.length === (verb === "HPUB" ? 4 : 3) ? words[1] : undefined;
      hear(
        client,
        words[0] as string,
        reply,
        headersOf(body.subarray(0, headerSize)),
        body.subarray(headerSize).toString(),
      );
    } else if (verb === "CONNECT")
      login(client, JSON.parse(client.waiting.subarray(8, end).toString()) as Record<string, unknown>);
    else if (verb === "PING") client.socket.write("PONG\r\n");
    else if (verb === "SUB") client.subscriptions.set(words.at(-1) as string, words[0] as string);
    else if (verb === "UNSUB") client.subscriptions.delete(words[0] as string);
    else if (verb !== "PONG") throw new Error(`Not of the protocol: ${verb}`);
    client.waiting = client.waiting.subarray(length);
    return true;
  }

  function login(client: Client, said: Record<string, unknown>): void {
    peer.logins.push(said);
    if (options.token === undefined || said["auth_token"] === options.token) return;
    client.socket.end("-ERR 'Authorization Violation'\r\n");
  }

  function hear(
    client: Client,
    subject: string,
    reply: string | undefined,
    headers: Map<string, string>,
    payload: string,
  ): void {
    peer.heard++;
    if (reply === undefined) return;
    if (peer.mood === "NO_STREAM") return tell(client, reply, "", "NATS/1.0 503\r\n\r\n");
    const expected = headers.get("Nats-Expected-Stream");
    if (expected !== undefined && expected !== options.stream)
      return tell(
        client,
        reply,
        JSON.stringify({
          error: { code: 400, err_code: 10_060, description: "expected stream does not match" },
          stream: options.stream,
        }),
      );
    const id = headers.get("Nats-Msg-Id") ?? "";
    const duplicate = peer.stored.some((stored) => stored.id === id);
    if (!duplicate) peer.stored.push({ subject, id, payload });
    if (peer.mood === "CONFIRM")
      tell(
        client,
        reply,
        JSON.stringify({ stream: options.stream, seq: peer.stored.length, ...(duplicate ? { duplicate } : {}) }),
      );
  }

  function tell(client: Client, subject: string, payload: string, headers?: string): void {
    for (const [number, pattern] of client.subscriptions) {
      const isMeant =
        pattern === subject ||
        (pattern.endsWith(".*") && subject.startsWith(pattern.slice(0, -1))) ||
        (pattern.endsWith(".>") && subject.startsWith(pattern.slice(0, -1)));
      if (!isMeant) continue;
      const head =
        headers === undefined
          ? `MSG ${subject} ${number} ${Buffer.byteLength(payload)}`
          : `HMSG ${subject} ${number} ${headers.length} ${headers.length + Buffer.byteLength(payload)}`;
      client.socket.write(`${head}\r\n${headers ?? ""}${payload}\r\n`);
    }
  }

  await listen();
  return peer;
}

function headersOf(bytes: Buffer): Map<string, string> {
  const [first, ...lines] = bytes.toString().split("\r\n");
  if (bytes.length > 0 && first !== "NATS/1.0") throw new Error("Headers begin with their version.");
  return new Map(
    lines
      .filter((line) => line !== "")
      .map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 1).trim()]),
  );
}
