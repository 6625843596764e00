/**
 * The sealed file of a closed account's certificate: drawn and signed like the documents of a loan, after its holder's
 * data was deleted. It holds no name, so it is kept as long as the certificate itself. // Spec account 6
 */
import { createHash } from "node:crypto";
import * as v from "valibot";
import {
  accountErased,
  accountRetentionEnded,
  certificateToDraw,
  certificateWords,
  storeCertificate,
} from "#features/account/cancellation/server/index.ts";
import { certificateParts, type CertificatePart } from "#features/account/cancellation/contract.ts";
import { after } from "#server/events/domain-events.ts";
import type { Services } from "#server/services.ts";
import { defineJob } from "#server/work/jobs.ts";
import { dateInWib } from "#shared/dates.ts";
import type { Language } from "#shared/texts.ts";
import { fingerprint, printDocument, type RenderedSection } from "./document/index.ts";
import { issuerOf, verifyAddressOf } from "./issuer.ts";

const sealCertificate = defineJob(
  "agreement-certificate",
  v.strictObject({ closureId: v.string(), part: v.optional(v.picklist(certificateParts)) }),
  {
    retryLimit: 40,
    retryDelayMax: 3600,
  },
);

export const certificateSubscriptions = [
  after(accountErased, "agreement-certificate", (services, trx, { closureId }) =>
    services.jobs.send(trx, sealCertificate, { closureId, part: "ERASURE" }),
  ),
  after(accountRetentionEnded, "agreement-end-certificate", (services, trx, { closureId }) =>
    services.jobs.send(trx, sealCertificate, { closureId, part: "END" }),
  ),
];

export const certificateWork = (services: Services): void =>
  services.jobs.handle(sealCertificate, ({ closureId, part = "ERASURE" }) => seal(services, closureId, part));

/** @throws while the signer has not finished; the job then runs again with the same order */
async function seal(services: Services, closureId: string, part: CertificatePart): Promise<void> {
  const drawn = await certificateToDraw(services.database, closureId, part);
  if (!drawn) return;
  const { certificate, brandId, issuedAt } = drawn;
  const { brands, config } = services;
  const own = brands.find(({ id }) => id === brandId) ?? brands.find(({ id }) => id === config.brand);
  if (!own) throw new Error("The installation has no brand that could issue a certificate.");
  const issuer = issuerOf(services, own);
  // The Indonesian text binds; the fonts of documents only contain the letters of their own Chinese texts.
  const language: Language = drawn.language === "id" ? "id" : "en";
  const words = certificateWords(certificate, language, part);
  const section = sectionOf(words, language);
  const pdf = await printDocument({
    title: words.title,
    subtitle: closureId,
    language,
    sections:
      language === "id"
        ? [section]
        : [section, { ...sectionOf(certificateWords(certificate, "id", part), "id"), isOriginal: true }],
    brandName: issuer.operator.brandName,
    issuedOn: dateInWib(issuedAt),
    verifyAddress: verifyAddressOf(issuer, closureId),
  });
  const signed = await services.outside.signature.signPdf(pdf, {
    orderId: part === "END" ? endOrderId(closureId) : closureId,
    reason: "Sertifikat penghapusan akun",
    signerName: issuer.operator.companyName.value,
    location: "Jakarta, Indonesia",
    signedAt: issuedAt,
  });
  const report = await services.outside.signature.validate(signed);
  if (!report.valid) throw new Error(`The signature of certificate ${fingerprint(signed)} does not hold.`);
  const key = await services.outside.storage.put({ bytes: signed, contentType: "application/pdf" });
  if (!(await storeCertificate(services.database, closureId, { part, objectKey: key })))
    await services.outside.storage.remove(key);
}

/** The signer knows each order once, by a UUID: the second certificate is another one, and the same whenever it is asked for. */
function endOrderId(closureId: string): string {
  const hex = createHash("sha256").update(`end of retention ${closureId}`).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

function sectionOf(words: ReturnType<typeof certificateWords>, language: Language): RenderedSection {
  const paragraph = (text: string) => ({ kind: "paragraph" as const, text: [{ text }] });
  const table = (rows: [string, string][]) => ({ kind: "table" as const, header: words.columns, rows, numeric: [] });
  return {
    language,
    blocks: [
      paragraph(words.lead),
      table(words.facts),
      paragraph(words.notes[0]),
      { kind: "heading", level: 2, text: [{ text: words.keptTitle }] },
      ...(words.kept.length > 0 ? [table(words.kept)] : []),
      paragraph(words.notes[1]),
    ],
  };
}
