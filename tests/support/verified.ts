/** A borrower of a journey whose card and face were checked. */
import { expect } from "vitest";
import type { Phone, PhoneOptions } from "./browser.ts";
import { withIdentity } from "./with-identity.ts";

export async function verifiedBorrower(options: PhoneOptions = {}): Promise<Phone> {
  const { who, person } = await withIdentity(options);
  const send = async (path: string, kind: string, more: Record<string, string> = {}) => {
    const picture = await who.context.request.get(`${who.origin}/api/sandbox/persons/${person.key}/pictures/${kind}`);
    const photo = { name: "photo.jpg", mimeType: "image/jpeg", buffer: await picture.body() };
    const answer = await who.context.request.post(who.origin + path, {
      multipart: { photo, ...more },
      headers: { "Sec-Fetch-Site": "same-origin" },
    });
    expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true);
  };
  await send("/api/identity/card-photo", "identity-card");
  await send("/api/identity/face-check", "selfie", { agreed: "true" });
  return who;
}
