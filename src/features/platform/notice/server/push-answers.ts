/** Calls by which a borrower chooses the browsers to be reminded on. */
import { loginsInForce } from "#server/call/live-sessions.ts";
import { answer, type CallAnswer } from "#server/call/pipeline.ts";
import { transact } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import { endPush, getPush, startPush } from "../contract.ts";
import { browsersInUse } from "./push.ts";
import { addBrowser, browsersOf, browsersToCheck, endBrowsers, keepOrEnd, nextPushCheck } from "./push-store.ts";
import { sealedBrowser } from "./sealed.ts";

/** Without our service worker no browser can show a push. */
const publicKeyOf = ({ outside, config }: Services): string | null =>
  config.serviceWorker ? outside.push.publicKey : null;

async function stateOf(services: Services, borrowerId: string, sessionId: string) {
  const browsers = await browsersInUse(services, await browsersOf(services.database, borrowerId));
  const isOn = browsers.some((browser) => browser.sessionId === sessionId);
  const login = isOn ? (await loginsInForce(services, services.database, [sessionId])).get(sessionId) : undefined;
  return {
    publicKey: publicKeyOf(services),
    isOn,
    until: login?.expiresAt.toISOString() ?? null,
    browsers: browsers.length,
  };
}

export const pushAnswers: readonly CallAnswer[] = [
  answer(getPush, (_input, { services, borrowerId, principal }) => stateOf(services, borrowerId, principal.session.id)),
  answer(startPush, async ({ endpoint, p256dh, auth }, { services, borrowerId, principal, refuse }) => {
    const { outside, keys, clock, random, database } = services;
    if (publicKeyOf(services) === null) refuse("PUSH_UNAVAILABLE");
    if (!outside.push.accepts(endpoint)) refuse("PUSH_SERVICE_UNKNOWN");
    const id = random.uuid();
    await transact(database, async (trx) => {
      const now = clock.now();
      const subscription = { endpoint, p256dh, auth };
      await endBrowsers(trx, borrowerId, { sessionId: principal.session.id });
      await addBrowser(trx, {
        borrowerId,
        id,
        endpointIndex: keys.blindIndex("browser", endpoint),
        subscriptionSealed: await sealedBrowser.sealOf(keys.borrowerKeys, trx, borrowerId, id, subscription),
        sessionId: principal.session.id,
        createdAt: now,
        checkAt: nextPushCheck(now),
      });
    });
    return stateOf(services, borrowerId, principal.session.id);
  }),
  answer(endPush, async ({ everywhere }, { services, borrowerId, principal }) => {
    const sessionId = principal.session.id;
    await endBrowsers(services.database, borrowerId, everywhere ? "ALL" : { sessionId });
    return stateOf(services, borrowerId, sessionId);
  }),
];

/** Deletes browsers whose login has ended: by a logout, by its end, or with the account. */
export function pushWork({ sweeps }: Services): void {
  sweeps.add({
    name: "notice-push-ended",
    everySeconds: 600,
    finds: [{ table: "notice_push", at: "checkAt" }],
    async run(services) {
      const { database, clock } = services;
      const rows = await browsersToCheck(database, clock.now(), 500);
      const inUse = new Set(await browsersInUse(services, rows));
      return keepOrEnd(database, rows, (row) => inUse.has(row), clock.now());
    },
  });
}
