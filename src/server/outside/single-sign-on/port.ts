/** Sign-in of staff by the company's own accounts: an identity provider proves who a person is, and names the groups. */

/** The secrets of one sign-in, which its answer must match. */
export interface SignOnCheck {
  state: string;
  nonce: string;
  /** PKCE, 43 to 128 URL-safe characters. */
  verifier: string;
  /** The page to which the provider sends the browser back; registered there. */
  returnTo: string;
}

export interface SignedOn {
  /** The provider's permanent id of the account, with the provider's own. */
  subject: string;
  /** The account's address, when the provider has verified it; in lower case. */
  email: string | null;
  /** Values of the claim of roles; empty without that claim. */
  groups: readonly string[];
  /** Whether the provider asked for two factors of different kinds (RFC 8176). */
  hasSecondFactor: boolean;
  /** Asks later whether the account is still active; null when the provider gives none. */
  refreshToken: string | null;
}

export type SignOnAnswer =
  | { outcome: "SIGNED_ON"; person: SignedOn }
  /** The person refused, or the answer does not prove anything. `reason`: a code for the log. */
  | { outcome: "REFUSED"; reason: string }
  | { outcome: "UNAVAILABLE" };

/** GONE: the provider ended the account's access. `groups`: null when the provider did not repeat them. */
export type SignOnStateAnswer =
  | { outcome: "STANDS"; refreshToken: string; groups: readonly string[] | null }
  | { outcome: "GONE" }
  | { outcome: "UNAVAILABLE" };

export interface SingleSignOnPort {
  readonly adapter: string;
  /** The roles of the console by group; null when the console's own roles count. */
  readonly rolesOf: ReadonlyMap<string, string> | null;
  /** The provider's page for this sign-in. */
  begin(check: SignOnCheck): Promise<{ outcome: "ADDRESS"; address: string } | { outcome: "UNAVAILABLE" }>;
  /** The person behind the query with which the provider sent the browser back. Never throws for the provider's failures. */
  finish(check: SignOnCheck, query: string): Promise<SignOnAnswer>;
  /** Whether the account behind an earlier sign-in is still active. */
  standing(refreshToken: string): Promise<SignOnStateAnswer>;
}

/** Without a provider, staff log in by the console's own accounts. */
export const noSingleSignOn: SingleSignOnPort = {
  adapter: "none",
  rolesOf: null,
  begin: async () => ({ outcome: "UNAVAILABLE" }),
  finish: async () => ({ outcome: "UNAVAILABLE" }),
  standing: async () => ({ outcome: "UNAVAILABLE" }),
};
