/**
 * A slow path to a server, as a phone has: round trips, limited bandwidth, and TCP's slow start with its first flight
 * of ten segments. The browser's own throttling knows no handshakes and no first flight, and these two decide a first
 * visit.
 */
import { connect, createServer, type Socket } from "node:net";

export interface Path {
  roundTripMilliseconds: number;
  /** Bandwidth towards the phone. */
  bitsPerSecond: number;
  /** TCP and TLS 1.3: a round trip each, before the first byte of a request is sent. */
  handshakes: number;
}

const segmentBytes = 1460;
const firstFlightBytes = 10 * segmentBytes;
/** After a silence of this length the sender starts again with its first flight. */
const forgetsMilliseconds = 1000;

/** Opens the path on this port. */
export async function openSlowPath(port: number, target: number, path: Path): Promise<{ stop(): void }> {
  const link = { freeAt: 0 };
  const open = new Set<Socket>();
  const server = createServer((phone) => {
    const origin = connect(target, "127.0.0.1");
    for (const socket of [phone, origin]) {
      socket.setNoDelay(true);
      open.add(socket);
      socket.on("close", () => {
        open.delete(socket);
        phone.destroy();
        origin.destroy();
      });
      socket.on("error", () => socket.destroy());
    }
    upward(phone, origin, path);
    downward(origin, phone, path, link);
  });
  await new Promise<void>((ready) => server.listen(port, () => ready()));
  return {
    stop() {
      server.close();
      for (const socket of open) socket.destroy();
    },
  };
}

/** Requests are small: they only take their time, and the first one waits for the handshakes. */
function upward(phone: Socket, origin: Socket, { roundTripMilliseconds, handshakes }: Path): void {
  const mayLeaveAt = performance.now() + handshakes * roundTripMilliseconds;
  phone.on("data", (bytes) => {
    const wait = Math.max(0, mayLeaveAt - performance.now()) + roundTripMilliseconds / 2;
    setTimeout(() => origin.writable && origin.write(bytes), wait);
  });
}

/**
 * Answers are sent in segments: no more in flight than the window, which grows with acknowledgements, and no faster
 * than the link.
 */
function downward(
  origin: Socket,
  phone: Socket,
  { roundTripMilliseconds, bitsPerSecond }: Path,
  link: { freeAt: number },
): void {
  const waiting: Buffer[] = [];
  let window = firstFlightBytes;
  let underWay = 0;
  let lastSent = 0;
  const pump = (): void => {
    const now = performance.now();
    if (underWay === 0 && now - lastSent > forgetsMilliseconds) window = firstFlightBytes;
    while (waiting.length > 0 && underWay < window) {
      const next = waiting.shift() as Buffer;
      const segment = next.subarray(0, segmentBytes);
      if (next.length > segment.length) waiting.unshift(next.subarray(segment.length));
      underWay += segment.length;
      lastSent = now;
      link.freeAt = Math.max(link.freeAt, now) + (segment.length * 8000) / bitsPerSecond;
      const arrives = link.freeAt - now + roundTripMilliseconds / 2;
      setTimeout(() => phone.writable && phone.write(segment), arrives);
      setTimeout(
        () => {
          underWay -= segment.length;
          window += segment.length;
          pump();
        },
        arrives + roundTripMilliseconds / 2,
      );
    }
  };
  origin.on("data", (bytes) => {
    waiting.push(bytes);
    pump();
  });
}
