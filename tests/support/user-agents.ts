/** User agents of the brands' apps, one a brand and platform: what their web views send (docs/native-hosts.md). */
import type { AppPlatform } from "#shared/native-host.ts";

const apps = [
  ["tunai", "TunaiApp", "SM-A145F"],
  ["kilat", "KilatApp", "CPH2471"],
  ["presta-mx", "PrestaApp", "moto g54 5G"],
  ["pera-ph", "PeraApp", "TECNO KJ5"],
  ["zlotka-pl", "ZlotkaApp", "M2101K6G"],
  ["ngern-th", "NgernApp", "V2206"],
] as const;
export type AppName = (typeof apps)[number][1];

/** The agent of an app of a version on a platform. */
export const agentOf = (app: AppName, version: string, platform: AppPlatform): string =>
  platform === "IOS"
    ? `Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 ${app}/${version}`
    : `Mozilla/5.0 (Linux; Android 14; ${modelOf(app)} Build/UP1A.231005.007; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/126.0.6478.134 Mobile Safari/537.36 ${app}/${version}`;

const modelOf = (app: AppName): string => apps.find(([, name]) => name === app)?.[2] ?? "";

export const userAgents = apps.flatMap(([brand, app]) =>
  (["ANDROID", "IOS"] as const).map((platform) => ({
    brand,
    app,
    platform,
    agent: agentOf(app, "2.11.8", platform),
  })),
);
