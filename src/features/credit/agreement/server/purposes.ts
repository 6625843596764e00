/** The purposes of a loan, in the words of legal texts. */
import { defineTexts, type Text } from "#shared/texts.ts";

const purposes = defineTexts({
  DAILY_NEEDS: { id: "kebutuhan sehari-hari", en: "daily needs", zh: "日常开支" },
  EDUCATION: { id: "biaya pendidikan", en: "education", zh: "教育费用" },
  HEALTH: { id: "biaya kesehatan", en: "health care", zh: "医疗费用" },
  BUSINESS: { id: "modal usaha", en: "working capital of a business", zh: "经营资金" },
  HOME_REPAIR: { id: "perbaikan rumah", en: "home repair", zh: "房屋维修" },
  VEHICLE: { id: "kendaraan", en: "a vehicle", zh: "车辆" },
  FAMILY_EVENT: { id: "acara keluarga", en: "a family event", zh: "家庭活动" },
  OTHER: { id: "kebutuhan pribadi lain", en: "other personal needs", zh: "其他个人用途" },
});

/** The purpose by its code; words that a person typed stay as they are in every language. */
export function purposeText(purpose: string): Text {
  return (purposes as Record<string, Text>)[purpose] ?? { id: purpose, en: purpose, zh: purpose };
}
