/**
 * Free space on the disk with our data. Before it is full and PostgreSQL stops, new writes are refused except those for
 * money under way; reading continues, and so does writing once there is space again. // Threat H4, docs/decisions/160
 */
import { statfs } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Config } from "./config.server.ts";
import type { Log } from "./log.server.ts";
import { repeatEvery, type Repeating } from "#server/work/timers.ts";

/** Bytes that this process may still write on a disk, and the disk's size. */
export interface DiskRoom {
  freeBytes: number;
  totalBytes: number;
}
/** Reads the free space on the disk of `folder` from the system. Throws when it cannot. */
export type RoomOnDisk = (folder: string) => Promise<DiskRoom>;

export interface WatchedPlace {
  /** The operator's name for it: `database`, `objects`. */
  name: string;
  folder: string;
}

export interface DiskSpace {
  /** True while new writes are refused. */
  readonly isLow: boolean;
  /** True while there is space for people's actions, but not for optional data: reports about visits are dropped first. // Threat I3 */
  readonly isTight: boolean;
  /** Looks once. Never throws: a disk that cannot be asked counts as it did before. */
  look(): Promise<void>;
  /** The database or the store had no space for a write: new writes are refused for a while, on any disk. */
  noteFull(): void;
  /** Checks periodically until stopped. */
  watch(): Repeating;
}

export interface DiskSpaceOptions {
  places: readonly WatchedPlace[];
  /** Below this new writes are refused. 0 disables the check. */
  minBytes: number;
  room?: RoomOnDisk;
  /** Milliseconds that only grow. */
  monotonicMs?: () => number;
  log: Log;
}

/** A full upload room (64 MB) and a segment of PostgreSQL's log (16 MB) fit several times between two checks. */
const lookMilliseconds = 2_000;
/** Writes resume with a quarter more than the minimum, so that a disk at the limit does not alternate. */
const enoughShare = 1.25;
/** The warning comes early enough to make room: at four times the minimum. */
const warnShare = 4;
/** Tight means less than a fifth free; on a large disk that would be years of reports, so eight gigabytes are enough. */
const tightShare = 0.2;
const enoughBytes = 8 * 1024 ** 3;
/** How long a disk-full error from the database counts; afterwards one write may try again. */
const toldMilliseconds = 10_000;

/** Folders on this machine that receive writes; none when database and objects are elsewhere. */
export function watchedPlaces(config: Config, storageAdapter: string): WatchedPlace[] {
  return [
    ...(config.databaseUrl === "" ? [{ name: "database", folder: join(config.dataDir, "postgres") }] : []),
    ...(storageAdapter === "folder" ? [{ name: "objects", folder: join(config.dataDir, "objects") }] : []),
  ];
}

export function createDiskSpace(options: DiskSpaceOptions): DiskSpace {
  const { places, minBytes, log, room = roomOnDisk, monotonicMs = () => performance.now() } = options;
  let isShort = false;
  let isWarned = false;
  let isTight = false;
  let fullUntil = -Infinity;
  const logChange = (bytes: number, { name }: WatchedPlace): void => {
    if (bytes < minBytes && !isShort) log.error("disk nearly full: new writes are refused", { reason: name, bytes });
    else if (bytes < minBytes * warnShare && !isShort && !isWarned)
      log.warn("disk fills up: make room", { reason: name, bytes });
    else if (isShort && bytes >= minBytes * enoughShare)
      log.info("disk has room again: new writes are taken", { reason: name, bytes });
    isWarned = bytes < minBytes * warnShare;
    isShort = bytes < minBytes * (isShort ? enoughShare : 1);
  };
  const disk: DiskSpace = {
    get isLow() {
      return isShort || monotonicMs() < fullUntil;
    },
    get isTight() {
      return isTight || disk.isLow;
    },
    async look() {
      if (minBytes === 0) return;
      const found = await Promise.all(
        places.map(async (place) => ({ place, found: await room(place.folder).catch(() => null) })),
      );
      // With several disks the fullest one decides; a disk that cannot be measured is skipped, and writes to it report the error.
      const known = found
        .flatMap(({ place, found: its }) => (its ? [{ place, ...its }] : []))
        .sort((a, b) => a.freeBytes - b.freeBytes);
      if (known[0]) logChange(known[0].freeBytes, known[0].place);
      if (known[0]) isTight = known.some(isTightRoom);
    },
    noteFull() {
      const isNews = !disk.isLow;
      fullUntil = monotonicMs() + toldMilliseconds;
      if (isNews) log.error("disk full: a write found no room, new writes are refused", {});
    },
    watch: () =>
      repeatEvery(
        lookMilliseconds,
        () => disk.look(),
        (error) => log.error("disk not looked at", { error }),
      ),
  };
  return disk;
}

const isTightRoom = ({ freeBytes, totalBytes }: DiskRoom): boolean =>
  freeBytes < Math.min(totalBytes * tightShare, enoughBytes);

/** The folder's disk, or that of the nearest folder above it that is there already. */
async function roomOnDisk(folder: string): Promise<DiskRoom> {
  try {
    const { bavail, bsize, blocks } = await statfs(folder);
    return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT" || dirname(folder) === folder) throw error;
    return roomOnDisk(dirname(folder));
  }
}

/** No room: PostgreSQL's `disk_full` (53100), or the file system's own words for it. */
export function isDiskFull(error: unknown): boolean {
  const { code, cause } = (error ?? {}) as { code?: unknown; cause?: unknown };
  if (code === "53100" || code === "ENOSPC" || code === "EDQUOT") return true;
  return cause !== undefined && isDiskFull(cause);
}
