/** Fill-in by a link: answers to the domain's calls, and what ends a link. */
import { accountClosed } from "#features/account/cancellation/server/index.ts";
import { fillLinkFor } from "#features/account/document/server/index.ts";
import { numberChanged } from "#features/account/mobile-change/server/index.ts";
import { accountContested } from "#features/account/security/server/index.ts";
import { noticeKinds } from "#features/platform/notice/server/index.ts";
import { borrowerPages, consoleWords, timelineSources } from "#server/console/questions.ts";
import type { Domain } from "#server/domain.ts";
import { after } from "#server/events/domain-events.ts";
import { personalDataHeld } from "#server/personal-data/index.ts";
import { lifecycles } from "#server/records/lifecycle.ts";
import { fillLinkStaffTexts } from "../texts.ts";
import { fillAnswers } from "./filling.ts";
import { fillLinkLife } from "./lifecycle.ts";
import { fillLinkSweep, killFillLink, linkForMessage } from "./links.ts";
import { notices } from "./notices.ts";
import { personalData } from "./personal-data.ts";
import { staffAnswers } from "./staff.ts";
import { timeline } from "./timeline.ts";
import { words } from "./words.ts";

export { killFillLink } from "./links.ts";

export const domain: Domain = {
  answers: [...fillAnswers, ...staffAnswers],
  work: (services) => services.sweeps.add(fillLinkSweep),
  subscribes: [
    after(numberChanged, "fill-in-number-changed", (services, trx, { borrowerId }) =>
      killFillLink(services, trx, borrowerId, "NUMBER_CHANGED"),
    ),
    after(accountContested, "fill-in-contested", (services, trx, { borrowerId }) =>
      killFillLink(services, trx, borrowerId, "ACCOUNT_BLOCKED"),
    ),
    after(accountClosed, "fill-in-closed", (services, trx, { borrowerId }) =>
      killFillLink(services, trx, borrowerId, "ACCOUNT_CLOSED"),
    ),
  ],
  answersTo: [
    personalDataHeld.by(personalData),
    timelineSources.by(timeline),
    consoleWords.by(words),
    noticeKinds.by(notices),
    lifecycles.by([fillLinkLife]),
    fillLinkFor.by(linkForMessage),
    borrowerPages.by([{ path: "fill-link", text: fillLinkStaffTexts.tab, permissions: ["borrower.link"] }]),
  ],
};
