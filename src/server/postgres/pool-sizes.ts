/** How the connections of a process (DATABASE_POOL) are shared out. */

/** For the sandbox's partners, outside prod: they represent other organisations, so our own work must not wait for their connections. */
export const sandboxConnections = 3;
/** Receives notifications for the jobs. */
const listeningConnections = 1;
/** For short writes that stay although the transaction around them is undone, and for the bookkeeping of jobs. */
const apartConnections = 4;
/** A request may read outside its transaction while that is open, and the sandbox's bank calls back while a request waits. */
export const minConnections = 12;
export const maxConnections = 1_000;

export interface PoolSizes {
  /** For transactions. */
  poolSize: number;
  /** Shared by reads. */
  readConnections: number;
  apartConnections: number;
}

/** The parts of `connections`, which a process never exceeds; a third of the requests' part is shared by their reads. */
export function poolSizesOf(connections: number, hasSandbox: boolean): PoolSizes {
  const ofRequests = connections - listeningConnections - apartConnections - (hasSandbox ? sandboxConnections : 0);
  const readConnections = Math.max(1, Math.floor(ofRequests / 3));
  return { poolSize: ofRequests - readConnections, readConnections, apartConnections };
}
