/** Data that staff compare: both numbers masked, the result of the face check, the device, risk flags, and the delivery of the codes. */
import type { RiskFlag } from "#features/account/change-request/contract.ts";
import { riskFlagTexts } from "#features/account/change-request/server/index.ts";
import { similarityLine } from "#features/account/identity/server/index.ts";
import { registrationOfBorrower } from "#features/account/login/server/index.ts";
import { deliveriesTo, deviceSince } from "#features/account/verification/server/index.ts";
import type { Reader } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import { formatInstant } from "#shared/dates.ts";
import { maskPhone } from "#shared/fields/phone.ts";
import { say, type Language, type Text } from "#shared/texts.ts";
import { deliveryTexts, mobileChangeReviewTexts as texts } from "../texts.ts";
import type { MobileChange } from "./facts.ts";

type Line = { label: Text; text: Text | string; isFlag?: boolean };
/** Deliveries shown per number; older codes do not belong to this request. */
const shownDeliveries = 5;

export async function mobileChangeComparison(
  services: Services,
  reader: Reader,
  { request, flags }: { request: MobileChange; flags: readonly RiskFlag[] },
  language: Language,
): Promise<Line[]> {
  const { borrowerId, deviceIndex, createdAt } = request;
  const { oldNumber = "", newNumber = "", similarityPpm, device = "–" } = request.facts;
  const since = deviceIndex && oldNumber ? await deviceSince(services, reader, deviceIndex, oldNumber) : null;
  const registered = (await registrationOfBorrower(reader, borrowerId))?.registeredAt;
  const on = (at: Date) => formatInstant(at, language, "WIB", "short");
  const deliveries = async (mobileNumber: string): Promise<string> => {
    const sent = await deliveriesTo(services, reader, mobileNumber, shownDeliveries);
    const own = sent.filter(({ sentAt }) => sentAt >= createdAt);
    if (own.length === 0) return say(texts.noCodes, language);
    return own
      .map(({ channel, delivery, sentAt, provenAt }) =>
        say(provenAt ? texts.codeProven : texts.codeSent, language, {
          channel,
          delivery: say(deliveryTexts[delivery], language),
          at: on(sentAt),
        }),
      )
      .join(" · ");
  };
  return [
    { label: texts.oldNumber, text: maskPhone(oldNumber) },
    { label: texts.newNumber, text: maskPhone(newNumber) },
    {
      label: texts.similarity,
      text: similarityLine(similarityPpm),
      isFlag: flags.includes("SIMILARITY_LOW"),
    },
    { label: texts.device, text: device },
    { label: texts.deviceSince, text: since ? on(since) : texts.deviceUnknown, isFlag: flags.includes("DEVICE_NEW") },
    { label: texts.registered, text: registered ? on(registered) : "–" },
    { label: texts.codesOld, text: await deliveries(oldNumber) },
    { label: texts.codesNew, text: await deliveries(newNumber) },
    ...flags.map((flag) => ({ label: texts.mark, text: riskFlagTexts[flag], isFlag: true })),
  ];
}
