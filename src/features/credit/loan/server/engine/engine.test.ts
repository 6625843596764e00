import { describe, expect, it } from "vitest";
import { addDays } from "#shared/dates.ts";
import {
  type LoanProduct,
  type LoanTerms,
  EventRefused,
  TermsRefused,
  carryTo,
  datedOn,
  priceTerms,
  quoteOf,
  standardProduct,
  stateOf,
} from "./index.ts";
import { regulation, type RuleRow } from "../rules/regulation.ts";

const disbursedOn = "2026-11-21";
const day = (number: number) => addDays(disbursedOn, number);
const payment = (id: string, onDay: number, amountRupiah: number) =>
  ({ kind: "PAYMENT", id, valueDate: day(onDay), amountRupiah }) as const;
const million = priceTerms(standardProduct, { principalRupiah: 1_000_000, tenorDays: 90, disbursedOn });

describe("the worked vectors of the product decisions", () => {
  it("splits 1,000,000 for 90 days into three rows of 60,000 interest whose last takes the rest", () => {
    const quote = quoteOf(million);
    expect(
      quote.instalments.map((row) => [row.dueOn, row.principalRupiah, row.interestRupiah, row.totalRupiah]),
    ).toEqual([
      ["2026-12-21", 333_333, 60_000, 393_333],
      ["2027-01-20", 333_333, 60_000, 393_333],
      ["2027-02-19", 333_334, 60_000, 393_334],
    ]);
    expect(quote.totalRupiah).toBe(1_180_000);
    expect(quote.highestTotalRupiah).toBe(2_000_000);
  });

  it("asks 696,667 to end the loan on day 45 when the first instalment was paid on day 30", () => {
    const state = stateOf(million, [payment("p1", 30, 393_333)], day(45));
    expect(state.payoffRupiah).toBe(696_667);
    const ended = stateOf(million, [payment("p1", 30, 393_333), payment("p2", 45, 696_667)], day(45));
    expect(ended).toMatchObject({
      status: "PAID_OFF",
      paidOffOn: day(45),
      overpaidRupiah: 0,
      costRupiah: 90_000,
      payoffRupiah: 0,
    });
  });

  it("charges a late fee of 6,666 by day 40 when nothing was paid", () => {
    const state = stateOf(million, [], day(40));
    expect(state.lateFee.unpaidRupiah).toBe(6_666);
    expect(state.daysPastDue).toBe(10);
    expect(state.dueNowRupiah).toBe(393_333 + 6_666);
    expect(state.payoffRupiah).toBe(1_000_000 + 80_000 + 6_666);
  });

  it("stops for ever at the total cap: 3,000 a day for 243 days, 1,000 on day 244, then nothing", () => {
    const dear: LoanProduct = {
      ...standardProduct,
      tenorsDays: [90],
      instalmentDays: 90,
      dailyRatePpm: 3_000,
      lateFeeDailyPpm: 3_000,
    };
    const terms = priceTerms(dear, { principalRupiah: 1_000_000, tenorDays: 90, disbursedOn });
    const lateFeeOn = (late: number) => stateOf(terms, [], day(90 + late)).lateFee.chargedRupiah;
    expect(quoteOf(terms).costRupiah).toBe(270_000);
    expect(lateFeeOn(0)).toBe(0);
    expect(lateFeeOn(1)).toBe(3_000);
    expect(lateFeeOn(243)).toBe(729_000);
    expect(lateFeeOn(244)).toBe(730_000);
    expect(lateFeeOn(245)).toBe(730_000);
    expect(lateFeeOn(5_000)).toBe(730_000);
    expect(stateOf(terms, [], day(5_000)).costRupiah).toBe(1_000_000);
  });
});

