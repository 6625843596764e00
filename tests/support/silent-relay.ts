/** A way to a database that goes silent: what was sent on it is never answered, and nothing says that it is broken. */
import { connect, createServer, type AddressInfo, type Socket } from "node:net";

export interface Relay {
  /** The same database, through the relay. */
  connection: string;
  /**
   * The connections of now are never answered again, and their server has gone, as when its address moved; those opened later
   * pass, unless `isForAll`: then nothing is answered until `speak`, as when the server is frozen.
   */
  silence(how?: { isForAll: boolean }): void;
  speak(): void;
  /** Cuts every connection. */
  close(): Promise<void>;
}

export async function openRelay(connection: string): Promise<Relay> {
  const url = new URL(connection);
  const folder = url.searchParams.get("host");
  const port = Number(url.port || 5432);
  const openServer = (): Socket =>
    folder?.startsWith("/") ? connect(`${folder}/.s.PGSQL.${port}`) : connect(port, url.hostname);
  const open = new Set<{ client: Socket; server: Socket | null }>();
  let isFrozen = false;
  const relay = createServer((client) => {
    const pair = { client, server: isFrozen ? null : openServer() };
    open.add(pair);
    const end = (): void => {
      open.delete(pair);
      client.destroy();
      pair.server?.destroy();
    };
    client.on("error", end).on("close", end);
    if (pair.server) {
      client.pipe(pair.server).pipe(client);
      pair.server.on("error", end).on("close", end);
    } else client.resume();
  });
  await new Promise<void>((ready) => relay.listen(0, "127.0.0.1", ready));
  const through = new URL(connection);
  through.searchParams.delete("host");
  through.hostname = "127.0.0.1";
  through.port = String((relay.address() as AddressInfo).port);
  return {
    connection: through.href,
    silence({ isForAll } = { isForAll: false }) {
      isFrozen = isForAll;
      for (const { client, server } of open) {
        client.unpipe();
        client.resume();
        server?.unpipe();
        server?.removeAllListeners("close").destroy();
      }
    },
    speak: () => void (isFrozen = false),
    async close() {
      for (const { client, server } of open) [client, server].forEach((socket) => socket?.destroy());
      await new Promise((done) => relay.close(done));
    },
  };
}
