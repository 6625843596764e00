import type { Route } from "./+types/lend";
import { getLoanPerformance } from "#features/credit/loan/contract.ts";
import { call } from "#web/api.ts";
import { useFrame } from "#web/frame.tsx";
import { useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { breadcrumbs } from "#web/structured-data.ts";
import { FactualClaim } from "#web/shells/fact.tsx";
import { Card } from "#web/ui/card/card.tsx";
import { Illustration } from "#web/ui/illustration/illustration.tsx";
import { LinkList } from "#web/ui/link-list/link-list.tsx";
import { NumberedList } from "#web/ui/numbered-list/numbered-list.tsx";
import { Split, Stack } from "#web/ui/stack/stack.tsx";
import { Section, Title } from "#web/ui/text/text.tsx";
import { say } from "#shared/texts.ts";
import { getSiteFigures } from "../contract.ts";
import { unbrokenFigures } from "../parts/figures.ts";
import { PerformanceFigures } from "../parts/performance.tsx";
import { lendTexts, texts } from "../texts.ts";

export const handle: ScreenHandle = {
  title: lendTexts.title,
  description: lendTexts.description,
  kind: "reading",
  measure: "wide",
  event: "lend",
  head: (_data, frame) => ({
    structuredData: [breadcrumbs(frame, [{ name: say(lendTexts.title, frame.language), path: "/lend" }])],
  }),
};

export async function loader({ context }: Route.LoaderArgs) {
  const [performance, figures] = await Promise.all([
    call(getLoanPerformance, {}, { context }),
    call(getSiteFigures, {}, { context }).then(unbrokenFigures),
  ]);
  return { performance, figures };
}

export default function Lend({ loaderData: { performance, figures } }: Route.ComponentProps) {
  const t = useTexts(lendTexts);
  const home = useTexts(texts);
  const { operator, licence } = useFrame().brand;
  const risks = [t("risk1"), t("risk2"), t("risk3"), t("risk4")];
  return (
    <>
      <Title lead={t("lead")}>{t("title")}</Title>
      <Split aside={<Contact />}>
        <Section heading={t("howTitle")}>
          <NumberedList
            items={(["how1", "how2", "how3", "how4"] as const).map((step) => ({
              title: t(step),
              body: t(`${step}Body`),
            }))}
          />
        </Section>
        <Section heading={t("riskTitle")}>
          <ul className="lend-risks">
            {risks.map((risk) => (
              <li key={risk}>{risk}</li>
            ))}
          </ul>
        </Section>
        <PerformanceFigures performance={performance} />
        <Section heading={t("ratesTitle")}>
          <p>{t("ratesBody", figures)}</p>
        </Section>
        <Section heading={t("supervisedTitle")}>
          <p>
            <FactualClaim verified={licence.verified && operator.verified}>
              {home("licence", { operator: operator.value, licence: licence.value })}
            </FactualClaim>
          </p>
          <p>{t("supervised")}</p>
        </Section>
      </Split>
    </>
  );
}

function Contact() {
  const t = useTexts(lendTexts);
  const { supportEmail } = useFrame().brand;
  return (
    <Stack>
      <Card heading={t("contactTitle")} art={<Illustration name="coins" size="small" />}>
        <p>{t("contact")}</p>
        <p>
          {t("contactMail")}{" "}
          <FactualClaim verified={supportEmail.verified}>
            <a href={`mailto:${supportEmail.value}`}>{supportEmail.value}</a>
          </FactualClaim>
        </p>
      </Card>
      <LinkList
        items={[
          { to: "/webview/lender/help-center/GENERAL", label: t("moreHelp"), icon: "help" },
          { to: "/about/faq/lend", label: t("moreFaq"), icon: "chat" },
          { to: "/about/us", label: t("moreReports"), icon: "document" },
        ]}
      />
    </Stack>
  );
}
