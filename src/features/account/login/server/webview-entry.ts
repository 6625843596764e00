/** One-time entries from a native app into a web view. // Product decisions 2, threat A12 */
import { createHash } from "node:crypto";
import type { Caller } from "#server/call/caller.ts";
import { transact } from "#server/database.server.ts";
import { Refusal } from "#server/call/refusal.ts";
import type { Services } from "#server/services.ts";
import type { Session } from "#server/call/session.server.ts";
import { safePage } from "#shared/safe-url.ts";
import { webviewCodeSeconds } from "../contract.ts";
import { openLogin, setLoginCookies } from "./entering.ts";
import { blocked } from "./known.ts";
import { addWebviewCode, findWebviewCode, noteBorrowerLogin, useWebviewCode } from "./store.ts";
import type { Language } from "#shared/texts.ts";

const hashOf = (code: string): Buffer => createHash("sha256").update(code).digest();
const deviceIndexOf = (services: Services, token: string | null): string | null =>
  token ? services.keys.blindIndex("device", token) : null;

/** An address that opens `path` as this borrower, once, within 60 s, in a web view with the same device token. */
export async function makeEntry(
  services: Services,
  caller: Caller,
  session: Session & { borrowerId: string },
  path: string,
): Promise<string> {
  const now = services.clock.now();
  const code = services.random.bytes(16).toString("base64url");
  await addWebviewCode(services.database, {
    codeHash: hashOf(code),
    borrowerId: session.borrowerId,
    deviceIndex: deviceIndexOf(services, session.deviceToken ?? caller.deviceToken),
    path,
    now,
    expiresAt: new Date(now.getTime() + webviewCodeSeconds * 1000),
  });
  return `${caller.origin}/webview/enter?t=${code}`;
}

/** The borrower that an entry would log in; changes nothing. @throws Refusal ENTRY_INVALID */
export async function readWebviewEntry(services: Services, caller: Caller, code: string): Promise<string> {
  const row = await findWebviewCode(services.database, hashOf(code), services.clock.now());
  if (!row || (row.deviceIndex !== null && row.deviceIndex !== deviceIndexOf(services, caller.deviceToken)))
    throw new Refusal("ENTRY_INVALID");
  return row.borrowerId;
}

/** Exchanges an entry for the web view's session and returns the target page. @throws Refusal ENTRY_INVALID, ACCOUNT_BLOCKED, ACCOUNT_FROZEN */
export async function useEntry(
  services: Services,
  caller: Caller,
  previous: Session | undefined,
  code: string,
  language: Language,
): Promise<string> {
  const { entered, opened } = await transact(services.database, async (trx) => {
    const entry = await useWebviewCode(
      trx,
      hashOf(code),
      deviceIndexOf(services, caller.deviceToken),
      services.clock.now(),
    );
    if (!entry) throw new Refusal("ENTRY_INVALID");
    if (!(await noteBorrowerLogin(trx, entry.borrowerId, language, services.clock.now())))
      throw await blocked(trx, entry.borrowerId);
    return {
      entered: entry,
      opened: await openLogin(services, trx, {
        caller,
        borrowerId: entry.borrowerId,
        kind: "webview",
        previous,
        isEntry: true,
      }),
    };
  });
  setLoginCookies(services, caller, entered.borrowerId, opened);
  return safePage(entered.path) ?? "/webview/home";
}
