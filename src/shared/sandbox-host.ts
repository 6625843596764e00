/**
 * The app that the host simulator (`/sandbox/host`) puts around own pages. Outside prod its cookie replaces the user agent; like the
 * agent it is a label and never a right. // Spec embedded-platform 5
 */
import type { AppPlatform } from "./native-host.ts";

export interface SandboxHost {
  /** As the brand writes it: `TunaiApp`. */
  app: string;
  /** `2.11.8` */
  version: string;
  platform: AppPlatform;
}

export const sandboxHostPath = "/sandbox/host";
export const sandboxHostCookie = "sandboxHost";
/** The value of `app` in the simulator's address for a plain browser. */
export const noSandboxApp = "browser";

export const sandboxPlatforms = ["ANDROID", "IOS"] as const satisfies readonly AppPlatform[];
const defaults: SandboxHost = { app: "TunaiApp", version: "2.12.0", platform: "ANDROID" };

/** The simulator's choice, from its address; null for a plain browser. Invalid values are replaced by the default. */
export function chosenSandboxHost(query: URLSearchParams): SandboxHost | null {
  const [app, version, platform] = ["app", "version", "platform"].map((name) => query.get(name)?.trim() ?? "");
  if (app === noSandboxApp) return null;
  return {
    app: /^[A-Za-z][\w-]{0,39}$/.test(app ?? "") ? (app as string) : defaults.app,
    version: /^\d[\d.]{0,30}$/.test(version ?? "") ? (version as string) : defaults.version,
    platform: sandboxPlatforms.find((one) => one === platform) ?? defaults.platform,
  };
}

/** `TunaiApp/2.11.8;ANDROID`, with the semicolon escaped: in a Cookie header it would end the value. */
export const sandboxHostValue = ({ app, version, platform }: SandboxHost): string => `${app}/${version}%3B${platform}`;

/** The app that a cookie's value names; null for any other text. */
export function readSandboxHost(value: string): SandboxHost | null {
  const [, app, version, platform] =
    /^([A-Za-z][\w-]{0,39})\/(\d[\d.]{0,30})(?:;|%3B)(ANDROID|IOS)$/i.exec(value) ?? [];
  if (!app || !version || !platform) return null;
  return { app, version, platform: platform.toUpperCase() as AppPlatform };
}

/** The user agent that such an app's web view would send. */
export const agentOfSandboxHost = ({ app, version, platform }: SandboxHost): string =>
  platform === "IOS"
    ? `Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 ${app}/${version}`
    : `Mozilla/5.0 (Linux; Android 14; Sandbox; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/126.0 Mobile Safari/537.36 ${app}/${version}`;

/** Widths of the simulated screen, in CSS pixels. */
export const sandboxSizes = ["320", "360", "412", "768"] as const;
