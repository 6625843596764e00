/** Wallets: answers to the domain's calls, and what other domains may ask of it. */
import { accountClosed } from "#features/account/cancellation/server/index.ts";
import { after } from "#server/domain-events.ts";
import { account, availableOf } from "#server/ledger/index.ts";
import { walletBookChecks } from "./book-checks.ts";
import { giveWalletUp, payOutForClosing, walletBlockers } from "./closing.ts";
import { answer, answerOnce, type Api } from "#server/call/pipeline.ts";
import type { Domain } from "#server/domain.ts";
import type { Services } from "#server/services.ts";
import { getWallet, getWalletRecord, getWalletStatement, listWalletRecords, withdraw } from "../contract.ts";
import { grantAnswers, grantKind } from "./grants.ts";
import { walletWithdrawal } from "./lifecycle.ts";
import { mergedWallet } from "./merging.ts";
import { notices } from "./notices.ts";
import { personalData } from "./personal-data.ts";
import { walletPurpose } from "./purpose.ts";
import { findRecord } from "./store.ts";
import { endingSweep, expirySweep, sandboxFundsSweep } from "./sweeps.ts";
import { timeline } from "./timeline.ts";
import { recordsPage, recordWay, statementOf, walletOf } from "./views.ts";
import { orderWithdrawal } from "./withdrawals.ts";
import { words } from "./words.ts";
import { workLists } from "./work-lists.ts";

export { monthCapRupiah } from "./rules.ts";
export { giveWalletUp, payOutForClosing, walletBlockers } from "./closing.ts";
export {
  giveCash,
  giveVoucher,
  revokeCash,
  takeTaxBack,
  type CashAward,
  type CashOutcome,
  type VoucherAward,
} from "./giving.ts";
export { walletOf, walletRecordsOf } from "./views.ts";
export { withdrawalBlockOf, type WithdrawalBlock } from "./blocks.ts";

function answers(api: Api): void {
  const { services } = api;
  grantAnswers(api);
  answer(api, getWallet)((_input, { database, borrowerId }) => walletOf(services, database, borrowerId));
  answer(
    api,
    listWalletRecords,
  )((input, { database, borrowerId, language }) => recordsPage(database, borrowerId, input, language));
  answer(
    api,
    getWalletRecord,
  )(async ({ recordId }, { database, borrowerId, language, refuse }) => {
    const record = await findRecord(database, borrowerId, recordId);
    return record ? recordWay(services, database, record, language) : refuse("RECORD_UNKNOWN");
  });
  answer(
    api,
    getWalletStatement,
  )((input, { database, borrowerId, language }) => statementOf(services, database, borrowerId, input, language));
  answerOnce(
    api,
    withdraw,
  )(async (input, { trx, borrowerId, language }) => {
    const { withdrawalId, arrivesBy } = await orderWithdrawal(services, trx, { ...input, borrowerId, language });
    return { withdrawalId, state: "PENDING" as const, arrivesBy: arrivesBy.toISOString() };
  });
}

function work(services: Services): void {
  services.sweeps.add(sandboxFundsSweep);
  services.sweeps.add(expirySweep);
  services.sweeps.add(endingSweep);
}

export const domain: Domain = {
  personalData,
  bookChecks: walletBookChecks,
  timeline,
  words,
  workLists,
  answers,
  work,
  notices,
  lifecycles: [walletWithdrawal],
  mergeAssets: [mergedWallet],
  proposals: [grantKind],
  transferPurposes: { WALLET: walletPurpose },
  closureBlockers: walletBlockers,
  closingBalance: {
    read: (reader, borrowerId) => availableOf(reader, account("WALLET", borrowerId)),
    payOut: payOutForClosing,
  },
  subscribes: [
    after(accountClosed, "wallet-given-up", async (services, trx, { borrowerId }) => {
      await giveWalletUp(services, trx, borrowerId);
    }),
  ],
};
