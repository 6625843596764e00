/** The brands of this installation, read once at the start from `brands/<id>/brand.json`. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";
import { brandSchema, type Brand } from "#shared/brand.ts";

export type { Brand };

/** Reads all brands. A file that does not fit the schema stops the start with its name and the wrong field. */
export function readBrands(folder: string): Brand[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => {
      const file = join(folder, entry.name, "brand.json");
      const parsed = v.safeParse(brandSchema, JSON.parse(readFileSync(file, "utf8")));
      if (parsed.success) return parsed.output;
      throw new Error(`${file}: ${parsed.issues.map((issue) => `${v.getDotPath(issue)}: ${issue.message}`).join("; ")}`);
    });
}

const known = new WeakMap<readonly Brand[], Map<string, Brand>>();
function brandsByHost(brands: readonly Brand[]): Map<string, Brand> {
  let byHost = known.get(brands);
  if (!byHost) known.set(brands, (byHost = new Map(brands.flatMap((brand) => brand.origins.map((origin) => [new URL(origin).host, brand])))));
  return byHost;
}

/** Decisions 1: the brand whose origins hold the Host; else, under /webview, the host app of the user agent; else the default. */
export function brandOf(brands: readonly Brand[], request: { host: string; path: string; hostApp: string | null }, defaultId: string): Brand {
  const byHost = brandsByHost(brands).get(request.host);
  if (byHost) return byHost;
  const { hostApp } = request;
  const byApp = hostApp && request.path.startsWith("/webview") ? brands.find((brand) => brand.hostApps.includes(hostApp)) : undefined;
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

/** Facts that nobody verified, of the brands that lend: `kilat: licence`. Prod starts only when there are none (decisions 1). */
export function unverifiedFactsOf(brands: readonly Brand[]): string[] {
  return brands.filter(({ lends }) => lends).flatMap((brand) => regulatedFacts.filter((name) => !brand[name].verified).map((name) => `${brand.id}: ${name}`));
}
