/**
 * A cluster of two database servers that Patroni keeps, with etcd and HAProxy from Debian, by the files of `deploy/`:
 * `npm run test:long` installs them.
 */
import { spawn, type ChildProcess } from "node:child_process";
import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chooseAccount, postgresEnvironment, type Account } from "#server/postgres/binaries.ts";
import { pause } from "#server/work/timers.ts";
import { childrenOf, signalAll } from "./children.ts";
import { run } from "./database-server.ts";
import { freePort } from "./journey-server.ts";

const programs = "/usr/lib/postgresql";
const password = "of-the-tests";

interface Member {
  name: string;
  role: string;
  state: string;
}

export interface ClusterNode {
  name: string;
  /** The port of the database, on 127.0.0.1. */
  port: number;
  /** The port of Patroni's own interface. */
  rest: number;
  /** As the administrator. */
  connection: string;
  patroni: ChildProcess | null;
  folder: string;
}

export interface Cluster {
  nodes: readonly [ClusterNode, ClusterNode];
  /** Ports of HAProxy and of the product's database name and role. */
  proxyPort: number;
  password: string;
  /** The URL of the product's database, through these ports. */
  connectionAt(...ports: number[]): string;
  /** The primary, and the server that follows it synchronously; waits until both stand. */
  settled(): Promise<{ primary: ClusterNode; standby: ClusterNode }>;
  /** All processes of a node at once, as when its power goes. */
  kill(node: ClusterNode): Promise<void>;
  /** All processes of a node stand still; `thaw` lets them go on. */
  freeze(node: ClusterNode): Promise<() => void>;
  start(node: ClusterNode): Promise<void>;
  switchover(from: ClusterNode, to: ClusterNode): Promise<void>;
  said(): string;
  stop(): Promise<void>;
}

