/** Variables of the adapters: each adapter reads its own once, before anything is opened, and a missing or wrong one stops the start with its name, never its value. */
import { readFileSync } from "node:fs";
import { adapterVariable, type Environment } from "#server/process/config.server.ts";
import { isProtected } from "./http.ts";

export interface Settings {
  /** The variable, or the content of the file that `NAME_FILE` points at (keys and passwords). */
  text(name: string, fallback?: string): string;
  /** A text that must be `what`: `fits` checks it, and an exception means no. */
  fitting(name: string, what: string, fits: (text: string) => boolean, fallback?: string): string;
  /** One of the listed values; the first one is the default. */
  choice<const Value extends string>(name: string, values: readonly [Value, ...Value[]]): Value;
  /** The choice of a port's adapter. In prod the sandbox is refused. */
  adapter<const Value extends string>(port: string, values: readonly [Value, ...Value[]]): Value;
  /** From 0 to `most`. */
  whole(name: string, fallback: number, most?: number): number;
  /** In prod https, or this machine itself. */
  address(name: string, fallback?: string): string;
  /** A comma list of servers of one cluster, each `protocol//host:port` with one of these protocols. */
  servers(name: string, protocols: readonly string[]): string[];
  /** All faults so far, one line each. The values read are usable only when there are none. */
  faults(): string[];
}

export function readSettings(environment: Environment, isProd: boolean): Settings {
  const faults = new Set<string>();
  const unread = new Set<string>();
  const find = (name: string): string | undefined => {
    const value = environment[name]?.trim();
    if (value) return value;
    const file = environment[`${name}_FILE`]?.trim();
    if (!file) return undefined;
    try {
      return readFileSync(file, "utf8").trim() || undefined;
    } catch {
      faults.add(`${name}_FILE names a file that cannot be read.`);
      unread.add(name);
      return undefined;
    }
  };
  const text = (name: string, fallback?: string): string => {
    const value = find(name) ?? fallback;
    if (value === undefined && !unread.has(name))
      faults.add(`${name} is needed by the chosen adapter (or ${name}_FILE, the path of a file that holds it).`);
    return value ?? "";
  };
  const demand = (name: string, value: string, what: string, fits: (text: string) => boolean): string => {
    // A missing one was reported already.
    if (value && !isTrue(() => fits(value))) faults.add(`${name} must be ${what}.`);
    return value;
  };
  const wishOf = (name: string, values: readonly string[]): string =>
    environment[name]?.trim() || (values[0] as string);
  const choice = <const Value extends string>(name: string, values: readonly [Value, ...Value[]]): Value => {
    const found = values.find((value) => value === wishOf(name, values));
    if (!found) faults.add(`${name} must be one of ${values.join(", ")}.`);
    return found ?? values[0];
  };
  return {
    text,
    fitting: (name, what, fits, fallback) => demand(name, text(name, fallback), what, fits),
    choice,
    adapter(port, values) {
      const name = adapterVariable(port);
      if (isProd && wishOf(name, values) === "sandbox")
        faults.add(`The port "${port}" is served by the sandbox. Choose a real adapter: ${name}.`);
      return choice(name, values);
    },
    whole: (name, fallback, most = 999_999_999) =>
      Number(
        demand(
          name,
          text(name, String(fallback)),
          `a whole number up to ${most}`,
          (value) => /^\d{1,9}$/.test(value) && Number(value) <= most,
        ),
      ),
    address(name, fallback) {
      const what = `an ${isProd ? "https " : ""}address such as https://partner.example, without a password or a query`;
      return demand(name, text(name, fallback), what, (value) => isAddress(new URL(value), isProd));
    },
    servers(name, protocols) {
      const what = `a list of servers such as ${protocols[0]}//host.example:4222, all of one protocol and without a password`;
      return serversIn(demand(name, text(name), what, (value) => areOfOneCluster(serversIn(value), protocols)));
    },
    faults: () => [...faults],
  };
}

/** A partner's base address: https (except for trials outside prod), without user, query or fragment. */
const isAddress = (url: URL, isProd: boolean): boolean =>
  (isProtected(url) || (url.protocol === "http:" && !isProd)) &&
  url.username + url.password + url.search + url.hash === "";

const serversIn = (value: string): string[] =>
  value
    .split(",")
    .map((server) => server.trim())
    .filter(Boolean);

function areOfOneCluster(servers: readonly string[], protocols: readonly string[]): boolean {
  const isFit = (server: string): boolean => {
    const { protocol = "", hostname = "", username = "" } = URL.parse(server) ?? {};
    return protocols.includes(protocol) && hostname !== "" && username === "";
  };
  return servers.every(isFit) && new Set(servers.map((server) => server.split(":")[0])).size === 1;
}

function isTrue(ask: () => boolean): boolean {
  try {
    return ask();
  } catch {
    return false;
  }
}
