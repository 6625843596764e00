/** Access keys in the console: two people make and revoke them, and each is shown once. // Spec credit-support 12 */
import * as v from "valibot";
import { reason, reasonProblems, unknown } from "#shared/contract-kit.ts";
import { defineCall, partnerScopes, type ProblemKinds } from "#shared/contract.ts";
import { answeredDate, instant } from "#shared/fields/answered.ts";
import { listOf, listQuery } from "#shared/fields/list.ts";
import { uuid } from "#shared/fields/verification.ts";
import { proposalOpen } from "#shared/four-eyes.ts";

const keyUnknown = unknown("KEY_UNKNOWN", {
  id: "Kunci akses ini tidak ada.",
  en: "There is no such access key.",
  zh: "没有此访问密钥。",
});
const keyRevoked = {
  KEY_REVOKED: {
    status: 409,
    text: { id: "Kunci ini sudah dicabut.", en: "The key is revoked already.", zh: "该密钥已撤销。" },
  },
} as const satisfies ProblemKinds;
const reading = { who: "staff", permission: "webhook.read" } as const;
const proposing = { who: "staff", permission: "webhook.propose", idempotent: true } as const;

const accessKey = v.object({
  keyId: v.string(),
  brand: v.string(),
  name: v.string(),
  scopes: v.array(v.picklist(partnerScopes)),
  /** NEW: it works, and was not shown yet. */
  state: v.picklist(["NEW", "ACTIVE", "REVOKED"]),
  madeAt: instant,
  shownAt: v.nullable(instant),
  revokedAt: v.nullable(instant),
  lastUsedOn: v.nullable(answeredDate),
  /** The proposal to revoke it that waits for its check. */
  proposalId: v.nullable(v.string()),
});
export type AccessKeyView = v.InferOutput<typeof accessKey>;

export const listAccessKeys = defineCall({
  id: "listAccessKeys",
  method: "GET",
  path: "/api/staff/access-keys",
  summary: "The access keys of lenders' systems, the oldest first.",
  policy: { ...reading, trail: { id: "Melihat kunci akses", en: "Viewed the access keys", zh: "查看访问密钥" } },
  input: v.strictObject(listQuery),
  /** `brands`: those that a key can be proposed for. */
  output: v.strictObject({ ...listOf(accessKey).entries, brands: v.array(v.string()) }),
  problems: {},
});

export const proposeAccessKey = defineCall({
  id: "proposeAccessKey",
  method: "POST",
  path: "/api/staff/access-keys",
  summary: "Proposes an access key of a brand. It exists once another person has confirmed it.",
  policy: {
    ...proposing,
    trail: { id: "Mengusulkan kunci akses", en: "Proposed an access key", zh: "提议访问密钥" },
  },
  input: v.strictObject({
    brand: v.pipe(v.string("REQUIRED"), v.nonEmpty("REQUIRED"), v.maxLength(40, "TOO_LONG")),
    /** The system that uses it. */
    name: v.pipe(v.string("REQUIRED"), v.trim(), v.nonEmpty("REQUIRED"), v.maxLength(60, "TOO_LONG")),
    scopes: v.pipe(
      v.array(v.picklist(partnerScopes, "CHOICE_INVALID"), "REQUIRED"),
      v.minLength(1, "REQUIRED"),
      v.maxLength(partnerScopes.length, "CHOICE_INVALID"),
    ),
    reason,
  }),
  output: v.object({ proposalId: v.string(), keyId: v.string() }),
  problems: {
    BRAND_UNKNOWN: {
      status: 422,
      field: "brand",
      text: { id: "Merek ini tidak ada di sini.", en: "There is no such brand here.", zh: "此处没有该品牌。" },
    },
  },
  fieldProblems: reasonProblems,
});

export const proposeKeyRevocation = defineCall({
  id: "proposeKeyRevocation",
  method: "POST",
  path: "/api/staff/access-keys/{keyId}/revocation",
  summary: "Proposes to revoke an access key. It stops working when another person confirms it.",
  policy: {
    ...proposing,
    trail: { id: "Mengusulkan pencabutan kunci", en: "Proposed to revoke a key", zh: "提议撤销密钥" },
  },
  input: v.strictObject({ keyId: uuid, reason }),
  output: v.object({ proposalId: v.string() }),
  problems: {
    ...keyUnknown,
    ...proposalOpen,
    ...keyRevoked,
  },
  fieldProblems: reasonProblems,
});

export const showAccessKey = defineCall({
  id: "showAccessKey",
  method: "POST",
  path: "/api/staff/access-keys/{keyId}/show",
  summary: "Shows a new access key, once. We keep no copy of it.",
  policy: {
    who: "staff",
    permission: "webhook.propose",
    trail: { id: "Melihat kunci akses baru", en: "Viewed a new access key", zh: "查看新访问密钥" },
  },
  input: v.strictObject({ keyId: uuid }),
  output: v.object({ key: v.string() }),
  problems: {
    ...keyUnknown,
    ...keyRevoked,
    KEY_SHOWN: {
      status: 409,
      text: {
        id: "Kunci ini sudah pernah ditampilkan. Cabut dan usulkan kunci baru bila hilang.",
        en: "This key was shown before. Revoke it and propose another one if it was lost.",
        zh: "该密钥已显示过。如已丢失，请撤销并提议新密钥。",
      },
    },
  },
});
