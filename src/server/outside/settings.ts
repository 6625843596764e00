/** Variables of an adapter: each adapter reads its own once, and a missing or wrong one stops the start with its name, never its value. */
import { readFileSync } from "node:fs";
import { ConfigFault, type Environment } from "#server/config.server.ts";

export interface Settings {
  /** The variable, or the content of the file that `NAME_FILE` points at (keys and passwords). */
  text(name: string, fallback?: string): string;
  /** One of the listed values; the first one is the default. */
  choice<const Value extends string>(name: string, values: readonly [Value, ...Value[]]): Value;
  whole(name: string, fallback: number): number;
  address(name: string, fallback?: string): string;
  /** A comma list of servers of one cluster, each `protocol//host:port` of one of these protocols. */
  servers(name: string, protocols: readonly string[]): string[];
  /** Throws everything that was wrong at once. */
  check(): void;
}

export function readSettings(environment: Environment): Settings {
  const faults = new Set<string>();
  const find = (name: string): string | undefined => {
    const value = environment[name]?.trim();
    if (value) return value;
    const file = environment[`${name}_FILE`]?.trim();
    if (!file) return undefined;
    try {
      return readFileSync(file, "utf8").trim();
    } catch {
      faults.add(`${name}_FILE names a file that cannot be read.`);
      return "";
    }
  };
  const text = (name: string, fallback?: string): string => {
    const value = find(name) ?? fallback;
    if (value === undefined) faults.add(`${name} is needed by the chosen adapter (or ${name}_FILE, the path of a file that holds it).`);
    return value ?? "";
  };
  return {
    text,
    choice(name, values) {
      const wished = environment[name]?.trim() || values[0];
      const found = values.find((value) => value === wished);
      if (!found) faults.add(`${name} must be one of ${values.join(", ")}.`);
      return found ?? values[0];
    },
    whole(name, fallback) {
      const value = find(name) ?? String(fallback);
      if (!/^\d{1,9}$/.test(value)) faults.add(`${name} must be a whole number.`);
      return Number(value);
    },
    address(name, fallback) {
      const value = text(name, fallback);
      if (value && !/^https?:$/.test(URL.parse(value)?.protocol ?? "")) faults.add(`${name} must be an address such as https://partner.example.`);
      return value;
    },
    servers(name, protocols) {
      const servers = text(name).split(",").map((server) => server.trim()).filter(Boolean);
      const isFit = (server: string): boolean => {
        const { protocol = "", hostname = "", username = "" } = URL.parse(server) ?? {};
        return protocols.includes(protocol) && hostname !== "" && username === "";
      };
      if (!servers.every(isFit) || new Set(servers.map((server) => server.split(":")[0])).size > 1)
        faults.add(`${name} must name servers such as ${protocols[0]}//host.example:4222, all of one protocol and without a password.`);
      return servers;
    },
    check() {
      if (faults.size) throw new ConfigFault([...faults]);
    },
  };
}
