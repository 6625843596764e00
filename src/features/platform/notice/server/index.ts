/** Notices: sends them, keeps them as the inbox, and resolves the short link of an SMS. */
import { sql } from "kysely";
import { answer, type CallAnswer } from "#server/call/pipeline.ts";
import type { Domain } from "#server/domain.ts";
import { BorrowerShredded } from "#server/keys/keys.server.ts";
import type { Services } from "#server/services.ts";
import { messageDays } from "#shared/promised-times.ts";
import { openNotice } from "../contract.ts";
import { openedPath } from "./inbox.ts";
import { pushAnswers, pushWork } from "./push-answers.ts";
import { personalData } from "./personal-data.ts";
import { sealerOf } from "./sealed.ts";
import { sendingWork } from "./sending.ts";
import { findNoticeByLink, forgetNotices } from "./store.ts";
import { timeline, noticeTimelineWords } from "./timeline.ts";
import { hashOfLink } from "./words.ts";
import { personalDataHeld } from "#server/personal-data/index.ts";
import { timelineSources, consoleWords } from "#server/console/questions.ts";

export { addresseeOf, unsubscribePage, noticeKinds } from "./definition.ts";

export {
  defineNotice,
  noticeOf,
  withLink,
  type Addressee,
  type NoticeDefinition,
  type NoticeLink,
  type NoticeSent,
  type NoticeTexts,
  type NoticeValues,
  type Prepared,
} from "./definition.ts";
export { notify } from "./notify.ts";
export { timeline as noticeTimeline } from "./timeline.ts";
export type { NoticeAddress } from "./sealed.ts";
export { inboxOf, maxUnread, messageInInbox, messagesOfKinds, unreadMessages, type InboxMessage } from "./inbox.ts";
export { findInInbox, noteRead, noteReadUpTo, readMuted, writeMuted } from "./inbox-store.ts";

const answers: readonly CallAnswer[] = [
  ...pushAnswers,
  answer(openNotice, async ({ token }, { database, services, refuse }) => {
    const row = await findNoticeByLink(database, hashOfLink(token));
    if (!row) return refuse("NOTICE_UNKNOWN");
    const to = await sealerOf(services, database, row.borrowerId)
      .then((sealer) => openedPath(services, row, sealer))
      .catch((error: unknown) => {
        if (error instanceof BorrowerShredded) return null;
        throw error;
      });
    return { to: to ?? refuse("NOTICE_UNKNOWN") };
  }),
];

function work(services: Services): void {
  sendingWork(services);
  pushWork(services);
  services.sweeps.add({
    name: "notice-forget",
    everySeconds: 3_600,
    finds: [
      {
        table: "notice",
        at: "createdAt",
        afterSeconds: messageDays * 86_400,
        where: sql<boolean>`topic <> 'LOAN'`,
      },
    ],
    run: ({ database, clock }) =>
      forgetNotices(database, new Date(clock.now().getTime() - messageDays * 86_400_000), 1_000),
  });
}

export const domain: Domain = {
  answers,
  work,
  answersTo: [personalDataHeld.by(personalData), timelineSources.by(timeline), consoleWords.by(noticeTimelineWords)],
};
