/** The steps of the login page as its loader answers them, and the answer of its first form. */
import type { PendingVerification } from "#features/account/verification/contract.ts";
import type { FormAnswer } from "#web/api.ts";

/** Why the page starts again, or which notice follows the login. */
export type LoginNotice = "codeGone" | "cookiesMissing" | "sessionEnded" | "viewAfterLogin";

export interface Captcha {
  captchaKey: string;
  imageUrl: string;
  audioUrl: string;
}

/** The answer of the action; with a captcha when the code needs one. */
export type LoginFormAnswer = FormAnswer & { captcha?: Captcha };

export type LoginStep =
  | { step: "insecure"; secureAddress: string }
  | { step: "notServed" }
  | { step: "code"; pending: PendingVerification; elsewhere: string }
  | { step: "password"; elsewhere: string; wasSent: boolean; wasEntered: boolean }
  | { step: "captcha"; captcha: Captcha; channel: string; mobileNumber: string; elsewhere: string }
  | {
      step: "ask";
      mobileNumber: string | undefined;
      notice: LoginNotice | null;
      elsewhere: string;
    };
