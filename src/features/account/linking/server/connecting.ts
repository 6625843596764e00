/**
 * Connects to an account elsewhere: stores the row first, then asks the partner, then stores the result. A credential
 * is passed on once; an unanswered request is polled without it. // Spec account 8, docs/decisions/248
 */
import { sql } from "kysely";
import { identityOf } from "#features/account/identity/server/index.ts";
import { consentCipher, endSpentConsent, giveConsent } from "#features/account/privacy/server/index.ts";
import { refuseOnHold } from "#features/account/hold/server/index.ts";
import { Refusal } from "#server/call/refusal.ts";
import { transact, type Reader } from "#server/database.server.ts";
import type { Actor } from "#server/records/lifecycle.ts";
import type { LinkAnswer, LinkOrder } from "#server/outside/linking/port.ts";
import type { Services } from "#server/services.ts";
import { dateInWib } from "#shared/dates.ts";
import { linkFigures } from "#shared/outside-reads.ts";
import type { Secret } from "#shared/secret.ts";
import type { Language } from "#shared/texts.ts";
import {
  accountLinkRetentionDays,
  maxAccountLinksADay,
  maxLinkRefusalsADay,
  stepMinutes,
  type answerLinkCode,
  type beginLink,
  type LinkFailure,
  type LinkKind,
} from "../contract.ts";
import { endLinking } from "./ending.ts";
import { linkLife, linkTable, type LinkRow } from "./records.ts";
import { takeReading } from "./reading.ts";
import { linkDayOf, findByReturn, findAccountLink, insertAccountLink, noteAgreed, linkInForce } from "./store.ts";

const second = 1000;
const day = 86_400_000;
/** A request lasts 20 s at most; after that no client waits for the partner, and its result is polled. */
const firstAskMilliseconds = 30 * second;
export const linkPollMilliseconds = 10 * second;
/** Time for which the partner is asked; after that it counts as unavailable. // Spec account 1 */
const askForMilliseconds = 600 * second;
const stepMilliseconds = stepMinutes * 60 * second;

const later = (now: Date, milliseconds: number): Date => new Date(now.getTime() + milliseconds);

async function linkAttemptsLeftOf(
  services: Services,
  reader: Reader,
  borrowerId: string,
  kind: LinkKind,
): Promise<number> {
  const { refusals } = await linkDayOf(reader, borrowerId, dateInWib(services.clock.now()));
  return Math.max(0, maxLinkRefusalsADay - (refusals.get(kind) ?? 0));
}

/** Starts a link, or returns the existing one of its kind. @throws Refusal of the call `beginLink` */
export async function beginLinking(
  services: Services,
  borrowerId: string,
  kind: LinkKind,
  consenting: { language: Language; device: string },
): Promise<LinkRow> {
  const { database, random, clock } = services;
  if (!(await identityOf(services, database, borrowerId))) throw new Refusal("IDENTITY_NEEDED");
  return transact(database, async (trx) => {
    await refuseOnHold(services, trx, borrowerId, consenting.language);
    const known = await linkInForce(trx, borrowerId, kind);
    if (known) return known;
    const now = clock.now();
    const id = random.uuid();
    const consent = await giveConsent(services, trx, { borrowerId, kind: `LINK_${kind}`, ...consenting });
    const added = await insertAccountLink(trx, {
      borrowerId,
      id,
      kind,
      consentId: consent.id,
      askedOn: dateInWib(now),
      begunAt: now,
      stepUntil: later(now, stepMilliseconds),
      endsAt: consent.until ?? later(now, accountLinkRetentionDays * day),
    });
    if (added === "FULL") throw new Refusal<typeof beginLink.problems>("LINK_LIMIT", { max: maxAccountLinksADay });
    if (added === "TAKEN") return (await linkInForce(trx, borrowerId, kind))!;
    await linkLife.begin(trx, { id, borrowerId, actor: "BORROWER", cause: "CONSENT_GIVEN", facts: { kind }, at: now });
    return (await findAccountLink(trx, borrowerId, id))!;
  });
}

