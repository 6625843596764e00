/**
 * Merges two accounts of one person: shared codes stay valid, and invited friends move to the surviving account.
 * Rewards that wait for a friend move with the campaign's awards. // Spec account 5
 */
import { defineMergeAsset } from "#features/account/account-merge/server/index.ts";
import type { Reader } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import { defineTexts } from "#shared/texts.ts";
import {
  lockInviter,
  openInvitations,
  ownCode,
  passCodes,
  passInvitations,
  tallyOf,
  type PassedCode,
} from "./store.ts";

const texts = defineTexts({
  friends: { id: "Teman yang diundang", en: "Friends invited", zh: "邀请的好友" },
  open: {
    id: "Hadiah undangan yang masih ditunggu",
    en: "Rewards for friends, still awaited",
    zh: "待发放的邀请奖励",
  },
  code: {
    id: "Kode undangan yang sudah dibagikan tetap berlaku.",
    en: "Codes that were shared keep leading to this account.",
    zh: "已分享的邀请码继续有效。",
  },
});

type Moved = {
  codes: PassedCode[];
  invitations: string[];
};

/** Friends who may still bring a reward, which is lost when the account is closed. // Spec account 6 */
export async function lostInvitations(_services: Services, reader: Reader, borrowerId: string) {
  const { length } = await openInvitations(reader, borrowerId);
  return [{ code: "INVITATION", text: texts.open, unit: "COUNT", amount: length }] as const;
}

export const mergedInvitations = defineMergeAsset<Moved>({
  asset: "INVITATION",
  async preview(_services, reader, { survivorId, absorbedId }) {
    const survivor = (await tallyOf(reader, survivorId)).joined;
    const absorbed = (await tallyOf(reader, absorbedId)).joined;
    // Friends who cannot bring a reward any more have no value of their own.
    const isOpen = (await openInvitations(reader, absorbedId)).length > 0;
    const counts = { survivor, absorbed, after: survivor + absorbed };
    const note = absorbed > 0 ? { note: texts.code } : {};
    return [
      {
        code: "INVITATION",
        text: texts.friends,
        unit: "COUNT",
        ...counts,
        ...note,
        ...(isOpen ? {} : { isListed: true }),
      },
    ] as const;
  },

  async move(_services, trx, { survivorId, absorbedId }) {
    for (const id of [absorbedId, survivorId].toSorted()) await lockInviter(trx, id);
    const hasOwn = (await ownCode(trx, survivorId)) !== null;
    const codes = await passCodes(trx, absorbedId, survivorId, { isOwnKept: !hasOwn });
    // When one of the two accounts invited the other, the friend was not a new person: that row stays, and ends by its own rules.
    const invitations = await passInvitations(trx, { from: absorbedId, to: survivorId, exceptFriend: survivorId });
    return codes.length + invitations.length > 0 ? { codes, invitations } : null;
  },

  async back(_services, trx, { survivorId, absorbedId }, { codes, invitations }) {
    for (const id of [absorbedId, survivorId].toSorted()) await lockInviter(trx, id);
    await passInvitations(trx, { from: survivorId, to: absorbedId, only: invitations });
    for (const code of codes) await passCodes(trx, survivorId, absorbedId, { only: code });
  },
});
