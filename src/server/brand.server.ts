/** The brands of this installation, read once at the start from `brands/<id>/brand.json`. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";
import { ConfigFault } from "#server/config.server.ts";
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

/** Undefined, which is no brand, where there is no readable JSON. */
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

/** Product decisions 1: the brand whose origins hold the Host; else, under /webview, the host app of the user agent; else the default. */
export function brandOf(
  brands: readonly Brand[],
  request: { host: string; path: string; hostApp: string | null },
  defaultId: string,
): Brand {
  const byHost = brandsByHost(brands).get(request.host);
  if (byHost) return byHost;
  const { hostApp } = request;
  const byApp =
    hostApp && request.path.startsWith("/webview")
      ? brands.find((brand) => brand.hostApps.includes(hostApp))
      : undefined;
  const chosen = byApp ?? brands.find((brand) => brand.id === defaultId);
  if (!chosen) throw new Error(`There is no brand "${defaultId}" (BRAND).`);
  return chosen;
}

interface Reached {
  brands: readonly Brand[];
  config: { brand: string; publicOrigins: readonly string[] };
}

/**
 * Where a brand's pages are reached, for every address that leaves the house or must not depend on the host somebody came by:
 * the brand's own first origin, else the installation's. A brand that is gone counts as the installation's own.
 */
export function siteOriginOf({ brands, config }: Reached, brandId: string | null): string {
  const brand = brands.find(({ id }) => id === brandId) ?? brands.find(({ id }) => id === config.brand);
  return brand?.origins[0] ?? (config.publicOrigins[0] as string);
}

const regulatedFacts = ["operator", "licence", "address", "supportPhone", "supportWhatsapp", "supportEmail"] as const;

/** Facts that nobody verified, of the brands that lend: `kilat: licence`. Prod starts only when there are none (product decisions 1). */
export function unverifiedFactsOf(brands: readonly Brand[]): string[] {
  return brands
    .filter(({ lends }) => lends)
    .flatMap((brand) => regulatedFacts.filter((name) => !brand[name].verified).map((name) => `${brand.id}: ${name}`));
}
