/**
 * The native app around a page, by its user agent. A label for display, titles and the bridge; never a right (security
 * rules 14). The format of the user agent and of versions is described in `docs/native-hosts.md`.
 */

export type AppPlatform = "ANDROID" | "IOS";

export interface NativeHost {
  /** The app's name for itself: one of its brand's `hostApps`. */
  app: string;
  /** The brand's id and country. */
  brand: string;
  country: string;
  /** As written: `2.11.8`. */
  version: string;
  /** Spec 9: padded to two digits per part and joined: 21108; null when a part has more than two digits. For display and old bridges. */
  versionCode: number | null;
  /** Null when the user agent names neither. */
  platform: AppPlatform | null;
}

/** The platform that a user agent names. An app's web view on a tablet may leave its system out: null. */
export function platformOf(userAgent: string): AppPlatform | null {
  if (/iPhone|iPad|iPod/.test(userAgent)) return "IOS";
  return userAgent.includes("Android") ? "ANDROID" : null;
}

/** The brand's data needed to recognise its apps; `Brand` fits. */
export interface HostAppOwner {
  id: string;
  country: string;
  hostApps: readonly string[];
}

/**
 * The host app that a user agent names (`… TunaiApp/2.11.8 …`), among the apps of the brands; null in a browser.
 * The name is compared without regard to case and comes back as the brand writes it.
 */
export function nativeHostOf(userAgent: string, brands: readonly HostAppOwner[]): NativeHost | null {
  for (const [, name = "", version = ""] of userAgent.matchAll(/(?:^|[\s;(])([A-Za-z][\w-]{0,39})\/(\d[\d.]{0,30})/g)) {
    for (const brand of brands) {
      const app = brand.hostApps.find((known) => known.toLowerCase() === name.toLowerCase());
      if (app !== undefined)
        return {
          app,
          brand: brand.id,
          country: brand.country,
          version,
          versionCode: versionCode(version),
          platform: platformOf(userAgent),
        };
    }
  }
  return null;
}

/** `2.11.8` → `[2, 11, 8]`; a version code of five or six digits (`21108`) is split into its parts; anything else gives null. */
export function versionParts(version: string): readonly [number, number, number] | null {
  const written = /^(\d{1,6})(?:\.(\d{1,6}))?(?:\.(\d{1,6}))?(?:\.\d+)*$/.exec(version.trim());
  if (!written) return null;
  const [major, minor, patch] = [1, 2, 3].map((part) => Number(written[part] ?? 0)) as [number, number, number];
  if (written[2] === undefined && major >= 10_000)
    return [Math.floor(major / 10_000), Math.floor(major / 100) % 100, major % 100];
  return [major, minor, patch];
}

/** Spec 9: `2.11.8` → 21108. Null for an invalid version, and when a part does not fit in two digits, so that no code is wrong. */
export function versionCode(version: string): number | null {
  const parts = versionParts(version);
  if (!parts || parts.some((part) => part > 99)) return null;
  return parts[0] * 10_000 + parts[1] * 100 + parts[2];
}

/** Negative, zero or positive as `a` is older than, equal to or newer than `b`. Part by part, so 1.100.0 is older than 2.0.0 (threat F9). */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [versionParts(a) ?? [0, 0, 0], versionParts(b) ?? [0, 0, 0]];
  return left[0] - right[0] || left[1] - right[1] || left[2] - right[2];
}

/** Whether the host's app is of that version or newer. */
export function isAtLeast(host: Pick<NativeHost, "version">, minimum: string): boolean {
  return versionParts(host.version) !== null && compareVersions(host.version, minimum) >= 0;
}