export interface Connection {
  linkId: string;
  agreed: boolean;
  institution: string | undefined;
  login: { userId: string; credential: Secret<string> } | null;
  /** The session that may return from the partner's page, and its address. */
  sessionId: string;
  origin: string;
  /** Whether this institution takes user id and password here. */
  takesLogin(institution: string): boolean;
}

/** Takes the next step of a link. Sent twice it counts once. @throws Refusal of the call `connectLink` */
export async function connectAccount(services: Services, borrowerId: string, wanted: Connection): Promise<LinkRow> {
  const { database, clock, random, keys, outside } = services;
  const { linkId, institution, login } = wanted;
  const row = await linkOf(services, borrowerId, linkId);
  if (wanted.agreed) await noteAgreed(database, borrowerId, linkId, clock.now());
  if (institution === undefined) {
    if (wanted.agreed) return linkOf(services, borrowerId, linkId);
    throw new Refusal("INSTITUTION_NEEDED");
  }
  if (row.kind === "OPEN_FINANCE" && !row.agreedAt && !wanted.agreed) throw new Refusal("AGREEMENT_NEEDED");
  if (login && (row.kind === "OPEN_FINANCE" || !wanted.takesLogin(institution))) throw new Refusal("LOGIN_NOT_OFFERED");
  if (login && (await linkAttemptsLeftOf(services, database, borrowerId, row.kind)) === 0)
    throw new Refusal<typeof answerLinkCode.problems>("LINK_REFUSED", { attemptsLeft: 0 });
  const now = clock.now();
  const state = login ? null : random.bytes(16).toString("base64url");
  const isMine =
    row.state === "CONSENTED" &&
    (await transact(database, (trx) =>
      linkLife.move(trx, {
        id: linkId,
        borrowerId,
        from: ["CONSENTED"],
        to: "CONNECTING",
        actor: "BORROWER",
        cause: login ? "LOGIN" : "PARTNER_PAGE",
        facts: { kind: row.kind, institution },
        at: now,
        set: {
          ...connecting(now),
          institution,
          byLogin: login !== null,
          // After a partner refused one login, the next one gets another id.
          orderId: row.refusals === 0 ? null : random.uuid(),
          returnIndex: state && keys.mac("link-return", state),
          sessionIndex: keys.mac("link-session", wanted.sessionId),
        },
        // If another request was refused in the meantime, this one makes no further try.
        where: sql<boolean>`refusals = ${row.refusals}`,
      }),
    ));
  if (!isMine) return endOf(services, await standingOr(services, borrowerId, linkId));
  const identity = await identityOf(services, database, borrowerId);
  const sent = await linkOf(services, borrowerId, linkId);
  const order: LinkOrder = {
    linkId: linkOrderIdOf(sent),
    kind: row.kind,
    institution,
    mode: login ? "CREDENTIALS" : "REDIRECT",
    login,
    returnUrl: state && `${wanted.origin}/webview/ayo-bank-middle-page?state=${state}`,
    fullName: identity?.fullName ?? "",
    figures: linkFigures[row.kind],
  };
  const answer = await outside.linking.link(order);
  await settleLink(services, { borrowerId, id: linkId }, answer, "PARTNER");
  return endOf(services, await linkOf(services, borrowerId, linkId));
}

const connecting = (now: Date) => ({
  nextAskAt: later(now, firstAskMilliseconds),
  askUntil: later(now, askForMilliseconds),
  // An access that begins there must also end there, even if this process dies.
  revokeAt: later(now, askForMilliseconds * 2),
  changedAt: now,
});

/** The state left by a concurrent request; refused when the link has ended. */
async function standingOr(services: Services, borrowerId: string, id: string): Promise<LinkRow> {
  const row = await linkOf(services, borrowerId, id);
  if (row.state === "ENDED" || row.state === "FAILED") throw new Refusal("LINK_OVER");
  return row;
}

