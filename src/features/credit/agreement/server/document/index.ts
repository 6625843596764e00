/** The documents of a loan: rendering, evidence, page pictures. */
export * from "./data.ts";
export * from "./sections.ts";
export { appendEvidence, documentWords, fingerprint, renderDocument, type RenderedDocument } from "./render.ts";
export { countPages, drawPage, minPageWidthPixels, maxPageWidthPixels, type PagePicture } from "./pages.ts";
export { sampleData, sampleEvidence } from "./sample.ts";
export { printDocument } from "./writer.ts";
export { templateFingerprint } from "./template.ts";
