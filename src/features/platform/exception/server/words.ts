/** Console words for the audit trail's facts about exceptions. */
import type { ConsoleWords } from "#server/console/console-words.ts";

export const words: ConsoleWords = {
  facts: {
    subscriber: { id: "bagian sistem", en: "part of the system", zh: "系统部分" },
    eventId: { id: "kejadian", en: "event", zh: "事件" },
    exceptionId: { id: "kendala", en: "exception", zh: "异常" },
  },
};
