/** The configuration of a process: read once from the environment, every variable with a default that works (product decisions 1). */
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import * as v from "valibot";
import { urlsOf } from "#server/postgres/hosts.ts";
import { maxConnections, minConnections } from "#server/postgres/pool-sizes.ts";

const appEnvironments = ["dev", "test", "feat", "prod"] as const;
export type AppEnvironment = (typeof appEnvironments)[number];
/** Raw variables, as a process has them. */
export type Environment = Readonly<Record<string, string | undefined>>;

export interface Config {
  /** `prod` refuses sandbox adapters, generated keys and unverified regulated facts. */
  appEnv: AppEnvironment;
  port: number;
  /** Absolute folder of the embedded database, stored objects and, by default, the secrets. */
  dataDir: string;
  /** `postgresql://…`, several servers by commas; empty for the embedded server. It may hold a password: never log it. */
  databaseUrl: string;
  /** The same database past a pooler: for migrations, notifications and operators' commands. As `databaseUrl` unless set. */
  databaseDirectUrl: string;
  /** A standby of the same database, for reads of staff, partners and files; empty: the primary answers them. */
  databaseReadUrl: string;
  /** Whether a pooler at `databaseUrl` lends sessions for a transaction at a time. */
  hasTransactionPooler: boolean;
  /** Connections to the database that this process holds at most. */
  databasePool: number;
  /** Absolute folder of the keys; its files are 0600 and shared by all processes of an installation. */
  secretsDir: string;
  /** Public origins of this installation, without a trailing slash; the first one is used in messages. */
  publicOrigins: string[];
  /** The host for which staff make passkeys, below which all origins of the console lie; empty: none are offered. */
  passkeyHost: string;
  /** Id of the default brand, shown when neither Host nor host app selects one. */
  brand: string;
  /** Origin of a separate event sink; empty: events go to this server. */
  eventOrigin: string;
  /** Whether pages register a service worker; when off, existing ones remove themselves. */
  serviceWorker: boolean;
  /** Free bytes of a disk below which new writes are refused; 0 watches no disk. */
  minFreeBytes: number;
  /** Bytes that reports about visits may write per day, over all processes; 0 accepts none. */
  telemetryDayBytes: number;
  /** Daily budget for one-time codes, in rupiah; 0 sends none. */
  verificationBudgetRupiah: number;
  /** Questions that go to emergency contacts a day, of all borrowers together; 0 sends none. */
  contactMessagesADay: number;
  /** Port at which Prometheus reads this process's figures; 0: none. */
  metricsPort: number;
  /** Base address of an OpenTelemetry collector, without a slash at the end; empty: none. */
  otlpEndpoint: string;
  otlpProtocol: "http/protobuf" | "http/json";
  /** Share of the traces that are recorded, 0 to 1; null: 0.01 of a built product, all while developing. */
  traceRatio: number | null;
  /** How many proxies in front of this process set forwarded headers truthfully. */
  trustedHops: number;
}

/** Reported here for an impossible id, and by the start for an unknown one. */
export const brandRule = "must be the id of a folder below brands/";
const megabyte = 1024 * 1024;

/** The configuration cannot be used; `faults` holds one clear line for each reason. */
export class ConfigFault extends Error {
  override readonly name = "ConfigFault";
  readonly faults: readonly string[];
  constructor(faults: readonly string[]) {
    super(faults.join("\n"));
    this.faults = faults;
  }
}

const wholeNumber = (least: number, most: number, what: string) =>
  v.pipe(
    v.string(),
    v.regex(/^\d{1,15}$/, `must be a whole number from ${least} to ${most} (${what})`),
    v.transform(Number),
    v.minValue(least, `must be at least ${least} (${what})`),
    v.maxValue(most, `must be at most ${most} (${what})`),
  );

const databaseUrl = (rule: string) =>
  v.pipe(
    v.string(),
    v.check((url) => url === "" || urlsOf(url) !== null, rule),
  );

