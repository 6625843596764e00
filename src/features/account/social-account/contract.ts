/** Social accounts: public names that a borrower may enter; people read them in a case, and no rule does. // Spec account 9 */
import * as v from "valibot";
import { offerLinkPurpose } from "#features/account/document/contract.ts";
import { noInput, unknown } from "#shared/contract-kit.ts";
import { defineCall } from "#shared/contract.ts";
import { instant } from "#shared/fields/answered.ts";
import { cleanLine, dashSigns, spaceSigns, invisibleCharacters } from "#shared/fields/cleaning.ts";
import { ticked, uuid } from "#shared/fields/verification.ts";
import { defineTexts } from "#shared/texts.ts";
import { openShape, shape } from "#shared/fields/shape.ts";

/** Closed list. // Spec account 9 */
export const socialNetworks = ["INSTAGRAM", "FACEBOOK", "TIKTOK", "X", "LINKEDIN"] as const;
export type SocialNetwork = (typeof socialNetworks)[number];

export const socialFieldTexts = defineTexts({
  SOCIAL_NAME_FORMAT: {
    id: "Tulis nama akun publiknya saja, misalnya @nama.anda; tanpa alamat situs, spasi, atau kata sandi.",
    en: "Type only the public name, for instance @your.name; no web address, space or password.",
    zh: "仅填写公开账号名，例如 @your.name；不含网址、空格或密码。",
  },
});

const typedSocialName = new RegExp(
  `^[${spaceSigns}${invisibleCharacters}]*(?:@[${invisibleCharacters}]*)?[\\p{L}\\p{N}][\\p{L}\\p{N}._${dashSigns}${invisibleCharacters}]*[${spaceSigns}]*$`,
  "u",
);
/** The name as in the profile; a leading @ is omitted. */
const socialName = v.pipe(
  v.string("REQUIRED"),
  v.metadata({ maxLength: 62 }),
  v.nonEmpty("REQUIRED"),
  v.regex(typedSocialName, "SOCIAL_NAME_FORMAT"),
  v.transform((typed) => cleanLine(typed).replace(/^@/, "")),
  v.regex(/^[\p{L}\p{N}][\p{L}\p{N}._\-]{0,59}$/u, "SOCIAL_NAME_FORMAT"),
);

export const socialAccount = openShape("SocialAccount", {
  id: v.string(),
  network: v.picklist(socialNetworks),
  name: v.string(),
  /** The owner puts this code in the public profile to prove that it is theirs. */
  code: v.string(),
  toldAt: instant,
});
export type SocialAccount = v.InferOutput<typeof socialAccount>;

const socialAccounts = openShape("SocialAccounts", {
  items: v.array(socialAccount),
  /** Whether the consent is in force, and until when. */
  until: v.nullable(instant),
});
export type SocialAccounts = v.InferOutput<typeof socialAccounts>;

/** Input for a name; a second name for the same network replaces the first. */
const socialInput = shape("SocialInput", {
  network: v.picklist(socialNetworks, "CHOICE_INVALID"),
  name: socialName,
  consent: v.optional(ticked),
});

const socialConsent = {
  SOCIAL_CONSENT: {
    status: 422,
    field: "consent",
    text: {
      id: "Centang persetujuannya dulu, lalu tambahkan satu akun.",
      en: "Tick the consent first and add an account.",
      zh: "请先勾选同意并添加一个账号。",
    },
  },
} as const;

export const listSocialAccounts = defineCall({
  id: "listSocialAccounts",
  method: "GET",
  path: "/api/social-accounts",
  summary: "The public names that the borrower has added, with the code that can prove each.",
  policy: { who: "borrower" },
  input: noInput,
  output: socialAccounts,
  problems: {},
});

export const addSocialAccount = defineCall({
  id: "addSocialAccount",
  method: "POST",
  path: "/api/social-accounts",
  summary:
    "Adds a public name at a network, with a consent of 90 days; adding one for the same network again corrects it.",
  policy: { who: "borrower" },
  input: socialInput,
  output: socialAccounts,
  problems: socialConsent,
  fieldProblems: socialFieldTexts,
});

export const removeSocialAccount = defineCall({
  id: "removeSocialAccount",
  method: "POST",
  path: "/api/social-accounts/{accountId}/remove",
  summary: "Removes a name; removing it again succeeds.",
  policy: { who: "borrower" },
  input: v.strictObject({ accountId: uuid }),
  output: socialAccounts,
  problems: {},
});

export const addSocialAccountByLink = defineCall({
  id: "addSocialAccountByLink",
  method: "POST",
  path: "/api/social-accounts/outside",
  summary: "The same through the link of an offer, without logging in; existing names are not shown.",
  policy: { who: "link", purpose: offerLinkPurpose },
  input: socialInput,
  output: v.object({ network: v.picklist(socialNetworks) }),
  problems: {
    ...socialConsent,
    ...unknown("OFFER_UNKNOWN", {
      id: "Tawaran ini tidak ditemukan.",
      en: "There is no such offer.",
      zh: "找不到此邀请。",
    }),
    OFFER_OVER: {
      status: 409,
      text: { id: "Tawaran ini sudah berakhir.", en: "This offer has ended.", zh: "此邀请已结束。" },
    },
  },
  fieldProblems: socialFieldTexts,
});
