/** Ticket numbers: what people read out on the phone and type from a mail. `ADU-261121-7KQ2M4XC` */
import type { Random } from "#server/process/random.ts";
import type { BusinessDate } from "#shared/dates.ts";

/** Digits and capitals without those that can be confused (0 O, 1 I L). A prime number of them, so that the checksum finds every swap. */
const letters = "23456789ABCDEFGHJKMNPQRSTUVWXYZ";
const drawn = 7;

/** 31^7 numbers a day: 27 thousand million, so guessing finds none. The last letter is a checksum. */
export function newTicketNumber(random: Pick<Random, "integer">, day: BusinessDate): string {
  const date = day.slice(2).replaceAll("-", "");
  const chosen = Array.from({ length: drawn }, () => letters[random.integer(letters.length)] as string).join("");
  return `ADU-${date}-${chosen}${checkLetter(date + chosen)}`;
}

/** Parses a typed number, with or without dashes, spaces and capitals; null for an impossible number, including a mistyped one. */
export function readTicketNumber(typed: string): string | null {
  const [, date = "", chosen = "", check] =
    /^(?:ADU)?(\d{6})([2-9A-HJKMNP-Z]{7})([2-9A-HJKMNP-Z])$/.exec(typed.toUpperCase().replace(/[^0-9A-Z]/g, "")) ?? [];
  return check !== undefined && check === checkLetter(date + chosen) ? `ADU-${date}-${chosen}${check}` : null;
}

/** A weighted checksum modulo 31: it detects one wrong letter or two swapped ones. */
function checkLetter(body: string): string {
  let sum = 0;
  for (const [place, letter] of [...body].entries()) {
    const value = letters.includes(letter) ? letters.indexOf(letter) : 29 + Number(letter);
    sum = (sum + (place + 1) * value) % letters.length;
  }
  return letters[sum] as string;
}
