import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { titleFaults, originFaults, readBrands, unverifiedFactsOf } from "#server/process/brand.server.ts";
import { adapterVariable, ConfigFault, parseConfig, readConfig } from "#server/process/config.server.ts";

const faultsOf = (environment: Record<string, string>): readonly string[] => {
  try {
    parseConfig(environment, "/srv");
    return [];
  } catch (error) {
    if (error instanceof ConfigFault) return error.faults;
    throw error;
  }
};

test("An empty environment gives a configuration that works on this machine.", () => {
  expect(parseConfig({}, "/srv/tunai")).toEqual({
    appEnv: "dev",
    port: 3000,
    dataDir: "/srv/tunai/.data",
    databaseUrl: "",
    databaseDirectUrl: "",
    databaseReadUrl: "",
    hasTransactionPooler: false,
    databasePool: 20,
    secretsDir: "/srv/tunai/.data/secrets",
    publicOrigins: ["http://localhost:3000", "http://127.0.0.1:3000", "http://[::1]:3000"],
    passkeyHost: "localhost",
    brand: "tunai",
    eventOrigin: "",
    serviceWorker: true,
    minFreeBytes: 256 * 1024 * 1024,
    telemetryDayBytes: 512 * 1024 * 1024,
    contactMessagesADay: 5_000,
    verificationBudgetRupiah: 25_000_000,
    metricsPort: 0,
    otlpEndpoint: "",
    otlpProtocol: "http/protobuf",
    traceRatio: null,
    trustedHops: 0,
  });
});

test("Public origins come from a comma list, without trailing slashes, and a variable of spaces counts as absent.", () => {
  const config = parseConfig(
    { PUBLIC_ORIGIN: "https://tunai.example/, https://kilat.example:8443", PORT: "  ", SECRETS_DIR: "../keys" },
    "/srv/tunai",
  );
  expect(config.publicOrigins).toEqual(["https://tunai.example", "https://kilat.example:8443"]);
  expect(config.port).toBe(3000);
  expect(config.secretsDir).toBe("/srv/keys");
});

test("Passkeys are made for the first origin's host, or for one that is named; a bare address has none.", () => {
  const host = (PUBLIC_ORIGIN: string, PASSKEY_HOST = "") =>
    parseConfig({ PUBLIC_ORIGIN, PASSKEY_HOST }, "/srv/tunai").passkeyHost;
  expect(host("https://console.tunai.example:8443,https://tunai.example")).toBe("console.tunai.example");
  expect(host("https://console.tunai.example", "tunai.example")).toBe("tunai.example");
  expect([host("http://127.0.0.1:3000"), host("http://[::1]:3000")]).toEqual(["", ""]);
  expect(faultsOf({ PASSKEY_HOST: "https://tunai.example" })[0]).toMatch(/^PASSKEY_HOST must be a host/);
});

test("Every wrong variable is named in one line, and its value is not shown.", () => {
  const faults = faultsOf({
    PORT: "70000",
    APP_ENV: "production",
    DATABASE_URL: "mysql://me:hunter2@db",
    PUBLIC_ORIGIN: "tunai.example",
  });
  expect(faults).toHaveLength(4);
  for (const name of ["PORT", "APP_ENV", "DATABASE_URL", "PUBLIC_ORIGIN"])
    expect(faults.some((line) => line.startsWith(name))).toBe(true);
  expect(faults.join()).not.toMatch(/hunter2|70000/);
});

test("The database is named by one or several servers, and behind a pooler of transactions by its own address too.", () => {
  const several = "postgresql://me:hunter2@one:5432,two:5433/tunai?sslmode=require";
  expect(parseConfig({ DATABASE_URL: several })).toMatchObject({
    databaseUrl: several,
    databaseDirectUrl: several,
    hasTransactionPooler: false,
    databasePool: 20,
  });
  const pooled = { DATABASE_POOLER: "transaction", DATABASE_URL: "postgresql://pooler/x" };
  expect(parseConfig({ ...pooled, DATABASE_DIRECT_URL: "postgres://db/x", DATABASE_POOL: "40" })).toMatchObject({
    databaseDirectUrl: "postgres://db/x",
    hasTransactionPooler: true,
    databasePool: 40,
  });
  for (const [wrong, name] of [
    [pooled, "DATABASE_POOLER"],
    [{ DATABASE_DIRECT_URL: "postgresql://db/x" }, "DATABASE_DIRECT_URL"],
    [{ DATABASE_READ_URL: "postgresql://db/x" }, "DATABASE_READ_URL"],
    [{ DATABASE_URL: "postgresql://db/x", DATABASE_READ_URL: "hunter2" }, "DATABASE_READ_URL"],
    [{ DATABASE_URL: "postgresql://me:hunter2@one:port/x" }, "DATABASE_URL"],
    [{ DATABASE_URL: "postgresql://db/x", DATABASE_DIRECT_URL: "hunter2" }, "DATABASE_DIRECT_URL"],
    [{ DATABASE_POOLER: "statement" }, "DATABASE_POOLER"],
    [{ DATABASE_POOL: "11" }, "DATABASE_POOL"],
  ] as const) {
    const faults = faultsOf(wrong);
    expect(faults.map((line) => line.split(" ")[0])).toEqual([name]);
    expect(faults.join()).not.toContain("hunter2");
  }
});

