/** A standby that follows an embedded server over its socket, made from a copy of its files while it runs. */
import { chmod, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeBaseBackup } from "#server/postgres/base-backup.ts";
import { startEmbeddedPostgres } from "#server/postgres/embedded.ts";
import { run } from "./database-server.ts";

/** Thrown away at the end. */
const settings = { fsync: "off", shared_buffers: "64MB" };

export interface Cluster {
  primary: string;
  standby: string;
  /** A statement as the standby's superuser. */
  onStandby(statement: string): Promise<void>;
  stopStandby(): Promise<void>;
  startStandby(): Promise<void>;
  stop(): Promise<void>;
}

/** @param prepare brings the primary to where it is copied. */
export async function startCluster(prepare: (connection: string) => Promise<void>): Promise<Cluster> {
  const folder = await mkdtemp(join(tmpdir(), "tunai-cluster-"));
  // The standby runs as the database's account, and comes to the primary's socket through this folder.
  await chmod(folder, 0o755);
  const primary = await startEmbeddedPostgres({ dataDir: join(folder, "one"), log: () => {}, settings });
  await prepare(primary.connection);
  const data = new URL(primary.connection).searchParams.get("host")!;
  const dataDir = join(folder, "two");
  await mkdir(dataDir);
  const copy = join(dataDir, "postgres");
  await makeBaseBackup({ connection: primary.connection, data, to: copy });
  await writeFile(join(copy, "standby.signal"), "");
  const start = () =>
    startEmbeddedPostgres({
      dataDir,
      log: () => {},
      settings: { ...settings, primary_conninfo: `host=${data} user=postgres`, wal_retrieve_retry_interval: "100ms" },
    });
  let standby: Awaited<ReturnType<typeof start>> | undefined = await start();
  const { connection } = standby;
  const stopStandby = async () => {
    await standby?.stop();
    standby = undefined;
  };
  return {
    primary: primary.connection,
    standby: connection,
    onStandby: (statement) => run(connection.replace("//tunai@", "//postgres@"), statement),
    stopStandby,
    async startStandby() {
      standby = await start();
    },
    async stop() {
      await stopStandby();
      await primary.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
