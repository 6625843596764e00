/** The sandbox's calls: views of the sandbox adapters' data, and actions of the people outside. */
import { answer, Binary, type ContextOf, type CallAnswer } from "#server/call/pipeline.ts";
import type { Domain } from "#server/domain.ts";
import { listPage } from "#server/records/list-page.ts";
import { bankByCode } from "#server/outside/bank/banks.ts";
import { sandboxPersons } from "#server/outside/sandbox-bank/index.ts";
import type { Services } from "#server/services.ts";
import type { BusinessDate } from "#shared/dates.ts";
import { say, type Language } from "#shared/texts.ts";
import { currentLoan } from "#features/credit/loan/server/index.ts";
import { answerInquiry, billOf } from "#features/credit/repayment/server/index.ts";
import { sandboxCaptchaAnswer } from "#features/account/verification/server/index.ts";
import { sandboxEntryCodes } from "#features/rewards/campaign/server/index.ts";
import { sandboxStaffOf } from "#features/platform/console/server/index.ts";
import {
  advanceSandboxClock,
  getSandboxCaptcha,
  getSandboxClock,
  getSandboxPicture,
  listSandboxEntryCodes,
  listSandboxMessages,
  listSandboxPersons,
  listSandboxStaff,
  playSandboxBook,
  type SandboxPersonAnswer,
} from "../contract.ts";
import { failOnPurpose, wordsOfError } from "../error-contract.ts";
import { listSandboxHosts } from "../host-contract.ts";
import { inquireSandboxBank, listPayables, paySandboxBank } from "../bank-contract.ts";
import { advanceClock } from "./clock.ts";
import { playBook } from "./book/book.ts";
import { answerPartners, sandboxOf } from "./partners.ts";
import { creditSteps, sayStep } from "./credit-steps.ts";
import { drawPicture } from "./pictures.ts";
import { answerWebhooks } from "./webhooks.ts";

const shownPayables = 12;
const totpSeconds = 30;

