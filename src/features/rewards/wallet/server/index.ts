/** Wallets: answers to the domain's calls, and functions for other domains. */
import { accountClosed, closingBalance } from "#features/account/cancellation/server/index.ts";
import { after } from "#server/events/domain-events.ts";
import { account, availableOf } from "#server/ledger/index.ts";
import { bookChecks } from "#server/ledger/book-checks.ts";
import { walletBookChecks } from "./book-checks.ts";
import { giveWalletUp, payOutForClosing, walletBlockers } from "./closing.ts";
import { answer, type CallAnswer } from "#server/call/pipeline.ts";
import type { Domain } from "#server/domain.ts";
import type { Services } from "#server/services.ts";
import { getWallet, getWalletRecord, getWalletStatement, listWalletRecords, withdrawReward } from "../contract.ts";
import { grantAnswers, grantKind } from "./grants.ts";
import { mergedWallet } from "./merging.ts";
import { notices } from "./notices.ts";
import { walletPurpose } from "./purpose.ts";
import { records } from "./records.ts";
import { findRecord } from "./store.ts";
import { walletEndingSweep, walletExpirySweep, sandboxFundsSweep } from "./sweeps.ts";
import { timeline } from "./timeline.ts";
import { walletRecordsPage, recordWay, walletStatementOf, walletOf } from "./views.ts";
import { orderWithdrawal } from "./withdrawals.ts";
import { words } from "./words.ts";
import { workLists } from "./work-lists.ts";
import { timelineSources, consoleWords, consoleWorkLists } from "#server/console/questions.ts";
import { noticeKinds } from "#features/platform/notice/server/index.ts";
import { recordAnswers } from "#server/records/record.ts";
import { mergeAssets } from "#features/account/account-merge/server/index.ts";
import { proposals } from "#server/four-eyes/proposal-kind.ts";
import { transferPurposes } from "#features/credit/disbursement/server/index.ts";
import { blockersOfClosing } from "#server/account-questions.ts";

export { monthCapRupiah } from "./rules.ts";
export { giveWalletUp, payOutForClosing, walletBlockers } from "./closing.ts";
export {
  giveCash,
  giveVoucher,
  revokeCash,
  returnTax,
  type CashAward,
  type CashOutcome,
  type VoucherAward,
} from "./giving.ts";
export { walletOf, walletRecordsOf } from "./views.ts";
export { withdrawalBlockOf } from "./blocks.ts";

const answers: readonly CallAnswer[] = [
  ...grantAnswers,
  answer(getWallet, (_input, { services, database, borrowerId }) => walletOf(services, database, borrowerId)),
  answer(listWalletRecords, (input, { database, borrowerId, language }) =>
    walletRecordsPage(database, borrowerId, input, language),
  ),
  answer(getWalletRecord, async ({ recordId }, { services, database, borrowerId, language, refuse }) => {
    const record = await findRecord(database, borrowerId, recordId);
    return record ? recordWay(services, database, record, language) : refuse("RECORD_UNKNOWN");
  }),
  answer(getWalletStatement, (input, { services, database, borrowerId, language }) =>
    walletStatementOf(services, database, borrowerId, input, language),
  ),
  answer(withdrawReward, async (input, { services, trx, borrowerId, language }) => {
    const { withdrawalId, arrivesBy } = await orderWithdrawal(services, trx, { ...input, borrowerId, language });
    return { withdrawalId, state: "PENDING" as const, arrivesBy: arrivesBy.toISOString() };
  }),
];

function work(services: Services): void {
  services.sweeps.add(sandboxFundsSweep);
  services.sweeps.add(walletExpirySweep);
  services.sweeps.add(walletEndingSweep);
}

export const domain: Domain = {
  answers,
  work,
  subscribes: [
    after(accountClosed, "wallet-given-up", async (services, trx, { borrowerId }) => {
      await giveWalletUp(services, trx, borrowerId);
    }),
  ],
  answersTo: [
    ...recordAnswers(records),
    bookChecks.by(walletBookChecks),
    timelineSources.by(timeline),
    consoleWords.by(words),
    consoleWorkLists.by(workLists),
    noticeKinds.by(notices),
    mergeAssets.by([mergedWallet]),
    proposals.by([grantKind]),
    transferPurposes.by({ WALLET: walletPurpose }),
    blockersOfClosing.by(walletBlockers),
    closingBalance.by({
      read: (reader, borrowerId) => availableOf(reader, account("WALLET", borrowerId)),
      payOut: payOutForClosing,
    }),
  ],
};
