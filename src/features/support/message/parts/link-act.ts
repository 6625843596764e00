/** The text of a message's link: the name of its page. */
import { texts } from "../texts.ts";

/** Looked up by the beginning of the address; the first match counts. */
const acts = [
  ["/webview/additional-again", "openUpload"],
  ["/webview/agreement", "openSigning"],
  ["/webview/bills", "openBills"],
  ["/webview/loan-history", "openLoan"],
  ["/webview/quota", "openLimit"],
  ["/webview/wallet", "openWallet"],
  ["/webview/customer-service/complaint", "openComplaint"],
  ["/webview/questionnaire", "openQuestions"],
  ["/webview/privacy/export", "openCopy"],
  ["/webview/security", "openSecurity"],
  ["/webview/invitation", "openInvitation"],
  ["/webview/activity", "openEvent"],
  ["/webview/loan-edit-mobile", "openStatus"],
  ["/webview/merge-mobile", "openStatus"],
  ["/webview/my-profile/correction", "openStatus"],
] as const satisfies readonly (readonly [start: `/webview/${string}`, act: keyof typeof texts])[];

export const actOf = (link: string): keyof typeof texts =>
  acts.find(([start]) => link.startsWith(start))?.[1] ?? "open";
