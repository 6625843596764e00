/** The website's foot: all its areas, the company behind the brand, support hours, and the risk warning of every public page. */
import { useFrame } from "#web/frame.tsx";
import { useLanguage, useTexts } from "#web/language.tsx";
import { FactualClaim } from "#web/shells/fact.tsx";
import { texts } from "#web/shells/texts.ts";
import { SiteFooter } from "#web/ui/site-footer/site-footer.tsx";
import { say } from "#shared/texts.ts";

type Place = readonly [to: string, label: keyof typeof texts];
const groups: readonly { heading: keyof typeof texts; places: readonly Place[] }[] = [
  {
    heading: "forBorrowers",
    places: [
      ["/borrow", "howToBorrow"],
      ["/webview/loan-product", "apply"],
      ["/webview/bills", "payBill"],
      ["/webview/home", "myLoan"],
      ["/close-account", "closeAccount"],
    ],
  },
  {
    heading: "forLenders",
    places: [
      ["/lend", "howToLend"],
      ["/webview/lender/help-center/GENERAL", "lenderHelp"],
    ],
  },
  {
    heading: "company",
    places: [
      ["/about", "about"],
      ["/about/us", "reports"],
      ["/executive-team", "management"],
      ["/news", "news"],
      ["/social-events", "socialEvents"],
      ["/blog", "blog"],
    ],
  },
  {
    heading: "help",
    places: [
      ["/service", "contact"],
      ["/about/faq", "faq"],
      ["/complaint", "complaint"],
    ],
  },
  {
    heading: "legal",
    places: [
      ["/terms", "terms"],
      ["/privacy", "privacy"],
    ],
  },
];

/** Also shown below a step; the blog is omitted, because it does not help to finish one. */
const stepGroups: readonly (keyof typeof texts)[] = ["help", "legal"];

export function WebsiteFoot({ isStep }: { isStep: boolean }) {
  const t = useTexts(texts);
  const language = useLanguage();
  const { brand, sandbox } = useFrame();
  const { operator, licence, address, supportPhone, supportEmail, apps } = brand;
  const stores: Place[] = [
    ...(apps.android ? [[apps.android, "appAndroid"] as const] : []),
    ...(apps.ios ? [[apps.ios, "appIos"] as const] : []),
  ];
  // Outside prod a newcomer finds the codes, the bank and the clock from every page.
  const extra: Record<string, readonly Place[]> = {
    forBorrowers: stores,
    legal: sandbox ? [["/sandbox", "sandbox"]] : [],
  };
  return (
    <SiteFooter
      groups={groups
        .filter(({ heading }) => !isStep || stepGroups.includes(heading))
        .map(({ heading, places }) => ({
          heading: t(heading),
          links: [...places, ...(extra[heading] ?? [])].map(([to, label]) => ({ to, label: t(label) })),
        }))}
    >
      <p>
        <strong>{brand.name}</strong> · {say(brand.slogan, language)}
      </p>
      <p>
        <FactualClaim verified={licence.verified && operator.verified}>
          {t("licence", { operator: operator.value, licence: licence.value })}
        </FactualClaim>
      </p>
      <p>
        <FactualClaim verified={address.verified}>{address.value}</FactualClaim>
      </p>
      <p>
        {t("supportHours")} · <FactualClaim verified={supportPhone.verified}>{supportPhone.value}</FactualClaim> ·{" "}
        <FactualClaim verified={supportEmail.verified}>{supportEmail.value}</FactualClaim>
      </p>
      <p>{t("risk")}</p>
    </SiteFooter>
  );
}
