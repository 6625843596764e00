/** The login by number and password. */
import { askerOf, checkCaptcha, ownerOfNumber, passwordTries } from "#features/account/verification/server/index.ts";
import type { ContextOf } from "#server/call/pipeline.ts";
import { Refusal } from "#server/call/refusal.ts";
import { transact } from "#server/database.server.ts";
import { isPassword } from "#server/keys/password.ts";
import type { login } from "../contract.ts";
import { sessionKindOf, openLogin, setLoginCookies } from "./entering.ts";
import { enterKnown } from "./known.ts";
import { findBorrower } from "./store.ts";

/**
 * Logs in by password. An unknown number takes the same way and the same time. // Threat A6
 * @throws Refusal CAPTCHA_NEEDED, CAPTCHA_WRONG, COOKIES_MISSING, LOGIN_ATTEMPTS, LOGIN_WRONG, and those of `enterKnown`
 */
export async function enterByPassword(
  context: ContextOf<"visitor">,
  entry: {
    mobileNumber: string;
    password: string;
    rememberDevice: boolean;
    captchaKey: string | undefined;
    captcha: string | undefined;
  },
): Promise<{ userId: string; isNew: boolean }> {
  const { services, caller, principal, language, database } = context;
  const tries = await passwordTries(services, askerOf(services, caller, principal.session), entry.mobileNumber);
  const needsCaptcha = await tries.needsCaptcha();
  if (needsCaptcha) {
    if (entry.captchaKey === undefined || entry.captcha === undefined) throw new Refusal("CAPTCHA_NEEDED");
    const sessionId = principal.session.id;
    await checkCaptcha(services, caller, { captchaKey: entry.captchaKey, answer: entry.captcha, sessionId });
  }
  const attemptsLeft = await tries.count(
    needsCaptcha,
    (retryInSeconds) => new Refusal<typeof login.problems>("LOGIN_ATTEMPTS", { retryInSeconds }),
  );
  const known = await ownerOfNumber(services, database, entry.mobileNumber);
  const row = await findBorrower(database, known ?? "00000000-0000-0000-0000-000000000000");
  if (!(await isPassword(entry.password, row?.passwordHash ?? null)) || !row) {
    await tries.failed();
    throw new Refusal<typeof login.problems>("LOGIN_WRONG", { attemptsLeft });
  }
  await tries.passed(caller.knownDevice ?? caller.keepDevice());
  const opened = await transact(services.database, async (trx) => {
    // A person with the password needs no further confirmation.
    await enterKnown(services, trx, {
      borrowerId: row.borrowerId,
      language,
      isConfirmed: true,
      knownDevice: caller.knownDevice,
    });
    return openLogin(services, trx, {
      caller,
      borrowerId: row.borrowerId,
      kind: sessionKindOf(caller, entry.rememberDevice),
      previous: principal.session,
    });
  });
  setLoginCookies(services, caller, row.borrowerId, opened);
  return { userId: row.borrowerId, isNew: false };
}
