/** Times that the product promises: rules enforce them and texts name them, so each is defined once. */

/** Time that the review of an application takes. // Spec 9 */
export const reviewTime = { minMinutes: 5, maxHours: 24 } as const;
/** From the approval to the last moment of its signature. // Product decisions 4 */
export const signHours = 24;
/** From the signature to the money at the borrower's bank. // Spec 9; product decisions 4 */
export const payoutMinutes = 30;
/** Staff see a payout that has not arrived by then, while the promise can still be kept. // Credit and support 2 */
export const payoutWatchMinutes = 20;
/** Hours until a reported payment is found. // Spec 9 */
export const paymentCheckHours = 1;
/** How long a link to fill in, to a bill or to a document opens it. // Product decisions 2 */
export const linkDays = 7;
/** Days without use until a remembered login ends. // Product decisions 2 */
export const rememberedDays = 30;
/** OVO's own limit: time for its user to confirm a payment. */
export const pushSeconds = 55;
/** Days before a due date on which its first reminder is sent. // Product decisions 4: repayment */
export const remindDaysBefore = 3;

/** Time for a borrower to add evidence to a request, while the request's own deadline is paused. // Spec: 72 h, once */
export const reviewAskHours = 72;
/** The same for documents requested again for an application; after the first hours the borrower gets a reminder. // Spec account 8 */
export const documentAskHours = 72;
export const documentRemindHours = 24;
/** Days for which a message stays in the inbox; those of a loan stay with its documents. // Credit and support 5 */
export const messageDays = 400;

/** A request in steps that is not sent in this time ends. // Spec account 1 */
export const unfinishedHours = 24;
/**
 * A change of the device, the bank account or the number's owner that is younger is a reason for caution before a
 * number changes. // Spec account 4
 */
export const riskDays = { device: 7, account: 14, number: 180 } as const;
/** Days after the case until photos that prove a request are destroyed. // Spec account 1 */
export const evidenceDays = 90;
/** Days until loyalty points expire after their owner last earned or spent some. // Spec rewards 5 */
export const pointDays = 365;
/** Days that a loan must have run before it counts for rewards. // Spec rewards 9: decency */
export const ripeLoanDays = 14;
/** Hours until a newly added bank account can receive money from the wallet. // Spec rewards 3 */
export const newAccountHours = 24;
/** Working days until staff look at a held reward. // Spec rewards 6 */
export const rewardReviewDays = 3;
/** Staff check an invitation when two friends of one inviter share a device or a network within this time. // Spec rewards 6 */
export const invitationMarkTimes = { deviceDays: 30, networkHours: 24 } as const;

/** Days before a campaign opened from which on a loan that was repaid counts in it. // Product decisions, rewards 15.7 */
export const repaidBeforeDays = 90;
