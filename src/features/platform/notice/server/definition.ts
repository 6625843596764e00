/** The definition of a notice: declared once by its domain, registered there, and found by its kind when it is sent. */
import type { Transaction, Reader } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import type { Zone } from "#shared/dates.ts";
import type { Language, Text } from "#shared/texts.ts";
import type { MailingCategory, NoticeTopic } from "../contract.ts";
import { defineQuestion } from "#server/questions.ts";

const noticeChannels = ["INBOX", "WHATSAPP", "SMS", "MAIL", "PUSH"] as const;
export type NoticeChannel = (typeof noticeChannels)[number];

/**
 * Values for the texts, and ids that `link` and `prepare` read. Raw, because they are formatted in the reader's
 * language: an amount is a number under a name that ends in `Rupiah`, a day `YYYY-MM-DD` under one that ends in `On`,
 * an instant (ISO 8601) under one that ends in `At`.
 */
export type NoticeValues = Readonly<Record<string, string | number>>;

/** `{brand}` and, outside the app, `{link}` are filled in addition to the values. */
export interface NoticeTexts {
  /** The line of the inbox's list. */
  title: Text;
  /** The whole message, as its reader finds it after logging in. */
  body: Text;
  /** One SMS including the link: 160 characters of the GSM alphabet in Indonesian and English, 70 in Chinese. It says less than the body: other people may see the screen. */
  sms?: Text;
  /** The WhatsApp text, if it says more than the SMS. */
  whatsapp?: Text;
  mail?: { subject: Text; body: Text };
  /** The notification of a browser, below the brand's name: one sentence, which others may see on a locked screen. */
  push?: Text;
}

/**
 * The target of a notice: one of our own paths; with `signed`, for that many days after the notice, a link that needs
 * no login.
 */
export interface NoticeLink {
  /** The page behind a login, or a public one; also used when the signed link has expired. */
  path: `/${string}`;
  signed?: {
    path: `/${string}`;
    purpose: string;
    subject: string;
    ownerId?: string;
    days: number;
    /** For the owner's own phone: after a change of number, links sent to the former number stop working. */
    endsWithNumber?: true;
  };
}

export interface Prepared<Values extends NoticeValues = NoticeValues> {
  values: Values;
  /** Other words than the notice's own: a name among its `variants`. */
  variant?: string;
}

/** The result of sending to a phone: for a domain that keeps its own history. */
export interface NoticeSent<Values extends NoticeValues = NoticeValues> {
  /** Names the message in providers' reports. */
  messageId: string;
  borrowerId: string | null;
  values: Values;
  channel: "WHATSAPP" | "SMS";
  status: "SENT" | "REJECTED" | "UNKNOWN";
}

/** The mail server's answer. */
export interface NoticeMailed<Values extends NoticeValues = NoticeValues> {
  borrowerId: string | null;
  values: Values;
  status: "SENT" | "REJECTED";
}

export interface NoticeInput<Values extends NoticeValues> {
  /** `<domain>.<event>`: `repayment.received`; stored, so never change it. */
  kind: string;
  topic: NoticeTopic;
  channels: readonly NoticeChannel[];
  texts: NoticeTexts;
  /** Other words of the same notice, chosen by `prepare`. */
  variants?: Readonly<Record<string, NoticeTexts>>;
  link?(about: { borrowerId: string | null; values: Values }): NoticeLink;
  /** Its mail is a mailing of this category: it contains an unsubscribe link, and is not sent to people who used it. */
  mailing?: MailingCategory;
  /** A request that must not be sent at night or on a holiday. NEWS always keeps these hours. // Field rules: collection */
  isReminder?: boolean;
  /** Its push may name amounts and loan numbers, which others then see on a locked screen. */
  pushShowsAmounts?: true;
  /**
   * Reads the current facts when it is sent: values for the texts, or null when there is nothing (any more) to say.
   * Such a notice appears in the inbox from then on, and after null not at all.
   */
  prepare?(services: Services, about: { borrowerId: string | null; values: Values }): Promise<Prepared<Values> | null>;
  /** Writes to the domain's own history, in the transaction that notes the delivery. */
  sent?(services: Services, trx: Transaction, about: NoticeSent<Values>): Promise<void>;
  /** The same for a mail. */
  mailed?(services: Services, trx: Transaction, about: NoticeMailed<Values>): Promise<void>;
  /** Called when `prepare` returned null and nothing was sent; in the transaction that records it. */
  notNeeded?(services: Services, trx: Transaction, about: { borrowerId: string | null; values: Values }): Promise<void>;
  /** The longest possible values; a test checks the SMS length with them. */
  example: Values;
}
/** A notice without the type of its values, as the engine finds it. */
export type NoticeDefinition<Values extends NoticeValues = NoticeValues> = Readonly<NoticeInput<Values>>;

