/** Notice of a questionnaire: in the inbox, and by a mail that can be unsubscribed. Never by SMS, so that people do not feel pressed to answer. */
import { defineNotice } from "#features/platform/notice/server/index.ts";
import { defineTexts } from "#shared/texts.ts";
import { answerDays } from "../contract.ts";

const words = defineTexts({
  title: { id: "Kami ingin mendengar pendapat Anda", en: "We would like to hear from you", zh: "期待您的意见" },
  body: {
    id: `Ada kuesioner singkat untuk Anda. Mengisinya sukarela dan tidak mengubah hak Anda. Bisa diisi selama ${answerDays} hari.`,
    en: `There is a short questionnaire for you. Answering is up to you and changes none of your rights. It is open for ${answerDays} days.`,
    zh: `诚邀您填写一份简短问卷。填写自愿，不影响您的权利。开放 ${answerDays} 天。`,
  },
  mail: {
    id: `Ada kuesioner singkat untuk Anda. Mengisinya sukarela dan tidak mengubah hak Anda. Bisa diisi selama ${answerDays} hari: {link}`,
    en: `There is a short questionnaire for you. Answering is up to you and changes none of your rights. It is open for ${answerDays} days: {link}`,
    zh: `诚邀您填写一份简短问卷。填写自愿，不影响您的权利。开放 ${answerDays} 天：{link}`,
  },
});

export const questionnaireInvitedNotice = defineNotice<{ questionnaireKey: string }>({
  kind: "questionnaire.invited",
  topic: "NEWS",
  channels: ["INBOX", "MAIL"],
  texts: { title: words.title, body: words.body, mail: { subject: words.title, body: words.mail } },
  link: ({ values }) => ({ path: `/webview/questionnaire?key=${encodeURIComponent(values.questionnaireKey)}` }),
  mailing: "SURVEY",
  example: { questionnaireKey: "after-payout" },
});
