/** The SMS to an emergency contact. It promises what we keep: consent first, and no bill. */
import { linkDays } from "#shared/promised-times.ts";
import { defineTexts, type Text } from "#shared/texts.ts";

const messages = defineTexts({
  named: {
    id: `{borrowerName} mencantumkan Anda sebagai kontak darurat di {brandName}. Setuju atau tolak (${linkDays} hari): {link} Anda tidak akan pernah ditagih.`,
    en: `{borrowerName} named you as an emergency contact at {brandName}. Agree or refuse (${linkDays} days): {link} You will never be asked to pay.`,
    zh: `{borrowerName} 在 {brandName} 将您列为紧急联系人。请同意或拒绝（${linkDays} 天内）：{link} 我们绝不会向您催款。`,
  },
  unnamed: {
    id: `Seorang kenalan mencantumkan Anda sebagai kontak darurat di {brandName}. Setuju atau tolak (${linkDays} hari): {link} Anda tidak akan pernah ditagih.`,
    en: `Somebody you know named you as an emergency contact at {brandName}. Agree or refuse (${linkDays} days): {link} You will never be asked to pay.`,
    zh: `您的一位熟人在 {brandName} 将您列为紧急联系人。请同意或拒绝（${linkDays} 天内）：{link} 我们绝不会向您催款。`,
  },
});

/** With the borrower's name where the borrower has given one already. */
export const consentMessage = (isNamed: boolean): Text => (isNamed ? messages.named : messages.unnamed);
