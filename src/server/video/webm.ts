/** Reads a WebM: elements with an id and a length. For pictures only the timestamps are read. */
import type { Container } from "./container.ts";

const ids = {
  head: 0x1a45dfa3,
  segment: 0x18538067,
  info: 0x1549a966,
  timeScale: 0x2ad7b1,
  duration: 0x4489,
  tracks: 0x1654ae6b,
  track: 0xae,
  trackKind: 0x83,
  cluster: 0x1f43b675,
  clusterTime: 0xe7,
  simpleBlock: 0xa3,
  blockGroup: 0xa0,
  block: 0xa1,
} as const;
/** Elements whose children are read in the same way: their ids are unique across the file. */
const opened: readonly number[] = [ids.segment, ids.info, ids.tracks, ids.track, ids.cluster, ids.blockGroup];
/** A recorder that writes as it films does not know how long these become. */
const endless: readonly number[] = [ids.segment, ids.cluster];
const maxElements = 100_000;

/** A number of 1 to 8 bytes whose first bits give its length; `isId` keeps those bits. Null when invalid. */
function numberAt(
  view: DataView,
  at: number,
  isId: boolean,
): { value: number; size: number; isUnknown: boolean } | null {
  const first = view.getUint8(at);
  const size = Math.clz32(first) - 23;
  if (size > (isId ? 4 : 8)) return null;
  let value = isId ? first : first & (0xff >> size);
  let isUnknown = value === 0xff >> size;
  for (let index = 1; index < size; index++) {
    const byte = view.getUint8(at + index);
    isUnknown &&= byte === 0xff;
    value = value * 256 + byte;
  }
  return { value, size, isUnknown };
}

function unsigned(view: DataView, start: number, end: number): number {
  let value = 0;
  for (let at = start; at < end; at++) value = value * 256 + view.getUint8(at);
  return value;
}

/** Ticks of a block within its cluster: signed, behind the number of its track. */
function blockTicks(view: DataView, start: number): number {
  const track = numberAt(view, start, false);
  return track ? view.getInt16(start + track.size) : 0;
}

export function readWebm(view: DataView): Container | null {
  let nanosecondsATick = 1_000_000;
  let saidTicks = 0;
  let clusterTicks = 0;
  let lastTicks = 0;
  let hasPicture = false;
  try {
    let elements = 0;
    for (let at = 0; at < view.byteLength; elements++) {
      const id = numberAt(view, at, true);
      const length = id && numberAt(view, at + id.size, false);
      if (!id || !length || elements >= maxElements) return null;
      if ((at === 0) !== (id.value === ids.head)) return null;
      const start = at + id.size + length.size;
      if (length.isUnknown && !endless.includes(id.value)) return null;
      const end = length.isUnknown ? view.byteLength : start + length.value;
      if (end > view.byteLength) return null;
      if (id.value === ids.timeScale) nanosecondsATick = unsigned(view, start, end);
      if (id.value === ids.duration) saidTicks = end - start === 4 ? view.getFloat32(start) : view.getFloat64(start);
      if (id.value === ids.trackKind) hasPicture ||= unsigned(view, start, end) === 1;
      if (id.value === ids.clusterTime) clusterTicks = unsigned(view, start, end);
      if (id.value === ids.simpleBlock || id.value === ids.block)
        lastTicks = Math.max(lastTicks, clusterTicks + blockTicks(view, start));
      at = opened.includes(id.value) ? start : end;
    }
  } catch (error) {
    // Read beyond its end: an element claims more than it has.
    if (error instanceof RangeError) return null;
    throw error;
  }
  // The declared duration may be shorter than the content.
  const ticks = Math.max(Number.isFinite(saidTicks) ? saidTicks : 0, lastTicks);
  return { hasPicture, durationMilliseconds: (ticks * nanosecondsATick) / 1_000_000 };
}
