/** The documents of a loan: rendering, evidence, page pictures. */
export * from "./data.ts";
export * from "./sections.ts";
export { appendEvidence, renderDocument, type RenderedDocument } from "./render.ts";
export { countPages, drawPage, leastPageWidthPixels, mostPageWidthPixels, type PagePicture } from "./pages.ts";
