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
    "draw_id",
    "entry_id",
    "choice_key",
    "weight",
    "place",
    "award_id",
  ]),
  plain("campaign_ticket", { id: "Tiket event", en: "Tickets of events", zh: "活动抽奖券" }, [
    "ticket_id",
    "campaign_id",
    "task",
    "got_at",
    "draw_id",
    "choice",
    "play_number",
    "prize_key",
    "award_id",
    "played_at",
  ]),
  {
    table: "campaign_award",
    title: { id: "Hadiah event", en: "Prizes of events", zh: "活动奖品" },
    shows: [
      "id",
      "campaign_id",
      "cause",
      "prize_key",
      "prize",
      "by_chance",
      "epoch",
      "state",
      "draw_id",
      "won_at",
      "given_from",
      "usable_from",
      "changed_at",
      "held_at",
      "due_at",
    ],
    withholds: { FRAUD: ["held_for"], STAFF: ["claimed_by", "claimed_until"] },
    keeps: "TRAIL",
  },
  {
    table: "campaign_given_change",
    title: { id: "Hadiah event yang baru dijumlahkan", en: "Prizes of events to be added up", zh: "待汇总的活动奖品" },
    shows: [],
    // A few seconds' notes of the awards above.
    withholds: { UPKEEP: ["id", "campaign_id", "day", "prize", "by_chance", "step"] },
    keeps: "TRAIL",
  },
  plain("campaign_check_in", { id: "Check-in harian", en: "Daily check-ins", zh: "每日签到" }, [
    "campaign_id",
    "checked_on",
    "streak",
    "points",
  ]),
  plain("campaign_task", { id: "Tugas event", en: "Tasks of events", zh: "活动任务" }, [
    "campaign_id",
    "task",
    "epoch",
    "given",
    "done_at",
  ]),
  {
    ...plain("campaign_entrant", { id: "Ikut event", en: "Events joined", zh: "参加的活动" }, [
      "campaign_id",
      "joined_at",
      "agreed_version",
      "choice_key",
      "grown",
      "grows_until",
      "code",
    ]),
    withholds: { UPKEEP: ["is_shared"] },
  },
  {
    table: "campaign_help",
    title: { id: "Bantuan keinginan", en: "Help with wishes", zh: "心愿助力" },
    shows: ["campaign_id", "helped_on", "points", "helped_points", "helped_at"],
    // The helped person is another borrower.
    withholds: { FINDER: ["helped_id"] },
    keeps: "NOTHING",
  },
  {
    table: "campaign_claimed_address",
    title: { id: "Email yang sudah dipakai di event", en: "Addresses used in events", zh: "已用于活动的邮箱" },
    shows: ["campaign_id", "claimed_at"],
    withholds: { FINDER: ["address_index"] },
    keeps: "NOTHING",
  },
  {
    table: "campaign_card",
    title: { id: "KTP yang sudah ikut di event", en: "Cards used in events", zh: "已用于活动的身份证" },
    shows: ["campaign_id", "epoch", "taken_at"],
    withholds: { FINDER: ["card_index"] },
    keeps: "NOTHING",
  },
  plain("campaign_fact", { id: "Syarat event", en: "Conditions of events", zh: "活动条件" }, [
    "fact",
    "event_id",
    "loan_id",
    "in_time",
    "happened_at",
  ]),
  plain("campaign_counter", { id: "Batas event", en: "Caps of events", zh: "活动上限" }, ["key", "used", "max"]),
  plain("campaign_reminder", { id: "Pengingat event", en: "Reminders of events", zh: "活动提醒" }, [
    "campaign_id",
    "asked_at",
    "due_at",
    "told_at",
  ]),
  plain("campaign_break", { id: "Istirahat dari event", en: "A break from events", zh: "暂停参加活动" }, [
    "until",
    "set_at",
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