/** Passes the institution's code on. Sent twice it counts once. @throws Refusal of the call `answerLinkCode` */
export async function passLinkCode(
  services: Services,
  borrowerId: string,
  linkId: string,
  code: Secret<string>,
): Promise<LinkRow> {
  const row = await linkOf(services, borrowerId, linkId);
  const now = services.clock.now();
  const isMine =
    row.state === "CODE_NEEDED" &&
    row.stepUntil !== null &&
    row.stepUntil > now &&
    (await transact(services.database, (trx) =>
      linkLife.move(trx, {
        id: linkId,
        borrowerId,
        from: ["CODE_NEEDED"],
        to: "CONNECTING",
        actor: "BORROWER",
        cause: "CODE_TYPED",
        facts: { kind: row.kind },
        at: now,
        set: connecting(now),
      }),
    ));
  if (!isMine) {
    const link = await standingOr(services, borrowerId, linkId);
    // Too late: refused now, without waiting for the sweep.
    if (link.state === "CODE_NEEDED" && link.stepUntil !== null && link.stepUntil <= now)
      await transact(services.database, (trx) => endLinking(services, trx, borrowerId, linkId, "TIME_OVER"));
    if (link.state !== "CONNECTING" && link.state !== "LINKED") throw new Refusal("LINK_OVER");
    return link;
  }
  const providerReference = row.providerReference ?? "";
  const answer = await services.outside.linking.answerCode({ linkId: linkOrderIdOf(row), providerReference, code });
  // The code did not arrive: the same one may be sent again.
  const reply: LinkAnswer = answer.outcome === "UNAVAILABLE" ? { outcome: "CODE_NEEDED", providerReference } : answer;
  await settleLink(services, { borrowerId, id: linkId }, reply, "PARTNER", row.stepUntil);
  if (answer.outcome === "UNAVAILABLE") throw new Refusal("LINK_UNAVAILABLE");
  if (answer.outcome === "REFUSED")
    throw new Refusal<typeof answerLinkCode.problems>("LINK_REFUSED", {
      attemptsLeft: await linkAttemptsLeftOf(services, services.database, borrowerId, row.kind),
    });
  return linkOf(services, borrowerId, linkId);
}

/**
 * Handles the return from the partner's page: its one-time token, in the session that started it, in time. Then fetches
 * the result.
 * @throws Refusal RETURN_INVALID, with nothing changed
 */
export async function acceptReturn(
  services: Services,
  borrowerId: string,
  sessionId: string,
  state: string,
): Promise<LinkRow> {
  const { database, keys, clock } = services;
  const row = state ? await findByReturn(database, borrowerId, keys.mac("link-return", state)) : null;
  const now = clock.now();
  const isMine =
    row !== null &&
    row.state === "REDIRECTED" &&
    row.sessionIndex === keys.mac("link-session", sessionId) &&
    row.stepUntil !== null &&
    row.stepUntil > now &&
    (await transact(database, (trx) =>
      linkLife.move(trx, {
        id: row.id,
        borrowerId,
        from: ["REDIRECTED"],
        to: "CONNECTING",
        actor: "BORROWER",
        cause: "RETURNED",
        facts: { kind: row.kind },
        at: now,
        set: { ...connecting(now), returnIndex: null, partnerUrlSealed: null },
      }),
    ));
  if (!row || !isMine) throw new Refusal("RETURN_INVALID");
  await settleLink(services, row, await services.outside.linking.result(linkOrderIdOf(row)), "PARTNER");
  return linkOf(services, borrowerId, row.id);
}

/** @throws Refusal LINK_UNKNOWN */
export async function linkOf({ database }: Services, borrowerId: string, id: string): Promise<LinkRow> {
  const row = await findAccountLink(database, borrowerId, id);
  if (!row) throw new Refusal("LINK_UNKNOWN");
  return row;
}