describe("late fees", () => {
  it("are not charged on the due date, and begin the day after", () => {
    expect(stateOf(million, [], day(30)).lateFee.chargedRupiah).toBe(0);
    expect(stateOf(million, [], day(31)).lateFee.chargedRupiah).toBe(666);
  });

  it("round down once per stretch in which the overdue principal stays the same", () => {
    // 333,333 for 30 days (19,999.98), then 666,666 for 5 days (6,666.66).
    expect(stateOf(million, [], day(65)).lateFee.chargedRupiah).toBe(19_999 + 6_666);
  });

  it("keep their stretch when a payment covers late fee or interest only", () => {
    const events = [payment("p1", 35, 50_000)];
    expect(stateOf(million, events, day(40)).lateFee.chargedRupiah).toBe(6_666);
  });

  it("keep their stretch when an instalment is replaced on its due date by an equal one", () => {
    const overdue = stateOf(million, [], day(60));
    const clearFirst = payment("p1", 60, overdue.lateFee.unpaidRupiah + 393_333);
    expect(stateOf(million, [clearFirst], day(70)).lateFee.chargedRupiah).toBe(Math.floor(333_333 * 40 * 0.002));
  });

  it("follow the unpaid principal down after a partial payment", () => {
    // Day 40: 6,666 late fee, 60,000 interest, then 100,000 principal.
    const state = stateOf(million, [payment("p1", 40, 166_666)], day(50));
    expect(state.rows[0]?.unpaid).toEqual({ principalRupiah: 233_333, interestRupiah: 0, feeRupiah: 0 });
    expect(state.lateFee.chargedRupiah).toBe(6_666 + 4_666);
  });
});

