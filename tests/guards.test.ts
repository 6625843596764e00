/**
 * The locks, refusals and proofs at the places where something happens, listed a second time: no caller would miss a
 * removed guard, and most tests let sweeps finish before they check, which would repair its effect. A guard that is
 * added or removed is added or removed here as well, in its order. `locks` tests that each locks its row, `proofs` what
 * each proof refuses. // Security rules 3
 * The guards and effects of the server, a second time: one that is taken out leaves no caller behind that could miss it, and most tests settle
 * before they look, so that the sweeps clean up what it would have stopped. `guards.tsv` has them by place, in the order of the code: locks,
 * refusals and outcomes, limits, proofs, conditions asked of others or within a transaction (with `?`), effects, and the filters of what is written, locked
 * or counted. `-u` writes it again; its diff has to show no row that lost something it still needs. That each lock holds its row is in `locks`,
 * what each proof refuses in `proofs`, what a decision finds changed in `second-looks`. // Security rules 3
 */
import { join } from "node:path";
import { expect, it } from "vitest";
import { productSources, root } from "#tests/support/house-sources.ts";

/** `<file> <function or call>: <guards>`; a domain's server folder is omitted. */
const taken = [
  "account/account-merge/effect applyMerge: lockBoth, lockMerge",
  "account/account-merge/effect lockBoth: lockBorrower",
  "account/account-merge/reversing reverseMerge: lockMerge, lockBoth",
  "account/account-merge/reversing settle: lockMerge, lockBoth",
  "account/account-merge/steps openMerge: refuseOnHold",
  "account/account-merge/steps proveOther: refuseOnHold, consumeProof",
  "account/account-merge/steps sendMergeToReview: lockBoth, refuseOnHold",
  "account/bank-account/index addVerified: refuseOnHold, refuseOnHold, lockBankAccounts",
  "account/bank-account/index chooseMainBankAccount: refuseOnHold, lockBankAccounts",
  "account/bank-account/index removeBankAccount: refuseOnHold, lockBankAccounts",
  "account/cancellation/closing cancelClosure: lockBorrower",
  "account/cancellation/closing closeAccount: lockBorrower",
  "account/cancellation/closing requestClosure: lockBorrower, refuseOnHold",
  "account/cancellation/closing stopClosure: lockBorrower",
  "account/cancellation/index isClosed: lockBorrower",
  "account/cancellation/index refuseWhileClosing: lockBorrower",
  "account/change-request/kind keep: lockRequest",
  "account/change-request/kind step: lockRequest",
  "account/document/competitors heldConsent: lockCompetitors",
  "account/document/competitors stop: lockCompetitors",
  "account/email/index removeEmail: refuseOnHold, lockEmailAccount",
  "account/email/index setMailing: lockEmailAccount",
  "account/email/mails noteSent: lockEmailAccount",
  "account/email/reports emailMailSubscriptions: lockEmailAccount",
  "account/email/requests answerLink: lockEmailAccount",
  "account/email/requests nameAddress: refuseOnHold, lockEmailAccount",
  "account/email/requests proveByCode: lockEmailAccount, consumeProof",
  "account/email/requests resendVerification: lockEmailAccount",
  "account/email/requests takeOver: refuseOnHold",
  "account/email/sweeps run: lockEmailAccount",
  "account/identity/face-review requestFaceReview: refuseWithoutNeed",
  "account/identity/face-review stopFaceReviews: lockFaceReview",
  "account/identity/index keepCardPhoto: refuseInReview",
  "account/identity/index saveIdentity: refuseInReview",
  "account/identity/listening telling: lockFaceReview",
  "account/linking/connecting beginLinking: refuseOnHold",
  "account/login/confirm-answers disownNumber: consumeProof",
  "account/login/freezing freezeBorrower: lockBorrower",
  "account/login/freezing releaseBorrower: lockBorrower",
  "account/login/index enterByCode: consumeProof, refuseReplaced, refuseReplaced",
  "account/login/index setPassword: consumeProof",
  "account/lost-number/asked answerRecoveryAsked: lockBorrower",
  "account/lost-number/steps proveNumber: consumeProof",
  "account/lost-number/sweeps sweep: lockBorrower",
  "account/mobile-change/effect applyMobileChange: lockBorrower",
  "account/mobile-change/steps openMobileChange: refuseOnHold",
  "account/mobile-change/steps proveNew: consumeProof",
  "account/mobile-change/steps proveOld: refuseOnHold, consumeProof",
  "account/mobile-change/steps sendMobileChangeToReview: refuseOnHold",
  "account/privacy/consents giveConsent: lockConsentInForce",
  "account/privacy/consents switchOff: lockSwitch",
  "account/privacy/erasing announceEnd: lockErasure",
  "account/privacy/erasing eraseBorrower: lockErasure",
  "account/privacy/exports requestDataExport: refuseOnHold",
  "account/privacy/index getExportFile: refuseOnHold",
  "account/privacy/index unlockExport: refuseOnHold",
  "account/profile/contacts askWithin: lockBorrower",
  "account/profile/parts savePart: lockProfile",
  "account/profile/parts storeProfileDraft: lockProfile",
  "account/profile/stated-income takeOverIncome: lockProfile",
  "account/questionnaire/answering saveAnswerDraft: lockQuestionnaireInvitation",
  "account/questionnaire/answering takeAnswers: lockQuestionnaireInvitation",
  "account/questionnaire/invitations stop: lockQuestionnaireInvitation",
  "account/security/contest freezeByOwner: lockBorrower",
  "account/security/proving proveOwnership: consumeProof, lockBorrower, lockContest",
  "account/security/release releaseAccount: lockBorrower",
  "account/social-account/index stop: lockSocialAccounts",
  "account/social-account/telling heldConsent: lockSocialAccounts",
  "account/verification/address-codes openAddressCode: lockNumber",
  "account/verification/index stepUp: consumeProof",
  "account/verification/sending writeChallenge: lockSends",
  "account/verification/store lockSends: lockNumber",
  "credit/agreement/signing mayBeSigned: refuseOnHold",
  "credit/agreement/signing signPapers: consumeProof",
  "credit/application/applying submitApplication: refuseWhileClosing",
  "credit/appointment/appointments storeAppointment: refuseWhileClosing, refuseOutside",
  "credit/disbursement/index dropOne: lockTransfer",
  "credit/disbursement/late settleLate: lockTransfer, lockLate",
  "credit/disbursement/late-staff proposeLatePayout: lockLate",
  "credit/disbursement/loan-purpose othersOf: lockTransfer",
  "credit/disbursement/loan-return giveBack: lockReturned",
  "credit/disbursement/promise tellOne: lockTransfer",
  "credit/disbursement/returned countLate: lockReturned",
  "credit/disbursement/returned paidAfterReturn: lockReturned",
  "credit/disbursement/returned settleReturned: lockTransfer, lockReturned",
  "credit/disbursement/returned-staff proposeReturnedPayout: lockReturned",
  "credit/disbursement/returned-store openAgain: lockReturned",
  "credit/disbursement/settlement carryOut: lockTransfer",
  "credit/disbursement/settlement proposeSettlement: lockTransfer",
  "credit/disbursement/transfers applyState: lockTransfer",
  "credit/disbursement/transfers beginStep: lockTransfer",
  "credit/disbursement/transfers countAttempt: lockTransfer",
  "credit/disbursement/transfers learnWhetherItStayed: lockTransfer",
  "credit/disbursement/transfers refuseFirst: lockTransfer",
  "credit/disbursement/transfers send: refuseFirst",
  "credit/disbursement/transfers standStill: lockTransfer",
  "credit/fill-in/filling check: lockAccess",
  "credit/fill-in/filling claim: lockAccess",
  "credit/fill-in/filling finishFill: lockAccess",
  "credit/fill-in/links makeLink: lockBorrower",
  "credit/funding/income carryOut: lockIncome",
  "credit/limit/freezing freezeLimit: lockKnownLimit",
  "credit/limit/freezing noteFreeze: lockKnownLimit",
  "credit/limit/freezing unfreezeLimit: lockKnownLimit",
  "credit/limit/limits endTemporaryLimit: lockLimit",
  "credit/limit/limits grantTemporaryLimit: lockLimit",
  "credit/limit/limits moveReservation: lockLimit",
  "credit/limit/limits releaseLimit: lockLimit",
  "credit/limit/limits reserveLimit: lockLimit",
  "credit/limit/limits reserveWhole: lockLimit",
  "credit/limit/limits resumeLimit: lockLimit",
  "credit/limit/limits setCreditLimit: lockLimit",
  "credit/limit/merging move: lockLimit",
  "credit/limit/proposals carryOut: lockKnownLimit",
  "credit/limit/proposals limitFor: lockKnownLimit",
  "credit/limit/raise takeRaise: lockLimit",
  "credit/limit/refreshing offerTemporary: lockKnownLimit",
  "credit/limit/refreshing putOff: lockKnownLimit",
  "credit/limit/refreshing refreshLimit: lockLimit, lockKnownLimit",
  "credit/limit/refreshing refreshTogether: lockDueLimits",
  "credit/limit/refreshing refreshWhereDue: lockKnownLimit",
  "credit/limit/store lockLimit: lockKnownLimit, lockKnownLimit",
  "credit/loan/accounting bookFlows: lockLedgerAccount",
  "credit/loan/accounting coveredBy: lockBalance",
  "credit/loan/lifecycle transition: lockLoan",
  "credit/loan/submission submitLoan: refuseFrozen",
  "credit/membership/reduction reserveReduction: lockLoan",
  "credit/merchant/shops closeShop: lockShop",
  "credit/merchant/shops expire: lockShop",
  "credit/merchant/shops sendShopToReview: lockShop",
  "credit/repayment/answers refundBalance: refuseFrozen, refuseOnHold",
  "credit/repayment/balance failed: lockRepaymentAccounts",
  "credit/repayment/balance giveBack: lockRepaymentAccounts",
  "credit/repayment/balance payDueOfBorrower: lockRepaymentAccounts",
  "credit/repayment/balance payDueOn: lockHistory, lockBalance",
  "credit/repayment/books closeDay: lockHistory",
  "credit/repayment/books lockHistory: lockRepaymentAccounts",
  "credit/repayment/books openBooks: lockAccountRow",
  "credit/repayment/books recordEvent: lockHistory",
  "credit/repayment/books takesEvents: lockHistory",
  "credit/repayment/exposure valueAccounts: lockAccountRow",
  "credit/repayment/index orderLetter: lockAccountRow",
  "credit/repayment/merging move: lockBalance",
  "credit/repayment/merging moveOn: lockBalance",
  "credit/repayment/overdue announceOne: lockHistory",
  "credit/repayment/payout-returns arrivedAgain: lockHistory",
  "credit/repayment/payout-returns undone: lockHistory",
  "credit/repayment/reminders takeSteps: lockHistory",
  "credit/repayment/repeat-loan holdBooks: lockRepaymentAccounts",
  "credit/repayment/restructuring loanInForce: lockRepaymentAccounts",
  "credit/repayment/restructuring restCollection: lockHistory",
  "credit/repayment/reversals reverse: lockHistory",
  "credit/restructure/asking requestHardshipHelp: lockHistory",
  "credit/restructure/hardship carryOut: lockHistory",
  "credit/restructure/signing declineOffer: lockHistory",
  "credit/restructure/signing signRestructureOffer: refuseFrozen, lockHistory",
  "credit/restructure/staff-offer carryOut: lockHistory",
  "credit/restructure/sweeps offerToLate: lockHistory",
  "credit/servicing/contacts endWork: lockHistory",
  "credit/servicing/contacts finishContact: lockHistory",
  "credit/servicing/contacts holdLoan: lockHistory",
  "credit/servicing/index promisePayment: lockHistory",
  "credit/servicing/notices prepare: lockHistory",
  "credit/servicing/notices sent: lockHistory",
  "credit/servicing/promises cancelPromise: lockHistory",
  "credit/servicing/promises judgePromises: lockHistory",
  "credit/servicing/promises makePromise: refusePromise",
  "credit/servicing/promises run: lockHistory",
  "credit/servicing/relief carryOut: lockHistory, lockHistory",
  "credit/servicing/staff notePromise: refusePromise",
  "credit/treasury/house-money carryOut: lockLedgerAccount",
  "credit/underwriting/asking documentsAnsweredForCase: lockCase",
  "credit/underwriting/cases checkCase: refusePaused",
  "credit/underwriting/cases lockedCase: lockLoan, lockCase",
  "credit/underwriting/cases proposeCase: refusePaused",
  "credit/underwriting/decision decideBy: lockLoan, lockCase",
  "credit/underwriting/rejudging rejudgeCases: lockLoan, lockCase",
  "credit/underwriting/late tellOne: lockCase",
  "operations/access-key/keys carryOut: lockKey",
  "operations/access-key/keys showAccessKey: lockKey",
  "operations/accounting/reconciling uploadStatement: lockReconciling",
  "operations/accounting/reconciling workOnLine: lockLine",
  "operations/webhook/delivering noteBook: lockEndpoint",
  "operations/webhook/endpoints carryOut: lockEndpoint",
  "operations/webhook/endpoints showWebhookSecret: lockEndpoint",
  "platform/configuration/proposals proposeStandardRates: refuseAboveCap",
  "platform/configuration/value-kind carryOut: refuseUnfitRates",
  "platform/console/entering openConsole: lockMember",
  "platform/console/members changed: lockMember",
  "platform/console/passkeys addKey: lockMember",
  "platform/console/sign-on admit: lockMember",
  "platform/review/cases answerAsk: lockReviewOf",
  "platform/review/cases waitingCase: lockReview",
  "platform/review/cases withdrawReview: lockReviewOf",
  "platform/review/cases withdrawReviewAbout: lockReviewAbout",
  "platform/review/evidence openRound: lockReviewOf",
  "platform/review/proposals carryOut: lockReview",
  "platform/review/proposals giveBack: lockReview",
  "platform/review/sweeps endAsking: lockUnanswered",
  "rewards/campaign/approval carryOut: lockCampaign",
  "rewards/campaign/day-money settleDay: lockDraw",
  "rewards/campaign/deciding refuseOfClosed: lockAward, lockDraw, refuseWaiting",
  "rewards/campaign/draws closePlays: lockDraw",
  "rewards/campaign/held settleHeldAward: lockAward, lockDraw",
  "rewards/campaign/improvement carryOut: lockCampaign",
  "rewards/campaign/improvement proposeBetter: lockCampaign",
  "rewards/campaign/inviting awardInvite: lockBalance",
  "rewards/campaign/merging moveEnergy: lockBalance",
  "rewards/campaign/money moveBack: lockBalance",
  "rewards/campaign/money releaseUnusedBudget: lockBalance",
  "rewards/campaign/reopened-loans revokeGift: refuseWaiting",
  "rewards/campaign/reopened-loans revokeGifts: lockAward",
  "rewards/campaign/permit carryOut: lockCampaign",
  "rewards/campaign/permit proposePermitOf: lockCampaign",
  "rewards/campaign/pick-result carryOut: lockCampaign",
  "rewards/campaign/playing newPlay: lockOpenDraw",
  "rewards/campaign/playing playOneTicket: lockTicket",
  "rewards/campaign/revoking revokeAward: lockAward",
  "rewards/campaign/staff pauseCampaign: lockCampaign",
  "rewards/campaign/staff proposeMove: lockCampaign",
  "rewards/campaign/staff proposeResult: lockCampaign",
  "rewards/campaign/staff reviseDraft: lockCampaign",
  "rewards/campaign/taking-back takeUnits: lockBalance",
  "rewards/campaign/unit-ends endOf: lockBalance",
  "rewards/campaign/weighted-draws drawWinners: lockDraw",
  "rewards/campaign/weighted-draws freezeDraw: lockDraw",
  "rewards/campaign/wishing helpWish: lockOpenDraw",
  "rewards/campaign/wishing pressForWish: lockOpenDraw",
  "rewards/campaign/wishing weighEarlierHelp: lockOpenDraw",
  "rewards/coupon/billing useOnBill: lockLoan, lockCoupon",
  "rewards/coupon/giving giveCoupon: lockBalance",
  "rewards/coupon/reserving assertUsable: refuseUnusable",
  "rewards/coupon/reserving burn: lockCouponOfLoan",
  "rewards/coupon/reserving giveBack: lockCouponOfLoan",
  "rewards/coupon/reserving promiseAnew: lockBalance",
  "rewards/coupon/reserving reserve: lockCoupon",
  "rewards/invitation/counting countFriend: lockFriendInvitation",
  "rewards/invitation/counting lockInvitationOfGuest: lockInviter, lockFriendInvitationRow",
  "rewards/invitation/merging back: lockInviter",
  "rewards/invitation/merging move: lockInviter",
  "rewards/invitation/rewarding endWithInviter: refuseWaiting",
  "rewards/invitation/rewarding giveDue: refuseWaiting",
  "rewards/invitation/rewarding noteClosed: lockInvitationOfGuest",
  "rewards/invitation/rewarding noteFirstLoan: lockFriendInvitation",
  "rewards/invitation/rewarding settleHeldInvitation: refuseWaiting",
  "rewards/invitation/rewarding revokeFor: lockInvitationOfGuest, refuseWaiting",
  "rewards/points/giving earnPoints: lockAndCount, lockPoints",
  "rewards/points/giving giveBackPoints: lockPoints",
  "rewards/points/giving givePoints: lockPoints",
  "rewards/points/giving revokePoints: lockPoints, lockBalance",
  "rewards/points/giving spendPoints: lockPoints",
  "rewards/points/merging back: lockBoth",
  "rewards/points/merging lockBoth: lockPoints",
  "rewards/points/merging move: lockBoth, lockBalance",
  "rewards/points/sweeps endPoints: lockPoints, lockBalance",
  "rewards/wallet/closing giveWalletUp: lockWallet",
  "rewards/wallet/closing payOutForClosing: lockWallet",
  "rewards/wallet/giving giveCash: lockWallet",
  "rewards/wallet/giving revokeCash: lockWallet, lockBalance",
  "rewards/wallet/merging back: lockBoth",
  "rewards/wallet/merging lockBoth: lockWallet",
  "rewards/wallet/merging move: lockBoth, lockBalance",
  "rewards/wallet/purpose begin: lockLedgerAccount",
  "rewards/wallet/purpose countLate: lockWallet",
  "rewards/wallet/purpose moved: lockWallet",
  "rewards/wallet/sweeps endWallet: lockWallet",
  "rewards/wallet/sweeps expireAll: lockBalance",
  "rewards/wallet/withdrawals orderWithdrawal: refuseFrozen, lockWallet, refuseBlocked, refuseNewAccount",
  "server/events/event-deliveries deliverEvent: lockExceptionOf",
  "server/events/inbox handle: lockPartnerEvent",
  "server/four-eyes/proposal-seals sealOlderTexts: lockUnsealed",
  "server/four-eyes/proposals decideProposal: lockProposal",
  "server/four-eyes/proposals endStale: lockOpen",
  "server/four-eyes/proposals propose: lockOpenAbout",
  "server/four-eyes/proposals withdrawProposal: lockProposal",
  "server/ledger/posting lockLedgerAccount: lockOpened, lockOpened",
  "support/complaint/carrying-out lockedComplaint: lockComplaint",
  "support/complaint/personal-data setApart: lockComplaint",
  "support/complaint/photos storeComplaintPhoto: lockComplaint",
  "support/complaint/sweeps forEach: lockDue",
];

