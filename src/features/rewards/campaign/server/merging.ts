/**
 * Merges two accounts of one person: caps add up, and participation moves along; where both took part, the absorbed
 * one's entries in draws that are not frozen end, and so do its choices without a result. // Product decisions, rewards
 * 10
 */
import { defineMergeAsset, type Merge, type Merging } from "#features/account/account-merge/server/index.ts";
import type { Transaction, Reader } from "#server/database.server.ts";
import {
  account,
  availableOf,
  keepMergedValue,
  lockBalance,
  mergeValue,
  post,
  unmergeValue,
} from "#server/ledger/index.ts";
import type { Services } from "#server/services.ts";
import { dateInWib } from "#shared/dates.ts";
import { defineTexts } from "#shared/texts.ts";
import {
  addCampaignCounters,
  copyFacts,
  countAwardsWaiting,
  countRemainingTickets,
  endEntries,
  energyOf,
  joinedOnlyBy,
  openEntries,
  passAwards,
  passEntrants,
  passEntries,
  passReminders,
  passTickets,
  removeFacts,
  restoreEntries,
  takeCounters,
  ticketsByCampaign,
  type EndedEntry,
} from "./merge-store.ts";
import { lockDraws, lockOpenDrawsOf } from "./entries.ts";
import { endOpenChoices, openChoices, restoreChoices, type PickChoice } from "./pick-store.ts";

const texts = defineTexts({
  tickets: { id: "Tiket event", en: "Tickets of events", zh: "活动抽奖券" },
  energy: { id: "Energi event", en: "Energy of events", zh: "活动能量" },
  entries: { id: "Undian yang diikuti", en: "Entries in draws", zh: "抽奖参与" },
  choices: { id: "Pilihan di event", en: "Choices in events", zh: "活动中的选择" },
  choiceEnds: {
    id: "Di event yang diikuti kedua akun, pilihan akun yang berakhir gugur.",
    en: "In an event that both accounts joined, the choice of the one that ends is void.",
    zh: "两个账户均参加的活动中，结束账户的选择失效。",
  },
  awards: { id: "Hadiah yang belum cair", en: "Prizes still on their way", zh: "待发放的奖品" },
  end: {
    id: "Di event yang diikuti kedua akun, undian akun yang berakhir gugur.",
    en: "In an event that both accounts joined, the entries of the one that ends are void.",
    zh: "两个账户均参加的活动中，结束账户的抽奖资格失效。",
  },
});

type Moved = {
  counters: { key: string; added: number }[];
  facts: { fact: string; eventId: string }[];
  tickets: string[];
  /** The tickets in the ledger; merges before this field existed moved none. */
  ticketUnits?: { activityId: string; tickets: number }[];
  awards: string[];
  /** Campaigns that only the absorbed account had joined. */
  campaigns: string[];
  passed: { drawId: string; entryId: string }[];
  ended: EndedEntry[];
  /** Choices that ended; merges before this field existed ended none. */
  choices?: PickChoice[];
  energy: { activityId: string; points: number }[];
  /** Campaigns whose opening reminder moved; merges before this field existed moved none. */
  reminders?: string[];
};

const energyAccount = (borrowerId: string, activityId: string) => account("POINTS", `${borrowerId}:${activityId}`);
const valueOf = ({ mergeId }: Merge, activityId: string) => ({ mergeId, asset: `energy_${activityId}` });
const sum = (of: readonly { points: number }[]): number => of.reduce((all, { points }) => all + points, 0);

/** The chances and waiting prizes that closing the account would lose. // Spec account 6 */
export async function lostOfCampaigns(_services: Services, reader: Reader, borrowerId: string) {
  const [tickets, energy, entries, awards] = await Promise.all([
    countRemainingTickets(reader, borrowerId),
    energyOf(reader, borrowerId),
    openEntries(reader, borrowerId),
    countAwardsWaiting(reader, borrowerId),
  ]);
  return [
    { code: "TICKET", text: texts.tickets, unit: "COUNT", amount: tickets },
    { code: "ENERGY", text: texts.energy, unit: "POINTS", amount: sum(energy) },
    { code: "ENTRY", text: texts.entries, unit: "COUNT", amount: entries.length },
    { code: "AWARD", text: texts.awards, unit: "COUNT", amount: awards },
  ] as const;
}

