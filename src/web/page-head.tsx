/** Metadata of a page for search engines and shared links: all of it is in the server's HTML. */
import type { Text } from "#shared/texts.ts";
import { languages, say, type Language } from "#shared/texts.ts";
import type { PageFrame, PageHeadData as HttpResponse, ScreenHandle } from "#web/screen.ts";
import { siteAddress } from "#web/structured-data.ts";

/** The page's title for this brand. */
export const pageTitleOf = (
  handle: Pick<ScreenHandle, "title">,
  { brand, path }: Pick<PageFrame, "brand" | "path">,
): Text => brand.titles?.[path] ?? patternTitle(brand.titles, path) ?? handle.title;

/** The title of a page whose path has a variable part: `/webview/message/{}` stands for each message. */
const patternTitle = (titles: Readonly<Record<string, Text>> = {}, path: string): Text | undefined =>
  Object.entries(titles).find(([pattern]) => {
    const [patternParts, parts] = [pattern.split("/"), path.split("/")];
    return (
      patternParts.length === parts.length &&
      patternParts.every((part, index) => part === "{}" || part === parts[index])
    );
  })?.[1];

export interface PageHeadProps {
  frame: PageFrame;
  handle: ScreenHandle | undefined;
  /** The result of the screen's loader. */
  data: unknown;
  /** The title of an error page, which search engines must not index; null on other pages. */
  failed: Text | null;
}

/** Open Graph names a language with a country. */
const locales: Record<Language, string> = { id: "id_ID", en: "en_US", zh: "zh_CN" };
/** Pixels of a share picture; what Open Graph's readers crop the least. */
const sharePictureSize = { width: 1200, height: 630 } as const;

/** Title, description, canonical address, alternates, share tags and structured data. A page without a description is not for search engines: it gets its title, and says so. */
export function PageHead({ frame, handle, data, failed }: PageHeadProps) {
  const { language, brand, titlePrefix } = frame;
  const told: HttpResponse = failed === null && data !== undefined ? (handle?.head?.(data, frame) ?? {}) : {};
  const title = failed
    ? say(failed, language)
    : (told.title ?? (handle ? say(pageTitleOf(handle, frame), language) : undefined));
  const description = told.description ?? (handle?.description && say(handle.description, language));
  const isPublic =
    failed === null &&
    description !== undefined &&
    !handle?.noIndex &&
    !/^\/(?:webview|staff)(?:\/|$)/.test(frame.path);
  return (
    <>
      <title>{`${titlePrefix}${title === undefined ? "" : `${title} · `}${brand.name}`}</title>
      {isPublic ? null : <meta name="robots" content="noindex" />}
      {isPublic && <meta name="description" content={description} />}
      {isPublic && <Addresses frame={frame} path={handle?.canonical ?? frame.path} />}
      {isPublic && (
        <ShareTags
          frame={frame}
          path={handle?.canonical ?? frame.path}
          title={title ?? brand.name}
          description={description}
          told={told}
        />
      )}
      {isPublic && handle?.feed !== undefined && (
        <link
          rel="alternate"
          type="application/rss+xml"
          title={`${brand.name} · RSS`}
          href={`${handle.feed}?lang=${language}`}
        />
      )}
      {isPublic && told.structuredData && told.structuredData.length > 0 && (
        <StructuredData graph={told.structuredData} />
      )}
    </>
  );
}

/** The query is no part of a page's address, but for the language it names. // Product decisions 6 */
function Addresses({ frame, path }: { frame: PageFrame; path: string }) {
  const bare = frame.siteOrigin + path;
  return (
    <>
      <link rel="canonical" href={siteAddress(frame, path)} />
      {languages.map((language) => (
        <link key={language} rel="alternate" hrefLang={language} href={`${bare}?lang=${language}`} />
      ))}
      <link rel="alternate" hrefLang="x-default" href={bare} />
    </>
  );
}

function ShareTags({
  frame,
  path,
  title,
  description,
  told,
}: {
  frame: PageFrame;
  path: string;
  title: string;
  description: string;
  told: HttpResponse;
}) {
  const { language, brand, siteOrigin } = frame;
  const picture = `${siteOrigin}/api/site/share-picture?path=${encodeURIComponent(path)}&language=${language}`;
  const tags: Record<string, string> = {
    "og:type": told.kind ?? "website",
    "og:site_name": brand.name,
    "og:title": title,
    "og:description": description,
    "og:url": siteAddress(frame, path),
    "og:locale": locales[language],
    "og:image": picture,
    "og:image:width": String(sharePictureSize.width),
    "og:image:height": String(sharePictureSize.height),
    "og:image:alt": title,
    ...(told.publishedAt ? { "article:published_time": told.publishedAt } : {}),
    ...(told.updatedAt ? { "article:modified_time": told.updatedAt } : {}),
  };
  return (
    <>
      {Object.entries(tags).map(([property, content]) => (
        <meta key={property} property={property} content={content} />
      ))}
      {/* Title, description and picture are taken from the tags above. */}
      <meta name="twitter:card" content="summary_large_image" />
    </>
  );
}

/**
 * A data block, which browsers never run: the content policy does not apply to it. Nothing in it can end the element.
 */
function StructuredData({ graph }: { graph: readonly object[] }) {
  return (
    <script type="application/ld+json">
      {JSON.stringify({ "@context": "https://schema.org", "@graph": graph }).replaceAll("<", "\\u003c")}
    </script>
  );
}