describe("a rest that no rail carries", () => {
  const rest = (events: Parameters<typeof stateOf>[1], onDay: number) => stateOf(million, events, day(onDay));

  it("is due with the next instalment: no late fee, no day late, and the row counts as paid in time", () => {
    const events = [payment("p1", 30, 392_334)];
    for (const onDay of [30, 31, 59]) {
      const state = rest(events, onDay);
      expect(state).toMatchObject({ dueNowRupiah: 0, daysPastDue: 0, nextDueOn: day(60), nextDueRupiah: 394_332 });
      expect(state.lateFee.chargedRupiah).toBe(0);
      expect(state.rows.map((row) => [row.status, row.dueRupiah])).toEqual([
        ["PAID", 0],
        ["UPCOMING", 394_332],
        ["UPCOMING", 393_334],
      ]);
    }
    expect(rest(events, 60)).toMatchObject({ dueNowRupiah: 394_332, daysPastDue: 0 });
    // Late from the current due date of the rest, including that day.
    expect(rest(events, 63)).toMatchObject({ daysPastDue: 3, nextDueOn: day(60) });
    expect(rest(events, 63).lateFee.chargedRupiah).toBe(Math.floor(334_332 * 0.002 * 3));
  });

  it("of 1,000 is asked for", () => {
    expect(rest([payment("p1", 30, 392_333)], 31)).toMatchObject({ dueNowRupiah: 1_002, daysPastDue: 1 });
  });

  it("is counted over all that is due: the late fee of a day short and what it kept from the instalment", () => {
    const state = rest([payment("p1", 31, 393_333)], 34);
    expect(state.rows[0]?.unpaid.principalRupiah).toBe(666);
    expect(state).toMatchObject({ dueNowRupiah: 0, daysPastDue: 0, nextDueRupiah: 393_999 });
    expect(state.lateFee.chargedRupiah).toBe(666);
  });

  it("of an instalment that was paid ahead is not asked for before its day either", () => {
    expect(rest([payment("p1", 5, 393_000)], 6)).toMatchObject({
      dueNowRupiah: 0,
      nextDueOn: day(60),
      nextDueRupiah: 393_666,
    });
  });

  it("of the last instalment is waived with the payment that leaves it, and the lender has the whole principal", () => {
    const events = [payment("p1", 30, 393_333), payment("p2", 60, 393_333), payment("p3", 90, 392_335)];
    const state = rest(events, 91);
    expect(state).toMatchObject({ status: "PAID_OFF", paidOffOn: day(90), payoffRupiah: 0, overpaidRupiah: 0 });
    expect(state.paid).toMatchObject({ principalRupiah: 1_000_000, interestRupiah: 179_001 });
    expect(state.waived).toEqual({ principalRupiah: 0, interestRupiah: 999, feeRupiah: 0 });
    // A reversed payment reverses its waiver too.
    const undone = rest([...events, { kind: "REVERSAL", id: "r", valueDate: day(92), eventId: "p3" }], 92);
    expect(undone).toMatchObject({ status: "ACTIVE", daysPastDue: 2, waived: { interestRupiah: 0 } });
    expect(undone.unpaid.principalRupiah).toBe(333_334);
  });

  it("of a payoff is waived as well, and 1,000 is not", () => {
    const payoff = rest([], 45).payoffRupiah;
    expect(rest([payment("p1", 45, payoff - 999)], 45)).toMatchObject({ status: "PAID_OFF", payoffRupiah: 0 });
    expect(rest([payment("p1", 45, payoff - 1_000)], 45)).toMatchObject({ status: "ACTIVE", payoffRupiah: 1_000 });
  });

  it("of a running loan is not asked for from the first day of the rule on, and what it cost before stays", () => {
    const older = { ...million, disbursedOn: "2026-10-20" } as const;
    const events = [{ kind: "PAYMENT", id: "p1", valueDate: "2026-11-19", amountRupiah: 392_834 } as const];
    // 499 short for six days: 2 rupiah of late fee, exact to the rupiah.
    expect(stateOf(older, events, "2026-11-25")).toMatchObject({ daysPastDue: 6, dueNowRupiah: 504 });
    const from = stateOf(older, events, "2026-11-26");
    expect(from).toMatchObject({ daysPastDue: 0, dueNowRupiah: 0, nextDueOn: "2026-12-19" });
    expect(from.lateFee.chargedRupiah).toBe(stateOf(older, events, "2026-11-25").lateFee.chargedRupiah);
    expect(stateOf(older, events, "2026-12-19").lateFee.chargedRupiah).toBe(from.lateFee.chargedRupiah);
  });

  it("of a loan that is over but for it ends that loan on the first day of the rule", () => {
    const older = { ...million, disbursedOn: "2026-08-01" } as const;
    const events = [{ kind: "PAYMENT", id: "p1", valueDate: "2026-10-30", amountRupiah: 1_180_000 } as const];
    const before = stateOf(older, events, "2026-11-25");
    expect(before.status).toBe("ACTIVE");
    const rest500 = {
      kind: "PAYMENT",
      id: "p2",
      valueDate: "2026-11-25",
      amountRupiah: before.payoffRupiah - 500,
    } as const;
    expect(stateOf(older, [...events, rest500], "2026-11-25")).toMatchObject({ status: "ACTIVE", payoffRupiah: 500 });
    const over = stateOf(older, [...events, rest500], "2026-12-30");
    expect(over).toMatchObject({ status: "PAID_OFF", paidOffOn: "2026-11-26" });
  });
});