export const mergedCampaigns = defineMergeAsset<Moved>({
  asset: "CAMPAIGN",
  async preview(_services, reader, { survivorId, absorbedId }: Merging) {
    const tickets = [
      await countRemainingTickets(reader, survivorId),
      await countRemainingTickets(reader, absorbedId),
    ] as const;
    const energy = [sum(await energyOf(reader, survivorId)), sum(await energyOf(reader, absorbedId))] as const;
    const alone = new Set(await joinedOnlyBy(reader, absorbedId, survivorId));
    const [own, others] = [await openEntries(reader, survivorId), await openEntries(reader, absorbedId)];
    const keptCount = others.filter(({ campaignId }) => alone.has(campaignId)).length;
    const [ownChoices, otherChoices] = [
      (await openChoices(reader, survivorId)).length,
      await openChoices(reader, absorbedId),
    ];
    const keptChoices = otherChoices.filter(({ campaignId }) => alone.has(campaignId)).length;
    const line = (code: string, [survivor, absorbed]: readonly [number, number]) => ({
      code,
      survivor,
      absorbed,
      after: survivor + absorbed,
    });
    return [
      { ...line("TICKET", tickets), text: texts.tickets, unit: "COUNT" },
      { ...line("ENERGY", energy), text: texts.energy, unit: "POINTS" },
      {
        ...line("ENTRY", [own.length, others.length]),
        after: own.length + keptCount,
        text: texts.entries,
        unit: "COUNT",
        ...(keptCount < others.length ? { note: texts.end } : {}),
      },
      {
        ...line("CHOICE", [ownChoices, otherChoices.length]),
        after: ownChoices + keptChoices,
        text: texts.choices,
        unit: "COUNT",
        ...(keptChoices < otherChoices.length ? { note: texts.choiceEnds } : {}),
      },
    ] as const;
  },

  async move(services, trx, merge) {
    const { survivorId, absorbedId } = merge;
    await lockOpenDrawsOf(trx, [absorbedId, survivorId]);
    const campaigns = await joinedOnlyBy(trx, absorbedId, survivorId);
    const counters = await addCampaignCounters(trx, absorbedId, survivorId);
    const facts = await copyFacts(trx, absorbedId, survivorId);
    const tickets = await passTickets(trx, absorbedId, survivorId);
    const ticketUnits = await ticketsByCampaign(trx, tickets);
    await moveTickets(services.clock.now(), trx, ticketUnits, {
      from: absorbedId,
      to: survivorId,
      name: `merge_${merge.mergeId}`,
    });
    const awards = await passAwards(trx, absorbedId, survivorId);
    const passed = await passEntries(trx, absorbedId, survivorId, campaigns);
    // Must run while the absorbed account still owns its participation, which locates its energy.
    const energy = await moveEnergy(services.clock.now(), trx, merge);
    await passEntrants(trx, absorbedId, survivorId, campaigns);
    // Frozen entries are published: they stay, under a name that only its owner knows.
    const ended = await endEntries(trx, absorbedId);
    const choices = await endOpenChoices(trx, absorbedId);
    const reminders = await passReminders(trx, absorbedId, survivorId);
    return { counters, facts, tickets, ticketUnits, awards, campaigns, passed, ended, choices, energy, reminders };
  },

  async back(services, trx, merge, moved) {
    const { survivorId, absorbedId } = merge;
    await lockDraws(
      trx,
      [...moved.passed, ...moved.ended].map(({ drawId }) => drawId),
    );
    for (const { activityId } of moved.energy)
      await unmergeValue(trx, services.clock.now(), valueOf(merge, activityId));
    await passReminders(trx, survivorId, absorbedId, moved.reminders ?? []);
    await restoreEntries(trx, absorbedId, moved.ended);
    await restoreChoices(trx, absorbedId, moved.choices ?? []);
    await passEntrants(trx, survivorId, absorbedId, moved.campaigns);
    await passEntries(trx, survivorId, absorbedId, moved.campaigns, moved.passed);
    await passAwards(trx, survivorId, absorbedId, moved.awards);
    // Tickets played during the merge stay played.
    const unplayed = await passTickets(trx, survivorId, absorbedId, moved.tickets);
    if (moved.ticketUnits)
      await moveTickets(services.clock.now(), trx, await ticketsByCampaign(trx, unplayed), {
        from: survivorId,
        to: absorbedId,
        name: `merge_back_${merge.mergeId}`,
      });
    await removeFacts(trx, survivorId, moved.facts);
    await takeCounters(trx, moved.counters);
  },

  async keep(services, trx, merge, moved) {
    for (const { activityId } of moved?.energy ?? [])
      await keepMergedValue(trx, services.clock.now(), valueOf(merge, activityId));
  },
});

/** Moves the tickets in the ledger too, where they stay playable; tickets played before an undo stay played. */
async function moveTickets(
  now: Date,
  trx: Transaction,
  units: readonly { activityId: string; tickets: number }[],
  { from, to, name }: { from: string; to: string; name: string },
): Promise<void> {
  if (units.length === 0) return;
  const common = { kind: "MERGE", reference: name, valueDate: dateInWib(now) } as const;
  await post(
    trx,
    now,
    units.map(({ activityId, tickets }) => ({
      ...common,
      id: `${name}_tickets_${activityId}`,
      debit: account("TICKET", `${from}:${activityId}`),
      credit: account("TICKET", `${to}:${activityId}`),
      amount: tickets,
    })),
  );
}

async function moveEnergy(now: Date, trx: Transaction, merge: Merge): Promise<Moved["energy"]> {
  const { survivorId, absorbedId } = merge;
  const moved: Moved["energy"] = [];
  for (const { activityId } of await energyOf(trx, absorbedId)) {
    const from = energyAccount(absorbedId, activityId);
    await lockBalance(trx, from);
    const points = await availableOf(trx, from);
    if (points <= 0) continue;
    const to = energyAccount(survivorId, activityId);
    await mergeValue(trx, now, { ...valueOf(merge, activityId), from, to, amount: points });
    moved.push({ activityId, points });
  }
  return moved;
}
