/**
 * The sealed statement of a merge of accounts: signed, rendered and sealed in the same way as a loan's documents. //
 * Spec account 5
 */
import * as v from "valibot";
import {
  accountMerged,
  storeStatement,
  statementToDraw,
  statementWords,
} from "#features/account/account-merge/server/index.ts";
import { after } from "#server/events/domain-events.ts";
import type { Services } from "#server/services.ts";
import { defineJob } from "#server/work/jobs.ts";
import { dateInWib } from "#shared/dates.ts";
import type { Language } from "#shared/texts.ts";
import { fingerprint, printDocument, type RenderedSection } from "./document/index.ts";
import { issuerOf, verifyAddressOf } from "./issuer.ts";

const sealStatement = defineJob("agreement-merge-statement", v.strictObject({ mergeId: v.string() }), {
  retryLimit: 40,
  retryDelayMax: 3600,
});

export const statementSubscriptions = [
  after(accountMerged, "agreement-merge-statement", (services, trx, { mergeId }) =>
    services.jobs.send(trx, sealStatement, { mergeId }),
  ),
];

export const statementWork = (services: Services): void =>
  services.jobs.handle(sealStatement, ({ mergeId }) => seal(services, mergeId));

/** @throws while the signer has not finished; the job then runs again with the same order */
async function seal(services: Services, mergeId: string): Promise<void> {
  const drawn = await statementToDraw(services, services.database, mergeId);
  if (!drawn) return;
  const { brands, config } = services;
  const own = brands.find(({ id }) => id === drawn.row.brandId) ?? brands.find(({ id }) => id === config.brand);
  if (!own) throw new Error("The installation has no brand that could issue a statement.");
  const issuer = issuerOf(services, own);
  // The Indonesian text binds; the fonts of documents only contain the letters of their own Chinese texts.
  const language: Language = drawn.language === "id" ? "id" : "en";
  const sections = [sectionOf(statementWords(drawn, language), language)];
  if (language !== "id") sections.push({ ...sectionOf(statementWords(drawn, "id"), "id"), isOriginal: true });
  const pdf = await printDocument({
    title: statementWords(drawn, language).title,
    subtitle: mergeId,
    language,
    sections,
    brandName: issuer.operator.brandName,
    issuedOn: dateInWib(drawn.mergedAt),
    verifyAddress: verifyAddressOf(issuer, mergeId),
  });
  const signed = await services.outside.signature.signPdf(pdf, {
    orderId: mergeId,
    reason: "Berita acara penggabungan akun",
    signerName: issuer.operator.companyName.value,
    location: "Jakarta, Indonesia",
    signedAt: drawn.mergedAt,
  });
  const report = await services.outside.signature.validate(signed);
  if (!report.valid) throw new Error(`The signature of statement ${fingerprint(signed)} does not hold.`);
  const key = await services.outside.storage.put({ bytes: signed, contentType: "application/pdf" });
  if (!(await storeStatement(services.database, mergeId, key))) await services.outside.storage.remove(key);
}

function sectionOf(words: ReturnType<typeof statementWords>, language: Language): RenderedSection {
  const paragraph = (text: string) => ({ kind: "paragraph" as const, text: [{ text }] });
  return {
    language,
    blocks: [
      paragraph(words.lead),
      { kind: "table", header: [...words.factColumns], rows: words.facts, numeric: [] },
      { kind: "table", header: [...words.assetColumns], rows: words.assets, numeric: [1, 2, 3] },
      paragraph(words.note),
    ],
  };
}
