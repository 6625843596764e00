/** The randomness port: the system's generator in service, a seeded one in tests so that a run can be replayed. */
import { createHash, randomBytes } from "node:crypto";
import { realTime } from "#server/work/timers.ts";

export interface Random {
  /** A version 7 UUID: sorts by the time it was made, and within this process strictly in the order made. */
  uuid(): string;
  bytes(count: number): Buffer;
  /** A uniform whole number from 0 to `maxExclusive` - 1. */
  integer(maxExclusive: number): number;
  /** 256 bits as URL-safe text: session ids, link tokens. */
  token(): string;
  /** 32 hexadecimal digits that name a request in logs and answers. No secret: many are drawn and written out at once. */
  traceId(): string;
}

/** The generator of the system. */
export function systemRandom(): Random {
  return randomFrom(pooled(randomBytes), () => realTime().getTime());
}

/** A request needs a few small random values, so many are read from the system at once. Every byte is used once and then wiped. */
function pooled(draw: (count: number) => Buffer): (count: number) => Buffer {
  const poolBytes = 4096;
  let pool: Buffer = Buffer.alloc(0);
  let next = 0;
  return (count) => {
    if (count > poolBytes / 16) return draw(count);
    if (next + count > pool.length) {
      pool = draw(poolBytes);
      next = 0;
    }
    const given = Buffer.from(pool.subarray(next, next + count));
    pool.fill(0, next, next + count);
    next += count;
    return given;
  };
}

/** For tests: the same seed gives the same values in the same order. UUIDs carry a fixed time. */
export function seededRandom(seed: string | number): Random {
  let block = 0;
  const bytes = (count: number): Buffer => {
    const parts: Buffer[] = [];
    for (let length = 0; length < count; length += 32) {
      parts.push(createHash("sha256").update(`${seed}:${block++}`).digest());
    }
    return Buffer.concat(parts).subarray(0, count);
  };
  return randomFrom(bytes, () => Date.UTC(2026, 0, 1));
}

const tracesAtOnce = 256;

function randomFrom(bytes: (count: number) => Buffer, milliseconds: () => number): Random {
  let stamp = 0;
  let counter = 0;
  let traces = "";
  let traceAt = 0;
  return {
    bytes,
    token: () => bytes(32).toString("base64url"),
    traceId() {
      if (traceAt === traces.length) {
        traces = bytes(tracesAtOnce * 16).toString("hex");
        traceAt = 0;
      }
      traceAt += 32;
      return traces.slice(traceAt - 32, traceAt);
    },
    integer(maxExclusive) {
      if (!Number.isSafeInteger(maxExclusive) || maxExclusive < 1 || maxExclusive > 2 ** 48)
        throw new RangeError(`No whole number below ${maxExclusive}.`);
      // Values from the incomplete last range would make the first numbers likelier: draw again.
      const fair = 2 ** 48 - (2 ** 48 % maxExclusive);
      for (;;) {
        const value = bytes(6).readUIntBE(0, 6);
        if (value < fair) return value % maxExclusive;
      }
    },
    uuid() {
      const present = milliseconds();
      // RFC 9562, method 1: a 12-bit counter after the time keeps the order within one millisecond.
      if (present > stamp) {
        stamp = present;
        counter = bytes(2).readUInt16BE() & 0x7ff;
      } else if (++counter > 0xfff) {
        stamp += 1;
        counter = 0;
      }
      const id = Buffer.alloc(16);
      id.writeUIntBE(stamp, 0, 6);
      id.writeUInt16BE(0x7000 | counter, 6);
      bytes(8).copy(id, 8);
      id.writeUInt8((id.readUInt8(8) & 0x3f) | 0x80, 8);
      return id.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
    },
  };
}
