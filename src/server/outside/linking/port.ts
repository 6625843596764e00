/**
 * Links to accounts of the borrower elsewhere: read once, then the access is revoked. By the partner's own page (REDIRECT), or by user
 * id and password, which live in the memory of one request. // Spec account 8, docs/decisions/248
 */
import type { LinkFigure } from "#shared/outside-reads.ts";
import type { Secret } from "#shared/secret.ts";

const partnerLinkKinds = ["BANK", "ECOM", "OPEN_FINANCE"] as const;
export type PartnerLinkKind = (typeof partnerLinkKinds)[number];

export interface LinkOrder {
  /** Id of our row (a UUID). */
  linkId: string;
  kind: PartnerLinkKind;
  /** Code of the institution: `BCA`, `TOKOPEDIA`. */
  institution: string;
  mode: "REDIRECT" | "CREDENTIALS";
  /** Only with CREDENTIALS. */
  login: { userId: string; credential: Secret<string> } | null;
  /** Only with REDIRECT: the address to which the partner's page returns, with its one-time `state`. */
  returnUrl: string | null;
  fullName: string;
  /** The figures of each month that the borrower consented to, and no more. */
  figures: readonly LinkFigure[];
}

/** Sums of one month of the account, whole rupiah: the figures of its kind, and no single transaction. */
export type MonthSums = {
  /** YYYY-MM */
  month: string;
} & Partial<Record<LinkFigure, number>>;

export type LinkAnswer =
  | { outcome: "LINKED"; holderName: string; maskedAccount: string; openedOn?: string; months: readonly MonthSums[] }
  /** The institution sent a code to its customer, or wants that of a token. */
  | { outcome: "CODE_NEEDED"; providerReference: string }
  /** The partner's page on which the borrower continues. */
  | { outcome: "REDIRECT"; url: string }
  /** Running, or the order may have arrived without an answer: ask by `result`, and never send the order again. */
  | { outcome: "PENDING" }
  /** Wrong login, an account that is not there, or turned down on the partner's page. */
  | { outcome: "REFUSED" }
  /** The order did not arrive. */
  | { outcome: "UNAVAILABLE" };

export interface LinkingPort {
  readonly adapter: string;
  link(order: LinkOrder): Promise<LinkAnswer>;
  answerCode(answer: { linkId: string; providerReference: string; code: Secret<string> }): Promise<LinkAnswer>;
  /** The result of an order, without a credential. UNAVAILABLE: the partner knows no such order. */
  result(linkId: string): Promise<LinkAnswer>;
  /** Ends the partner's access for good; true once it has, also where there was none. */
  revoke(linkId: string): Promise<boolean>;
}
