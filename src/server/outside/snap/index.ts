/** SNAP BI for both money ports: one client, one token, one set of variables, read when the first of them is chosen. */
import { generateKeyPairSync } from "node:crypto";
import type { BankPort } from "../bank/port.ts";
import type { CollectionPort } from "../collection/port.ts";
import type { Outbound } from "../http.ts";
import type { Settings } from "../settings.ts";
import { createSnapBank } from "./bank.ts";
import { createSnapClient, type SnapClient } from "./client.ts";
import { createSnapCollection } from "./collection.ts";
import { createSnapNotifications } from "./notification.ts";

/** Variables SNAP_…; keys and secrets may come from files (`SNAP_PRIVATE_KEY_FILE`). */
export function openSnap(settings: Settings, outbound: Outbound, realNow: () => Date): { bank(): BankPort; collection(): CollectionPort } {
  let shared: SnapClient | undefined;
  const client = (): SnapClient => (shared ??= openClient(settings, outbound, realNow));
  return {
    bank: () => createSnapBank(client(), { sourceAccountNo: settings.text("SNAP_SOURCE_ACCOUNT_NO") }, realNow),
    collection() {
      const notifications = createSnapNotifications(
        {
          partnerClientId: settings.text("SNAP_PARTNER_CLIENT_ID"),
          partnerId: settings.text("SNAP_PARTNER_PARTNER_ID"),
          partnerPublicKeyPem: settings.text("SNAP_PARTNER_PUBLIC_KEY"),
          // Two live secrets, comma between, while one replaces the other.
          secrets: settings.text("SNAP_NOTIFICATION_SECRETS").split(",").map((secret) => secret.trim()).filter(Boolean),
        },
        realNow,
      );
      const own = {
        companyCodes: companyCodesOf(settings.text("SNAP_COMPANY_CODES")),
        merchantId: settings.text("SNAP_MERCHANT_ID"),
        terminalId: settings.text("SNAP_TERMINAL_ID", ""),
      };
      return createSnapCollection(client(), own, realNow, notifications);
    },
  };
}

function openClient(settings: Settings, outbound: Outbound, realNow: () => Date): SnapClient {
  const peer = outbound.peer("snap", settings.address("SNAP_URL") || "https://missing.invalid");
  const privateKeyPem = settings.text("SNAP_PRIVATE_KEY");
  const own = {
    clientId: settings.text("SNAP_CLIENT_ID"),
    clientSecret: settings.text("SNAP_CLIENT_SECRET"),
    partnerId: settings.text("SNAP_PARTNER_ID"),
    channelId: settings.text("SNAP_CHANNEL_ID"),
  };
  return createSnapClient({ ...own, privateKeyPem: privateKeyPem || standInKey() }, peer, realNow);
}

/** A missing key was noted by `settings` and stops the start; until then something must stand in its place. */
function standInKey(): string {
  return generateKeyPairSync("rsa", { modulusLength: 2048, publicKeyEncoding: { type: "spki", format: "pem" }, privateKeyEncoding: { type: "pkcs8", format: "pem" } }).privateKey;
}

/** `014=88899,002=77001` */
function companyCodesOf(text: string): Record<string, string> {
  return Object.fromEntries([...text.matchAll(/(\d{3})\s*=\s*(\d{1,8})/g)].map(([, bank = "", code = ""]) => [bank, code]));
}
