/** Agreements: documents of a loan, their signature, and the page where anyone checks one. */
import * as v from "valibot";

/** The kinds of document; each has a template `content/agreement/<kind>.<language>.md`. */
export const documentKinds = ["loan-agreement", "riplay", "risk-acknowledgement", "declarations", "signing-privacy", "paid-off-letter"] as const;
export type DocumentKindName = (typeof documentKinds)[number];

export const documentStates = ["SHOWN", "ACCEPTED", "SIGNING", "SIGNED", "WITHDRAWN"] as const;
export type DocumentState = (typeof documentStates)[number];

/** What is ticked before signing: read the summary, the risks and the agreement; no unpaid loans on 3 or more platforms. // Spec 5; decisions 4: signing */
export const acceptances = ["READ", "PLATFORMS"] as const;
export type Acceptance = (typeof acceptances)[number];

const id = v.pipe(v.string(), v.uuid());

export const loanDocument = v.object({
  id,
  kind: v.picklist(documentKinds),
  /** In the language of the document. */
  title: v.string(),
  /** Null while a letter is being made. */
  pages: v.nullable(v.number()),
  sizeBytes: v.nullable(v.number()),
  state: v.picklist(documentStates),
  verifyPath: v.string(),
  viewPath: v.string(),
});
export type LoanDocument = v.InferOutput<typeof loanDocument>;
