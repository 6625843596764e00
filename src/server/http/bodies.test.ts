import * as fc from "fast-check";
import * as v from "valibot";
import { describe, expect, it } from "vitest";
import { boundary, hostileBodies } from "#tests/support/hostile-bodies.ts";
import { BodyUnreadable, readForm, readJson } from "./bodies.ts";
import { callLimits, formLimits, pageFormLimits, type BodyLimits } from "./body-limits.ts";
import { requestOfWeb, BodyTooLarge, type HttpRequest } from "./exchange.ts";

const photoLimits = callLimits({ input: v.strictObject({ photo: v.file(), kind: v.string() }) });
const plainLimits = callLimits({
  input: v.strictObject({ name: v.string(), list: v.pipe(v.array(v.string()), v.maxLength(5)) }),
});

/** A body that arrives in these pieces, and how many of its bytes were scanned. */
function arriving(type: string, pieces: Iterable<Buffer>) {
  const seen = { bytes: 0 };
  const request = requestOfWeb(
    new Request("http://localhost:3000/", { method: "POST", headers: { "Content-Type": type } }),
  );
  const read: HttpRequest["read"] = async (maxBytes, take) => {
    for (const piece of pieces) {
      if ((seen.bytes += piece.length) > maxBytes) throw new BodyTooLarge();
      take(piece);
    }
  };
  const body = async (maxBytes: number): Promise<Buffer> => {
    const parts: Buffer[] = [];
    await read(maxBytes, (part) => void parts.push(part));
    return Buffer.concat(parts);
  };
  return { seen, asked: { ...request, read, body } satisfies HttpRequest };
}
function* cut(bytes: Buffer, length: number): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length);
}
const multipart = `multipart/form-data; boundary=${boundary}`;
const partsOf = async (form: FormData | null) =>
  Promise.all(
    [...(form ?? [])].map(async ([name, value]) =>
      typeof value === "string"
        ? [name, value]
        : [name, value.name, value.type, Buffer.from(await value.arrayBuffer()).toString("latin1")],
    ),
  );
const formOf = (type: string, text: string, limits: BodyLimits) =>
  readForm(arriving(type, [Buffer.from(text)]).asked, limits);
const jsonOf = (text: string, limits: BodyLimits) =>
  readJson(arriving("application/json", [Buffer.from(text)]).asked, limits);

