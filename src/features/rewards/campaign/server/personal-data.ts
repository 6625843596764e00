/**
 * Registry of a person's data in campaigns. Awards are kept as long as the books, published parts of a draw stay
 * without their owner, and the rest is deleted.
 */
import { leftOut, personalDataOf, type PersonalData, type PersonalTable } from "#server/personal-data/index.ts";
import { unlinkPublished } from "./entries.ts";

const plain = (
  table: string,
  title: PersonalTable["title"],
  shows: string[],
  keeps: PersonalTable["keeps"] = "NOTHING",
): PersonalTable => ({ table, title, shows, keeps, inWords });

/** Keys of counters, choices and facts' sources are the machine's. */
const inWords = { key: leftOut, choiceKey: leftOut, eventId: leftOut };

const tables: readonly PersonalTable[] = [
  plain("campaign_draw_entry", { id: "Peserta undian", en: "Entries of draws", zh: "抽奖参与" }, [
    "drawId",
    "entryId",
    "choiceKey",
    "weight",
    "place",
    "awardId",
  ]),
  plain("campaign_ticket", { id: "Tiket event", en: "Tickets of events", zh: "活动抽奖券" }, [
    "ticketId",
    "campaignId",
    "task",
    "gotAt",
    "drawId",
    "choice",
    "playNumber",
    "prizeKey",
    "awardId",
    "playedAt",
  ]),
  {
    table: "campaign_award",
    title: { id: "Hadiah event", en: "Prizes of events", zh: "活动奖品" },
    shows: [
      "id",
      "campaignId",
      "cause",
      "prizeKey",
      "prize",
      "byChance",
      "epoch",
      "state",
      "drawId",
      "wonAt",
      "givenFrom",
      "usableFrom",
      "changedAt",
      "heldAt",
      "dueAt",
    ],
    withholds: { FRAUD: ["heldFor"], STAFF: ["claimedBy", "claimedUntil"] },
    keeps: "TRAIL",
  },
  {
    table: "campaign_given_change",
    title: { id: "Hadiah event yang baru dijumlahkan", en: "Prizes of events to be added up", zh: "待汇总的活动奖品" },
    shows: [],
    // A few seconds' notes of the awards above.
    withholds: { UPKEEP: ["id", "campaignId", "day", "prize", "byChance", "step"] },
    keeps: "TRAIL",
  },
  plain("campaign_check_in", { id: "Check-in harian", en: "Daily check-ins", zh: "每日签到" }, [
    "campaignId",
    "checkedOn",
    "streak",
    "points",
  ]),
  plain("campaign_task", { id: "Tugas event", en: "Tasks of events", zh: "活动任务" }, [
    "campaignId",
    "task",
    "epoch",
    "given",
    "doneAt",
  ]),
  {
    ...plain("campaign_entrant", { id: "Ikut event", en: "Events joined", zh: "参加的活动" }, [
      "campaignId",
      "joinedAt",
      "agreedVersion",
      "choiceKey",
      "grown",
      "growsUntil",
      "code",
    ]),
    withholds: { UPKEEP: ["isShared"] },
  },
  {
    table: "campaign_help",
    title: { id: "Bantuan keinginan", en: "Help with wishes", zh: "心愿助力" },
    shows: ["campaignId", "helpedOn", "points", "helpedPoints", "helpedAt"],
    // The helped person is another borrower.
    withholds: { FINDER: ["helpedId"] },
    keeps: "NOTHING",
  },
  {
    table: "campaign_claimed_address",
    title: { id: "Email yang sudah dipakai di event", en: "Addresses used in events", zh: "已用于活动的邮箱" },
    shows: ["campaignId", "claimedAt"],
    withholds: { FINDER: ["addressIndex"] },
    keeps: "NOTHING",
  },
  {
    table: "campaign_card",
    title: { id: "KTP yang sudah ikut di event", en: "Cards used in events", zh: "已用于活动的身份证" },
    shows: ["campaignId", "epoch", "takenAt"],
    withholds: { FINDER: ["cardIndex"] },
    keeps: "NOTHING",
  },
  plain("campaign_fact", { id: "Syarat event", en: "Conditions of events", zh: "活动条件" }, [
    "fact",
    "eventId",
    "loanId",
    "inTime",
    "happenedAt",
  ]),
  plain("campaign_counter", { id: "Batas event", en: "Caps of events", zh: "活动上限" }, ["key", "used", "max"]),
  plain("campaign_reminder", { id: "Pengingat event", en: "Reminders of events", zh: "活动提醒" }, [
    "campaignId",
    "askedAt",
    "dueAt",
    "toldAt",
  ]),
  plain("campaign_break", { id: "Istirahat dari event", en: "A break from events", zh: "暂停参加活动" }, [
    "until",
    "setAt",
  ]),
];

const byTables = personalDataOf(tables);

export const personalData: PersonalData = {
  ...byTables,
  // After the freeze no entry is removed: published parts of a draw stay without their owner. // Product decisions, rewards 8
  async erase(services, trx, borrowerId, keeps) {
    return (await unlinkPublished(trx, borrowerId)) || byTables.erase(services, trx, borrowerId, keeps);
  },
};
