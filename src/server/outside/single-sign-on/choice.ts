/** The choice of how staff sign in by accounts of the company, from the variables. */
import { staffRoles } from "#shared/staff-permissions.ts";
import type { Tools } from "../ports.ts";
import type { Settings } from "../settings.ts";
import { createOidcSignOn } from "./oidc.ts";
import { noSingleSignOn, type SingleSignOnPort } from "./port.ts";

export function singleSignOn(settings: Settings): (tools: Tools) => SingleSignOnPort {
  if (settings.adapter("singleSignOn", ["none", "oidc"]) === "none") return () => noSingleSignOn;
  const roles = settings.fitting(
    "OIDC_ROLES",
    `a list such as tunai-admins=admin,tunai-cs=support with the roles ${staffRoles.join(", ")}`,
    (text) => rolesIn(text).every(([group, role]) => group !== "" && staffRoles.some((known) => known === role)),
    "",
  );
  const chosen = {
    issuer: settings.address("OIDC_ISSUER"),
    clientId: settings.text("OIDC_CLIENT_ID"),
    clientSecret: settings.text("OIDC_CLIENT_SECRET"),
    scope: settings.fitting(
      "OIDC_SCOPE",
      "scopes separated by spaces, openid among them",
      (text) => text.split(" ").includes("openid"),
      "openid email offline_access",
    ),
    rolesClaim: settings.text("OIDC_ROLES_CLAIM", "groups"),
    rolesOf: roles === "" ? null : new Map(rolesIn(roles)),
    isEmailAssumed: settings.choice("OIDC_EMAIL_VERIFIED", ["claim", "assumed"]) === "assumed",
  };
  return ({ outbound, clock }) => createOidcSignOn(chosen, outbound, clock.realNow);
}

/** `group=role` pairs; a group has one role, a role may have several groups. */
const rolesIn = (text: string): (readonly [string, string])[] =>
  text
    .split(",")
    .map((pair) => pair.trim())
    .filter(Boolean)
    .map((pair) => {
      const at = pair.lastIndexOf("=");
      return [pair.slice(0, Math.max(0, at)), pair.slice(at + 1)] as const;
    });