describe("a form in parts", () => {
  const text = [
    `--${boundary}\r\nContent-Disposition: form-data; name="kind"\r\n\r\nSlip gaji – 工资单\r\n`,
    `--${boundary}\r\nContent-Disposition: form-data; name="photo"; filename="a;b.jpg"\r\nContent-Type: image/jpeg\r\n\r\n\xff\r\n--${boundary.slice(0, -1)}\r\n\0\r\n`,
    `--${boundary}--\r\nwhat stands behind it`,
  ].join("");
  it("is the same however it is cut on its way", async () => {
    const bytes = Buffer.from(text);
    for (let length = 1; length <= bytes.length; length++) {
      const form = await readForm(arriving(multipart, cut(bytes, length)).asked, photoLimits);
      expect(await partsOf(form), String(length)).toEqual([
        ["kind", "Slip gaji – 工资单"],
        ["photo", "a;b.jpg", "image/jpeg", Buffer.from(`\xff\r\n--${boundary.slice(0, -1)}\r\n\0`).toString("latin1")],
      ]);
    }
    // Large enough that the end of the form arrives after the rest has been parsed.
    const file = `--${boundary}\r\nContent-Disposition: form-data; name="photo"; filename="a"\r\n\r\n${"x".repeat(70_000)}\r\n`;
    const whole = Buffer.from(`${file}--${boundary}--\r\n`);
    for (let end = 1; end < 40; end++) {
      const pieces = [whole.subarray(0, -end), whole.subarray(-end)];
      expect((await readForm(arriving(multipart, pieces).asked, photoLimits))?.get("photo")).toHaveProperty(
        "size",
        70_000,
      );
    }
  });
  it("is read as the web's own class reads it", async () => {
    const name = fc
      .string({ minLength: 1, maxLength: 12, unit: "grapheme-ascii" })
      .filter((one) => /^[\w.\-[\]]+$/.test(one));
    const file = fc.record({
      name: fc.constantFrom("a.jpg", "foto ktp.png", "照片.webp", "a;b=c.jpg"),
      bytes: fc.uint8Array(),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(name, fc.oneof(fc.string({ unit: "grapheme" }), file)), { maxLength: 10 }),
        async (fields) => {
          const form = new FormData();
          for (const [key, value] of fields) {
            if (typeof value === "string") form.append(key, value.replace(/\r\n?|\n/g, "\r\n"));
            else form.append(key, new File([new Uint8Array(value.bytes)], value.name, { type: "image/jpeg" }));
          }
          const sent = new Response(form);
          const type = sent.headers.get("content-type") as string;
          const bytes = Buffer.from(await sent.arrayBuffer());
          if (fields.length === 0) return;
          const read = await readForm(arriving(type, cut(bytes, 1 + (bytes.length % 97))).asked, photoLimits);
          expect(await partsOf(read)).toEqual(await partsOf(form));
        },
      ),
      { numRuns: 200 },
    );
  });
  it.each([
    ["names no boundary", "multipart/form-data", text],
    ["names a boundary that none can be", 'multipart/form-data; boundary="a\u0001b"', text],
    ["does not begin with it", multipart, `x${text}`],
    ["does not end", multipart, text.slice(0, text.lastIndexOf("--"))],
    ["is empty", multipart, ""],
    [
      "has a part without a name",
      multipart,
      `--${boundary}\r\nContent-Type: text/plain\r\n\r\na\r\n--${boundary}--\r\n`,
    ],
  ])("that %s is unreadable", async (_name, type, body) => {
    await expect(formOf(type, body, photoLimits)).rejects.toThrow(BodyUnreadable);
  });
  it("whose text is no UTF-8 is unreadable", async () => {
    const bytes = Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="a"\r\n\r\n\xe9\r\n--${boundary}--\r\n`,
      "latin1",
    );
    await expect(readForm(arriving(multipart, [bytes]).asked, photoLimits)).rejects.toThrow(BodyUnreadable);
  });
  it("brings a file only where one is taken, and no longer text because of it", async () => {
    await expect(formOf(multipart, text, pageFormLimits)).rejects.toThrow(BodyUnreadable);
    const long = `--${boundary}\r\nContent-Disposition: form-data; name="a"\r\n\r\n${"a".repeat(70_000)}\r\n--${boundary}--\r\n`;
    await expect(formOf(multipart, long, photoLimits)).rejects.toThrow(BodyTooLarge);
    await expect(formOf(multipart, long, pageFormLimits)).rejects.toThrow(BodyTooLarge);
    const article = formLimits([{ input: v.strictObject({ markdown: v.pipe(v.string(), v.maxLength(40_000)) }) }]);
    expect((await formOf(multipart, long, article))?.get("a")).toHaveLength(70_000);
  });
});

describe("a hostile body", () => {
  const manyParts = hostileBodies().filter(({ type, name }) => type === multipart && !name.startsWith("650,000"));
  it.each(manyParts.map((one) => [one.name, one] as const))(
    "of %s is left at the first part too many",
    async (_name, { type, bytes }) => {
      const { asked, seen } = arriving(type, cut(bytes, 1024));
      await expect(readForm(asked, photoLimits)).rejects.toThrow(BodyTooLarge);
      expect(seen.bytes).toBeLessThanOrEqual(33 * 1024);
    },
  );
  it("of a part with endless headers is left where they are too long", async () => {
    const { type, bytes } = hostileBodies().find(({ name }) => name.startsWith("650,000"))!;
    const { asked, seen } = arriving(type, cut(bytes, 1024));
    await expect(readForm(asked, photoLimits)).rejects.toThrow(BodyTooLarge);
    expect(seen.bytes).toBeLessThanOrEqual(33 * 1024);
  });
  it.each(hostileBodies().map((one) => [one.name, one] as const))(
    "of %s costs some milliseconds of processor, whatever it is sent to",
    async (_name, { type, bytes }) => {
      for (const limits of [photoLimits, plainLimits, pageFormLimits]) {
        const { asked } = arriving(type, cut(bytes, 64 * 1024));
        const before = process.cpuUsage();
        await (type.includes("json") ? readJson(asked, limits) : readForm(asked, limits)).catch((error: unknown) => {
          expect([BodyTooLarge, BodyUnreadable]).toContain((error as Error).constructor);
        });
        const { user, system } = process.cpuUsage(before);
        // About 1 to 15 ms; the platform's own parser took 700 to 1,300 for the same bodies.
        expect((user + system) / 1000).toBeLessThan(200);
      }
    },
  );
});

describe("a URL-encoded form", () => {
  const type = "application/x-www-form-urlencoded";
  it("is read with its repeated fields, and another kind of body is not read at all", async () => {
    expect(await partsOf(await formOf(`${type}; charset=UTF-8`, "a=1&a=2&b=%C3%A9+e", pageFormLimits))).toEqual([
      ["a", "1"],
      ["a", "2"],
      ["b", "é e"],
    ]);
    const { asked, seen } = arriving("text/plain", [Buffer.from("a=1")]);
    expect([await readForm(asked, pageFormLimits), seen.bytes]).toEqual([null, 0]);
  });
  it("holds so many fields and bytes, and no more", async () => {
    const fields = (count: number) => Array.from({ length: count }, () => "a").join("&");
    expect([...((await formOf(type, fields(256), pageFormLimits)) ?? [])]).toHaveLength(256);
    await expect(formOf(type, fields(257), pageFormLimits)).rejects.toThrow(BodyTooLarge);
    await expect(formOf(type, "a".repeat(64 * 1024 + 1), pageFormLimits)).rejects.toThrow(BodyTooLarge);
  });
});

describe("JSON", () => {
  it("may be as deep as the contract and one more, so that a mistake is told field by field", async () => {
    expect(await jsonOf('{"list":["a"]}', plainLimits)).toEqual({ list: ["a"] });
    expect(await jsonOf('{"list":[["a"]]}', plainLimits)).toEqual({ list: [["a"]] });
    await expect(jsonOf('{"list":[[["a"]]]}', plainLimits)).rejects.toThrow(BodyTooLarge);
    await expect(jsonOf('{"a":{"b":{"c":{}}}}', plainLimits)).rejects.toThrow(BodyTooLarge);
  });
  it("holds no more values than the contract names, with room", async () => {
    const list = (count: number) => `{"list":[${Array.from({ length: count }, () => "0").join(",")}]}`;
    expect(await jsonOf(list(25), plainLimits)).toHaveProperty("list.length", 25);
    await expect(jsonOf(list(60), plainLimits)).rejects.toThrow(BodyTooLarge);
  });
  it("is counted outside of its texts alone", async () => {
    const name = `${'[{,"\\'.repeat(200)}\\`;
    expect(await jsonOf(JSON.stringify({ name }), plainLimits)).toEqual({ name });
    await expect(jsonOf(`{"name":"a\\\\","list":${"[".repeat(9)}`, plainLimits)).rejects.toThrow(BodyTooLarge);
  });
  it("that is none, or no object, is unreadable; an empty body is an empty object", async () => {
    for (const text of ["{", "[1]", "null", '"a"', '{"a":"', "\\"])
      await expect(jsonOf(text, plainLimits)).rejects.toThrow(BodyUnreadable);
    expect(await jsonOf("", plainLimits)).toEqual({});
  });
});

describe("limits of a contract", () => {
  it("count what may stand in its input, through optional, piped and chosen parts", () => {
    const input = v.strictObject({
      name: v.pipe(v.string(), v.maxLength(10)),
      address: v.optional(v.strictObject({ street: v.string(), tags: v.pipe(v.array(v.string()), v.maxLength(3)) })),
      kind: v.union([v.literal("A"), v.strictObject({ id: v.number() })]),
      facts: v.pipe(v.record(v.string(), v.number()), v.maxEntries(4)),
      photos: v.pipe(v.array(v.pipe(v.file(), v.minSize(1))), v.maxLength(2)),
    });
    // The input, name, address with street and its three tags, the larger kind, four facts and two photos.
    expect(callLimits({ input })).toMatchObject({
      takesFiles: true,
      bytes: 8 * 1024 * 1024,
      depth: 4,
      values: 2 * (1 + 1 + 6 + 2 + 5 + 3) + 16,
    });
  });
  it.each([
    ["a list", v.array(v.string())],
    ["a record", v.record(v.string(), v.string())],
    ["anything", v.unknown()],
  ])("are not known of %s that says nothing of its size, so nobody can mount it", (_name, one) => {
    expect(() => callLimits({ input: v.strictObject({ one }) })).toThrow(/POST's input/);
  });
});
