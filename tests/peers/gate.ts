/** A connection to a partner that can be cut: in front of a server on loopback, at an address that stays the same. */
import { createServer, request as ask, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/**
 * PASSING forwards. SILENT never answers and forwards nothing. SILENT_AFTER forwards and drops the answer. DEAD refuses
 * every connection.
 */
export type GateMode = "PASSING" | "SILENT" | "SILENT_AFTER" | "DEAD";

export interface Gate {
  url: string;
  /** Requests since the gate's start, of one path or all, whatever their result. */
  came(path?: string): number;
  /** The highest number of concurrent requests here. */
  most(): number;
  become(mode: GateMode): Promise<void>;
  close(): Promise<void>;
}

export async function startGate(target: string): Promise<Gate> {
  let mode: GateMode = "PASSING";
  const came: string[] = [];
  let underWay = 0;
  let most = 0;
  const server = createServer((incoming, response) => {
    came.push(incoming.url ?? "");
    most = Math.max(most, ++underWay);
    response.once("close", () => (underWay -= 1));
    if (mode === "SILENT") return void incoming.resume();
    handOn(target, incoming, response, mode === "SILENT_AFTER");
  });
  const listen = (port: number) => new Promise<void>((ready) => server.listen(port, "127.0.0.1", ready));
  const shut = () => new Promise<void>((closed) => (server.closeAllConnections(), server.close(() => closed())));
  await listen(0);
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    came: (path) => (path === undefined ? came : came.filter((one) => one === path)).length,
    most: () => most,
    async become(options) {
      if (options === "DEAD" && mode !== "DEAD") await shut();
      if (options !== "DEAD" && mode === "DEAD") await listen(port);
      mode = options;
    },
    close: async () => (mode === "DEAD" ? undefined : shut()),
  };
}

function handOn(target: string, incoming: IncomingMessage, response: ServerResponse, keepsAnswer: boolean): void {
  const onward = ask(
    target + (incoming.url ?? ""),
    { method: incoming.method ?? "GET", headers: incoming.headers },
    (answer) => {
      if (keepsAnswer) return void answer.resume();
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    },
  );
  onward.on("error", () => response.destroy());
  incoming.pipe(onward);
}
