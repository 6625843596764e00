/** Shared by the loaders of the reading screens: the document, its words if requested, the zoom. */
import type { RouterContextProvider } from "react-router";
import { call, Problem } from "#web/api.ts";
import {
  getAgreementDocument,
  getDocumentText,
  getLinkedDocument,
  getLinkedDocumentText,
  type DocumentDetail,
  type DocumentSection,
} from "../document-contract.ts";
import { zooms, type Zoom } from "./document-pages.tsx";

type ServerContext = Readonly<RouterContextProvider>;

export interface ReadDocument {
  document: DocumentDetail;
  sections: DocumentSection[] | null;
  zoom: Zoom;
}

const wishesText = (url: URL): boolean => url.searchParams.get("view") === "text";
const zoomOf = (url: URL): Zoom => zooms.find((zoom) => String(zoom) === url.searchParams.get("zoom")) ?? 1;

/** The borrower's own document. @throws Problem, or a redirect to the login page */
export async function readOwn(documentId: string, url: URL, context: ServerContext): Promise<ReadDocument> {
  const document = await call(getAgreementDocument, { documentId }, { context });
  const sections = wishesText(url) ? (await call(getDocumentText, { documentId }, { context })).sections : null;
  return { document, sections, zoom: zoomOf(url) };
}

/** The document of the signed link behind this page; null where no link opens it. */
export async function readLinked(documentId: string, url: URL, context: ServerContext): Promise<ReadDocument | null> {
  try {
    const document = await call(getLinkedDocument, { documentId }, { context });
    const sections = wishesText(url) ? (await call(getLinkedDocumentText, { documentId }, { context })).sections : null;
    return { document, sections, zoom: zoomOf(url) };
  } catch (error) {
    if (error instanceof Problem && (error.code === "LINK_INVALID" || error.code === "INPUT_INVALID")) return null;
    throw error;
  }
}

/** This page's address with some query values changed; choosing a zoom or a view drops the other one. */
export function addressWith(path: string, query: URLSearchParams, change: Record<string, string>): string {
  const next = new URLSearchParams(query);
  next.delete("view");
  next.delete("zoom");
  next.delete("t");
  for (const [name, value] of Object.entries(change)) next.set(name, value);
  return `${path}?${next.toString()}`;
}