const guard = /\bawait (lock[A-Z]\w*|refuse[A-Z]\w*|consumeProof)\(/g;
/** The places where a guard may be: a function, a constant, a method of a kind of row, the answer of a call. */
interface Found {
  index: number;
  guard: string;
}

/** The places where a guard may stand: a function, a constant, a method of a kind of row, the answer of a call. */
const owner =
  /^(?:export )?(?:async )?function (\w+)|^(?:export )?const (\w+)|^ {2,4}(?:async )?(\w+)\([^()]*(?:\([^()]*\))?[^()]*\)[^;(]*\{$|^ *(?:\.\.\..*=> )?answer\(\s*(\w+),/gm;

const all = (code: string, pattern: RegExp, guardOf: (found: RegExpMatchArray) => string | null): Found[] =>
  [...code.matchAll(pattern)].flatMap((one) => {
    const guard = guardOf(one);
    return guard === null ? [] : [{ index: one.index, guard }];
  });

/** Names that come from another domain or from the floors below. */
function importedIn(code: string): { domains: Set<string>; any: Set<string> } {
  const domains = new Set<string>();
  const any = new Set<string>();
  for (const [, names, from] of code.matchAll(/^import (?:type )?\{([^}]*)\} from "(#[^"]+)"/gm))
    for (const name of names!.split(",").map((one) => one.trim().split(" as ").at(-1)!)) {
      any.add(name);
      if (from!.startsWith("#features/")) domains.add(name);
    }
  return { domains, any };
}

/** The filters of what is written, locked, counted or added up: `updateTable bank_account where borrowerId = and isMain =`. */
function filtersOf(code: string): Found[] {
  return [...code.matchAll(/[^;]+/g)].flatMap(({ index, 0: statement }) => {
    const deeds = [...statement.matchAll(/\.(updateTable|deleteFrom|forUpdate|skipLocked|countAll|(?<=fn\.)\w+)\b/g)];
    if (deeds.length === 0) return [];
    const tables = [...statement.matchAll(/\.(?:updateTable|deleteFrom|selectFrom)\("(\w+)/g)].map(
      ([, table]) => table!,
    );
    const filters = statement.matchAll(/\.(?:where|filterWhere|having)\(\s*(?:"([\w.]+)",\s*"([^"]+)"|(\w*))/g);
    const by = [...filters].map(([, column, is, other]) => (column ? `${column} ${is}` : other || "condition"));
    const of = [...new Set([...deeds.map(([, deed]) => deed!), ...tables])];
    return [{ index: index + deeds[0]!.index, guard: `${of.join(" ")} where ${by.join(" and ")}`.trimEnd() }];
  });
}

/** Guards stand within it; it is none. */
const wrapper = "transact";
/** Guards by their name wherever they stand, and so found once. */
const always = /^(?:lock|refuse)[A-Z]|^limitRate$|^consumeProof$/;

/** Refusals and outcomes, with the number of their conditions where that is more than one: `PICK_LOCKED (2)`. */
function refusalsIn(code: string): Found[] {
  const pattern =
    /\bthrow (?:await )?(?:new )?(\w+)(?:<[^(]*>)?\((?:\s*"([A-Z_]+)")?|\b(?:refuse|refusal)\(\s*"(\w+)"|\) return "([A-Z]\w+)"/g;
  return all(code, pattern, (one) => {
    const [, error, ofError, refused, outcome] = one;
    if (error && /Error$|^redirect$/.test(error)) return null;
    const before = code.slice(code.slice(0, one.index).search(/[^;}]*$/), one.index);
    const conditions = before.slice(before.lastIndexOf("if (") + 1).split(/&&|\|\|/).length;
    const name = ofError ?? refused ?? (outcome ? `return ${outcome}` : error!);
    return before.includes("if (") && conditions > 1 ? `${name} (${conditions})` : name;
  });
}

function foundIn(code: string): Found[] {
  const { domains, any } = importedIn(code);
  return [
    ...all(code, /\bawait (lock[A-Z]\w*|refuse[A-Z]\w*|limitRate|consumeProof)\(/g, ([, name]) => name!),
    ...refusalsIn(code),
    // An effect is a statement by itself: on others, or within a transaction.
    ...all(
      code,
      /^ *(?:\} )?(?:else )?(?:(?:if|for) \(.*\) )?await (?:services\.)?([\w.]+)\(([^;]{0,80})/gm,
      ([, name, given]) => {
        const isEffect = any.has(name!) || /^(?:jobs|events)\./.test(name!) || /\b(?:trx|database)\b/.test(given!);
        return isEffect && name !== wrapper && !always.test(name!) ? name! : null;
      },
    ),
    // Conditions asked of others, or once more within a transaction.
    ...all(
      code,
      /(?:if \(|&& |\|\| |\? |!)\(*(?:!\()?await (?:services\.)?([\w.]+)\(([^;]{0,80})/g,
      ([, name, given]) => ((domains.has(name!) || /\btrx\b/.test(given!)) && !always.test(name!) ? `${name!}?` : null),
    ),
    ...filtersOf(code),
  ];
}

function guardsOf({ path, code }: { path: string; code: string }): string[] {
  const owners = [...code.matchAll(owner)];
  const file = path.replace(/^src\/(?:features\/)?|\.ts$/g, "").replace(/(?<=\w\/[\w-]+)\/server(?=\/)/, "");
  const places = new Map<string, string[]>();
  for (const { index, guard } of foundIn(code).toSorted((a, b) => a.index - b.index)) {
    const [, ...names] = owners.findLast((one) => one.index < index) ?? [];
    const place = names.find((one) => one !== undefined) ?? "?";
    places.set(place, [...(places.get(place) ?? []), guard]);
  }
  return [...places].map(([place, guards]) => `${file}\t${place}\t${guards.join(", ")}`);
}

it("everything that is locked, refused, limited, proven or done to others where it happens stands in its list", async () => {
  const found = productSources.filter(({ path }) => /^src\/.*server\/.*\.ts$/.test(path)).flatMap(guardsOf);
  await expect(`${found.toSorted().join("\n")}\n`).toMatchFileSnapshot(join(root, "tests/guards.tsv"));
});
