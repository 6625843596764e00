/** The pages of a document as pictures, drawn by the server: nothing of a PDF is read on the phone. // Product decisions 4: signing */
import { useTexts } from "#web/language.tsx";
import { Tabs } from "#web/ui/tabs/tabs.tsx";
import { pageWidthsPixels } from "../document-contract.ts";
import { texts } from "../texts.ts";

export const zooms = [1, 2, 3] as const;
export type Zoom = (typeof zooms)[number];
/** A4: the height of a page by its width. */
const pageRatio = Math.SQRT2;
const widthOf: Record<Zoom, (typeof pageWidthsPixels)[number]> = { 1: 1080, 2: 1440, 3: 2160 };

export interface DocumentPagesProps {
  /** Address of the document's call; its pages lie below it. */
  sourcePath: string;
  pages: number;
  zoom: Zoom;
  /** The address of this very page in another zoom. */
  zoomTo: (zoom: Zoom) => string;
}

export function DocumentPages({ sourcePath, pages, zoom, zoomTo }: DocumentPagesProps) {
  const t = useTexts(texts);
  const width = widthOf[zoom];
  return (
    <>
      <Tabs
        label={t("zoom")}
        tabs={zooms.map((times) => ({
          to: zoomTo(times),
          label: times === 1 ? t("zoomFit") : t("zoomTimes", { times }),
          current: times === zoom,
        }))}
      />
      <ol className={zoom === 1 ? "document-pages" : `document-pages document-pages-${zoom}`}>
        {Array.from({ length: pages }, (_, index) => index + 1).map((page) => (
          <li className="document-page" id={`page-${page}`} key={page}>
            <div
              className="document-sheet"
              role="group"
              aria-label={t("pageOf", { page, pages })}
              tabIndex={zoom === 1 ? undefined : 0}
            >
              <img
                className="document-picture"
                src={`${sourcePath}/page/${page}?width=${width}`}
                alt={t("pageAlt", { page, pages })}
                width={width}
                height={Math.round(width * pageRatio)}
                loading={page === 1 ? "eager" : "lazy"}
                decoding="async"
              />
            </div>
            <p className="document-number">{t("pageOf", { page, pages })}</p>
          </li>
        ))}
      </ol>
    </>
  );
}
