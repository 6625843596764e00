/** The configuration of a process: read once from the environment, every variable with a default that works (decisions 1). */
import { join, resolve } from "node:path";
import * as v from "valibot";

export const appEnvironments = ["dev", "test", "feat", "prod"] as const;
export type AppEnvironment = (typeof appEnvironments)[number];
/** Raw variables, as a process has them. */
export type Environment = Readonly<Record<string, string | undefined>>;

export interface Config {
  /** `prod` refuses sandbox adapters, generated keys and unverified regulated facts. */
  appEnv: AppEnvironment;
  port: number;
  /** Absolute folder of the embedded database, stored objects and, by default, the secrets. */
  dataDir: string;
  /** `postgresql://…`; empty for the embedded server. It may hold a password: never log it. */
  databaseUrl: string;
  /** Absolute folder of the keys; its files are 0600 and shared by all processes of an installation. */
  secretsDir: string;
  /** Origins under which people reach this installation, without a trailing slash; the first one stands in messages. */
  publicOrigins: string[];
  /** Id of the brand that is shown where neither Host nor host app selects one. */
  brand: string;
  /** Origin of a separate event sink; empty: events go to this server. */
  eventOrigin: string;
  /** Free bytes of a disk below which new writes are refused; 0 watches no disk. */
  leastFreeBytes: number;
  /** How many proxies in front of this process set forwarded headers truthfully. */
  trustedHops: number;
  /** All variables, for the adapters of the ports: each parses its own once. */
  environment: Environment;
}

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
    v.regex(/^\d{1,6}$/, `must be a whole number from ${least} to ${most} (${what})`),
    v.transform(Number),
    v.minValue(least, `must be at least ${least} (${what})`),
    v.maxValue(most, `must be at most ${most} (${what})`),
  );

const schema = v.object({
  APP_ENV: v.picklist(appEnvironments, "must be one of dev, test, feat, prod"),
  PORT: wholeNumber(0, 65_535, "0 lets the system choose"),
  DATA_DIR: v.string(),
  DATABASE_URL: v.pipe(v.string(), v.regex(/^$|^postgres(ql)?:\/\//, "must start with postgresql:// or be empty for the embedded database")),
  SECRETS_DIR: v.string(),
  PUBLIC_ORIGIN: v.string(),
  BRAND: v.pipe(v.string(), v.regex(/^[a-z0-9-]+$/, "must be the id of a folder below brands/")),
  EVENT_ORIGIN: v.pipe(
    v.string(),
    v.check((origin) => origin === "" || isOrigin(origin), "must be an origin such as https://events.example.com, or empty"),
  ),
  DISK_LEAST_FREE_MB: wholeNumber(0, 999_999, "0 watches no disk"),
  TRUSTED_HOPS: wholeNumber(0, 9, "proxies in front of this process"),
});

const defaults = {
  APP_ENV: "dev",
  PORT: "3000",
  DATA_DIR: ".data",
  DATABASE_URL: "",
  SECRETS_DIR: "",
  PUBLIC_ORIGIN: "",
  BRAND: "tunai",
  EVENT_ORIGIN: "",
  DISK_LEAST_FREE_MB: "256",
  TRUSTED_HOPS: "0",
} as const;

/**
 * Reads the configuration. A variable that is absent or empty takes its default.
 * @throws ConfigFault naming every wrong variable, never its value (it may be a secret).
 */
export function parseConfig(environment: Environment, folder: string = process.cwd()): Config {
  const wished = Object.fromEntries(Object.entries(defaults).map(([name, fallback]) => [name, environment[name]?.trim() || fallback]));
  const parsed = v.safeParse(schema, wished);
  const faults = parsed.success ? [] : parsed.issues.map((issue) => `${v.getDotPath(issue)} ${issue.message}.`);
  const origins = (wished.PUBLIC_ORIGIN ?? "")
    .split(",")
    .map((origin) => origin.trim().replace(/\/$/, ""))
    .filter(Boolean);
  for (const origin of origins) if (!isOrigin(origin)) faults.push("PUBLIC_ORIGIN must be a comma list of origins such as https://tunai.example.");
  if (!parsed.success || faults.length) throw new ConfigFault(faults);
  const { output } = parsed;
  if (output.APP_ENV === "prod" && !(origins.length && origins.every((origin) => origin.startsWith("https://"))))
    throw new ConfigFault(["PUBLIC_ORIGIN must name https origins when APP_ENV is prod: the session cookie needs them."]);
  const dataDir = resolve(folder, output.DATA_DIR);
  return {
    appEnv: output.APP_ENV,
    port: output.PORT,
    dataDir,
    databaseUrl: output.DATABASE_URL,
    secretsDir: output.SECRETS_DIR ? resolve(folder, output.SECRETS_DIR) : join(dataDir, "secrets"),
    publicOrigins: origins.length ? origins.map((origin) => new URL(origin).origin) : loopbackOrigins(output.PORT),
    brand: output.BRAND,
    eventOrigin: output.EVENT_ORIGIN,
    leastFreeBytes: output.DISK_LEAST_FREE_MB * megabyte,
    trustedHops: output.TRUSTED_HOPS,
    environment,
  };
}

/** The names under which this machine reaches itself; the default where no public origin is set. */
export function loopbackOrigins(port: number): string[] {
  return ["localhost", "127.0.0.1", "[::1]"].map((host) => new URL(`http://${host}:${port}`).origin);
}

/** True for `https://tunai.example:8443`: scheme and authority, no path, no credentials. */
function isOrigin(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && url.origin === text.toLowerCase();
}

/** What an installation stands on, as the parts themselves report it. */
export interface Standing {
  /** Names of ports whose adapter is the sandbox: `bank`, `messaging` … */
  sandboxPorts: readonly string[];
  /** True when the keys were made by a start of this product rather than by its operator (`Keys.areGenerated`). */
  areKeysGenerated: boolean;
  /** Regulated facts that nobody verified: `tunai: licence` … */
  unverifiedFacts: readonly string[];
}

/** Why this installation may not run as `prod`, one clear line for each reason; empty elsewhere (decisions 1). */
export function productionFaults(appEnv: AppEnvironment, standing: Standing): string[] {
  if (appEnv !== "prod") return [];
  const faults = standing.sandboxPorts.map((port) => `The port "${port}" is served by the sandbox. Choose a real adapter: ${adapterVariable(port)}.`);
  if (standing.areKeysGenerated) faults.push("The keys in SECRETS_DIR were generated by a start outside prod. Make your own: npm run keys -- make.");
  return [...faults, ...standing.unverifiedFacts.map((fact) => `The fact "${fact}" is not verified. Check it and set verified: true in its brand.`)];
}

/** `faceCheck` → `FACE_CHECK_ADAPTER` */
export function adapterVariable(port: string): string {
  return `${port.replace(/[A-Z]/g, (letter) => `_${letter}`).replaceAll("-", "_").toUpperCase()}_ADAPTER`;
}