/** @throws Error with what its programs said, where the cluster does not stand within some minutes */
export async function startCluster(): Promise<Cluster> {
  const folder = await mkdtemp(join(tmpdir(), "tunai-cluster-"));
  await chmod(folder, 0o755);
  const account = await chooseAccount(folder);
  const version = (await readdir(programs)).toSorted((one, other) => Number(other) - Number(one))[0];
  const lines: string[] = [];
  const start = (command: string, words: string[], as: Account): ChildProcess => {
    const child = spawn(command, words, {
      ...as,
      cwd: folder,
      env: { ...postgresEnvironment, PATH: `${postgresEnvironment.PATH}:/usr/sbin` },
      stdio: ["ignore", "pipe", "pipe"],
    });
    for (const stream of [child.stdout, child.stderr])
      stream?.on("data", (text: Buffer) => {
        lines.push(String(text));
        if (lines.length > 400) lines.shift();
      });
    return child;
  };
  const owned = async (path: string) => {
    if (account.uid !== undefined) await chown(path, account.uid, account.gid ?? account.uid);
  };

  const [etcdPort, etcdPeer, proxyPort] = [await freePort(), await freePort(), await freePort()];
  const etcdFolder = join(folder, "etcd");
  await mkdir(etcdFolder, { mode: 0o700 });
  await owned(etcdFolder);
  const at = (port: number) => `http://127.0.0.1:${port}`;
  const etcd = start(
    "/usr/bin/etcd",
    [
      `--data-dir=${etcdFolder}`,
      `--listen-client-urls=${at(etcdPort)}`,
      `--advertise-client-urls=${at(etcdPort)}`,
      `--listen-peer-urls=${at(etcdPeer)}`,
      `--initial-advertise-peer-urls=${at(etcdPeer)}`,
      `--initial-cluster=default=${at(etcdPeer)}`,
    ],
    account,
  );

  const node = async (name: string): Promise<ClusterNode> => {
    const [port, rest] = [await freePort(), await freePort()];
    const place = join(folder, name);
    await mkdir(place, { mode: 0o755 });
    await owned(place);
    return {
      name,
      port,
      rest,
      folder: place,
      patroni: null,
      connection: `postgresql://postgres:${password}@127.0.0.1:${port}/postgres`,
    };
  };
  const nodes = [await node("one"), await node("two")] as const;
  const settings = await readFile("deploy/patroni.yml", "utf8");
  for (const { name, port, rest, folder: place } of nodes) {
    const file = join(place, "patroni.yml");
    await writeFile(
      file,
      settings
        .replace("name: one", `name: ${name}`)
        .replaceAll("10.0.0.1:8008", `127.0.0.1:${rest}`)
        .replaceAll("10.0.0.1:5432", `127.0.0.1:${port}`)
        .replace("10.0.0.9:2379", `127.0.0.1:${etcdPort}`)
        .replaceAll("10.0.0.0/24", "127.0.0.1/32")
        .replaceAll("SECRET", password)
        .replace("/var/lib/postgresql/tunai", join(place, "data"))
        .replace("/usr/lib/postgresql/18/bin", join(programs, version ?? "", "bin"))
        .replace("/var/run/postgresql", place),
    );
    await owned(file);
  }
  const [one, two] = nodes;
  const proxyFile = join(folder, "proxy.cfg");
  await writeFile(
    proxyFile,
    (await readFile("deploy/postgres-proxy.cfg", "utf8"))
      .replace("10.0.0.9:5432", `127.0.0.1:${proxyPort}`)
      .replace("10.0.0.1:5432 check port 8008", `127.0.0.1:${one.port} check port ${one.rest}`)
      .replace("10.0.0.2:5432 check port 8008", `127.0.0.1:${two.port} check port ${two.rest}`),
  );
  const proxy = start("/usr/sbin/haproxy", ["-db", "-f", proxyFile], {});

  const connectionAt = (...ports: number[]) =>
    `postgresql://tunai:${password}@${ports.map((port) => `127.0.0.1:${port}`).join(",")}/tunai`;
  const startNode = async (of: ClusterNode) => {
    of.patroni = start("/usr/bin/patroni", [join(of.folder, "patroni.yml")], account);
  };
  /** Every process of the node. Patroni starts the database apart from itself. */
  const processesOf = async ({ patroni, folder: place }: ClusterNode): Promise<number[]> => {
    const text = await readFile(join(place, "data", "postmaster.pid"), "utf8").catch(() => "");
    const postmaster = Number(text.split("\n")[0]);
    const pids = [patroni?.pid ?? 0, postmaster].filter((pid) => pid > 0);
    return [...pids, ...(await Promise.all(pids.map(childrenOf))).flat()];
  };
  const members = async (): Promise<Member[]> => {
    for (const { rest } of nodes) {
      const answer = await fetch(`${at(rest)}/cluster`, { signal: AbortSignal.timeout(5_000) }).catch(() => null);
      if (answer?.ok) return ((await answer.json()) as { members: Member[] }).members;
    }
    return [];
  };
  const cluster: Cluster = {
    nodes: [one, two],
    proxyPort,
    password,
    connectionAt,
    async settled() {
      for (let tries = 0; tries < 3_000; tries++) {
        const all = await members();
        const named = (role: string, state: RegExp) =>
          nodes.find(({ name }) => all.some((one) => one.name === name && one.role === role && state.test(one.state)));
        const primary = named("leader", /^running$/);
        const standby = named("sync_standby", /^(?:running|streaming)$/);
        if (primary && standby) return { primary, standby };
        // Patroni 3.0.2 may refuse for ever to name a synchronous standby after a frozen primary came back
        // ("Synchronous replication key updated by someone else"); docs/operations.md says to restart it.
        if (primary && tries % 600 === 599) {
          signalAll([primary.patroni?.pid ?? 0].filter(Boolean), "SIGKILL");
          await startNode(primary);
        }
        await pause(100);
      }
      throw new Error(`The cluster does not stand: ${JSON.stringify(await members())}\n${lines.join("").slice(-4000)}`);
    },
    async kill(of) {
      signalAll(await processesOf(of), "SIGKILL");
      of.patroni = null;
    },
    async freeze(of) {
      const pids = await processesOf(of);
      signalAll(pids, "SIGSTOP");
      return () => signalAll(pids, "SIGCONT");
    },
    start: startNode,
    async switchover(from, to) {
      const answer = await fetch(`${at(from.rest)}/switchover`, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ leader: from.name, candidate: to.name }),
      });
      if (!answer.ok) throw new Error(`Patroni refused to switch over: ${await answer.text()}`);
    },
    said: () => lines.join(""),
    async stop() {
      for (const of of nodes) signalAll(await processesOf(of), "SIGKILL");
      for (const child of [proxy, etcd]) child.kill("SIGKILL");
      await rm(folder, { recursive: true, force: true });
    },
  };
  try {
    await startNode(one);
    // The first to come makes the database; the other copies it.
    for (
      let tries = 0;
      !(await members()).some(({ role, state }) => role === "leader" && state === "running");
      tries++
    ) {
      if (tries > 600) throw new Error(`No server of the cluster became its primary:\n${lines.join("").slice(-4000)}`);
      await pause(100);
    }
    await startNode(two);
    await cluster.settled();
    await run(one.connection, `create role tunai login password '${password}'`);
    await run(one.connection, "create database tunai owner tunai");
    return cluster;
  } catch (error) {
    await cluster.stop();
    throw error;
  }
}
