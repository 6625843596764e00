/** Reads an MP4 (ISO base media file): boxes within boxes, each with its size. Nothing of the pictures themselves is looked at. */
import type { Container } from "./container.ts";

interface Box {
  type: string;
  /** Offset of its content, after size and type. */
  start: number;
  end: number;
}

/** Boxes per level; a file of 20 MB with one fragment per frame has some thousands. */
const maxBoxes = 20_000;

/** The boxes between two offsets, which they fill exactly; null when they do not. */
function boxesIn(view: DataView, start: number, end: number): Box[] | null {
  const boxes: Box[] = [];
  for (let at = start; at < end;) {
    if (end - at < 8 || boxes.length >= maxBoxes) return null;
    const type = String.fromCharCode(...[4, 5, 6, 7].map((offset) => view.getUint8(at + offset)));
    if (!/^[\w \u00a9-]{4}$/.test(type)) return null;
    let size = view.getUint32(at);
    let head = 8;
    if (size === 1) {
      if (end - at < 16) return null;
      size = Number(view.getBigUint64(at + 8));
      head = 16;
    }
    // The last box may extend to the end of the file without a size.
    else if (size === 0) size = end - at;
    if (size < head || size > end - at) return null;
    boxes.push({ type, start: at + head, end: at + size });
    at += size;
  }
  return boxes;
}

/** Boxes of a path (`mdia/hdlr`) within a box. */
function within(view: DataView, box: Box, path: string): Box[] {
  return path
    .split("/")
    .reduce<Box[]>(
      (found, type) =>
        found.flatMap(({ start, end }) => (boxesIn(view, start, end) ?? []).filter((one) => one.type === type)),
      [box],
    );
}

/** A box begins with version and flags; version 1 has longer numbers. */
const isLong = (view: DataView, { start }: Box): boolean => view.getUint8(start) === 1;
const flagsOf = (view: DataView, { start }: Box): number => view.getUint32(start) & 0xff_ffff;

/** Ticks in a second, and how many ticks it lasts, of an `mvhd` or `mdhd`. */
function timeOf(view: DataView, box: Box): { scale: number; ticks: number } {
  const at = box.start + (isLong(view, box) ? 20 : 12);
  const ticks = isLong(view, box) ? Number(view.getBigUint64(at + 4)) : view.getUint32(at + 4);
  // All ones: unknown.
  return { scale: view.getUint32(at), ticks: ticks >= 0xffff_ffff ? 0 : ticks };
}

export function readMp4(view: DataView): Container | null {
  try {
    const top = boxesIn(view, 0, view.byteLength);
    const moov = top?.find(({ type }) => type === "moov");
    if (!top || !moov || top[0]?.type !== "ftyp") return null;
    const tracks = within(view, moov, "trak");
    const hasPicture = tracks.some((track) =>
      within(view, track, "mdia/hdlr").some(({ start }) => view.getUint32(start + 8) === 0x76_69_64_65),
    );
    const headers = [...within(view, moov, "mvhd"), ...tracks.flatMap((track) => within(view, track, "mdia/mdhd"))];
    const lasting = headers.map((header) => timeOf(view, header));
    if (lasting.length === 0 || lasting.some(({ scale }) => scale === 0)) return null;
    const fragments = top.filter(({ type }) => type === "moof");
    const milliseconds = [
      ...lasting.map(({ scale, ticks }) => (ticks * 1000) / scale),
      ...fragments.flatMap((moof) => within(view, moof, "traf").map((traf) => endOfFragment(view, moov, tracks, traf))),
    ];
    return { hasPicture, durationMilliseconds: Math.max(...milliseconds) };
  } catch (error) {
    // Read beyond its end: a box claims more than it has.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** Milliseconds at which a fragment ends: a recorder that writes while filming gives no duration at the beginning. */
function endOfFragment(view: DataView, moov: Box, tracks: Box[], traf: Box): number {
  const head = within(view, traf, "tfhd")[0];
  if (!head) return 0;
  const trackId = view.getUint32(head.start + 4);
  const track = tracks.find((one) =>
    within(view, one, "tkhd").some((box) => view.getUint32(box.start + (isLong(view, box) ? 20 : 12)) === trackId),
  );
  const header = track && within(view, track, "mdia/mdhd")[0];
  if (!header) return 0;
  const begins = within(view, traf, "tfdt")[0];
  let ticks = begins ? ticksAt(view, begins) : 0;
  const each = defaultDuration(view, moov, head, trackId);
  for (const run of within(view, traf, "trun")) ticks += runTicks(view, run, each);
  return (ticks * 1000) / Math.max(1, timeOf(view, header).scale);
}

const ticksAt = (view: DataView, box: Box): number =>
  isLong(view, box) ? Number(view.getBigUint64(box.start + 4)) : view.getUint32(box.start + 4);

/** Ticks of a sample that does not say its own. */
function defaultDuration(view: DataView, moov: Box, head: Box, trackId: number): number {
  const flags = flagsOf(view, head);
  if (flags & 0x8) return view.getUint32(head.start + 8 + (flags & 0x1 ? 8 : 0) + (flags & 0x2 ? 4 : 0));
  const extend = within(view, moov, "mvex/trex").find(({ start }) => view.getUint32(start + 4) === trackId);
  return extend ? view.getUint32(extend.start + 12) : 0;
}

function runTicks(view: DataView, run: Box, each: number): number {
  const flags = flagsOf(view, run);
  const count = view.getUint32(run.start + 4);
  if (!(flags & 0x100)) return count * each;
  const size = [0x100, 0x200, 0x400, 0x800].filter((flag) => flags & flag).length * 4;
  const first = run.start + 8 + (flags & 0x1 ? 4 : 0) + (flags & 0x4 ? 4 : 0);
  let ticks = 0;
  for (let sample = 0; sample < count; sample++) ticks += view.getUint32(first + sample * size);
  return ticks;
}
