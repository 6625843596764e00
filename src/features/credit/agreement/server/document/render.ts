/** Renders the documents of a loan: the PDF, its text for screen readers and its fingerprint. */
import { createHash } from "node:crypto";
import { PDF } from "@libpdf/core";
import { type Language, say } from "#shared/texts.ts";
import { dateInWib } from "#shared/dates.ts";
import { cleanText } from "./clean.ts";
import type { DocumentData, DocumentKind, SigningEvidence } from "./data.ts";
import { documentBindings, evidenceBindings } from "./figures.ts";
import type { RenderedSection } from "./sections.ts";
import { type Bindings, bindSection, templateOf } from "./template.ts";
import { printDocument } from "./writer.ts";
import { agreementWords } from "./words.ts";

export interface RenderedDocument {
  pdf: Uint8Array;
  title: string;
  /** Version of the template, stored as evidence of the accepted text. */
  version: string;
  sections: RenderedSection[];
  /** SHA-256 of `pdf`, lower hex: the hash that the borrower is shown. */
  sha256: string;
}

/**
 * Renders one document. The same data gives the same bytes. English and Chinese documents have the Indonesian text
 * after each section (product decisions 6); it is the binding one. Throws if the data lacks a value that the template
 * names.
 */
export async function renderDocument(
  kind: DocumentKind,
  data: DocumentData,
  language: Language,
): Promise<RenderedDocument> {
  const { title, version, sections } = documentWords(kind, data, language);
  const pdf = await printDocument({
    title,
    subtitle: say(agreementWords.numberAndVersion, language, { number: cleanText(data.agreementNumber), version }),
    language,
    sections,
    brandName: cleanText(data.operator.brandName),
    issuedOn: data.issuedOn,
    verifyAddress: cleanText(data.verifyAddress),
  });
  return { pdf, title, version, sections, sha256: fingerprint(pdf) };
}

/** The text of a document without its PDF, only for reading. Throws like `renderDocument`. */
export function documentWords(
  kind: DocumentKind,
  data: DocumentData,
  language: Language,
): Pick<RenderedDocument, "title" | "version" | "sections"> {
  return composeSections(kind, language, (spoken) => documentBindings(data, spoken));
}

/**
 * The document with a page of evidence appended, ready to be signed. The bytes that were shown stay its beginning
 * untouched (an incremental update), so the hash shown is the hash of what is signed, and the page itself prints it.
 */
export async function appendEvidence(
  shown: Uint8Array,
  evidence: SigningEvidence,
  language: Language,
): Promise<RenderedDocument> {
  const shownHash = fingerprint(shown);
  const { title, version, sections } = composeSections("evidence", language, (spoken) =>
    evidenceBindings(evidence, shownHash, spoken),
  );
  const pages = await printDocument({
    title,
    subtitle: say(agreementWords.numberAndVersion, language, { number: cleanText(evidence.agreementNumber), version }),
    language,
    sections,
    brandName: cleanText(evidence.operator.brandName),
    issuedOn: dateInWib(evidence.signedAt),
    verifyAddress: cleanText(evidence.verifyAddress),
  });
  const whole = await PDF.load(shown);
  const added = await PDF.load(pages);
  await whole.copyPagesFrom(
    added,
    Array.from({ length: added.getPageCount() }, (_, index) => index),
  );
  const pdf = await whole.save({ incremental: true });
  if (!Buffer.from(pdf.subarray(0, shown.length)).equals(shown))
    throw new Error("Appending the evidence changed the document that was shown.");
  return { pdf, title, version, sections, sha256: fingerprint(pdf) };
}

/** The sections of a template with its data, each translation followed by its Indonesian text. */
function composeSections(
  key: string,
  language: Language,
  bindings: (language: Language) => Bindings,
): { title: string; version: string; sections: RenderedSection[] } {
  const template = templateOf(key, language);
  const original = language === "id" ? undefined : templateOf(key, "id");
  if (original && original.sections.length !== template.sections.length)
    throw new Error(`${key}.${language}.md does not have the sections of ${key}.id.md.`);
  const own = bindings(language);
  const indonesian = original && bindings("id");
  const sections = template.sections.flatMap((tokens, index) => {
    const section = bindSection(tokens, own, language, false);
    const originalSection = original?.sections[index];
    return originalSection && indonesian ? [section, bindSection(originalSection, indonesian, "id", true)] : [section];
  });
  return { title: template.title, version: template.version, sections };
}

/** SHA-256, lower hex. */
export function fingerprint(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}
