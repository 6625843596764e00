/** The inline script of form screens: at most 4 KB compressed (product decisions 7). Everything works without it; it makes it quicker. */
import { rememberLanguage } from "./chosen-language.ts";
import { startAfterLoad } from "./after-load-form.ts";
import { startCodes } from "./code.ts";
import { startCountdowns } from "./countdown.ts";
import { startDialogs } from "./dialog.ts";
import { startFeedback, startSharing } from "./feedback.ts";
import { startLive } from "./live.ts";
import { startSending } from "./sending.ts";
import { startSteppers } from "./stepper.ts";
import { startValidation } from "./validation.ts";

/** Put in by the build: which parts this script has (`form-choice.ts`). */
declare const hasAmounts: boolean;
declare const hasCodes: boolean;

startFeedback();
startValidation();
// Before the code that jumps to a refused field: an amount field that gets the focus by script is entered like a tapped one.
if (hasAmounts) startSteppers();
startSending();
if (hasAmounts || hasCodes) startLive();
if (hasCodes) {
  startCountdowns();
  startDialogs();
  startCodes();
}
// Pages with amounts or codes send nothing by themselves, and nothing on them is shared.
if (!hasAmounts && !hasCodes) {
  startAfterLoad();
  startSharing();
}
rememberLanguage();
