/** Notices that no domain has, one of each kind, and people who are told them. */
import { seedBorrower } from "#features/account/login/server/index.ts";
import { transact } from "#server/database.server.ts";
import {
  defineNotice,
  inboxOf,
  notify,
  type NoticeDefinition,
  type NoticeAddress,
  type NoticeValues,
} from "#features/platform/notice/server/index.ts";
import type { TestApp } from "#tests/support/app.ts";

export const text = (word: string) => ({ id: `${word} id`, en: `${word} en`, zh: `${word} zh` });
export const texts = {
  title: text("judul"),
  body: { id: "Tagihan {amountRupiah} pada {dueOn}: {secret}", en: "{amountRupiah} {dueOn}", zh: "{secret}" },
  sms: text("pendek {link}"),
};
export const values = { amountRupiah: 1_250_000, dueOn: "2026-12-24", secret: "CANARY-7731" };
export const sms = ["INBOX", "WHATSAPP", "SMS"] as const;
export const link = () => ({ path: "/webview/home" }) as const;
export const receipt = defineNotice({
  kind: "test.receipt",
  topic: "PAYMENT",
  channels: sms,
  texts: { ...texts, whatsapp: text("panjang {link}") },
  link: ({ borrowerId }) => ({
    path: "/webview/bills",
    signed: { path: "/webview/no-login-bills", purpose: "TEST", subject: borrowerId ?? "nobody", days: 7 },
  }),
  example: values,
});
export const reminder = defineNotice({
  kind: "test.reminder",
  topic: "PAYMENT",
  isReminder: true,
  channels: sms,
  texts,
  variants: { other: { ...texts, sms: text("lain") } },
  link,
  prepare: async (_services, about) =>
    about.values.secret === "PAID" ? null : { values: about.values, variant: "other" },
  example: values,
});
export const news = defineNotice({ kind: "test.news", topic: "NEWS", channels: sms, texts, link, example: values });
export const reward = defineNotice({
  kind: "test.reward",
  topic: "REWARD",
  channels: [...sms, "MAIL"],
  texts: { ...texts, mail: { subject: text("hadiah"), body: text("isi {link}") } },
  link,
  example: values,
});
export const papers = defineNotice({ kind: "test.papers", topic: "LOAN", channels: ["INBOX"], texts, example: values });
export const letter = defineNotice({
  kind: "test.letter",
  topic: "ACCOUNT",
  channels: ["MAIL"],
  texts: { ...texts, mail: { subject: text("surat"), body: text("isi {brand} {link}") } },
  link,
  example: values,
});

export function noticesOf(app: TestApp) {
  const { services } = app;
  const { database } = services;
  const sandbox = services.outside.sandbox!;
  let count = 0;
  const nextNumber = () => `0812${String(44_000_000 + ++count)}`;
  async function person(language: "id" | "en" | "zh" = "id") {
    const mobileNumber = nextNumber();
    const borrowerId = await transact(database, (trx) => seedBorrower(services, trx, { mobileNumber, language }));
    return { mobileNumber, borrowerId, language, brandId: services.config.brand };
  }
  type Someone = Awaited<ReturnType<typeof person>>;
  const tell = <Values extends NoticeValues>(
    notice: NoticeDefinition<Values>,
    about: { id?: string; borrowerId?: string; to?: NoticeAddress; values?: Values },
  ) =>
    transact(database, (trx) =>
      notify(services, trx, notice, { id: services.random.uuid(), values: values as never, ...about }),
    );
  const messagesTo = async (to: string) => (await sandbox.messages.list({ to })).toReversed();
  const inbox = async (who: Someone, more: object = {}) =>
    (await inboxOf(services, database, who, { limit: 20, ...more })).items;
  const rowOf = (borrowerId: string) =>
    database.selectFrom("notice").selectAll().where("borrowerId", "=", borrowerId).executeTakeFirstOrThrow();
  return { nextNumber, person, tell, messagesTo, inbox, rowOf };
}
