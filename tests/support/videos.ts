/** Containers of videos, made byte by byte: what a phone's camera and a browser's recorder write, without pictures. */
const bytesOf = (...parts: (string | number | Uint8Array)[]): Buffer =>
  Buffer.concat(
    parts.map((part) => {
      if (typeof part === "string") return Buffer.from(part, "latin1");
      if (typeof part !== "number") return Buffer.from(part);
      const word = Buffer.alloc(4);
      word.writeUInt32BE(part);
      return word;
    }),
  );

/** A box of an MP4. */
export const box = (type: string, ...parts: (string | number | Uint8Array)[]): Buffer => {
  const content = bytesOf(...parts);
  return bytesOf(content.length + 8, type, content);
};

const scale = 1000;
const track = (milliseconds: number, kind: string): Buffer =>
  box(
    "trak",
    box("tkhd", 7, 0, 0, 1, 0, milliseconds),
    box("mdia", box("mdhd", 0, 0, 0, scale, milliseconds, 0), box("hdlr", 0, 0, kind, 0, 0, 0, "\0")),
  );

/** An MP4 as a camera writes it; `seed` makes it like no other. */
export const mp4 = (seconds: number, { kind = "vide", brand = "isom", seed = 0 } = {}): Buffer =>
  Buffer.concat([
    box("ftyp", brand, 512, brand, "mp41"),
    box("mdat", seed, Buffer.alloc(64)),
    box("moov", box("mvhd", 0, 0, 0, scale, seconds * 1000), track(seconds * 1000, kind)),
  ]);

/** One in fragments of a second, which says no duration at its beginning. */
export const fragmentedMp4 = (seconds: number, { ownTimes = false } = {}): Buffer =>
  Buffer.concat([
    box("ftyp", "iso5", 512, "iso5"),
    box("moov", box("mvhd", 0, 0, 0, scale, 0), track(0, "vide"), box("mvex", box("trex", 0, 1, 1, 100, 0, 0))),
    ...Array.from({ length: seconds }, (_, second) =>
      Buffer.concat([
        box(
          "moof",
          box(
            "traf",
            box("tfhd", 0, 1),
            box("tfdt", 0, second * scale),
            ownTimes ? box("trun", 0x100, 2, 400, 600) : box("trun", 0, 10),
          ),
        ),
        box("mdat", Buffer.alloc(16)),
      ]),
    ),
  ]);

/** An element of a WebM; without `isSized` as a recorder writes one whose end it does not know. */
export const element = (id: number, content: Uint8Array, isSized = true): Buffer => {
  const name = Buffer.from(
    id.toString(16).padStart(id > 0xff_ffff ? 8 : id > 0xffff ? 6 : id > 0xff ? 4 : 2, "0"),
    "hex",
  );
  const size = Buffer.alloc(8);
  size.writeBigUInt64BE(isSized ? (1n << 56n) | BigInt(content.length) : (1n << 57n) - 1n);
  return Buffer.concat([name, size, content]);
};
const byte = (...values: number[]): Buffer => Buffer.from(values);

/** A WebM as a browser's recorder writes it: no duration, one block each second, in clusters of ten. */
export function webm(seconds: number, { kind = 1, documentType = "webm", saidSeconds = 0 } = {}): Buffer {
  const said = Buffer.alloc(8);
  said.writeDoubleBE(saidSeconds * 1000);
  const clusters = Array.from({ length: Math.ceil(seconds / 10) }, (_, index) => {
    const time = Buffer.alloc(4);
    time.writeUInt32BE(index * 10_000);
    const blocks = Array.from({ length: Math.min(10, seconds - index * 10) }, (_, second) => {
      const at = Buffer.alloc(2);
      at.writeInt16BE((second + 1) * 1000);
      return element(0xa3, Buffer.concat([byte(0x81), at, byte(0x80, 1, 2, 3)]));
    });
    return element(0x1f43b675, Buffer.concat([element(0xe7, time), ...blocks]), false);
  });
  return Buffer.concat([
    element(0x1a45dfa3, element(0x4282, Buffer.from(documentType))),
    element(
      0x18538067,
      Buffer.concat([
        element(
          0x1549a966,
          Buffer.concat([element(0x2ad7b1, byte(0x0f, 0x42, 0x40)), ...(saidSeconds ? [element(0x4489, said)] : [])]),
        ),
        element(0x1654ae6b, element(0xae, element(0x83, byte(kind)))),
        ...clusters,
      ]),
      false,
    ),
  ]);
}
