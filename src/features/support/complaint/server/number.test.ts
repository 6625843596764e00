import fc from "fast-check";
import { expect, it } from "vitest";
import { seededRandom } from "#server/process/random.ts";
import { newTicketNumber, readTicketNumber } from "./number.ts";

const number = fc
  .string({ minLength: 1, maxLength: 20 })
  .map((seed) => newTicketNumber(seededRandom(seed), "2026-11-21"));

it("A ticket number is read back however it is typed.", () => {
  fc.assert(
    fc.property(number, (one) => {
      expect(one).toMatch(/^ADU-261121-[2-9A-HJKMNP-Z]{8}$/);
      for (const typed of [
        one,
        one.toLowerCase(),
        one.replaceAll("-", " "),
        ` ${one.slice(4)} `,
        one.replaceAll("-", ""),
      ])
        expect(readTicketNumber(typed)).toBe(one);
    }),
  );
});

it("One wrong letter or two neighbours swapped are found before anything is looked up.", () => {
  fc.assert(
    fc.property(
      number,
      fc.integer({ min: 11, max: 18 }),
      fc.constantFrom(..."23456789ABCDEFGHJKMNPQRSTUVWXYZ"),
      (one, place, letter) => {
        fc.pre(one[place] !== letter);
        expect(readTicketNumber(one.slice(0, place) + letter + one.slice(place + 1))).toBeNull();
      },
    ),
  );
  fc.assert(
    fc.property(number, fc.integer({ min: 11, max: 17 }), (one, place) => {
      fc.pre(one[place] !== one[place + 1]);
      expect(readTicketNumber(one.slice(0, place) + one[place + 1] + one[place] + one.slice(place + 2))).toBeNull();
    }),
  );
});

it("What is no ticket number is none.", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (typed) => readTicketNumber(typed) === null || /\d{6}/.test(typed)),
  );
  for (const typed of ["", "ADU", "ADU-261121-", "TN-7KQ2-M4XD", "ADU-261121-0000000O"])
    expect(readTicketNumber(typed)).toBeNull();
});