describe("payments", () => {
  it("go to late fee, then interest, then principal of the oldest instalment, then to the next", () => {
    const state = stateOf(million, [payment("p1", 65, 26_665 + 393_333 + 60_000 + 1)], day(65));
    expect(state.lateFee.unpaidRupiah).toBe(0);
    expect(state.rows.map((row) => row.status)).toEqual(["PAID", "OVERDUE", "UPCOMING"]);
    expect(state.rows[1]?.unpaid).toEqual({ principalRupiah: 333_332, interestRupiah: 0, feeRupiah: 0 });
    expect(state.daysPastDue).toBe(5);
  });

  it("beyond the payoff become the borrower's balance, also after the end", () => {
    const events = [payment("p1", 10, 1_020_500), payment("p2", 12, 7_000)];
    expect(stateOf(million, events, day(20))).toMatchObject({
      status: "PAID_OFF",
      paidOffOn: day(10),
      overpaidRupiah: 7_500,
      costRupiah: 20_000,
    });
  });

  it("made ahead count against the payoff with the interest that never ran", () => {
    const state = stateOf(million, [payment("p1", 10, 393_333)], day(20));
    expect(state.payoffRupiah).toBe(1_000_000 + 40_000 - 393_333);
    expect(state.nextDueOn).toBe(day(60));
  });

  it("booked late count from the day the rail was paid, so the late fee of the days between is taken back", () => {
    const late = stateOf(million, [], day(45));
    expect(late.lateFee.chargedRupiah).toBe(9_999);
    expect(stateOf(million, [payment("p1", 30, 393_333)], day(45)).lateFee.chargedRupiah).toBe(0);
  });

  it("taken back by the bank never counted", () => {
    const reversal = { kind: "REVERSAL", id: "r1", valueDate: day(41), eventId: "p1" } as const;
    const state = stateOf(million, [payment("p1", 30, 393_333), reversal], day(45));
    expect(state).toMatchObject({ paidInRupiah: 0, daysPastDue: 15 });
    expect(state.lateFee.chargedRupiah).toBe(9_999);
  });
});

describe("waivers, discounts and write-off", () => {
  const give = (
    id: string,
    kind: "WAIVER" | "DISCOUNT",
    of: "LATE_FEE" | "INTEREST" | "PRINCIPAL",
    onDay: number,
    amountRupiah: number,
  ) => ({ kind, id, of, valueDate: day(onDay), amountRupiah }) as const;

  it("lower what they name and lapse beyond it", () => {
    const state = stateOf(million, [give("w1", "WAIVER", "LATE_FEE", 40, 10_000)], day(40));
    expect(state.lateFee).toEqual({
      chargedRupiah: 6_666,
      paidRupiah: 0,
      waivedRupiah: 6_666,
      discountedRupiah: 0,
      unpaidRupiah: 0,
    });
    expect(state.lapsedRupiah).toBe(3_334);
  });

  it("do not turn a discount on interest that never ran into money", () => {
    const state = stateOf(million, [give("d1", "DISCOUNT", "INTEREST", 1, 180_000)], day(15));
    expect(state.payoffRupiah).toBe(1_000_000);
    const ended = stateOf(
      million,
      [give("d1", "DISCOUNT", "INTEREST", 1, 180_000), payment("p1", 15, 1_000_000)],
      day(15),
    );
    expect(ended).toMatchObject({ status: "PAID_OFF", overpaidRupiah: 0, lapsedRupiah: 150_000 });
  });

  it("end the loan when they leave nothing to pay, and return interest paid ahead", () => {
    const state = stateOf(
      million,
      [payment("p1", 10, 393_333), give("w1", "WAIVER", "PRINCIPAL", 10, 666_667)],
      day(10),
    );
    expect(state).toMatchObject({ status: "PAID_OFF", overpaidRupiah: 40_000 });
  });

  it("end the late fees at the write-off while the debt stays and can still be paid", () => {
    const writeOff = { kind: "WRITE_OFF", id: "x1", valueDate: day(180) } as const;
    const atWriteOff = stateOf(million, [writeOff], day(180));
    const later = carryTo(atWriteOff, day(400));
    expect(later.lateFee.chargedRupiah).toBe(atWriteOff.lateFee.chargedRupiah);
    expect(later.payoffRupiah).toBe(atWriteOff.payoffRupiah);
    expect(stateOf(million, [writeOff, payment("p1", 400, later.payoffRupiah)], day(400)).status).toBe("PAID_OFF");
    expect(() => stateOf(million, [{ ...writeOff, valueDate: day(89) }], day(180))).toThrow(EventRefused);
  });
});