test("The database's address may stand in a file, like every secret; the variable itself wins, and a missing file is named.", () => {
  const folder = mkdtempSync(join(tmpdir(), "tunai-address-"));
  const file = join(folder, "url");
  writeFileSync(file, "postgresql://me:hunter2@db/tunai\n");
  expect(parseConfig({ DATABASE_URL_FILE: file }).databaseUrl).toBe("postgresql://me:hunter2@db/tunai");
  expect(parseConfig({ DATABASE_URL_FILE: file, DATABASE_DIRECT_URL_FILE: file }).databaseDirectUrl).toContain("@db/");
  expect(parseConfig({ DATABASE_URL_FILE: file, DATABASE_READ_URL_FILE: file }).databaseReadUrl).toContain("@db/");
  expect(parseConfig({ DATABASE_URL: "postgresql://other/x", DATABASE_URL_FILE: file }).databaseUrl).toContain("other");
  writeFileSync(file, "mysql://me:hunter2@db");
  expect(faultsOf({ DATABASE_URL_FILE: file }).join()).toMatch(/^DATABASE_URL must be (?!.*hunter2)/);
  rmSync(folder, { recursive: true });
  expect(faultsOf({ DATABASE_URL_FILE: file })).toEqual(["DATABASE_URL_FILE names a file that cannot be read."]);
});

test("What codes may cost a day is a whole number of rupiah; anything else is named and does not become the default.", () => {
  expect(parseConfig({ VERIFICATION_BUDGET_RUPIAH: "7000" }, "/srv").verificationBudgetRupiah).toBe(7000);
  expect(parseConfig({ VERIFICATION_BUDGET_RUPIAH: "0" }, "/srv").verificationBudgetRupiah).toBe(0);
  for (const wrong of ["lots", "25.000.000", "-1", "1e7", "9999999999999"])
    expect(faultsOf({ VERIFICATION_BUDGET_RUPIAH: wrong }), wrong).toHaveLength(1);
});

test("A start can go on looking: beside the faults stands a configuration in which what is wrong has its default.", () => {
  const { config, faults } = readConfig(
    { APP_ENV: "prod", PORT: "x", PUBLIC_ORIGIN: "tunai", SECRETS_DIR: "/keys", TRUSTED_HOPS: "2" },
    "/srv",
  );
  expect(faults.map((line) => line.split(" ")[0])).toEqual(["PORT", "PUBLIC_ORIGIN"]);
  expect(config).toMatchObject({ appEnv: "prod", port: 3000, secretsDir: "/keys", trustedHops: 2 });
});

test("Whatever stands in the environment, parsing gives usable origins and a port or a list of faults, never another error.", () => {
  const names = ["APP_ENV", "PORT", "PUBLIC_ORIGIN", "EVENT_ORIGIN", "TRUSTED_HOPS", "BRAND"] as const;
  const value = fc.oneof(
    fc.string(),
    fc.webUrl(),
    fc.constantFrom("prod", "8080", "-1", "1e3", "https://a.example", "https://u:p@a.example"),
  );
  fc.assert(
    fc.property(fc.record(Object.fromEntries(names.map((name) => [name, value]))), (environment) => {
      try {
        const config = parseConfig(environment as Record<string, string>, "/srv");
        for (const origin of config.publicOrigins) expect(new URL(origin).origin).toBe(origin);
        expect(config.port).toBeLessThanOrEqual(65_535);
        expect(Number.isInteger(config.port)).toBe(true);
      } catch (error) {
        expect(error).toBeInstanceOf(ConfigFault);
      }
    }),
  );
});

test("A host stands by one scheme in the public origins; the same origin twice, or two ports of a host, are fine.", () => {
  const both = faultsOf({ PUBLIC_ORIGIN: "http://tunai.example, https://tunai.example" });
  expect(both).toEqual([expect.stringMatching(/^PUBLIC_ORIGIN names a host with http and with https/)]);
  expect(both.join()).not.toContain("tunai.example");
  expect(faultsOf({ PUBLIC_ORIGIN: "https://TUNAI.example, https://tunai.example/" })).toEqual([]);
  expect(faultsOf({ PUBLIC_ORIGIN: "http://tunai.example:8080, https://tunai.example" })).toEqual([]);
});

