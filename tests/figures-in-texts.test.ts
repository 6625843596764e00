/** Sentences that contain a figure of a rule: they change with it, or this test fails. */
import { expect, test } from "vitest";
import { texts as appointment } from "#features/credit/appointment/texts.ts";
import { appointmentRules } from "#features/credit/appointment/server/rules.ts";
import { limitRows, scoreRows } from "#features/credit/limit/server/score-rows.ts";
import { callsFromDay, ownDays } from "#features/credit/servicing/contract.ts";
import { stepNoticeTexts } from "#features/credit/servicing/server/notice-texts.ts";
import { closedTexts } from "#features/credit/servicing/texts.ts";
import { scoreTexts, texts as limit } from "#features/credit/limit/texts.ts";
import { texts as profile } from "#features/account/profile/texts.ts";
import { contactHours } from "#shared/dates.ts";
import { formatRupiah } from "#shared/money.ts";
import type { Text } from "#shared/texts.ts";

const score = scoreRows.at(-1)!;
const move = limitRows.at(-1)!;
const hour = (at: number) => new RegExp(`\\b0?${at}[.:]00`);

/** Each sentence with the figures of the newest rules that it must name. */
const sentences: readonly (readonly [string, Text, readonly (string | RegExp)[]])[] = [
  ["rise of a month", limit.RISE_OF_MONTH, [`${move.risePercent}%`, formatRupiah(move.riseRupiah)]],
  ["fall of a month", limit.FALL_OF_MONTH, [`${move.fallPercent}%`]],
  ["range of scores", scoreTexts.band, [String(score.floor), String(score.ceiling)]],
  ["fading", scoreTexts.WAIT_detail, [String(score.fading.wholeMonths), String(score.fading.quarterMonths)]],
  ["hours for contacts", profile.consentOnly, [hour(contactHours.fromHour), hour(contactHours.toHour)]],
  ["hours of contacts about money", closedTexts.HOURS, [hour(contactHours.fromHour), hour(contactHours.toHour)]],
  ["day of the first call", stepNoticeTexts.LETTER_1.body, [String(callsFromDay)]],
  ["end of own collection", stepNoticeTexts.LETTER_3.body, [String(ownDays)]],
  ["end of reminders", stepNoticeTexts.DAY_91.body, [String(ownDays + 1)]],
  ["hour of an appointment", appointment.booked, [hour(appointmentRules.at(-1)!.hour)]],
  ["hour of an appointment's message", appointment.next1, [hour(appointmentRules.at(-1)!.hour)]],
];

test.each(sentences)("The %s stands in words as in the rules, in three languages.", (_, text, figures) => {
  for (const words of Object.values(text))
    for (const figure of figures) expect(words).toMatch(typeof figure === "string" ? escaped(figure) : figure);
});

const escaped = (figure: string) =>
  new RegExp(figure.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`).replace(/\s/g, String.raw`\s`));
