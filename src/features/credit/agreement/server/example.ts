/** Example documents for everybody: the templates of the real ones, with the product in force and invented persons. */
import type { Brand } from "#server/process/brand.server.ts";
import type { Services } from "#server/services.ts";
import { dateInWib } from "#shared/dates.ts";
import { signHours } from "#shared/promised-times.ts";
import type { Language } from "#shared/texts.ts";
import { productsToday, quoteFor } from "#features/credit/loan/server/index.ts";
import { textKinds } from "../contract.ts";
import { documentWords, sampleData, type DocumentKind, type RenderedDocument } from "./document/index.ts";
import { issuerOf, verifyAddressOf } from "./issuer.ts";
import { scheduleShown, rulesInForceOn, termsShown } from "./particulars.ts";

/** The amount of the worked example, within the product's limits. // Product decisions 4: vectors */
const exampleRupiah = 1_000_000;
const signingMilliseconds = signHours * 3_600_000;

/**
 * The words of an example. Every figure comes from the product in force today, so it cannot show a cost that is not.
 * @throws Refusal PRODUCT_NOT_OFFERED and the other codes of `quoteFor`
 */
export async function exampleDocumentOf(
  services: Services,
  kind: DocumentKind,
  brand: Brand,
  language: Language,
): Promise<Pick<RenderedDocument, "title" | "version" | "sections">> {
  const now = services.clock.now();
  const today = dateInWib(now);
  const [product] = await productsToday(services);
  if (!product) throw new Error("No product is in force today.");
  const principalRupiah = Math.min(Math.max(exampleRupiah, product.minimumRupiah), product.maximumRupiah);
  const quote = await quoteFor(services, {
    principalRupiah,
    tenorDays: Math.max(...product.tenorsDays),
    productKey: product.key,
  });
  const issuer = issuerOf(services, brand);
  const schedule = scheduleShown(quote);
  const data = {
    ...sampleData,
    issuedOn: today,
    verifyAddress: verifyAddressOf(issuer, sampleData.documentId),
    operator: issuer.operator,
    loan: termsShown(quote, {
      purpose: sampleData.loan.purpose,
      signBy: new Date(now.getTime() + signingMilliseconds),
      brandName: issuer.operator.brandName,
    }),
    rules: await rulesInForceOn(services.database, today),
    schedule,
    texts: textKinds.map((key) => ({ key, ...titleOf(key, language) })),
    paidOff: {
      paidOffOn: schedule.at(-1)?.dueDate ?? today,
      paidRupiah: quote.totalRupiah,
      paidLateFeeRupiah: 0,
      waivedRupiah: 0,
    },
  };
  return documentWords(kind, data, language);
}

function titleOf(kind: DocumentKind, language: Language): { title: string; version: string } {
  const { title, version } = documentWords(kind, sampleData, language);
  return { title, version };
}
