/** The brands of this installation, read once at the start from `brands/<id>/brand.json`. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";
import { ConfigFault, isOrigin, nameOneHostTwice, type Config } from "#server/process/config.server.ts";
import { brandSchema, type Brand } from "#shared/brand.ts";

export type { Brand };

/** Reads all brands. @throws ConfigFault naming every file that cannot be used, with its wrong fields. */
export function readBrands(folder: string): Brand[] {
  const brands: Brand[] = [];
  const faults: string[] = [];
  for (const entry of readdirSync(folder, { withFileTypes: true }).filter((one) => one.isDirectory())) {
    const file = join(folder, entry.name, "brand.json");
    const parsed = v.safeParse(brandSchema, jsonOf(file));
    if (parsed.success) brands.push(parsed.output);
    else
      faults.push(
        `${file}: ${parsed.issues.map((issue) => `${v.getDotPath(issue) ?? "the file"}: ${issue.message}`).join("; ")}`,
      );
  }
  if (faults.length > 0) throw new ConfigFault(faults);
  return brands;
}

/** Undefined, which is not a brand, when there is no readable JSON. */
function jsonOf(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return undefined;
  }
}

const known = new WeakMap<readonly Brand[], Map<string, Brand>>();
function brandsByHost(brands: readonly Brand[]): Map<string, Brand> {
  let byHost = known.get(brands);
  if (!byHost)
    known.set(
      brands,
      (byHost = new Map(brands.flatMap((brand) => brand.origins.map((origin) => [new URL(origin).host, brand])))),
    );
  return byHost;
}

/** Pages of web views, and their scripts' requests. */
const ofWebviews = /^\/(?:webview|api|event)(?:\/|$)/;

/** Product decisions 1: the brand whose origins hold the Host; else, in web views, the host app of the user agent; else the default. */
export function brandOf(
  brands: readonly Brand[],
  request: { host: string; path: string; hostApp: string | null },
  defaultId: string,
): Brand {
  const byHost = brandsByHost(brands).get(request.host);
  if (byHost) return byHost;
  const { hostApp } = request;
  const byApp =
    hostApp && ofWebviews.test(request.path) ? brands.find((brand) => brand.hostApps.includes(hostApp)) : undefined;
  const chosen = byApp ?? brands.find((brand) => brand.id === defaultId);
  if (!chosen) throw new Error(`There is no brand "${defaultId}" (BRAND).`);
  return chosen;
}

interface Reached {
  brands: readonly Brand[];
  config: { brand: string; publicOrigins: readonly string[] };
}

/** A brand by its id; a removed one, or none, is the installation's own. */
export function brandById({ brands, config }: Reached, brandId: string | null): Brand {
  const brand = brands.find(({ id }) => id === brandId) ?? brands.find(({ id }) => id === config.brand);
  if (!brand) throw new Error(`There is no brand "${config.brand}" (BRAND).`);
  return brand;
}

/**
 * The origin of a brand's pages, for every address that is sent outside or must not depend on the host of the current
 * request: the brand's own first origin, else the installation's. A removed brand counts as the installation's own.
 */
export function siteOriginOf({ brands, config }: Reached, brandId: string | null): string {
  const brand = brands.find(({ id }) => id === brandId) ?? brands.find(({ id }) => id === config.brand);
  return brand?.origins[0] ?? (config.publicOrigins[0] as string);
}

/** Every origin under which this installation answers, each once: its own first, then the brands'. */
export const allOrigins = (config: Pick<Config, "publicOrigins">, brands: readonly Brand[]): string[] => [
  ...new Set([...config.publicOrigins, ...brands.flatMap((brand) => brand.origins)]),
];

/** Faults in the brands' origins, one line each. A host determines the brand and the scheme, so it has exactly one of each. // docs/decisions/193 */
export function originFaults(config: Pick<Config, "appEnv" | "publicOrigins">, brands: readonly Brand[]): string[] {
  const faults: string[] = [];
  const usedNames = new Map<string, string>();
  for (const { id, origins } of brands) {
    if (!origins.every((origin) => isOrigin(origin) && origin === new URL(origin).origin)) {
      faults.push(
        `${id}: origins must be such as https://tunai.example, in lower case and without a slash at the end.`,
      );
      continue;
    }
    if (config.appEnv === "prod" && !origins.every((origin) => origin.startsWith("https://")))
      faults.push(`${id}: origins must be https when APP_ENV is prod: the session cookie needs them.`);
    if (nameOneHostTwice([...config.publicOrigins, ...origins]))
      faults.push(
        `${id}: origins and PUBLIC_ORIGIN name a host with http and with https: nothing in a request would say by which of them somebody came.`,
      );
    for (const host of new Set(origins.map((origin) => new URL(origin).host))) {
      const other = usedNames.get(host);
      if (other !== undefined) faults.push(`${id}: origins name a host of the brand "${other}".`);
      usedNames.set(host, id);
    }
  }
  return faults;
}

/** Titles of brands for pages that do not exist, one line each. */
export const titleFaults = (
  brands: readonly Pick<Brand, "id" | "titles">[],
  isPage: (path: string) => boolean,
): string[] =>
  brands.flatMap(({ id, titles }) =>
    Object.keys(titles)
      .filter((path) => !isPage(path))
      .map((path) => `${id}: titles name ${path}, which is no page.`),
  );

const regulatedFacts = ["operator", "licence", "address", "supportPhone", "supportWhatsapp", "supportEmail"] as const;

/** Unverified facts of the lending brands: `kilat: licence`. Prod starts only without any (product decisions 1). */
export function unverifiedFactsOf(brands: readonly Brand[]): string[] {
  return brands
    .filter(({ lends }) => lends)
    .flatMap((brand) => regulatedFacts.filter((name) => !brand[name].verified).map((name) => `${brand.id}: ${name}`));
}
