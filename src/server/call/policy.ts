/** The one place that enforces the policy of a call. Everything that is not allowed here is refused. */
import type { Caller } from "./caller.ts";
import type { Principal } from "./principal.ts";
import { Refusal } from "./refusal.ts";
import type { LinkClaim } from "#server/keys/keys.server.ts";
import type { Services } from "#server/services.ts";
import type { Session } from "./session.server.ts";
import { mayStaff } from "#shared/staff-permissions.ts";
import type { Call } from "#shared/contract.ts";
import { commonProblems } from "#shared/problems.ts";
import { partnerOfKey } from "#server/access-keys.ts";
import { linkMark, isOpenAccount } from "#server/account-questions.ts";

/** Calls without a login: their policy checks nothing before the body is read, and a visitor's new session is a row. */
export const isForEverybody = ({ policy: { who } }: Call): boolean =>
  who === "anyone" || who === "visitor" || who === "webhook" || who === "sandbox";

/** The most frequent refusal for strangers, created once: it holds no data of its caller. */
export const notLoggedIn = new Refusal("NOT_LOGGED_IN");

/** Admits the caller, with the data that the policy establishes. @throws Refusal */
export async function admit(call: Call, caller: Caller, services: Services): Promise<Principal> {
  const { policy } = call;
  switch (policy.who) {
    case "anyone":
      return { kind: "anyone" };
    case "visitor":
      return { kind: "visitor", session: writable(await caller.sessionOrNew(), call) };
    case "borrower": {
      const session = await caller.session();
      if (!session?.borrowerId) throw notLoggedIn;
      if (session.limit && !policy.limited?.includes(session.limit)) throw new Refusal("ACCOUNT_CLOSING");
      if (policy.stepUp && !session.proves(policy.stepUp, services.clock.realNow()))
        throw new Refusal<typeof commonProblems>("STEP_UP_NEEDED", { purpose: policy.stepUp });
      return { kind: "borrower", session: writable(session, call) };
    }
    case "link": {
      const link = await caller.link(policy.purpose);
      if (!link || !(await isHeld(services, link, policy.whileFrozen === true))) throw new Refusal("LINK_INVALID");
      return { kind: "link", link };
    }
    case "staff": {
      const staff = await caller.staffSession();
      if (!staff) throw new Refusal("NOT_LOGGED_IN");
      if (!mayStaff(staff.roles, policy.permission)) throw new Refusal("NOT_ALLOWED");
      return { kind: "staff", staff };
    }
    case "host-app": {
      // A page cannot read its cookie, so no script in it can make calls that are reserved for the app's own client.
      const session = await caller.appSession();
      if (!session?.borrowerId) throw new Refusal("NOT_LOGGED_IN");
      // A limited login is admitted: the session that its code opens has the same limit.
      return { kind: "host-app", session: writable(session, call) };
    }
    case "partner": {
      const partner = caller.accessKey === null ? null : await services.ask(partnerOfKey)(services, caller.accessKey);
      if (!partner) throw new Refusal("KEY_INVALID");
      if (!partner.scopes.includes(policy.scope)) throw new Refusal("KEY_SCOPE_MISSING");
      return { kind: "partner", partner };
    }
    case "webhook":
      return { kind: policy.who };
    case "sandbox":
      if (services.config.appEnv === "prod") throw new Refusal("NOT_FOUND");
      return { kind: "sandbox" };
  }
}

/** Whether a link is still valid for its owner: the account is open, and has the number to which the link was sent. */
async function isHeld(services: Services, { ownerId, numberMark }: LinkClaim, isFrozenToo: boolean): Promise<boolean> {
  if (ownerId === null) return true;
  const { database, ask } = services;
  const [isOpen, number] = await Promise.all([
    isAccountOpen(services, ownerId, isFrozenToo),
    numberMark === null ? null : ask(linkMark)(services, database, ownerId),
  ]);
  return isOpen && (numberMark === null || number?.mark === numberMark);
}

const isAccountOpen = ({ ask, database }: Services, borrowerId: string, isFrozenToo: boolean): Promise<boolean> =>
  ask(isOpenAccount)(database, borrowerId, { isFrozenToo });

/** A rotated session id still reads for 30 s, so that a page in flight does not fail, but it never writes (product decisions 2). */
function writable(session: Session, call: Call): Session {
  if (session.readOnly && call.method !== "GET") throw new Refusal("NOT_LOGGED_IN");
  return session;
}
