import { createServer, request as send, type IncomingMessage, type Server } from "node:http";
import { connect, type AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { afterEach, describe, expect, it } from "vitest";
import {
  requestOfNode,
  requestOfWeb,
  BodyRoom,
  BodyTooLarge,
  BodyTooSlow,
  NoRoom,
  webResponseOf,
  writeResponse,
  type HttpRequest,
  type HttpResponse,
} from "./exchange.ts";

let server: Server | undefined;
afterEach(() => void server?.close());

interface Heard {
  status: number;
  headers: IncomingMessage["headers"];
  body: string;
}

/** Sends a request to a plain Node server that answers with `answer`. */
async function ask(
  answer: (asked: HttpRequest) => Promise<HttpResponse>,
  input: { method?: string; path?: string; headers?: Record<string, string>; chunks?: string[] } = {},
): Promise<Heard> {
  server = createServer(
    (incoming, response) =>
      void answer(requestOfNode(incoming)).then((told) => writeResponse(told, response, incoming.method === "HEAD")),
  );
  await new Promise<void>((ready) => server?.listen(0, ready));
  const { port } = server.address() as AddressInfo;
  return new Promise((done, failed) => {
    const outgoing = send(
      { port, method: input.method ?? "GET", path: input.path ?? "/", headers: input.headers ?? {}, agent: false },
      (response) => {
        let body = "";
        response.setEncoding("utf8").on("data", (part: string) => (body += part));
        response.on("end", () => done({ status: response.statusCode ?? 0, headers: response.headers, body }));
      },
    );
    outgoing.on("error", failed);
    for (const chunk of input.chunks ?? []) outgoing.write(chunk);
    outgoing.end();
  });
}
const plain = (body: HttpResponse["body"], more: HttpResponse["headers"] = {}): HttpResponse => ({
  status: 200,
  headers: { "content-type": "text/plain", ...more },
  body,
});
const sizeOrRefusal = async (asked: HttpRequest): Promise<HttpResponse> =>
  asked.body(10).then(
    (body) => plain(String(body.length)),
    (error: unknown) => ({
      status: error instanceof BodyTooLarge ? 413 : 400,
      headers: { connection: "close" },
      body: null,
    }),
  );

describe("a request of Node's server", () => {
  it("gives path, query, headers and host as they were sent", async () => {
    const seen = await ask(
      async ({ method, path, query, headers, host }) =>
        plain(
          JSON.stringify([
            method,
            path,
            query.getAll("a"),
            headers.get("x-one"),
            headers.get("x-none"),
            host.split(":")[0],
          ]),
        ),
      { path: "/a%20b?a=1&a=%C3%A9", headers: { "X-One": "1" } },
    );
    expect(JSON.parse(seen.body)).toEqual(["GET", "/a%20b", ["1", "é"], "1", null, "localhost"]);
  });
  it("refuses a body that is too large, whether its length was announced or not", async () => {
    const post = { method: "POST", chunks: ["123456", "7890"] };
    expect((await ask(sizeOrRefusal, post)).body).toBe("10");
    expect((await ask(sizeOrRefusal, { ...post, headers: { "Content-Length": "10" } })).body).toBe("10");
    expect((await ask(sizeOrRefusal, { method: "POST", chunks: ["123456", "78901"] })).status).toBe(413);
    expect(
      (await ask(sizeOrRefusal, { method: "POST", chunks: ["12345678901"], headers: { "Content-Length": "11" } }))
        .status,
    ).toBe(413);
  });
  it("lets a client that still sends read why its body is refused, and closes only then", async () => {
    const large = Array.from({ length: 80 }, () => "x".repeat(100_000));
    for (const headers of [{}, { "Content-Length": "8000000" }] as Record<string, string>[]) {
      const heard = await ask(async (asked) => ({ ...(await sizeOrRefusal(asked)), body: "too large" }), {
        method: "POST",
        chunks: large,
        headers,
      });
      expect([heard.status, heard.body]).toEqual([413, "too large"]);
    }
  });
  it.each([false, true])(
    "has an empty body at once where neither length nor encoding announced one, whatever Node makes of it (%s)",
    async (optimizeEmptyRequests) => {
      server = createServer(
        { optimizeEmptyRequests },
        (incoming, response) =>
          void sizeOrRefusal(requestOfNode(incoming)).then((told) => writeResponse(told, response, false)),
      );
      await new Promise<void>((ready) => server?.listen(0, ready));
      const socket = connect((server.address() as AddressInfo).port).end(
        "POST / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
      );
      expect(await text(socket)).toMatch(/^HTTP\/1.1 200 OK[^]*\r\n\r\n0$/);
    },
  );
  it("takes the name of a host in any case", async () => {
    expect((await ask(async ({ host }) => plain(host), { headers: { Host: "LocalHost:3000" } })).body).toBe(
      "localhost:3000",
    );
  });
  it("becomes the web's own request with the same headers and the form that was read of it", async () => {
    const form = new FormData();
    form.append("b", "2");
    const seen = await ask(
      async (asked) => {
        const request = asked.web(form);
        const { pathname } = new URL(request.url);
        return plain(
          `${request.method} ${pathname} ${request.headers.get("cookie")} ${(await request.formData()).get("b")}`,
        );
      },
      { method: "POST", path: "/form?x=1", headers: { Cookie: "a=1" } },
    );
    expect(seen.body).toBe("POST /form a=1 2");
    await expect(requestOfWeb(new Request("http://localhost:3000/")).web().formData()).rejects.toThrow(TypeError);
  });
  it("hands its body over as it arrives, and no further than it is wanted", async () => {
    const taken: string[] = [];
    const chunks = Array.from({ length: 40 }, (_, n) => String(n).padStart(100_000, "x"));
    const heard = await ask(
      async (asked) =>
        asked
          .read(8_000_000, (bytes) => {
            taken.push(bytes.toString());
            if (taken.join("").length > 150_000) throw new Error("enough");
          })
          .then(
            () => plain("whole"),
            (error: Error) => plain(error.message),
          ),
      { method: "POST", chunks },
    );
    expect(heard.body).toBe("enough");
    expect(taken.join("").length).toBeLessThan(300_000);
  });
  it("that comes in crumbs is broken off, as each of them costs as much as a packet", async () => {
    const crumbs = Array.from({ length: 5_000 }, () => "1\r\nx\r\n").join("");
    let pieces = 0;
    server = createServer(
      (incoming, response) =>
        void requestOfNode(incoming)
          .read(1_000_000, () => void pieces++)
          .then(
            () => writeResponse(plain("whole"), response, false),
            () => {},
          ),
    );
    await new Promise<void>((ready) => server?.listen(0, ready));
    const socket = connect((server.address() as AddressInfo).port);
    socket.on("error", () => {});
    socket.end(`POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n${crumbs}0\r\n\r\n`);
    await new Promise((closed) => socket.on("close", closed));
    expect([socket.bytesRead, pieces < 1_200]).toEqual([0, true]);
  });
});

describe("an answer", () => {
  it("is told with its length and every cookie of its own, to HEAD without its body", async () => {
    const answer = async () => plain("héllo", { "set-cookie": ["a=1", "b=2"] });
    const told = await ask(answer);
    expect(told).toMatchObject({ body: "héllo", headers: { "content-length": "6", "set-cookie": ["a=1", "b=2"] } });
    expect(await ask(answer, { method: "HEAD" })).toMatchObject({ body: "", headers: { "content-length": "6" } });
  });
  it("may be a stream", async () => {
    expect((await ask(async () => plain(new Blob(["one ", "two"]).stream()))).body).toBe("one two");
  });
  it("that is a stream is made no further once its reader has gone", async () => {
    let made = 0;
    const cancelled = Promise.withResolvers<void>();
    const endless = new ReadableStream<Uint8Array>(
      {
        pull: (controller) => {
          made += 1;
          controller.enqueue(new Uint8Array(16_384));
        },
        cancel: () => cancelled.resolve(),
      },
      { highWaterMark: 0 },
    );
    server = createServer((_incoming, response) => writeResponse(plain(endless), response, false));
    await new Promise<void>((ready) => server?.listen(0, ready));
    const socket = connect((server.address() as AddressInfo).port);
    socket.write("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
    await new Promise((read) => socket.once("data", read));
    socket.destroy();
    await cancelled.promise;
    const then = made;
    await new Promise((later) => setImmediate(later));
    expect(made).toBe(then);
  });
  it("is the same to a test that asks by the web's own request", async () => {
    const asked = requestOfWeb(
      new Request("http://localhost:3000/p?a=1", {
        method: "POST",
        headers: { Host: "localhost:3000" },
        body: "12345678901",
      }),
    );
    expect([asked.path, asked.query.get("a"), asked.host]).toEqual(["/p", "1", "localhost:3000"]);
    await expect(asked.body(10)).rejects.toThrow(BodyTooLarge);
    const response = webResponseOf(plain("x", { "set-cookie": ["a=1", "b=2"] }));
    expect([await response.text(), response.headers.getSetCookie()]).toEqual(["x", ["a=1", "b=2"]]);
  });
});

it.each(["", "plain", "héllo", "您好，额度", "a\u00ffb", "🙂", JSON.stringify({ text: "Rp1.000.000 – ok" })])(
  "text arrives as UTF-8 whatever letters are in it: %j",
  async (text) => {
    const told = await ask(async () => plain(text));
    expect([told.body, told.headers["content-length"]]).toEqual([text, String(Buffer.byteLength(text))]);
  },
);

it("bodies share the room that a process has for them, and give it back once they are answered", async () => {
  const room = new BodyRoom({ bytes: 15 });
  const place = room.open();
  const bodyOf = (text: string, own = room.open()) =>
    requestOfNode(
      Object.assign(Readable.from([Buffer.from(text)]), {
        url: "/",
        method: "POST",
        headers: {},
        socket: {},
      }) as unknown as IncomingMessage,
      () => own,
    ).body(100);
  expect((await bodyOf("0123456789", place)).length).toBe(10);
  await expect(bodyOf("0123456789")).rejects.toThrow(NoRoom);
  place.leave();
  expect((await bodyOf("0123456789")).length).toBe(10);
});

it("a body that comes too slowly for its call is given up, and its place with it", async () => {
  const room = new BodyRoom({ bytes: 100 });
  const stream = new Readable({ read() {} });
  const incoming = Object.assign(stream, { url: "/", method: "POST", headers: { "content-length": "90" }, socket: {} });
  const reading = requestOfNode(incoming as unknown as IncomingMessage, () => room.open()).read(100, () => {}, 0.02);
  stream.push("a few");
  await expect(reading).rejects.toThrow(BodyTooSlow);
  expect(room.open().reserve(100)).toBe(true);
});

it("what a body announces is reserved before it comes, and one sender's bodies share a bound that a single one may pass", () => {
  const room = new BodyRoom({ bytes: 100, ofEach: 10, ofSender: 40 });
  const [large, second, other] = [room.open("a"), room.open("a"), room.open("b")];
  expect(large.reserve(60)).toBe(true);
  expect([second.reserve(10), second.take(10), second.take(1)]).toEqual([true, true, false]);
  expect([other.reserve(50), room.open("c").reserve(21)]).toEqual([true, false]);
  // The announced bytes take no further space when they arrive; those beyond do.
  expect([large.take(60), large.take(10), large.take(1)]).toEqual([true, true, false]);
  large.leave();
  large.leave();
  expect([second.reserve(41), room.open("a").reserve(20)]).toEqual([true, false]);
});

it("a small body finds its place also while slow uploads fill the room: forms and reports of money are answered", () => {
  const room = new BodyRoom({ bytes: 100, ofEach: 10 });
  const upload = room.open();
  expect(upload.take(110)).toBe(true);
  const form = room.open();
  expect([form.take(6), form.take(4), form.take(1), room.open().take(11)]).toEqual([true, true, false, false]);
  upload.leave();
  expect(form.take(100)).toBe(true);
  form.leave();
  expect(room.open().take(110)).toBe(true);
});
