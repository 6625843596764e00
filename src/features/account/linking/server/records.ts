/** The table of account links. */
import { code, narrowed, owner, sealed, secret, shown, upkeep } from "#server/records/columns.ts";
import { defineRecord, type NewRowOf, type RowOf } from "#server/records/record.ts";
import type { MonthSums } from "#server/outside/linking/port.ts";
import { linkKinds, linkStates, type LinkFailure } from "../contract.ts";

/** The data that was read of the account. */
export interface LinkFacts {
  masked: string;
  openedOn?: string;
  months: MonthSums[];
}

export const linkTable = defineRecord("account_link", {
  title: { id: "Akun tertaut", en: "Linked accounts", zh: "已关联账户" },
  oneTitle: { id: "Tautan akun", en: "Account link", zh: "账户绑定" },
  keeps: "NOTHING",
  // Spec account 8
  states: {
    CONSENTED: ["CONNECTING", "FAILED", "ENDED"],
    // Back to CONSENTED by a login that was mistyped.
    CONNECTING: ["CONSENTED", "CODE_NEEDED", "REDIRECTED", "LINKED", "FAILED", "ENDED"],
    CODE_NEEDED: ["CONNECTING", "FAILED", "ENDED"],
    REDIRECTED: ["CONNECTING", "FAILED", "ENDED"],
    LINKED: ["ENDED"],
    FAILED: [],
    ENDED: [],
  },
  columns: {
    borrowerId: owner(),
    id: shown(),
    kind: code(linkKinds),
    state: code(linkStates),
    failure: narrowed<LinkFailure>({ id: "Sebab gagal", en: "Why it failed", zh: "失败原因" }),
    institution: shown(),
    consentId: shown(),
    agreedAt: shown(),
    askedOn: shown(),
    begunAt: shown(),
    refusals: shown(),
    linkedAt: shown({ id: "Tertaut pada", en: "Linked at", zh: "关联时间" }),
    endsAt: shown(),
    revokedAt: shown(),
    changedAt: shown(),
    // Sealed with the consent's key: destroying the key makes it unreadable.
    factsSealed: sealed<LinkFacts>(["masked", "openedOn", "months"], { keyOf: (row) => row["consentId"] as string }),
    // With the page or the return address anyone could link the account.
    partnerUrlSealed: secret(),
    returnIndex: secret(),
    sessionIndex: secret(),
    slot: upkeep(),
    // The id by which the partner knows the try that counts; null: the link's own.
    orderId: upkeep(),
    // By user id and password, not by the partner's page.
    byLogin: upkeep(),
    providerReference: upkeep(),
    nextAskAt: upkeep(),
    askUntil: upkeep(),
    stepUntil: upkeep(),
    revokeAt: upkeep(),
  },
});
export type LinkRow = RowOf<typeof linkTable>;
export type NewLink = NewRowOf<typeof linkTable>;
export const linkLife = linkTable.life;
export const sealedLinkFacts = linkTable.seal("factsSealed");
