/** OpenID Connect by `openid-client`: authorization code with PKCE, state and nonce. Requests leave by the outbound port. */
import * as oidc from "openid-client";
import { OutboundFailure, type Outbound } from "../http.ts";
import type { SignedOn, SingleSignOnPort } from "./port.ts";

export interface OidcSettings {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Scopes, separated by spaces. */
  scope: string;
  /** Name of the claim that holds groups; dots lead into an object when no claim has the whole name. */
  rolesClaim: string;
  rolesOf: ReadonlyMap<string, string> | null;
  /** Whether an address counts without `email_verified`: for providers whose accounts are all made by the company. */
  isEmailAssumed: boolean;
}

/** The provider's description is read again after this time. */
const describedMilliseconds = 3_600_000;

type Claims = Readonly<Record<string, unknown>>;

export function createOidcSignOn(settings: OidcSettings, outbound: Outbound, realNow: () => Date): SingleSignOnPort {
  const fetch = fetchOf(outbound);
  let described: { at: number; configuration: Promise<oidc.Configuration> } | null = null;
  const describe = (): Promise<oidc.Configuration> => {
    const now = realNow().getTime();
    if (described && now - described.at < describedMilliseconds) return described.configuration;
    const isPlain = new URL(settings.issuer).protocol === "http:";
    const configuration = oidc.discovery(
      new URL(settings.issuer),
      settings.clientId,
      undefined,
      oidc.ClientSecretBasic(settings.clientSecret),
      // Only what the outbound port allows: this machine, and trials outside prod.
      { [oidc.customFetch]: fetch, ...(isPlain ? { execute: [oidc.allowInsecureRequests] } : {}) },
    );
    described = { at: now, configuration };
    configuration.catch(() => (described = null));
    return configuration;
  };
  return {
    adapter: "oidc",
    rolesOf: settings.rolesOf,
    async begin(check) {
      try {
        const address = oidc.buildAuthorizationUrl(await describe(), {
          redirect_uri: check.returnTo,
          scope: settings.scope,
          state: check.state,
          nonce: check.nonce,
          code_challenge: await oidc.calculatePKCECodeChallenge(check.verifier),
          code_challenge_method: "S256",
        });
        return { outcome: "ADDRESS", address: address.href };
      } catch {
        return { outcome: "UNAVAILABLE" };
      }
    },
    async finish(check, query) {
      try {
        const configuration = await describe();
        const arrived = new URL(check.returnTo);
        arrived.search = query;
        const tokens = await oidc.authorizationCodeGrant(configuration, arrived, {
          expectedState: check.state,
          expectedNonce: check.nonce,
          pkceCodeVerifier: check.verifier,
          idTokenExpected: true,
        });
        const claims = await claimsOf(configuration, tokens);
        return { outcome: "SIGNED_ON", person: personOf(settings, claims, tokens.refresh_token ?? null) };
      } catch (error) {
        return isAway(error) ? { outcome: "UNAVAILABLE" } : { outcome: "REFUSED", reason: reasonOf(error) };
      }
    },
    async standing(refreshToken) {
      try {
        const tokens = await oidc.refreshTokenGrant(await describe(), refreshToken);
        const claims: Claims = tokens.claims() ?? {};
        const groups = valueAt(claims, settings.rolesClaim);
        return {
          outcome: "STANDS",
          refreshToken: tokens.refresh_token ?? refreshToken,
          groups: groups === undefined ? null : textsOf(groups),
        };
      } catch (error) {
        // Only an explicit answer of the provider ends a session; every other fault counts as no answer.
        return (error as { error?: unknown }).error === "invalid_grant"
          ? { outcome: "GONE" }
          : { outcome: "UNAVAILABLE" };
      }
    },
  };
}

/** The claims of the ID token; when the address is not among them, with those that the provider tells at its user info. */
async function claimsOf(
  configuration: oidc.Configuration,
  tokens: oidc.TokenEndpointResponse & oidc.TokenEndpointResponseHelpers,
): Promise<Claims & { iss: string; sub: string }> {
  const proven = tokens.claims();
  if (!proven) throw new Error("The provider sent no ID token.");
  if (proven.email !== undefined || configuration.serverMetadata().userinfo_endpoint === undefined) return proven;
  return { ...(await oidc.fetchUserInfo(configuration, tokens.access_token, proven.sub)), ...proven };
}

function personOf(
  settings: OidcSettings,
  claims: Claims & { iss: string; sub: string },
  refreshToken: string | null,
): SignedOn {
  const isVerified = claims.email_verified === true || (settings.isEmailAssumed && claims.email_verified !== false);
  return {
    subject: `${claims.iss} ${claims.sub}`,
    email: isVerified && typeof claims.email === "string" ? claims.email.trim().toLowerCase() : null,
    groups: textsOf(valueAt(claims, settings.rolesClaim)),
    hasSecondFactor: areTwoFactors(textsOf(claims.amr)),
    refreshToken,
  };
}

function valueAt(claims: Claims, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  return name
    .split(".")
    .reduce<unknown>(
      (at, part) =>
        typeof at === "object" && at !== null && Object.hasOwn(at, part) ? (at as Claims)[part] : undefined,
      claims,
    );
}

/** A claim of one text, of several separated by spaces, or a list. */
const textsOf = (value: unknown): string[] =>
  typeof value === "string"
    ? value.split(/\s+/).filter(Boolean)
    : Array.isArray(value)
      ? value.filter((one) => typeof one === "string")
      : [];

/** Kinds of proof by their names in RFC 8176. */
const kindsOfProof: readonly (readonly string[])[] = [
  ["pwd", "pin", "kba"],
  ["otp", "hwk", "swk", "sc", "sms", "tel"],
  ["face", "fpt", "iris", "retina", "vbm"],
];

/** `mfa`, or proofs of two kinds: a password and a PIN are one kind. */
export function areTwoFactors(amr: readonly string[]): boolean {
  return amr.includes("mfa") || kindsOfProof.filter((kind) => kind.some((name) => amr.includes(name))).length > 1;
}

/** A fetch that goes by the outbound port, with a peer for each origin that the provider's description names. */
function fetchOf(outbound: Outbound): oidc.CustomFetch {
  const peers = new Map<string, typeof globalThis.fetch>();
  return async (url, { body, headers, method }) => {
    const { origin } = new URL(url);
    let peer = peers.get(origin);
    if (!peer) peers.set(origin, (peer = outbound.fetch("single sign-on", origin)));
    return peer(url, {
      method,
      headers,
      ...(body === undefined || body === null
        ? {}
        : { body: body instanceof URLSearchParams ? String(body) : (body as string) }),
    });
  };
}

/** Whether the provider did not answer, or with its own fault. */
function isAway(error: unknown): boolean {
  for (let at: unknown = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++) {
    if (at instanceof OutboundFailure) return true;
    if (at.cause instanceof Response) return at.cause.status >= 500;
  }
  return false;
}

const reasonOf = (error: unknown): string => {
  const { error: errorCode, code } = error as { error?: unknown; code?: unknown };
  return /^[\w.-]{1,60}$/.exec(String(errorCode ?? code ?? "UNKNOWN"))?.[0] ?? "UNKNOWN";
};
