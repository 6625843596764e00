/**
 * Opens the ports to the outside world by the adapters that the variables choose: a start names all that is wrong before it
 * touches the database.
 */
import { ConfigFault, type Config, type Environment } from "#server/process/config.server.ts";
import { furtherPool } from "#server/database.server.ts";
import { createOutbound, type Outbound } from "./http.ts";
import { sandboxConnections } from "#server/postgres/pool-sizes.ts";
import { createSandboxLinking } from "./linking/sandbox.ts";
import { createSandboxLookup } from "./lookup/sandbox.ts";
import { mailReportPath } from "./mail/reports.ts";
import { createSandboxMessages } from "./messaging/sandbox.ts";
import { measured, measuredPorts } from "./measured.ts";
import { createSandboxNext } from "./sandbox-next.ts";
import { createSandboxOrders } from "./sandbox-orders.ts";
import { createSandboxPush } from "./push/sandbox.ts";
import { createSandboxRequests } from "./sandbox-requests.ts";
import { createSandboxBank, sandboxWebhookPath } from "./sandbox-bank/index.ts";
import { sandboxReceiverPath } from "#shared/sandbox-ports.ts";
import { sandboxSecretFrom } from "./sandbox-secret.ts";
import { createSandboxReceiver } from "./webhooks/receiver.ts";
import { readSettings } from "./settings.ts";
import type { Foundation, Outside, Ports, Sandbox, Tools } from "./ports.ts";
import { chooseAll } from "./adapters.ts";

/** The adapters that the variables choose, read and not yet opened. */
export interface OutsideChoice {
  /** Why they cannot be opened, one line each: missing and wrong variables of the chosen adapters, and in prod every port of the sandbox. */
  faults: readonly string[];
  /** @throws ConfigFault with these faults, if there are any. */
  open(foundation: Foundation): Outside;
}

export function chooseOutside(environment: Environment, config: Config): OutsideChoice {
  const isProd = config.appEnv === "prod";
  const settings = readSettings(environment, isProd);
  const chosen = chooseAll(settings, config);
  const callbackOrigin = isProd ? "" : settings.address("SANDBOX_CALLBACK_ORIGIN", "");
  const faults = settings.faults();
  return {
    faults,
    open(foundation) {
      if (faults.length) throw new ConfigFault(faults);
      const outbound = createOutbound({ monotonicMs: () => performance.now(), allowPlainHttp: !isProd });
      const sandbox = isProd ? undefined : openSandbox(foundation, outbound, config, callbackOrigin);
      const tools: Tools = { ...foundation, outbound, sandbox: sandbox?.parts };
      const real = Object.fromEntries(
        Object.entries(chosen).map(([port, make]) => [port, make(tools)]),
      ) as unknown as Ports;
      const { tally } = foundation;
      const counted = Object.fromEntries(
        measuredPorts.map((name) => [
          name,
          measured(real[name], name, { tally, monotonicMs: () => performance.now() }),
        ]),
      ) as unknown as Ports;
      return {
        ...real,
        ...counted,
        sandbox: sandbox?.parts ?? null,
        start(listening) {
          sandbox?.start(listening?.port ?? config.port);
        },
        async stop() {
          await sandbox?.stop();
          if ("close" in real.mail) (real.mail as { close(): void }).close();
          if ("close" in real.events) await (real.events as { close(): Promise<void> }).close();
          outbound.close();
        },
      };
    },
  };
}

/** The sandbox's own pool, its bank and its senders. The bank calls us back over loopback under our public name. */
function openSandbox(
  foundation: Foundation,
  outbound: Outbound,
  config: Config,
  callbackOrigin: string,
): { parts: Sandbox; start(port: number): void; stop(): Promise<void> } {
  const { clock, random, log, keys } = foundation;
  const database = furtherPool(foundation.database, sandboxConnections);
  const secret = sandboxSecretFrom(keys, random);
  const host = new URL(config.publicOrigins[0] ?? "http://localhost").host;
  let peer = outbound.peer("sandbox callback", callbackOrigin || `http://127.0.0.1:${config.port}`);
  const requests = createSandboxRequests({ database, clock, log });
  let post: Parameters<Sandbox["deliverBy"]>[0] = async (path, headers, body) => {
    const answer = await peer.send({
      method: "POST",
      path,
      headers: callbackOrigin ? headers : { ...headers, host },
      body,
    });
    return answer.status;
  };
  // Separate from the bank's: a receiver that hangs must not delay the bank's callbacks.
  const receiving = outbound.direct("sandbox receiver", {
    onlyPublic: false,
    limits: { connectMs: 1_000, totalMs: 15_000, answerBytes: 256_000 },
  });
  let receiverOrigin = callbackOrigin || `http://127.0.0.1:${config.port}`;
  let postWebhook: Parameters<Sandbox["deliverBy"]>[0] = async (path, headers, body) => {
    const sent = callbackOrigin ? headers : { ...headers, host };
    return (await receiving.send(receiverOrigin + path, { method: "POST", headers: sent, body })).status;
  };
  const ownWebhook: Sandbox["ownWebhook"] = ({ url, headers, body }) => {
    const { origin, pathname, search } = new URL(url);
    const isOwn = config.publicOrigins.includes(origin) && pathname.startsWith(sandboxReceiverPath);
    return isOwn ? postWebhook(pathname + search, { ...headers }, body) : null;
  };
  const logged =
    (port: "BANK" | "MAIL", path: string) =>
    (headers: Record<string, string>, body: string): Promise<number> =>
      requests.callback(port, path, body, () => post(path, headers, body));
  const bank = createSandboxBank({ database, clock, random, secret, post: logged("BANK", sandboxWebhookPath) }, log);
  const tools = { database, clock, secret };
  const next = createSandboxNext(tools);
  const messages = createSandboxMessages({
    ...tools,
    log,
    next,
    report: logged("MAIL", mailReportPath),
  });
  const lookup = createSandboxLookup({
    orders: createSandboxOrders(tools, "LOOKUP"),
    next,
    messaging: messages.messaging,
  });
  const linking = createSandboxLinking({ orders: createSandboxOrders(tools, "LINKING"), next, clock });
  return {
    parts: {
      bank,
      messages,
      next,
      requests,
      lookup,
      linking,
      push: createSandboxPush({ secret, random, next, messages }),
      ownWebhook,
      receiver: createSandboxReceiver(tools),
      deliverBy: (way) => (post = postWebhook = way),
    },
    start(port) {
      if (!callbackOrigin) receiverOrigin = `http://127.0.0.1:${port}`;
      if (!callbackOrigin) peer = outbound.peer("sandbox callback", `http://127.0.0.1:${port}`);
      bank.start();
    },
    async stop() {
      await bank.stop();
      await requests.flush();
    },
  };
}
