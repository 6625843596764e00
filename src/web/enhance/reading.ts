/** The inline script of reading pages: only code that cannot wait for the file after the first paint. */
import { rememberLanguage } from "./chosen-language.ts";
import { settleAnswered } from "./sent.ts";

rememberLanguage();
settleAnswered();
