/** SNAP BI for both money ports: one client, one token, one set of variables, read when the first of them is chosen. */
import { createPrivateKey, createPublicKey } from "node:crypto";
import type { BankPort } from "../bank/port.ts";
import type { CollectionPort } from "../collection/port.ts";
import type { Outbound } from "../http.ts";
import type { Settings } from "../settings.ts";
import { createSnapBank } from "./bank.ts";
import { createSnapClient, type SnapClient } from "./client.ts";
import { createSnapCollection } from "./collection.ts";
import { createSnapNotifications } from "./notification.ts";

interface SnapTools {
  outbound: Outbound;
  clock: { realNow(): Date };
}

/** Variables SNAP_…; keys and secrets may come from files (`SNAP_PRIVATE_KEY_FILE`). */
export function readSnap(settings: Settings): {
  bank(): (tools: SnapTools) => BankPort;
  collection(): (tools: SnapTools) => CollectionPort;
} {
  let shared: ((tools: SnapTools) => SnapClient) | undefined;
  const clientOf = () => (shared ??= readClient(settings));
  return {
    bank() {
      const client = clientOf();
      const escrow = settings.text("SNAP_SOURCE_ACCOUNT_NO");
      const own = {
        sourceAccountNos: { ESCROW: escrow, OPERATING_CASH: settings.text("SNAP_OPERATING_ACCOUNT_NO") },
      };
      return (tools) => createSnapBank(client(tools), own, tools.clock.realNow);
    },
    collection() {
      const client = clientOf();
      const partner = {
        partnerClientId: settings.text("SNAP_PARTNER_CLIENT_ID"),
        partnerId: settings.text("SNAP_PARTNER_PARTNER_ID"),
        // An unreadable key would make every notification refused.
        partnerPublicKeyPem: settings.fitting(
          "SNAP_PARTNER_PUBLIC_KEY",
          "a public key as PEM",
          (pem) => createPublicKey(pem).type === "public",
        ),
        // Two live secrets, comma between, while one replaces the other.
        secrets: listOf(
          settings.fitting(
            "SNAP_NOTIFICATION_SECRETS",
            "secrets with commas between them",
            (text) => listOf(text).length > 0,
          ),
        ),
      };
      const own = {
        companyCodes: companyCodesOf(
          settings.fitting(
            "SNAP_COMPANY_CODES",
            "codes of banks with our own, such as 014=88899,002=77001",
            areCompanyCodes,
          ),
        ),
        merchantId: settings.text("SNAP_MERCHANT_ID"),
        terminalId: settings.text("SNAP_TERMINAL_ID", ""),
      };
      return (tools) =>
        createSnapCollection(
          client(tools),
          own,
          tools.clock.realNow,
          createSnapNotifications(partner, tools.clock.realNow),
        );
    },
  };
}

function readClient(settings: Settings): (tools: SnapTools) => SnapClient {
  const address = settings.address("SNAP_URL");
  const own = {
    privateKeyPem: settings.fitting(
      "SNAP_PRIVATE_KEY",
      "a private key as PEM",
      (pem) => createPrivateKey(pem).type === "private",
    ),
    clientId: settings.text("SNAP_CLIENT_ID"),
    clientSecret: settings.text("SNAP_CLIENT_SECRET"),
    partnerId: settings.text("SNAP_PARTNER_ID"),
    channelId: settings.text("SNAP_CHANNEL_ID"),
  };
  let client: SnapClient | undefined;
  return ({ outbound, clock }) => (client ??= createSnapClient(own, outbound.peer("snap", address), clock.realNow));
}

const listOf = (text: string): string[] =>
  text
    .split(",")
    .map((one) => one.trim())
    .filter(Boolean);

const areCompanyCodes = (text: string): boolean => /^\d{3}\s*=\s*\d{1,8}(\s*,\s*\d{3}\s*=\s*\d{1,8})*$/.test(text);
/** `014=88899,002=77001` */
function companyCodesOf(text: string): Record<string, string> {
  return Object.fromEntries(listOf(text).map((pair) => pair.split("=").map((part) => part.trim())));
}
