/** The answer for browsers that refuse cookies. */
import type { ProblemKinds } from "#shared/contract.ts";
import { defineTexts } from "#shared/texts.ts";

/** The session to which a captcha is bound was not sent back: this is answered instead of "wrong", which would repeat for ever. Spread together with CAPTCHA_WRONG. */
export const cookieProblems = {
  COOKIES_MISSING: {
    status: 403,
    text: {
      id: "Browser Anda tidak menyimpan cookie dari kami, jadi kami tidak mengenali Anda di langkah berikutnya. Izinkan cookie untuk situs ini, lalu coba lagi.",
      en: "Your browser does not keep our cookie, so we cannot recognize you at the next step. Allow cookies for this site, then try again.",
      zh: "您的浏览器未保存我们的 Cookie，因此我们无法在下一步识别您。请允许本网站使用 Cookie，然后重试。",
    },
  },
} as const satisfies ProblemKinds;

/** The same words for a page that detects this without a call. */
export const cookieTexts = defineTexts({ cookiesMissing: cookieProblems.COOKIES_MISSING.text });
