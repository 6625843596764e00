/** Labels: reasons to review a prize before it is given. A label leads to a review, never to a refusal. // Product decisions, rewards 6; docs/decisions/284 */
import type { Transaction, Reader } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import { bankAccountsOf, findBorrowersByAccount } from "#features/account/bank-account/server/index.ts";
import { borrowersOnDevicesOf } from "#features/account/login/server/index.ts";
import { invitationMarkTimes } from "#shared/promised-times.ts";
import type { HoldReason } from "../contract.ts";
import type { Prize } from "../rules-contract.ts";
import { hasHeld } from "./held-store.ts";
import { defineQuestion } from "#server/questions.ts";

/** Asked by campaigns of the domain that knows invitations: others who joined from the same network together with this person. */
export const networkOf = defineQuestion<(reader: Reader, borrowerId: string) => Promise<string[]>>(
  "network-of",
  "MANY",
);

/** Which of these people take part in the same thing: entered the draw, played on that day, chose the same. */
export type AmongThem = (ids: readonly string[]) => Promise<readonly string[]>;

/** In addition to the winner: this many others who share a device or an account make a ring; the same number from one network makes a label. */
const ringOthers = 2;

/** Prizes that are worth money outside. Points and coupons can be used only with us, by their owner. */
export const isMoney = ({ kind }: Prize): boolean => kind === "CASH" || kind === "VOUCHER";

/**
 * The labels of a winner: a device of the last 30 days or a bank account shared with another winner, several winners
 * connected by these, three invited friends from one network within a day, or another prize of theirs under review.
 */
export async function labelsOf(
  services: Services,
  trx: Transaction,
  borrowerId: string,
  among: AmongThem,
): Promise<HoldReason[]> {
  const { onDevice, onAccount, onNetwork } = await tiesOf(services, trx, borrowerId, among);
  return [
    ...(onDevice.length > 0 ? (["SAME_DEVICE"] as const) : []),
    ...(onNetwork.length >= ringOthers ? (["SAME_NETWORK"] as const) : []),
    ...(onAccount.length > 0 ? (["SAME_BANK_ACCOUNT"] as const) : []),
    ...(new Set([...onDevice, ...onAccount]).size >= ringOthers ? (["RING"] as const) : []),
    ...((await hasHeld(trx, borrowerId)) ? (["IN_REVIEW"] as const) : []),
  ];
}

/** The ways in which accounts are connected. */
export type Tie = Extract<HoldReason, "SAME_DEVICE" | "SAME_NETWORK" | "SAME_BANK_ACCOUNT">;

/** The accounts connected with this one now, in any campaign: for the person who decides about its prize. */
export async function tiedTo(services: Services, reader: Reader, borrowerId: string): Promise<Map<string, Tie[]>> {
  const { onDevice, onAccount, onNetwork } = await tiesOf(services, reader, borrowerId, async (ids) => ids);
  const ties = new Map<string, Tie[]>();
  for (const [tie, ids] of [
    ["SAME_DEVICE", onDevice],
    ["SAME_BANK_ACCOUNT", onAccount],
    ["SAME_NETWORK", onNetwork],
  ] as const)
    for (const id of ids) ties.set(id, [...(ties.get(id) ?? []), tie]);
  return ties;
}

async function tiesOf(services: Services, trx: Reader, borrowerId: string, among: AmongThem) {
  const others = async (ids: readonly string[]) => {
    const found = ids.filter((id) => id !== borrowerId);
    return found.length === 0 ? [] : among(found);
  };
  const since = new Date(services.clock.now().getTime() - invitationMarkTimes.deviceDays * 86_400_000);
  const onDevice = await others(await borrowersOnDevicesOf(trx, borrowerId, since));
  const onAccount: string[] = [];
  for (const { bankCode, accountNumber } of await bankAccountsOf(services, trx, borrowerId))
    onAccount.push(...(await others(await findBorrowersByAccount(services, trx, bankCode, accountNumber))));
  const onNetwork: string[] = [];
  for (const companions of services.ask(networkOf))
    onNetwork.push(...(await others(await companions(trx, borrowerId))));
  return { onDevice: [...new Set(onDevice)], onAccount: [...new Set(onAccount)], onNetwork: [...new Set(onNetwork)] };
}