const schema = v.object({
  APP_ENV: v.picklist(appEnvironments, "must be one of dev, test, feat, prod"),
  PORT: wholeNumber(0, 65_535, "0 lets the system choose"),
  DATA_DIR: v.string(),
  DATABASE_URL: databaseUrl("must be postgresql://user:password@host:port/name, or empty for the embedded database"),
  DATABASE_DIRECT_URL: databaseUrl(
    "must be postgresql://user:password@host:port/name, or empty where no pooler is in between",
  ),
  DATABASE_READ_URL: databaseUrl("must be postgresql://user:password@host:port/name of a standby, or empty"),
  DATABASE_POOLER: v.picklist(
    ["none", "session", "transaction"],
    "must be none, session (a pooler that keeps sessions) or transaction (one that lends them for a transaction)",
  ),
  DATABASE_POOL: wholeNumber(minConnections, maxConnections, "connections to the database of one process"),
  SECRETS_DIR: v.string(),
  PUBLIC_ORIGIN: v.string(),
  PASSKEY_HOST: v.pipe(
    v.string(),
    v.regex(
      /^(?:[a-z0-9-]+(?:\.[a-z0-9-]+)*)?$/,
      "must be a host such as tunai.example, without scheme and port, or empty",
    ),
  ),
  BRAND: v.pipe(v.string(), v.regex(/^[a-z0-9-]+$/, brandRule)),
  EVENT_ORIGIN: v.pipe(
    v.string(),
    v.check(
      (origin) => origin === "" || isOrigin(origin),
      "must be an origin such as https://events.example.com, or empty",
    ),
  ),
  SERVICE_WORKER: v.picklist(["on", "off"], "must be on or off"),
  DISK_LEAST_FREE_MB: wholeNumber(0, 999_999, "0 watches no disk"),
  TELEMETRY_DAY_MB: wholeNumber(0, 999_999, "0 takes no reports about visits"),
  VERIFICATION_BUDGET_RUPIAH: wholeNumber(0, 999_999_999_999, "0 sends no codes"),
  CONTACT_MESSAGES_A_DAY: wholeNumber(0, 999_999, "0 sends none"),
  METRICS_PORT: wholeNumber(0, 65_535, "0 opens none"),
  OTEL_EXPORTER_OTLP_ENDPOINT: v.pipe(
    v.string(),
    v.check(
      (url) => url === "" || /^https?:$/.test(URL.parse(url)?.protocol ?? ""),
      "must be the address of an OpenTelemetry collector such as http://localhost:4318, or empty",
    ),
  ),
  OTEL_EXPORTER_OTLP_PROTOCOL: v.picklist(["http/protobuf", "http/json"], "must be http/protobuf or http/json"),
  OTEL_TRACES_SAMPLER_ARG: v.pipe(
    v.string(),
    v.regex(/^(0(\.\d{1,6})?|1(\.0{1,6})?)?$/, "must be a share from 0 to 1, or empty"),
  ),
  TRUSTED_HOPS: wholeNumber(0, 9, "proxies in front of this process"),
});

const defaults = {
  APP_ENV: "dev",
  PORT: "3000",
  DATA_DIR: ".data",
  DATABASE_URL: "",
  DATABASE_DIRECT_URL: "",
  DATABASE_READ_URL: "",
  DATABASE_POOLER: "none",
  DATABASE_POOL: "20",
  SECRETS_DIR: "",
  PUBLIC_ORIGIN: "",
  PASSKEY_HOST: "",
  BRAND: "tunai",
  EVENT_ORIGIN: "",
  SERVICE_WORKER: "on",
  DISK_LEAST_FREE_MB: "256",
  TELEMETRY_DAY_MB: "512",
  VERIFICATION_BUDGET_RUPIAH: "25000000",
  CONTACT_MESSAGES_A_DAY: "5000",
  METRICS_PORT: "0",
  OTEL_EXPORTER_OTLP_ENDPOINT: "",
  OTEL_EXPORTER_OTLP_PROTOCOL: "http/protobuf",
  OTEL_TRACES_SAMPLER_ARG: "",
  TRUSTED_HOPS: "0",
} as const;

/**
 * Reads the configuration. A variable that is absent or empty takes its default.
 * @throws ConfigFault naming every wrong variable, never its value (it may be a secret).
 */
export function parseConfig(environment: Environment, folder?: string): Config {
  const { config, faults } = readConfig(environment, folder);
  if (faults.length) throw new ConfigFault(faults);
  return config;
}

