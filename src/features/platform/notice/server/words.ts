/** A notice's words in a reader's language, and its links. */
import { createHash } from "node:crypto";
import { siteOriginOf } from "#server/process/brand.server.ts";
import type { Keys } from "#server/keys/keys.server.ts";
import type { Services } from "#server/services.ts";
import { formatDate, formatInstant } from "#shared/dates.ts";
import { formatRupiah } from "#shared/money.ts";
import { say, type Language, type Text, type TextParameters } from "#shared/texts.ts";
import type { NoticeDefinition, NoticeTexts, NoticeValues } from "./definition.ts";
import { linkMark } from "#server/account-questions.ts";

const dayMilliseconds = 86_400_000;
const tokenLength = 12;

/** Values as a language writes them: `…Rupiah` is an amount in whole rupiah, `…On` a day, `…At` an instant. */
export function writtenValues(values: NoticeValues, language: Language): TextParameters {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      if (name.endsWith("Rupiah") && typeof value === "number") return [name, formatRupiah(value)];
      if (name.endsWith("On") && typeof value === "string" && value !== "") return [name, formatDate(value, language)];
      if (name.endsWith("At") && typeof value === "string" && value !== "")
        return [name, formatInstant(new Date(value), language)];
      return [name, value];
    }),
  );
}

/** The texts that `prepare` chose, else the notice's own. */
export const noticeTextsOf = (notice: NoticeDefinition, variant: string | undefined): NoticeTexts =>
  (variant === undefined ? undefined : notice.variants?.[variant]) ?? notice.texts;

export function sayNotice(text: Text, language: Language, values: NoticeValues, more: TextParameters = {}): string {
  return say(text, language, { ...writtenValues(values, language), ...more });
}

/** 72 bits, made of the row's id by a key of the installation: the row keeps its hash, and a second try sends the same link. */
export const linkTokenOf = (keys: Keys, noticeId: string): string =>
  keys.mac("notice-link", noticeId).slice(0, tokenLength);

export const hashOfLink = (token: string): Buffer => createHash("sha256").update(token).digest();

/** The short address in an SMS. */
export const shortLink = (origin: string, token: string): string => `${origin}/n/${token}`;

/**
 * The target of a notice at `now`: the signed link while it is valid, else the page behind the login. One of our own
 * paths.
 */
export async function pathOf(
  services: Services,
  notice: NoticeDefinition,
  about: { borrowerId: string | null; values: NoticeValues; since: Date },
  now: Date,
): Promise<string | null> {
  const link = notice.link?.(about);
  if (!link) return null;
  if (!link.signed) return link.path;
  const { purpose, subject, ownerId, days, path, endsWithNumber } = link.signed;
  const expiresAt = new Date(about.since.getTime() + days * dayMilliseconds);
  if (expiresAt <= now) return link.path;
  const number = ownerId && endsWithNumber ? await services.ask(linkMark)(services, services.database, ownerId) : null;
  // A message sent before the account had this number may be on the phone of the former number's next owner.
  if (endsWithNumber && (number === null || number.since > about.since)) return link.path;
  const token = services.keys.signLink({
    purpose,
    subject,
    ...(ownerId ? { ownerId } : {}),
    ...(number ? { numberMark: number.mark } : {}),
    expiresAt,
  });
  return `${path}${path.includes("?") ? "&" : "?"}t=${token}`;
}

/** The brand's name and address; of a brand that is gone, the installation's own. */
export function brandOfNotice(services: Services, brandId: string | null): { name: string; origin: string } {
  const brand =
    services.brands.find(({ id }) => id === brandId) ?? services.brands.find(({ id }) => id === services.config.brand);
  return { name: brand?.name ?? "", origin: siteOriginOf(services, brandId) };
}