describe("what the engine refuses", () => {
  it("is one id that stands for two events, and anything before the loan began", () => {
    expect(() => stateOf(million, [payment("p1", 3, 5), payment("p1", 3, 6)], day(9))).toThrow(EventRefused);
    expect(() => stateOf(million, [payment("p1", -1, 5)], day(9))).toThrow(EventRefused);
    expect(() => stateOf(million, [], day(-1))).toThrow(RangeError);
    expect(() => stateOf(million, [payment("p1", 3, 0)], day(9))).toThrow(RangeError);
  });
});

describe("pricing", () => {
  it("counts terms from a later day, unless a cap that began in between forbids them", () => {
    const begins = day(5);
    const lower: RuleRow = {
      rule: "DAILY_COST_CAP_PPM",
      from: begins,
      value: 1_500,
      source: "A test.",
      certainty: "K",
    };
    expect(datedOn(million, day(4), [...regulation, lower])).toEqual({ ...million, disbursedOn: day(4) });
    expect(datedOn(million, begins, [...regulation, lower])).toEqual(million);
  });

  const refusal = (product: LoanProduct, principalRupiah: number, tenorDays: number): string => {
    try {
      priceTerms(product, { principalRupiah, tenorDays, disbursedOn });
      return "priced";
    } catch (error) {
      if (error instanceof TermsRefused) return error.code;
      throw error;
    }
  };

  it("holds the amount to the product's bounds and step", () => {
    expect(refusal(standardProduct, 100_000, 90)).toBe("AMOUNT_BELOW_MINIMUM");
    expect(refusal(standardProduct, 10_100_000, 90)).toBe("AMOUNT_ABOVE_MAXIMUM");
    expect(refusal(standardProduct, 250_000, 90)).toBe("AMOUNT_NOT_MULTIPLE");
    expect(refusal(standardProduct, 200_000, 45)).toBe("TENOR_NOT_OFFERED");
    expect(refusal(standardProduct, 10_000_000, 30)).toBe("priced");
  });

  it("refuses a product that would pass a cap in force, fees counted, and takes the lower cap from six months", () => {
    expect(refusal({ ...standardProduct, dailyRatePpm: 3_000 }, 1_000_000, 90)).toBe("priced");
    expect(refusal({ ...standardProduct, dailyRatePpm: 3_001 }, 1_000_000, 90)).toBe("COST_ABOVE_CAP");
    expect(refusal({ ...standardProduct, dailyRatePpm: 3_000, feePpm: 10 }, 1_000_000, 90)).toBe("COST_ABOVE_CAP");
    expect(refusal({ ...standardProduct, lateFeeDailyPpm: 3_001 }, 1_000_000, 90)).toBe("LATE_FEE_ABOVE_CAP");
    const long = { ...standardProduct, tenorsDays: [180, 181, 210], instalmentDays: 1, dailyRatePpm: 2_500 };
    // Six months after 21 November 2026 is 21 May 2027, 181 days later.
    expect(refusal(long, 1_000_000, 180)).toBe("priced");
    expect(refusal(long, 1_000_000, 181)).toBe("COST_ABOVE_CAP");
    expect(refusal({ ...long, dailyRatePpm: 2_000 }, 1_000_000, 181)).toBe("priced");
  });

  it("tells the yearly effective rate of the instalments", () => {
    const terms: LoanTerms = { ...million, tenorDays: 30 };
    // One payment of 1,060,000 after 30 days: 1.06 ^ (365 / 30) - 1.
    expect(quoteOf(terms).effectiveYearlyRatePpm).toBe(Math.round((1.06 ** (365 / 30) - 1) * 10_000) * 100);
    const rate = quoteOf(million).effectiveYearlyRatePpm / 1_000_000;
    const value = quoteOf(million).instalments.reduce(
      (sum, row) => sum + row.totalRupiah / (1 + rate) ** ((30 * row.number) / 365),
      0,
    );
    expect(Math.abs(value - 1_000_000)).toBeLessThan(20);
  });
});
