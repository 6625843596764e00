/** A thread that sends one body again and again over six connections, until it is ended. */
import { Agent, request } from "node:http";
import { parentPort, workerData } from "node:worker_threads";

export interface HostileSending {
  origin: string;
  path: string;
  headers: Record<string, string>;
  bytes: Uint8Array;
  connections: number;
}

const { origin, path, headers, bytes, connections } = workerData as HostileSending;
const statuses: Record<string, number> = {};
const agent = new Agent({ keepAlive: true });

const send = (): Promise<void> =>
  new Promise((done) => {
    const outgoing = request(
      origin + path,
      { method: "POST", agent, headers: { ...headers, "content-length": bytes.length } },
      (response) => {
        const status = String(response.statusCode);
        statuses[status] = (statuses[status] ?? 0) + 1;
        response.resume();
      },
    );
    outgoing.on("error", () => (statuses["broken"] = (statuses["broken"] ?? 0) + 1)).on("close", done);
    outgoing.end(bytes);
  });

let isOver = false;
parentPort?.once("message", () => (isOver = true));
await Promise.all(
  Array.from({ length: connections }, async () => {
    while (!isOver) await send();
  }),
);
agent.destroy();
parentPort?.postMessage(statuses);
