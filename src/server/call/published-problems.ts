/** The problems of a call in the published API: those its contract declares and those its policy adds. */
import type { Call, ProblemKinds } from "#shared/contract.ts";
import { commonProblems, type CommonProblem } from "#shared/problems.ts";

/** Declared problems and those of the policy, by code. */
export function problemsOf(call: Call): ProblemKinds {
  const codes: CommonProblem[] = ["INPUT_INVALID", "RATE_LIMITED", "INTERNAL", "UNAVAILABLE"];
  const { policy } = call;
  if (call.method === "POST") codes.push("BODY_TOO_LARGE", "STORAGE_FULL");
  // A partner's bytes are its port's to read.
  if (call.method === "POST" && policy.who !== "webhook") codes.push("BODY_UNREADABLE");
  if (call.method === "POST" && !["webhook", "host-app", "sandbox"].includes(policy.who)) codes.push("ORIGIN_REFUSED");
  // A visitor may also need a login: some purposes need an account, and a rotated cookie writes no more.
  if (["borrower", "staff", "visitor", "host-app"].includes(policy.who)) codes.push("NOT_LOGGED_IN");
  if (policy.who === "borrower" && !policy.limited?.includes("CLOSING")) codes.push("ACCOUNT_CLOSING");
  // Brands of other countries answer NOT_OFFERED_HERE to calls about money.
  if (["borrower", "visitor", "link"].includes(policy.who)) codes.push("NOT_OFFERED_HERE");
  if (policy.who === "borrower" && policy.stepUp) codes.push("STEP_UP_NEEDED");
  if (policy.who === "staff") codes.push("NOT_ALLOWED");
  if (policy.who === "link") codes.push("LINK_INVALID");
  if (policy.who === "partner") codes.push("KEY_INVALID", "KEY_SCOPE_MISSING");
  if (policy.who === "sandbox") codes.push("NOT_FOUND");
  if ("idempotent" in policy && policy.idempotent) codes.push("IDEMPOTENCY_KEY_NEEDED", "IDEMPOTENCY_KEY_REUSED");
  return { ...call.problems, ...Object.fromEntries(codes.map((code) => [code, commonProblems[code]])) };
}

/**
 * Why an answer differs from the published API: its status, with the code of the refusal. Null when it conforms, and
 * when the front door answered in plain text before any call.
 */
export function unpublished(call: Call, status: number, body: unknown): string | null {
  if (status === (call.status ?? 200) || call.partnerAnswers?.[status] !== undefined) return null;
  if (status < 400) return String(status);
  const { code } = (body as { status?: { code?: string } } | null)?.status ?? {};
  if (code === undefined) return call.policy.who === "webhook" ? String(status) : null;
  const kind = problemsOf(call)[code];
  return kind?.status === status ? null : `${status} ${code}`;
}
