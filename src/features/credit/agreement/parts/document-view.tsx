/** One document to read: pages or words, zoom, download, and its proof. */
import type { ReactNode } from "react";
import { InstantText, useLanguage, useTexts } from "#web/language.tsx";
import { ButtonLink } from "#web/ui/button/button.tsx";
import { DefinitionList } from "#web/ui/definition-list/definition-list.tsx";
import { Disclosure } from "#web/ui/disclosure/disclosure.tsx";
import { Notice } from "#web/ui/notice/notice.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import { Tabs } from "#web/ui/tabs/tabs.tsx";
import { Small, Title } from "#web/ui/text/text.tsx";
import { unbrokenNumber } from "#shared/loan-number.ts";
import type { DocumentDetail, DocumentSection } from "../document-contract.ts";
import { texts } from "../texts.ts";
import { DocumentPages, type Zoom } from "./document-pages.tsx";
import { DocumentWords } from "./document-words.tsx";
import { fileSize } from "./file-size.ts";
import { SignatureLine } from "./signature-line.tsx";

export interface DocumentViewProps {
  document: DocumentDetail;
  /** The document's words, where the page shows words and not pictures. */
  sections: readonly DocumentSection[] | null;
  zoom: Zoom;
  /** This page's own address with other query values. */
  to: (query: Record<string, string>) => string;
  /** Notice above the pages. */
  children?: ReactNode;
}

export function DocumentView({ document, sections, zoom, to, children }: DocumentViewProps) {
  const t = useTexts(texts);
  const language = useLanguage();
  const { pages, sizeBytes, sourcePath } = document;
  return (
    <Stack gap="loose">
      <Stack gap="tight">
        <Title>{document.title}</Title>
        <Small>
          {unbrokenNumber(document.loanNumber)}
          {pages !== null && sizeBytes !== null && (
            <> · {t("fileFacts", { pages, size: fileSize(sizeBytes, language) })}</>
          )}
        </Small>
      </Stack>
      {children}
      {document.state === "WITHDRAWN" && <Notice kind="bad">{t("withdrawnNote")}</Notice>}
      {document.state === "SIGNING" && (
        <Notice kind="attention">{t(pages === null ? "beingMade" : "stillSealing")}</Notice>
      )}
      {pages !== null && (
        <>
          <Tabs
            label={t("waysToRead")}
            tabs={[
              { to: to({ view: "pages" }), label: t("asPages"), current: sections === null },
              { to: to({ view: "text" }), label: t("asText"), current: sections !== null },
            ]}
          />
          {sections ? (
            <DocumentWords sections={sections} />
          ) : (
            <DocumentPages
              sourcePath={sourcePath}
              pages={pages}
              zoom={zoom}
              zoomTo={(times) => to({ zoom: String(times) })}
            />
          )}
          <ButtonLink to={`${sourcePath}/file`} kind="secondary" download track="document_download">
            {t("download")}
          </ButtonLink>
        </>
      )}
      <DocumentProof document={document} />
    </Stack>
  );
}

function DocumentProof({ document }: { document: DocumentDetail }) {
  const t = useTexts(texts);
  return (
    <Disclosure summary={t("details")}>
      <Stack>
        <DefinitionList
          items={[
            [t("number"), unbrokenNumber(document.loanNumber)],
            [t("version"), document.version],
            [t("shownAt"), <InstantText key="shown" at={document.shownAt} />],
            [t("sealedAt"), document.sealedAt && <InstantText key="sealed" at={document.sealedAt} />],
            [t("signature"), <SignatureLine key="signature" signature={document.signature} />],
            [t("shownHash"), <Hash key="shown-hash" hash={document.shownHash} />],
            [t("sealedHash"), document.sealedHash && <Hash key="sealed-hash" hash={document.sealedHash} />],
          ]}
        />
        <Small>
          <a href={document.verifyPath}>{t("checkHere")}</a>
        </Small>
      </Stack>
    </Disclosure>
  );
}

/** A SHA-256 in figures of one width that breaks anywhere. */
export function Hash({ hash }: { hash: string | null }) {
  return hash === null ? <>–</> : <span className="document-hash">{hash}</span>;
}
