/** The profile's three parts: saved one by one, complete when all are there. */
import { transact, type Database, type Transaction } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import type { ProfileAnswer, ProfilePart } from "../contract.ts";
import { homeAddressOf } from "./home.ts";
import { profileCompleted, profileSaved } from "./events.ts";
import { findProfile, lockProfile, writeProfile, type ProfileAnswers, type Drafts } from "./store.ts";

const partOf = { personal: "PERSONAL", home: "HOME", work: "WORK" } as const satisfies Record<
  keyof ProfileAnswers,
  ProfilePart
>;

/** The parts that are not filled in yet. */
export function missingParts(answers: ProfileAnswers): ProfilePart[] {
  return (Object.keys(partOf) as (keyof ProfileAnswers)[])
    .filter((key) => answers[key] === undefined)
    .map((key) => partOf[key]);
}

/** How a part is saved without a login. */
export interface SavingPart {
  /** The data came by a link: such an income is unverified. */
  isByLink?: boolean;
  /** Runs first in the same transaction, and may refuse. */
  before?: (trx: Transaction) => Promise<void>;
}

/** Saves a validated part, deletes its draft, and notifies the domains that use the answers. */
export async function savePart(
  services: Services,
  borrowerId: string,
  part: ProfileAnswers,
  { isByLink = false, before: first }: SavingPart = {},
): Promise<{ complete: boolean; missing: ProfilePart[] }> {
  return transact(services.database, async (trx) => {
    await first?.(trx);
    const before = await lockProfile(services, trx, borrowerId);
    const answers = { ...before.answers, ...part };
    const drafts: Drafts = { ...before.drafts };
    for (const key of Object.keys(part) as (keyof ProfileAnswers)[]) delete drafts[partOf[key]];
    const missing = missingParts(answers);
    const complete = missing.length === 0;
    const completedAt = before.completedAt ?? (complete ? services.clock.now() : null);
    const zone = answers.home ? (homeAddressOf(answers.home)?.zone ?? null) : null;
    const isIncomeByLink = part.work ? isByLink : before.isIncomeByLink;
    await writeProfile(services, trx, borrowerId, { answers, drafts, completedAt, isIncomeByLink, zone });
    const at = services.clock.now();
    await services.events.announce(trx, profileSaved, {
      id: `saved_${services.random.uuid()}`,
      at,
      borrowerId,
      isComplete: complete,
      isIncomeChanged: before.answers.work?.monthlyIncomeRupiah !== answers.work?.monthlyIncomeRupiah,
    });
    if (complete && !before.completedAt)
      await services.events.announce(trx, profileCompleted, { id: `completed_${borrowerId}`, at, borrowerId });
    return { complete, missing };
  });
}

/** Stores typed values of a part as a draft; the saved profile is not changed. */
export async function storeProfileDraft(
  services: Services,
  borrowerId: string,
  part: ProfilePart,
  typed: Record<string, string>,
): Promise<void> {
  await transact(services.database, async (trx) => {
    const { answers, drafts, ...rest } = await lockProfile(services, trx, borrowerId);
    const zone = answers.home ? (homeAddressOf(answers.home)?.zone ?? null) : null;
    await writeProfile(services, trx, borrowerId, { ...rest, answers, drafts: { ...drafts, [part]: typed }, zone });
  });
}

export async function profileAnswerOf(
  services: Services,
  reader: Database,
  borrowerId: string,
): Promise<ProfileAnswer> {
  const { answers, drafts } = await findProfile(services, reader, borrowerId);
  const missing = missingParts(answers);
  return {
    complete: missing.length === 0,
    missing,
    personal: answers.personal ?? null,
    home: answers.home ? homeAddressOf(answers.home) : null,
    work: answers.work ?? null,
    drafts,
  };
}
