/** The limits of ways into the console besides address, password and code. */
import { transact } from "#server/database.server.ts";
import { addSignOn } from "#features/platform/console/server/sign-on-store.ts";
import { cookieNames, type TestApp, type TestClient } from "./app.ts";
import { authenticator } from "./authenticator.ts";
import type { Limit } from "./limited-calls.ts";

const seconds = 900;

/** Company accounts that are proven, and wait for the authenticator's code. */
async function waitingForCode(
  { services, client, clock }: TestApp,
  staffId: string,
  address: string,
): Promise<TestClient> {
  const signOnId = services.random.uuid();
  const expiresAt = new Date(clock.now().getTime() + 300_000);
  await transact(services.database, (trx) =>
    addSignOn(services, trx, { id: signOnId, staffId, refreshToken: null, now: clock.now(), endsAt: expiresAt }),
  );
  const browser = client({ "X-Forwarded-For": address });
  const subject = `${signOnId} /staff`;
  browser.cookies.set(
    cookieNames.signIn,
    services.keys.signLink({ purpose: "STAFF_SECOND_FACTOR", subject, expiresAt }),
  );
  return browser;
}

export function signOnLimits(app: TestApp, from: (address: string) => TestClient): Limit[] {
  const byAddress = (key: string, path: string, body: object): Limit => ({
    key,
    max: 60,
    seconds,
    askers: async () => [() => from("10.11.1.1").post(path, body), () => from("10.11.1.2").post(path, body)],
  });
  return [
    byAddress("staff-sign-on-begin:", "/api/staff/sign-on/begin", { next: "/staff" }),
    byAddress("staff-sign-on:", "/api/staff/sign-on/finish", { answer: "code=a&state=b" }),
    byAddress("staff-sign-on-code:", "/api/staff/sign-on/code", { code: "000000" }),
    byAddress("staff-passkey-begin:", "/api/staff/passkey-login/begin", {}),
    byAddress("staff-passkey-login:", "/api/staff/passkey-login", {
      credential: authenticator().get(JSON.stringify({ challenge: "AAAA", rpId: "localhost" })),
    }),
    {
      key: "staff-passkey-new:",
      max: 8,
      seconds,
      async askers() {
        const ask = async () => {
          const client = await app.staff(app.services.random.uuid(), ["support"]);
          return () => client.post("/api/staff/passkeys/begin", { code: "000000" });
        };
        return [await ask(), await ask()];
      },
    },
    {
      key: "staff-second-factor:",
      max: 8,
      seconds,
      async askers() {
        const ask = async (address: string) => {
          const client = await waitingForCode(app, app.services.random.uuid(), address);
          return () => client.post("/api/staff/sign-on/code", { code: "000000" });
        };
        return [await ask("10.12.1.1"), await ask("10.12.1.2")];
      },
    },
  ];
}