const answers: readonly CallAnswer[] = [
  ...answerPartners,
  ...answerWebhooks,
  /** The bank's counter, and its open payables. */
  answer(paySandboxBank, async ({ amount, behaviour, ...target }, { services, refuse }) => {
    const paid = await sandboxOf(services).bank.pay({
      ...filledOf(target),
      amountRupiah: amount,
      ...(behaviour ? { behaviour: filledOf(behaviour) } : {}),
    });
    if (paid.outcome !== "REFUSED") return paid;
    const codes = {
      UNKNOWN_TARGET: "PAYMENT_TARGET_UNKNOWN",
      EXPIRED: "PAYMENT_EXPIRED",
      AMOUNT: "PAYMENT_AMOUNT",
      ALREADY_PAID: "PAYMENT_DONE",
    } as const;
    return refuse(codes[paid.reason]);
  }),
  answer(inquireSandboxBank, async ({ virtualAccountNumber: reference, inquiryId }, { services, refuse }) => {
    const reply = await answerInquiry(services, { reference, inquiryId: inquiryId ?? services.random.uuid() });
    if (reply.outcome === "UNKNOWN") return refuse("PAYMENT_TARGET_UNKNOWN");
    if (reply.outcome === "NOTHING_TO_PAY") return refuse("PAYMENT_DONE");
    const { payerName, amountRupiah, payoffRupiah } = reply;
    return { payerName, amountRupiah, payoffRupiah };
  }),
  answer(listPayables, async (_input, { services }) => {
    const found = await sandboxOf(services).bank.payables(shownPayables);
    const items = found.map(({ bankCode, createdAt: _createdAt, expiresAt, ...one }) => ({
      ...one,
      bankName: bankCode === null ? null : (bankByCode(bankCode)?.shortName ?? bankCode),
      expiresAt: expiresAt.toISOString(),
    }));
    return { items, nextCursor: null };
  }),
  /** People to play: test persons with their pictures, and staff. */
  answer(listSandboxPersons, async (_input, { language }) => ({
    items: sandboxPersons.map((person) => personOf(person, language)),
    nextCursor: null,
  })),
  answer(listSandboxStaff, async (_input, { services }) => {
    // One-time codes follow real time, as they do on a telephone.
    const now = services.clock.realNow();
    const totpValidSeconds = totpSeconds - (Math.floor(now.getTime() / 1000) % totpSeconds);
    const persons = await sandboxStaffOf(services);
    const items = persons.map(({ email, name, roles, password, totp }) => ({
      email,
      name,
      role: roles[0] ?? "support",
      password,
      totp,
      totpValidSeconds,
    }));
    return { items, nextCursor: null };
  }),
  answer(getSandboxPicture, async ({ key, kind }, { language, refuse }) => {
    const person = sandboxPersons.find((one) => one.key === key);
    if (!person) return refuse("PERSON_UNKNOWN");
    const name = `${kind}-${key}.jpg`;
    return new Binary(await drawPicture(personOf(person, language), kind), "image/jpeg", {
      "Content-Disposition": `inline; filename="${name}"`,
    });
  }),
  answer(listSandboxMessages, async ({ to, cursor, limit }, { services }) => {
    const before = Number(cursor ?? 0);
    // The sandbox keeps few messages: a page is read as the messages after those already seen.
    const found = await sandboxOf(services).messages.list({ ...(to ? { to } : {}), limit: before + limit + 1 });
    const { page, nextCursor } = listPage(found.slice(before), limit, () => String(before + limit));
    return { items: page.map(({ sentAt, ...message }) => ({ ...message, sentAt: sentAt.toISOString() })), nextCursor };
  }),
  answer(getSandboxCaptcha, async ({ captchaKey }, { services, refuse }) => {
    const found = await sandboxCaptchaAnswer(services, captchaKey);
    return found === null ? refuse("CAPTCHA_UNKNOWN") : { answer: found };
  }),
  answer(listSandboxEntryCodes, async (_input, { services }) => ({
    items: await sandboxEntryCodes(services),
    nextCursor: null,
  })),
  answer(failOnPurpose, () => Promise.reject(new Error(wordsOfError("call")))),
  answer(listSandboxHosts, async (_input, { services }) => ({
    items: services.brands.flatMap(({ id, country, hostApps }) => {
      // Brands list a short form first; the user agent has the last one.
      const app = hostApps.at(-1);
      return app === undefined ? [] : [{ app, brand: id, country }];
    }),
    nextCursor: null,
  })),
  answer(getSandboxClock, async (_input, frame) => clockOf(frame)),
  answer(advanceSandboxClock, async ({ advanceSeconds }, frame) => {
    await advanceClock(frame.services, advanceSeconds);
    return clockOf(frame);
  }),
  answer(playSandboxBook, async (size, { api: stage, refuse }) => {
    const played = await playBook(stage, size);
    if (played.outcome === "USED") return refuse("BOOK_USED");
    if (played.outcome === "BUSY") return refuse("BOOK_BUSY");
    const { borrowers, days, seed, day, acts, refused } = played.book;
    if (played.outcome === "OTHER") return refuse("BOOK_OTHER", { borrowers, days, seed });
    return { state: day >= days ? "DONE" : "PLAYING", day, days, borrowers, seed, acts, refused };
  }),
];

/** Without the fields that a form left empty. */
function filledOf<Fields extends object>(
  fields: Fields,
): { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== "")) as never;
}

async function clockOf({ services, caller }: Pick<ContextOf<"sandbox">, "services" | "caller">) {
  const { clock } = services;
  const now = clock.now();
  const offsetSeconds = Math.max(0, Math.round((now.getTime() - clock.realNow().getTime()) / 1000));
  const session = await caller.session();
  return {
    now: now.toISOString(),
    offsetSeconds,
    nextDueDate: session?.borrowerId ? await nextDueDateOf(services, session.borrowerId) : null,
  };
}

/** The next due date after today of the borrower's active loan; null without one. */
async function nextDueDateOf(services: Services, borrowerId: string): Promise<BusinessDate | null> {
  const loan = await currentLoan(services.database, borrowerId);
  const bill = loan && (await billOf(services, services.database, borrowerId, loan.id));
  return bill?.rows.find((row) => row.unpaidRupiah > 0 && row.dueOn > bill.today)?.dueOn ?? null;
}

function personOf(person: (typeof sandboxPersons)[number], language: Language): SandboxPersonAnswer {
  const { expectation, bankAccount, ...rest } = person;
  const picture = (kind: string) => `/api/sandbox/persons/${person.key}/pictures/${kind}`;
  return {
    ...rest,
    expectation: say(expectation, language),
    steps: (creditSteps[person.key] ?? []).map((step) => sayStep(step, language)),
    bankAccount: { ...bankAccount, bankName: bankByCode(bankAccount.bankCode)?.shortName ?? bankAccount.bankCode },
    pictures: { identityCard: picture("identity-card"), selfie: picture("selfie"), salarySlip: picture("salary-slip") },
  };
}

export const domain: Domain = { answers };