const kindName = /^[a-z]+(?:-[a-z]+)*\.[a-z]+(?:_[a-z]+)*$/;

/**
 * Declares a notice; in the notifying domain's `server/notices.ts`, and handed in by `notices`.
 * @throws RangeError for another form of kind, or a channel without its text
 */
export function defineNotice<Values extends NoticeValues>(input: NoticeInput<Values>): NoticeDefinition<Values> {
  const { kind, channels } = input;
  if (!kindName.test(kind)) throw new RangeError(`${kind} is no kind of notice: <domain>.<what>.`);
  for (const texts of [input.texts, ...Object.values(input.variants ?? {})]) {
    if (channels.includes("SMS") && !texts.sms) throw new RangeError(`${kind} has no text for SMS.`);
    if (channels.includes("WHATSAPP") && !texts.whatsapp && !texts.sms)
      throw new RangeError(`${kind} has no text for WhatsApp.`);
    if (channels.includes("PUSH") && !texts.push) throw new RangeError(`${kind} has no text for push.`);
    if (!input.pushShowsAmounts && /\{(?:\w*Rupiah|number)\}/.test(Object.values(texts.push ?? {}).join()))
      throw new RangeError(`The push of ${kind} names an amount or a loan.`);
    if (channels.includes("MAIL") && !texts.mail) throw new RangeError(`${kind} has no text for mail.`);
  }
  return input;
}

/** The borrower's current number and language. */
export interface Addressee {
  /** `08…` */
  mobileNumber: string;
  /** The borrower's proven mail address; null without one. */
  email: string | null;
  language: Language;
  brandId: string;
  /** Time zone of residence: contact hours are counted in it. */
  zone: Zone;
}

/** Asked of one domain by platform/notice: a borrower's addresses, null when the account is gone. */
export const addresseeOf = defineQuestion<
  (services: Services, reader: Reader, borrowerId: string) => Promise<Addressee | null>
>("addressee-of", "ONE");
/** Asked of one domain by platform/notice: the page for unsubscribing from a kind of mailing, without a login and an expiry; null when unsubscribed already. */
export const unsubscribePage = defineQuestion<
  (
    services: Services,
    reader: Reader,
    mail: { borrowerId: string; address: string; category: MailingCategory },
  ) => Promise<`/${string}` | null>
>("unsubscribe-page", "ONE");
/** The notices of a domain; a row's kind is looked up among them. */
export const noticeKinds = defineQuestion<readonly NoticeDefinition[]>("notice-kinds", "MANY");

/** The body with its address behind it, for WhatsApp: `withLink(body, { id: "Rincian:", … })`. */
export const withLink = (body: Text, lead: Text): Text => ({
  id: `${body.id} ${lead.id} {link}`,
  en: `${body.en} ${lead.en} {link}`,
  zh: `${body.zh}${lead.zh}{link}`,
});

/** The notice of a kind; null when no domain registers it (any more). */
export function noticeOf(services: Pick<Services, "ask">, kind: string): NoticeDefinition | null {
  return (
    services
      .ask(noticeKinds)
      .flat()
      .find((one) => one.kind === kind) ?? null
  );
}

/** News and reminders respect contact hours; codes, receipts and answers are sent at once. */
export const keepsContactHours = ({ topic, isReminder }: Pick<NoticeDefinition, "topic" | "isReminder">): boolean =>
  topic === "NEWS" || isReminder === true;
