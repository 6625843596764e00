/**
 * The sockets that a client opens. NATS's client abandons a socket without closing it when its server never identifies
 * itself, at the first and at each later connection, so sockets are tracked from their creation.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { Socket } from "node:net";
import { callAfter } from "#server/work/timers.ts";

const channel = "net.client.socket";

export interface FollowedSockets {
  /** Runs code that opens sockets, now or later. */
  during<T>(work: () => Promise<T>): Promise<T>;
  /** Closes those that are open. */
  destroy(): void;
  /** Closes them and follows no further ones. */
  stop(): void;
}

/** Closes a socket that received no data for `muteSeconds`. */
export function followSockets(muteSeconds: number): FollowedSockets {
  const inside = new AsyncLocalStorage<true>();
  const open = new Set<Socket>();
  const meet = (message: unknown): void => {
    if (!inside.getStore()) return;
    const { socket } = message as { socket: Socket };
    // Clients remove all listeners from a socket, so its end cannot be observed; ended sockets are dropped when the next one opens.
    for (const other of open) if (other.destroyed) open.delete(other);
    open.add(socket);
    callAfter(muteSeconds, () => {
      if (socket.bytesRead === 0) socket.destroy();
    });
  };
  subscribe(channel, meet);
  const destroy = (): void => {
    for (const socket of open) socket.destroy();
    open.clear();
  };
  return {
    during: (work) => inside.run(true, work),
    destroy,
    stop() {
      unsubscribe(channel, meet);
      destroy();
    },
  };
}
