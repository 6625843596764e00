/** Texts of an account's current state, for staff. */
import type { AccountStateGroup } from "#shared/account-state-groups.ts";
import { defineTexts } from "#shared/texts.ts";

export const accountStateTexts = defineTexts({
  heading: { id: "Status akun", en: "State of the account", zh: "账户现状" },
  REQUESTS: { id: "Permintaan", en: "Requests", zh: "申请" },
  LINKS: { id: "Tautan dan pencarian data", en: "Links and look-ups", zh: "绑定与查询" },
  CONSENTS: { id: "Persetujuan", en: "Consents", zh: "同意" },
  CONTESTS: { id: "Pembekuan oleh pemilik", en: "Freezings by the owner", zh: "本人冻结" },
  HOLDS: { id: "Penahanan", en: "Holds", zh: "保护期与保留" },
  what: { id: "Hal", en: "What", zh: "事项" },
  state: { id: "Status", en: "State", zh: "状态" },
  at: { id: "Sejak", en: "Since", zh: "开始" },
  until: { id: "Sampai", en: "Until", zh: "截止" },
  none: { id: "Tidak ada: {groups}.", en: "None: {groups}.", zh: "无：{groups}。" },
} satisfies Record<AccountStateGroup | "heading" | "what" | "state" | "at" | "until" | "none", object>);
