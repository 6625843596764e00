/** A person's part in a campaign, read at once. */
import type { Reader } from "#server/database.server.ts";
import { account, availableOf } from "#server/ledger/index.ts";
import type { Services } from "#server/services.ts";
import { dateInWib } from "#shared/dates.ts";
import type { Award } from "../contract.ts";
import { awardsOf } from "./awards.ts";
import { usedOf } from "./counters.ts";
import { checkedInFor, findEntrant, lastCheckIn, tasksDone, type CheckIn, type Entrant } from "./entrant-store.ts";
import { energyOwner } from "./money.ts";
import type { CampaignRow } from "./store.ts";
import { playsOf, remainingTickets } from "./tickets.ts";

/** A person's state in a campaign. */
export interface OwnCampaignState {
  points: number;
  energy: number;
  entrant: Entrant | null;
  ticketIds: string[];
  playsLeft: number;
  checkIn: CheckIn | null;
  gainedToday: number;
  tasksToday: ReadonlySet<string>;
  awards: Award[];
  /** The newest play, if it is the newest event here today. */
  lastPlay: { awardId: string | null; at: Date } | null;
}

export const emptyCampaignState: OwnCampaignState = {
  points: 0,
  energy: 0,
  entrant: null,
  ticketIds: [],
  playsLeft: 0,
  checkIn: null,
  gainedToday: 0,
  tasksToday: new Set(),
  awards: [],
  lastPlay: null,
};

export async function ownPart(
  services: Services,
  reader: Reader,
  borrowerId: string,
  campaign: CampaignRow,
): Promise<OwnCampaignState> {
  const { id, activityId, rules } = campaign;
  const today = dateInWib(services.clock.now());
  const isInstant = rules.mechanic === "INSTANT";
  const [points, energy, entrant, ticketIds, checkIn, gainedToday, done, awards, plays, used] = await Promise.all([
    availableOf(reader, account("POINTS", borrowerId)),
    availableOf(reader, account("POINTS", energyOwner(borrowerId, activityId))),
    findEntrant(reader, borrowerId, id),
    isInstant ? remainingTickets(reader, borrowerId, id) : [],
    rules.mechanic === "CHECK_IN" ? lastCheckIn(reader, borrowerId, id) : null,
    rules.mechanic === "CHECK_IN" ? checkedInFor(reader, borrowerId, today) : 0,
    tasksDone(reader, borrowerId, id),
    awardsOf(reader, borrowerId, id),
    isInstant ? playsOf(reader, borrowerId, id) : [],
    isInstant ? usedOf(reader, `${activityId}:plays:${borrowerId}:${today}`) : 0,
  ]);
  return {
    points,
    energy,
    entrant,
    ticketIds,
    playsLeft: isInstant ? Math.max(0, rules.playsADay - used) : 0,
    checkIn,
    gainedToday,
    tasksToday: new Set(done.filter(({ at }) => dateInWib(at) === today).map(({ task }) => task)),
    awards,
    lastPlay: plays[0] ?? null,
  };
}
