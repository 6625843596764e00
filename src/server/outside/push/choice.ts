/** The choice of the push port: none in prod unless chosen, else the sandbox's push service. */
import type { Config } from "#server/process/config.server.ts";
import type { Sandbox, Tools } from "../ports.ts";
import type { Settings } from "../settings.ts";
import { noPush, type PushPort } from "./port.ts";
import { isVapidKey, vapidKeysOf } from "./vapid.ts";
import { createWebPush, isAtHost, pushHosts } from "./web-push.ts";

const limits = { connectMs: 2_000, totalMs: 5_000, answerBytes: 64_000 };

export function push(settings: Settings, config: Config): (tools: Tools) => PushPort {
  const isProd = config.appEnv === "prod";
  const adapter = settings.adapter("push", isProd ? ["none", "web-push"] : ["sandbox", "web-push", "none"]);
  if (adapter === "none") return () => noPush;
  if (adapter === "sandbox")
    return ({ sandbox }) => (sandbox as Sandbox).requests.noted("PUSH", (sandbox as Sandbox).push, ["send"]);
  const secret = settings.fitting("PUSH_PRIVATE_KEY", "a private VAPID key: 43 URL-safe characters", isVapidKey);
  const subject = settings.fitting(
    "PUSH_SUBJECT",
    "a mailto: or https: address",
    (text) => /^mailto:[^@\s]+@[^@\s]+$/.test(text) || new URL(text).protocol === "https:",
  );
  const hosts = settings
    .text("PUSH_HOSTS", pushHosts.join(","))
    .split(",")
    .map((host) => host.trim())
    .filter(Boolean);
  return ({ outbound }) =>
    createWebPush("web-push", {
      keys: vapidKeysOf(Buffer.from(secret, "base64url")),
      subject,
      accepts: (endpoint) => isAtHost(endpoint, hosts),
      way: outbound.direct("push", { onlyPublic: isProd, limits }),
    });
}
