/**
 * schema.org objects of the website's pages. A machine does not see the mark "contoh / sample", so unverified facts are
 * omitted (product decisions 1).
 */
import type { PageFrame } from "#web/screen.ts";

type Framed = Pick<PageFrame, "siteOrigin" | "addressLanguage" | "language" | "brand">;

/** A page's whole address, as its canonical link has it. */
export function siteAddress(
  { siteOrigin, addressLanguage }: Pick<Framed, "siteOrigin" | "addressLanguage">,
  path: string,
): string {
  return `${siteOrigin}${path}${addressLanguage ? `?lang=${addressLanguage}` : ""}`;
}

const organizationId = ({ siteOrigin }: Framed): string => `${siteOrigin}/#organization`;

/** The company behind the brand, with the verified ones of its facts. */
export function organization(frame: Framed): object {
  const { brand, siteOrigin } = frame;
  const { operator, address, supportPhone, supportEmail } = brand;
  return {
    "@type": "Organization",
    "@id": organizationId(frame),
    name: brand.name,
    url: `${siteOrigin}/`,
    logo: `${siteOrigin}/icon-512.png`,
    ...(operator.verified ? { legalName: operator.value } : {}),
    ...(address.verified ? { address: address.value } : {}),
    ...(supportPhone.verified
      ? {
          contactPoint: {
            "@type": "ContactPoint",
            contactType: "customer service",
            telephone: supportPhone.value,
            availableLanguage: ["id", "en", "zh"],
            ...(supportEmail.verified ? { email: supportEmail.value } : {}),
          },
        }
      : {}),
  };
}

/** The website itself; on the home page. */
export function websiteData(frame: Framed): object {
  return {
    "@type": "WebSite",
    "@id": `${frame.siteOrigin}/#website`,
    name: frame.brand.name,
    url: `${frame.siteOrigin}/`,
    inLanguage: ["id", "en", "zh"],
    publisher: { "@id": organizationId(frame) },
  };
}

/** The way to a page from the home page, which need not be named: `breadcrumbs(frame, [{ name: "Blog", path: "/blog" }, { name: title, path }])`. */
export function breadcrumbs(frame: Framed, places: readonly { name: string; path: string }[]): object {
  const whole = [{ name: frame.brand.name, path: "/" }, ...places];
  return {
    "@type": "BreadcrumbList",
    itemListElement: whole.map(({ name, path }, index) => ({
      "@type": "ListItem",
      position: index + 1,
      name,
      item: siteAddress(frame, path),
    })),
  };
}

export interface ArticleFacts {
  title: string;
  description: string;
  path: string;
  /** ISO dates or instants. */
  publishedAt: string;
  updatedAt?: string;
}

/** A dated text: a blog entry, news. */
export function article(frame: Framed, { title, description, path, publishedAt, updatedAt }: ArticleFacts): object {
  const publisher = {
    "@type": "Organization",
    "@id": organizationId(frame),
    name: frame.brand.name,
    url: `${frame.siteOrigin}/`,
  };
  return {
    "@type": "Article",
    headline: title,
    description,
    inLanguage: frame.language,
    mainEntityOfPage: siteAddress(frame, path),
    image: `${frame.siteOrigin}/api/site/share-picture?path=${encodeURIComponent(path)}&language=${frame.language}`,
    datePublished: publishedAt,
    dateModified: updatedAt ?? publishedAt,
    author: publisher,
    publisher,
  };
}

/** Questions with their answers; an answer may be plain words or simple HTML. */
export function faqPage(frame: Framed, entries: readonly { question: string; answer: string }[]): object {
  return {
    "@type": "FAQPage",
    inLanguage: frame.language,
    mainEntity: entries.map(({ question, answer }) => ({
      "@type": "Question",
      name: question,
      acceptedAnswer: { "@type": "Answer", text: answer },
    })),
  };
}

export interface LoanPageFacts {
  name: string;
  path: string;
  minimumRupiah: number;
  maximumRupiah: number;
  shortestDays: number;
  maxDays: number;
  /** Interest a day as per cent: 0.2. */
  dailyRatePercent: number;
}

/** A loan as a financial product (`LoanOrCredit` is one). */
export function loanProductData(frame: Framed, facts: LoanPageFacts): object {
  return {
    "@type": "LoanOrCredit",
    name: facts.name,
    url: siteAddress(frame, facts.path),
    provider: { "@id": organizationId(frame) },
    areaServed: "ID",
    currency: "IDR",
    amount: {
      "@type": "MonetaryAmount",
      currency: "IDR",
      minValue: facts.minimumRupiah,
      maxValue: facts.maximumRupiah,
    },
    loanTerm: {
      "@type": "QuantitativeValue",
      minValue: facts.shortestDays,
      maxValue: facts.maxDays,
      unitCode: "DAY",
    },
    interestRate: { "@type": "QuantitativeValue", value: facts.dailyRatePercent, unitText: "percent a day" },
  };
}
