/** The analytics id of a borrower, and its cookie. */
import type { Services } from "#server/services.ts";

const hex = (code: string, length: number): string => Buffer.from(code, "base64url").toString("hex").slice(0, length);

/** The borrower's pseudonymous id for analytics: always the same, and without the installation's keys not linkable to a person. */
export function pseudonymousUserId(services: Services, borrowerId: string): string {
  return hex(services.keys.mac("user-token", borrowerId), 24);
}

/** `v1-<pseudonymous user id>-<check>`: no part holds a hyphen, for the spec splits at them. It carries no authority. */
export function userToken(services: Services, borrowerId: string): string {
  const id = pseudonymousUserId(services, borrowerId);
  return `v1-${id}-${hex(services.keys.mac("user-token-check", id), 8)}`;
}