/** Waits for another try of a login that was mistyped. */
export const isLinkRetry = ({ state, refusals }: Pick<LinkRow, "state" | "refusals">): boolean =>
  state === "CONSENTED" && refusals > 0;

/** The id that the partner knows for our last request. */
export const linkOrderIdOf = ({ id, orderId }: Pick<LinkRow, "id" | "orderId">): string => orderId ?? id;

async function endOf(services: Services, row: LinkRow): Promise<LinkRow> {
  if (row.failure === "UNAVAILABLE") throw new Refusal("LINK_UNAVAILABLE");
  if (row.failure === "REFUSED" || isLinkRetry(row))
    throw new Refusal<typeof answerLinkCode.problems>("LINK_REFUSED", {
      attemptsLeft: await linkAttemptsLeftOf(services, services.database, row.borrowerId, row.kind),
    });
  return row;
}

/**
 * Stores a partner's answer once, when several processes ask. `codeUntil`: a code was passed on, and may be typed again
 * until then. False when nothing changed.
 */
export async function settleLink(
  services: Services,
  { borrowerId, id }: Pick<LinkRow, "borrowerId" | "id">,
  answer: LinkAnswer,
  actor: Actor,
  codeUntil: Date | null = null,
): Promise<boolean> {
  if (answer.outcome === "PENDING") return false;
  return transact(services.database, async (trx) => {
    const row = await findAccountLink(trx, borrowerId, id);
    if (row?.state !== "CONNECTING") return false;
    const now = services.clock.now();
    const base = { id, borrowerId, from: ["CONNECTING"] as const, actor, facts: { kind: row.kind }, at: now };
    const fail = async (failure: LinkFailure, refusals = row.refusals) => {
      const set = { failure, refusals, revokeAt: now, changedAt: now, returnIndex: null };
      const hasFailed = await linkLife.move(trx, { ...base, to: "FAILED", cause: failure, set });
      // Nothing was read, so the consent has no use any more; the next try asks for a new one.
      if (hasFailed) await endSpentConsent(services, trx, borrowerId, row.consentId);
      return hasFailed;
    };
    switch (answer.outcome) {
      case "LINKED":
        return takeReading(services, trx, row, answer, fail);
      case "CODE_NEEDED": {
        const step = codeUntil ?? later(now, stepMilliseconds / 2);
        const set = { stepUntil: step, providerReference: answer.providerReference, changedAt: now };
        return linkLife.move(trx, { ...base, to: "CODE_NEEDED", cause: "CODE_NEEDED", set });
      }
      case "REDIRECT": {
        const cipher = await consentCipher(services, trx, row.consentId);
        const set = {
          stepUntil: later(now, stepMilliseconds),
          partnerUrlSealed: cipher.seal(answer.url, linkTable.place("partnerUrlSealed", id)),
          changedAt: now,
        };
        return linkLife.move(trx, { ...base, to: "REDIRECTED", cause: "REDIRECT", set });
      }
      case "REFUSED": {
        if (!row.byLogin) return fail("DECLINED");
        const refusals = row.refusals + 1;
        const attemptsLeft = Math.min(
          (await linkAttemptsLeftOf(services, trx, borrowerId, row.kind)) - 1,
          maxLinkRefusalsADay - refusals,
        );
        if (attemptsLeft <= 0 || (codeUntil !== null && codeUntil <= now)) return fail("REFUSED", refusals);
        const set = { refusals, changedAt: now };
        // A refused login: bank and consent stay, and another login may be typed.
        if (codeUntil === null) {
          const retry = { ...set, stepUntil: later(now, stepMilliseconds), nextAskAt: null, askUntil: null };
          return linkLife.move(trx, { ...base, to: "CONSENTED", cause: "LOGIN_REFUSED", set: retry });
        }
        return linkLife.move(trx, { ...base, to: "CODE_NEEDED", cause: "CODE_REFUSED", set });
      }
      default:
        return fail("UNAVAILABLE");
    }
  });
}