/** The same for a start, which collects further faults: a wrong variable is among the faults and has its default here. */
export function readConfig(
  environment: Environment,
  folder: string = process.cwd(),
): { config: Config; faults: string[] } {
  const files = readAddresses(environment);
  const requested = Object.fromEntries(
    Object.entries(defaults).map(([name, fallback]) => [
      name,
      environment[name]?.trim() || files.found[name] || fallback,
    ]),
  );
  const { issues = [] } = v.safeParse(schema, requested);
  const faults = [...files.faults, ...issues.map((issue) => `${v.getDotPath(issue)} ${issue.message}.`)];
  const wrong = new Set(issues.map((issue) => v.getDotPath(issue)));
  const usable = v.parse(schema, {
    ...requested,
    ...Object.fromEntries(Object.entries(defaults).filter(([name]) => wrong.has(name))),
  });
  const origins = usable.PUBLIC_ORIGIN.split(",")
    .map((origin) => origin.trim().replace(/\/$/, ""))
    .filter(Boolean);
  const areOrigins = origins.every(isOrigin);
  if (!areOrigins) faults.push("PUBLIC_ORIGIN must be a comma list of origins such as https://tunai.example.");
  else if (nameOneHostTwice(origins))
    faults.push(
      "PUBLIC_ORIGIN names a host with http and with https: nothing in a request would say by which of them somebody came.",
    );
  else if (usable.APP_ENV === "prod" && !(origins.length && origins.every((origin) => origin.startsWith("https://"))))
    faults.push("PUBLIC_ORIGIN must name https origins when APP_ENV is prod: the session cookie needs them.");
  const isUrlWrong = ["DATABASE_URL", "DATABASE_DIRECT_URL", "DATABASE_READ_URL"].some((name) => wrong.has(name));
  if (!isUrlWrong && usable.DATABASE_URL === "" && usable.DATABASE_DIRECT_URL !== "")
    faults.push("DATABASE_DIRECT_URL is set and DATABASE_URL is not.");
  else if (!isUrlWrong && usable.DATABASE_POOLER === "transaction" && usable.DATABASE_DIRECT_URL === "")
    faults.push(
      "DATABASE_POOLER is transaction: DATABASE_URL must name the pooler, and DATABASE_DIRECT_URL the database itself, for migrations and notifications.",
    );
  if (!isUrlWrong && usable.DATABASE_URL === "" && usable.DATABASE_READ_URL !== "")
    faults.push("DATABASE_READ_URL is set and DATABASE_URL is not.");
  const dataDir = resolve(folder, usable.DATA_DIR);
  const publicOrigins =
    origins.length && areOrigins ? origins.map((origin) => new URL(origin).origin) : loopbackOrigins(usable.PORT);
  const config = {
    appEnv: usable.APP_ENV,
    port: usable.PORT,
    dataDir,
    databaseUrl: usable.DATABASE_URL,
    databaseDirectUrl: usable.DATABASE_DIRECT_URL || usable.DATABASE_URL,
    databaseReadUrl: usable.DATABASE_READ_URL,
    hasTransactionPooler: usable.DATABASE_POOLER === "transaction",
    databasePool: usable.DATABASE_POOL,
    secretsDir: usable.SECRETS_DIR ? resolve(folder, usable.SECRETS_DIR) : join(dataDir, "secrets"),
    publicOrigins,
    passkeyHost: usable.PASSKEY_HOST || passkeyHostOf(publicOrigins),
    brand: usable.BRAND,
    eventOrigin: usable.EVENT_ORIGIN,
    serviceWorker: usable.SERVICE_WORKER === "on",
    minFreeBytes: usable.DISK_LEAST_FREE_MB * megabyte,
    telemetryDayBytes: usable.TELEMETRY_DAY_MB * megabyte,
    verificationBudgetRupiah: usable.VERIFICATION_BUDGET_RUPIAH,
    contactMessagesADay: usable.CONTACT_MESSAGES_A_DAY,
    metricsPort: usable.METRICS_PORT,
    otlpEndpoint: usable.OTEL_EXPORTER_OTLP_ENDPOINT.replace(/\/+$/, ""),
    otlpProtocol: usable.OTEL_EXPORTER_OTLP_PROTOCOL,
    traceRatio: usable.OTEL_TRACES_SAMPLER_ARG === "" ? null : Number(usable.OTEL_TRACES_SAMPLER_ARG),
    trustedHops: usable.TRUSTED_HOPS,
  };
  return { config, faults };
}

/** The host of the first public origin; empty for a bare address, at which browsers make no passkeys. */
function passkeyHostOf([first = ""]: readonly string[]): string {
  const { hostname } = new URL(first);
  return /^[\d.]+$|^\[/.test(hostname) ? "" : hostname;
}

/** The database's addresses hold its password, so each may stand in a file that `NAME_FILE` points at, as adapters' secrets do. */
function readAddresses(environment: Environment): { found: Record<string, string>; faults: string[] } {
  const found: Record<string, string> = {};
  const faults: string[] = [];
  for (const name of ["DATABASE_URL", "DATABASE_DIRECT_URL", "DATABASE_READ_URL"]) {
    const file = environment[`${name}_FILE`]?.trim();
    if (!file || environment[name]?.trim()) continue;
    try {
      found[name] = readFileSync(file, "utf8").trim();
    } catch {
      faults.push(`${name}_FILE names a file that cannot be read.`);
    }
  }
  return { found, faults };
}

/** The names under which this machine reaches itself; the default without a public origin. */
function loopbackOrigins(port: number): string[] {
  return ["localhost", "127.0.0.1", "[::1]"].map((host) => new URL(`http://${host}:${port}`).origin);
}

/** True when one host appears in different origins, `http://tunai.example` and `https://tunai.example`. */
export function nameOneHostTwice(origins: readonly string[]): boolean {
  const different = new Set(origins.map((origin) => new URL(origin).origin));
  return new Set([...different].map((origin) => new URL(origin).host)).size < different.size;
}

/** True for `https://tunai.example:8443`: scheme and authority, no path, no credentials. */
export function isOrigin(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && url.origin === text.toLowerCase();
}

/** `faceCheck` → `FACE_CHECK_ADAPTER` */
export function adapterVariable(port: string): string {
  return `${port
    .replace(/[A-Z]/g, (letter) => `_${letter}`)
    .replaceAll("-", "_")
    .toUpperCase()}_ADAPTER`;
}
