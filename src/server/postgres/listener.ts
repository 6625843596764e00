/** A separate connection that receives notifications, and is opened again when it was lost or has gone silent. */
import pg from "pg";
import { repeatEvery, finishedWithin } from "#server/work/timers.ts";
import { connectMilliseconds, DatabaseClient } from "./client.ts";
import { closeMilliseconds } from "./connection-pool.ts";
import { DatabaseHosts } from "./hosts.ts";
import { ConnectionLost, DatabaseUnreachable } from "./lost-connection.ts";

/** How soon a lost connection is noticed, and how often a failed one is retried. */
const lookMilliseconds = 5_000;

export interface ListenOptions {
  /** `postgresql://…`; at a pooler it must keep sessions. */
  connection: string;
  /** Name of that address in errors. */
  name?: string;
  channel: string;
  heard: (payload: string) => void;
  /** Called when it listens, at the start or again: earlier notifications were missed. */
  joined: () => void;
  failed: (error: unknown) => void;
}

/** Begins to listen; resolves after the first try, whether it succeeded or not. Notifications are hints: without them work is found by polling. */
export async function listen(options: ListenOptions): Promise<{ close(): Promise<void> }> {
  const hosts = new DatabaseHosts(options.connection, options.name);
  let client: DatabaseClient | undefined;
  const open = async (): Promise<void> => {
    const opened = new DatabaseClient({
      hosts,
      session: { statementTimeoutMilliseconds: 0, lockTimeoutMilliseconds: 0, idleInTransactionTimeoutMilliseconds: 0 },
      query_timeout: connectMilliseconds,
      application_name: "tunai-listen",
    });
    opened.on("notification", ({ payload }) => {
      if (payload !== undefined) options.heard(payload);
    });
    await opened.connect();
    client = opened;
    await opened.query(`listen ${pg.escapeIdentifier(options.channel)}`);
    options.joined();
  };
  const look = async (): Promise<void> => {
    try {
      await (client ? client.query("select 1") : open());
    } catch (error) {
      client?.giveUp();
      client = undefined;
      if (error instanceof DatabaseUnreachable) throw error;
      const reason = error instanceof Error ? error.message : String(error);
      throw new ConnectionLost(`${hosts.name}: the listening connection was lost: ${reason}`, { cause: error });
    }
  };
  const first = Promise.withResolvers<void>();
  const looking = repeatEvery(lookMilliseconds, () => look().finally(first.resolve), options.failed);
  await first.promise;
  return {
    async close() {
      await looking.stop();
      if (client && !(await finishedWithin(closeMilliseconds, client.end()))) client.giveUp();
    },
  };
}
