/** Further actions of a book's persons: repeat a loan, ask for help, suggest a shop. // credit-support 10 */
import { browserOf, newestCode, pictureFor, type Stage } from "./borrowers.ts";
import type { PlannedPerson } from "./plan.ts";

/** Applies for a repeat loan that pays the active one off; refused when too little of that one is repaid. */
export async function repeatLoanAsPerson(stage: Stage, person: PlannedPerson, day: number): Promise<void> {
  const browser = await browserOf(stage, person);
  const { old, minimumRupiah } = await browser.get("/api/loan/reloan");
  const { items } = await browser.get("/api/bank-account");
  const body = {
    amountRupiah: minimumRupiah,
    tenorDays: 90,
    purpose: "EDUCATION",
    bankAccountId: items[0]?.id,
    replacesLoanId: old?.loanId,
  };
  await browser.post("/api/loan/apply", body, `${stage.name}-repeat-${person.index}-${day}`);
}

/** Asks for help with the running loan, and signs the longest plan that is offered at once. */
export async function askForHelp(stage: Stage, person: PlannedPerson, day: number): Promise<void> {
  const browser = await browserOf(stage, person);
  const path = "/api/loan/restructure";
  const key = `${stage.name}-help-${person.index}-${day}`;
  const { offers } = await browser.post(`${path}/ask`, { reason: "ILLNESS", note: "Saya sakit sebulan." }, key);
  const offerId = offers.at(-1)?.offerId;
  if (offerId === undefined) return;
  const { hash } = await browser.get(`${path}/${offerId}/agreement`);
  await browser.post(`${path}/${offerId}/accept`, { hash, read: true });
  const { verificationId } = await browser.post("/api/mobile/sendVerificationWithoutCaptcha", {
    purpose: "STEP_UP_SIGN",
    channel: "SMS",
  });
  const code = await newestCode(stage, person.mobileNumber);
  await browser.post(`${path}/${offerId}/sign`, { hash, verificationId, code }, `${key}-sign`);
}

/** Suggests a shop, with a photo, and sends it for verification. */
export async function openShop(stage: Stage, person: PlannedPerson): Promise<void> {
  const browser = await browserOf(stage, person);
  const shop = {
    name: `Toko ${person.fullName.split(" ")[0]}`,
    kind: "FOOD",
    platform: "OFFLINE",
    months: 18,
    monthlyTurnoverRupiah: 4_000_000,
    villageCode: person.address.villageCode,
  };
  const key = `${stage.name}-shop-${person.index}`;
  const { shopId } = await browser.post("/api/merchant", shop, key);
  const form = new FormData();
  form.set("photo", await pictureFor(stage, person, "salary-slip"), "shop.jpg");
  await browser.send(`/api/merchant/${shopId}/photo`, form);
  await browser.post(`/api/merchant/${shopId}/submit`, {}, `${key}-submit`);
}
