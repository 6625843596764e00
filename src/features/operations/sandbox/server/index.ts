/** The sandbox's calls: a window on what the sandbox adapters hold, and the hands of the people outside. */
import { answer, Binary, type Api, type ContextOf } from "#server/call/pipeline.ts";
import type { Domain } from "#server/domain.ts";
import { listPage } from "#server/list-page.ts";
import { bankByCode } from "#server/outside/bank/banks.ts";
import { sandboxPersons } from "#server/outside/sandbox-bank/index.ts";
import type { Services } from "#server/services.ts";
import type { BusinessDate } from "#shared/dates.ts";
import { say, type Language } from "#shared/texts.ts";
import { currentLoan } from "#features/credit/loan/server/index.ts";
import { billOf } from "#features/credit/repayment/server/index.ts";
import { sandboxCaptchaAnswer } from "#features/account/verification/server/index.ts";
import { sandboxEntryCodes } from "#features/rewards/campaign/server/index.ts";
import { sandboxStaff } from "#features/platform/console/server/index.ts";
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
  type SandboxPerson,
} from "../contract.ts";
import { listPayables, paySandboxBank } from "../bank-contract.ts";
import { advanceClock } from "./clock.ts";
import { playBook } from "./book/book.ts";
import { answerPartners, sandboxOf } from "./partners.ts";
import { drawPicture } from "./pictures.ts";

const shownPayables = 12;
const totpSeconds = 30;

function answers(api: Api): void {
  answerPartners(api);
  answerBank(api);
  answerPersons(api);
  answer(
    api,
    listSandboxMessages,
  )(async ({ to, cursor, limit }, { services }) => {
    const before = Number(cursor ?? 0);
    // The sandbox keeps few messages: a page is what follows the ones already seen.
    const found = await sandboxOf(services).messages.list({ ...(to ? { to } : {}), limit: before + limit + 1 });
    const { page, nextCursor } = listPage(found.slice(before), limit, () => String(before + limit));
    return { items: page.map(({ sentAt, ...message }) => ({ ...message, sentAt: sentAt.toISOString() })), nextCursor };
  });

  answer(
    api,
    getSandboxCaptcha,
  )(async ({ captchaKey }, { services, refuse }) => {
    const found = await sandboxCaptchaAnswer(services, captchaKey);
    return found === null ? refuse("CAPTCHA_UNKNOWN") : { answer: found };
  });

  answer(
    api,
    listSandboxEntryCodes,
  )(async (_input, { services }) => ({ items: await sandboxEntryCodes(services), nextCursor: null }));

  answer(api, getSandboxClock)(async (_input, frame) => clockOf(frame));

  answer(
    api,
    advanceSandboxClock,
  )(async ({ advanceSeconds }, frame) => {
    await advanceClock(frame.services, advanceSeconds);
    return clockOf(frame);
  });

  answer(
    api,
    playSandboxBook,
  )(async (size, { refuse }) => {
    const played = await playBook(api, size);
    if (played.outcome === "USED") return refuse("BOOK_USED");
    if (played.outcome === "BUSY") return refuse("BOOK_BUSY");
    const { borrowers, days, seed, day, acts, refused } = played.book;
    if (played.outcome === "OTHER") return refuse("BOOK_OTHER", { borrowers, days, seed });
    return { state: day >= days ? "DONE" : "PLAYING", day, days, borrowers, seed, acts, refused };
  });
}

/** The bank's counter, and what waits to be paid at it. */
function answerBank(api: Api): void {
  answer(
    api,
    paySandboxBank,
  )(async ({ amount, behaviour, ...target }, { services, refuse }) => {
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
  });

  answer(
    api,
    listPayables,
  )(async (_input, { services }) => {
    const found = await sandboxOf(services).bank.payables(shownPayables);
    const items = found.map(({ bankCode, createdAt: _createdAt, expiresAt, ...one }) => ({
      ...one,
      bankName: bankCode === null ? null : (bankByCode(bankCode)?.shortName ?? bankCode),
      expiresAt: expiresAt.toISOString(),
    }));
    return { items, nextCursor: null };
  });
}

/** Who can be played: test persons with their pictures, and staff. */
function answerPersons(api: Api): void {
  answer(
    api,
    listSandboxPersons,
  )(async (_input, { language }) => ({
    items: sandboxPersons.map((person) => personOf(person, language)),
    nextCursor: null,
  }));

  answer(
    api,
    listSandboxStaff,
  )(async (_input, { services }) => {
    // One-time codes follow real time, as they do on a telephone.
    const now = services.clock.realNow();
    const totpValidSeconds = totpSeconds - (Math.floor(now.getTime() / 1000) % totpSeconds);
    const persons = await sandboxStaff(services);
    const items = persons.map(({ email, name, roles, password, totp }) => ({
      email,
      name,
      role: roles[0] ?? "support",
      password,
      totp,
      totpValidSeconds,
    }));
    return { items, nextCursor: null };
  });

  answer(
    api,
    getSandboxPicture,
  )(async ({ key, kind }, { language, refuse }) => {
    const person = sandboxPersons.find((one) => one.key === key);
    if (!person) return refuse("PERSON_UNKNOWN");
    const name = `${kind}-${key}.jpg`;
    return new Binary(await drawPicture(personOf(person, language), kind), "image/jpeg", {
      "Content-Disposition": `inline; filename="${name}"`,
    });
  });
}

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

/** The next due date after today of the borrower's running loan; null without one. */
async function nextDueDateOf(services: Services, borrowerId: string): Promise<BusinessDate | null> {
  const loan = await currentLoan(services.database, borrowerId);
  const bill = loan && (await billOf(services, services.database, borrowerId, loan.id));
  return bill?.rows.find((row) => row.unpaidRupiah > 0 && row.dueOn > bill.today)?.dueOn ?? null;
}

function personOf(person: (typeof sandboxPersons)[number], language: Language): SandboxPerson {
  const { expectation, bankAccount, ...rest } = person;
  const picture = (kind: string) => `/api/sandbox/persons/${person.key}/pictures/${kind}`;
  return {
    ...rest,
    expectation: say(expectation, language),
    bankAccount: { ...bankAccount, bankName: bankByCode(bankAccount.bankCode)?.shortName ?? bankAccount.bankCode },
    pictures: { identityCard: picture("identity-card"), selfie: picture("selfie"), salarySlip: picture("salary-slip") },
  };
}

export const domain: Domain = { answers };
