/** The permission table of the console: the permissions of each staff role (product decisions 5). A maker is never the checker: that is checked per case. */

export const staffRoles = ["support", "underwriter", "content", "finance", "auditor", "admin", "collector"] as const;
export type StaffRole = (typeof staffRoles)[number];

export const staffPermissions = {
  "case.read": ["underwriter", "support", "auditor", "admin"],
  "case.decide": ["underwriter", "admin"],
  "case.check": ["underwriter", "admin"],
  "borrower.search": ["support", "underwriter", "finance", "auditor", "admin"],
  "borrower.read": ["support", "underwriter", "finance", "auditor", "admin", "collector"],
  // The head of a page about a borrower; the page's own call writes to the audit trail what was read.
  "borrower.head": ["support", "underwriter", "finance", "auditor", "admin", "collector"],
  "borrower.unmask": ["support", "underwriter", "finance", "admin"],
  "borrower.documents": ["underwriter", "admin"],
  "borrower.unlock": ["support", "admin"],
  "borrower.block": ["support", "underwriter", "admin"],
  // A link with which the borrower adds missing data without a login.
  "borrower.link": ["support", "underwriter", "admin"],
  "borrower.note": ["support", "underwriter", "finance", "admin"],
  "payment.unmatched.read": ["finance", "auditor", "admin"],
  "payment.unmatched.assign": ["finance", "admin"],
  "payment.unmatched.check": ["finance", "admin"],
  "disbursement.read": ["finance", "auditor", "admin"],
  "disbursement.settle": ["finance", "admin"],
  "complaint.read": ["support", "auditor", "admin"],
  "complaint.answer": ["support", "admin"],
  "complaint.calendar": ["admin"],
  "money.read": ["finance", "auditor", "admin"],
  "money.propose": ["finance", "admin"],
  "money.check": ["finance", "admin"],
  "money.check.large": ["admin"],
  "reward.grant": ["support", "finance"],
  "reward.review": ["underwriter", "admin"],
  // Credit limit, temporary limit, freeze: two people.
  "limit.propose": ["underwriter", "admin"],
  "limit.check": ["underwriter", "admin"],
  // Help for a running loan: one offers, another confirms.
  "restructure.offer": ["underwriter", "admin", "collector"],
  "restructure.check": ["underwriter", "finance", "admin"],
  // Late loans: who sees them, who contacts their borrowers (and sees a number for it), who proposes and checks what two people decide.
  "servicing.read": ["collector", "support", "finance", "auditor", "admin"],
  "servicing.contact": ["collector", "admin"],
  "servicing.plan": ["finance", "admin"],
  "servicing.check": ["finance", "admin"],
  // The steps of a request, by its support code; no personal data.
  "trace.read": ["support", "auditor", "admin"],
  "audit.read": ["auditor", "admin"],
  "staff.manage": ["admin"],
  "content.edit": ["content", "admin"],
  "content.check": ["content", "admin"],
  // The list of proposals; what of it each sees and checks, the permissions of its kinds say.
  "proposal.read": ["support", "underwriter", "content", "finance", "auditor", "admin", "collector"],
  "proposal.make": ["support", "underwriter", "content", "finance", "auditor", "admin", "collector"],
  "proposal.check": ["underwriter", "content", "finance", "auditor", "admin"],
  "legal.hold": ["auditor", "admin"],
  // Data of deleted borrowers that retention rules keep; each opening needs a second person's approval.
  "retention.read": ["auditor", "admin"],
  "review.read": ["support", "underwriter", "auditor", "admin"],
  // The checker of a decision sees the evidence it was made by. // Spec account 14.9
  "review.evidence": ["support", "underwriter", "admin"],
  "review.decide": ["support", "underwriter"],
  "review.check": ["underwriter", "admin"],
  // Exceptions that need staff: so far about money of loans and rewards.
  "exception.read": ["support", "finance", "auditor", "admin"],
  "exception.settle": ["finance", "admin"],
  "campaign.read": ["support", "content", "finance", "auditor", "admin"],
  "campaign.edit": ["content", "admin"],
  "campaign.check": ["finance", "admin"],
  "campaign.pause": ["content", "support", "finance", "admin"],
  // A list as a file, for staff who may read the list.
  "export.run": ["finance", "auditor", "admin"],
  // The books: trial balance, accounts of the ledger; bank statements against them.
  "accounting.read": ["finance", "auditor", "admin"],
  "accounting.reconcile": ["finance", "admin"],
  "report.read": ["support", "underwriter", "finance", "auditor", "admin", "collector"],
  // Events to the lender's backend and its keys: two people.
  "webhook.read": ["support", "auditor", "admin"],
  "webhook.propose": ["admin"],
  "webhook.check": ["admin"],
  "questionnaire.results": ["content", "auditor", "admin"],
  "console.enter": ["support", "underwriter", "content", "finance", "auditor", "admin", "collector"],
} as const satisfies Record<string, readonly StaffRole[]>;
export type StaffPermission = keyof typeof staffPermissions;

/** Checked within a call: by the amount (table approval_tier), or by the kind of proposal. */
export const tierPermissions: readonly StaffPermission[] = [
  "money.check.large",
  "review.check",
  "campaign.check",
  "limit.check",
  "restructure.check",
  "servicing.check",
  "webhook.check",
];

/** All permissions of these roles. */
export const permissionsOf = (roles: readonly StaffRole[]): StaffPermission[] =>
  (Object.keys(staffPermissions) as StaffPermission[]).filter((permission) => mayStaff(roles, permission));

export function mayStaff(roles: readonly StaffRole[], permission: string): boolean {
  const allowed: readonly StaffRole[] | undefined = staffPermissions[permission as StaffPermission];
  return allowed !== undefined && roles.some((role) => allowed.includes(role));
}