test("Origins of brands are written as browsers write them, of one scheme and one brand for a host, and https in production.", () => {
  const brands = readBrands("brands");
  const faults = (origins: Record<string, string[]>, environment: Record<string, string> = {}) =>
    originFaults(
      readConfig({ PUBLIC_ORIGIN: "https://tunai.example", ...environment }, "/srv").config,
      brands.map((brand) => ({ ...brand, origins: origins[brand.id] ?? [] })),
    );
  expect(faults({ tunai: ["https://tunai.example"], kilat: ["https://kilat.example", "http://localhost:1"] })).toEqual(
    [],
  );
  for (const wrong of ["kilat.example", "https://kilat.example/", "https://KILAT.example", "https://kilat.example:443"])
    expect(faults({ kilat: [wrong] }), wrong).toEqual([expect.stringMatching(/^kilat: origins must be such as/)]);
  expect(faults({ kilat: ["http://tunai.example"] })).toEqual([
    expect.stringMatching(/^kilat: origins and PUBLIC_ORIGIN name a host with http and with https/),
  ]);
  expect(faults({ kilat: ["https://a.example"], "pera-ph": ["https://b.example", "https://a.example"] })).toEqual([
    'pera-ph: origins name a host of the brand "kilat".',
  ]);
  expect(faults({ kilat: ["http://kilat.example"] }, { APP_ENV: "prod" })).toEqual([
    expect.stringMatching(/^kilat: origins must be https/),
  ]);
});

test("Production needs https origins.", () => {
  expect(faultsOf({ APP_ENV: "prod" })).toHaveLength(1);
  expect(faultsOf({ APP_ENV: "prod", PUBLIC_ORIGIN: "http://tunai.example" })).toHaveLength(1);
  expect(faultsOf({ APP_ENV: "prod", PUBLIC_ORIGIN: "https://tunai.example" })).toEqual([]);
});

test("The adapter variable of a port is its name in capitals.", () => {
  expect(adapterVariable("messaging")).toBe("MESSAGING_ADAPTER");
  expect(adapterVariable("face-check")).toBe("FACE_CHECK_ADAPTER");
});

test("The sample brands that lend count as unverified, fact by fact; verified ones and brands that do not lend do not.", () => {
  const brands = readBrands("brands");
  const unverified = unverifiedFactsOf(brands);
  expect(unverified).toContain("tunai: licence");
  const lenders = brands.filter(({ lends }) => lends).map(({ id }) => id);
  expect(new Set(unverified.map((fact) => fact.split(":")[0]))).toEqual(new Set(lenders));
  const [tunai] = brands.filter(({ id }) => id === "tunai");
  const checked = Object.fromEntries(
    Object.entries(tunai!).map(([name, value]) => [
      name,
      value && typeof value === "object" && "verified" in value ? { ...value, verified: true } : value,
    ]),
  );
  expect(unverifiedFactsOf([checked as unknown as NonNullable<typeof tunai>])).toEqual([]);
});

test("Every brand file that cannot be used is named at once, whether it is no JSON or lacks a field.", () => {
  const folder = mkdtempSync(join(tmpdir(), "tunai-brands-"));
  for (const [id, content] of [
    ["good", JSON.stringify(readBrands("brands")[0])],
    ["torn", "{"],
    ["poor", "{}"],
  ] as const) {
    mkdirSync(join(folder, id));
    writeFileSync(join(folder, id, "brand.json"), content);
  }
  const failure = (() => {
    try {
      return readBrands(folder);
    } catch (error) {
      return error;
    }
  })();
  expect((failure as ConfigFault).faults.toSorted()).toEqual([
    expect.stringMatching(/^\S+poor.brand\.json: id: /),
    expect.stringMatching(/^\S+torn.brand\.json: the file: /),
  ]);
  expect(failure).toBeInstanceOf(ConfigFault);
  rmSync(folder, { recursive: true });
});

test("A brand's title for a page that does not exist is a fault that names it.", () => {
  const titles = { "/webview/home": { id: "a", en: "b", zh: "c" }, "/webview/hom": { id: "a", en: "b", zh: "c" } };
  const isPage = (path: string) => path === "/webview/home";
  expect(titleFaults([{ id: "presta-mx", titles }], isPage)).toEqual([
    "presta-mx: titles name /webview/hom, which is no page.",
  ]);
});
