/** The inline script of form screens: at most 4 KB compressed (decisions 7). Everything works without it; it makes it quicker. */
import { rememberLanguage } from "./chosen-language.ts";
import { startCodes } from "./code.ts";
import { startCountdowns } from "./countdown.ts";
import { startDialogs } from "./dialog.ts";
import { startFeedback } from "./feedback.ts";
import { startLive } from "./live.ts";
import { startSending } from "./sending.ts";
import { startSteppers } from "./stepper.ts";
import { startValidation } from "./validation.ts";

/** Put in by the build: whether this script has the parts for amounts and live figures, and whether it has all of them (`form-choice.ts`). */
declare const hasAmounts: boolean;
declare const isWhole: boolean;

// What looks different when a script is there says so by this mark.
document.documentElement.dataset.enhanced = "";
startFeedback();
startValidation();
startSending();
if (hasAmounts) {
  startSteppers();
  startLive();
}
if (isWhole) {
  startCountdowns();
  startDialogs();
  startCodes();
}
rememberLanguage();
