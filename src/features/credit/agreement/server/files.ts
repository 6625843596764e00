/** Bytes and words of documents in the storage port. */
import * as v from "valibot";
import type { Services } from "#server/services.ts";
import { documentSection, type DocumentSection } from "../document-contract.ts";
import { countPages, fingerprint, type RenderedDocument } from "./document/index.ts";
import type { StoredPdf } from "./store.ts";

/** Stores a PDF. Refer to it only after this has returned. */
export async function storePdf(services: Services, pdf: Uint8Array): Promise<StoredPdf> {
  const pages = await countPages(pdf);
  const key = await services.outside.storage.put({ bytes: pdf, contentType: "application/pdf" });
  return { key, hash: fingerprint(pdf), pages, sizeBytes: pdf.length };
}

/** The bytes of a stored PDF. Throws if their hash differs from the stored hash. */
export async function readPdf(services: Services, stored: StoredPdf): Promise<Uint8Array> {
  const object = await services.outside.storage.get(stored.key);
  if (!object) throw new Error("A document that we keep is not in the storage.");
  if (fingerprint(object.bytes) !== stored.hash)
    throw new Error("A document in the storage is not the one whose hash we keep.");
  return object.bytes;
}

export interface StoredDocument {
  shown: StoredPdf;
  textKey: string;
}

/** Stores what was rendered: the PDF, and its words for screen readers. */
export async function storeRendered(services: Services, rendered: RenderedDocument): Promise<StoredDocument> {
  const shown = await storePdf(services, rendered.pdf);
  const textKey = await services.outside.storage.put({
    bytes: Buffer.from(JSON.stringify(rendered.sections)),
    contentType: "application/json",
  });
  return { shown, textKey };
}

/** Deletes stored files to which no row refers: another process stored the same document first. */
export async function dropStored(services: Services, stored: StoredDocument): Promise<void> {
  await services.outside.storage.remove(stored.shown.key);
  await services.outside.storage.remove(stored.textKey);
}

export async function readSections(services: Services, textKey: string): Promise<DocumentSection[]> {
  const object = await services.outside.storage.get(textKey);
  if (!object) throw new Error("The words of a document that we keep are not in the storage.");
  return v.parse(v.array(documentSection), JSON.parse(Buffer.from(object.bytes).toString("utf8")));
}
