import type { Route } from "./+types/service";
import { call } from "#web/api.ts";
import { useFrame } from "#web/frame.tsx";
import { useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { breadcrumbs, organization } from "#web/structured-data.ts";
import { FactualClaim } from "#web/shells/fact.tsx";
import { ButtonLink } from "#web/ui/button/button.tsx";
import { Card, LinkCard } from "#web/ui/card/card.tsx";
import { DefinitionList } from "#web/ui/definition-list/definition-list.tsx";
import { Illustration, type IllustrationName } from "#web/ui/illustration/illustration.tsx";
import { Notice } from "#web/ui/notice/notice.tsx";
import { Columns, Split } from "#web/ui/stack/stack.tsx";
import { Section, Title } from "#web/ui/text/text.tsx";
import { say } from "#shared/texts.ts";
import { getSiteFigures } from "../contract.ts";
import { unbrokenFigures } from "../parts/figures.ts";
import { serviceTexts } from "../texts.ts";

export const handle: ScreenHandle = {
  title: serviceTexts.title,
  description: serviceTexts.description,
  kind: "reading",
  measure: "wide",
  event: "service",
  head: (_data, frame) => ({
    structuredData: [
      organization(frame),
      breadcrumbs(frame, [{ name: say(serviceTexts.title, frame.language), path: "/service" }]),
    ],
  }),
};

export async function loader({ context }: Route.LoaderArgs) {
  return { figures: await call(getSiteFigures, {}, { context }).then(unbrokenFigures) };
}

const topics: readonly (readonly [
  art: IllustrationName,
  to: string,
  title: keyof typeof serviceTexts,
  body: keyof typeof serviceTexts,
])[] = [
  ["id-card", "/webview/how-to-loan", "topicApply", "topicApplyBody"],
  ["bank", "/webview/help-center?article=money-not-arrived", "topicMoney", "topicMoneyBody"],
  ["receipt", "/webview/help-center?article=ways-to-pay", "topicPay", "topicPayBody"],
  ["calendar", "/webview/help-center?article=hard-to-pay", "topicHard", "topicHardBody"],
  ["shield", "/webview/prevent-fraud", "topicFraud", "topicFraudBody"],
  ["search", "/about/faq", "topicFaq", "topicFaqBody"],
];

/** The page is cached for a day, so it shows the opening hours instead of "open now". */
export default function Service({ loaderData: { figures } }: Route.ComponentProps) {
  const t = useTexts(serviceTexts);
  return (
    <>
      <Title lead={t("lead", figures)}>{t("title")}</Title>
      <Split aside={<Complaint figures={figures} />}>
        <Ways />
        <Section heading={t("topicsTitle")}>
          <Columns>
            {topics.map(([art, to, title, body]) => (
              <LinkCard key={to} to={to} art={<Illustration name={art} size="small" />} title={t(title)}>
                {t(body)}
              </LinkCard>
            ))}
          </Columns>
        </Section>
      </Split>
    </>
  );
}

function Ways() {
  const t = useTexts(serviceTexts);
  const { supportPhone, supportWhatsapp, supportEmail, address } = useFrame().brand;
  const international = (number: string) => `62${number.replace(/\D/g, "").replace(/^(?:62|0)/, "")}`;
  return (
    <Section heading={t("waysTitle")}>
      <DefinitionList
        items={[
          [
            t("phone"),
            <FactualClaim key="phone" verified={supportPhone.verified}>
              <a href={`tel:+${international(supportPhone.value)}`}>{supportPhone.value}</a>
            </FactualClaim>,
          ],
          [
            t("whatsapp"),
            <FactualClaim key="whatsapp" verified={supportWhatsapp.verified}>
              <a href={`https://wa.me/${international(supportWhatsapp.value)}`}>{supportWhatsapp.value}</a>
            </FactualClaim>,
          ],
          [
            t("email"),
            <FactualClaim key="email" verified={supportEmail.verified}>
              <a href={`mailto:${supportEmail.value}`}>{supportEmail.value}</a>
            </FactualClaim>,
          ],
          [
            t("address"),
            <FactualClaim key="address" verified={address.verified}>
              {address.value}
            </FactualClaim>,
          ],
          [t("hours"), t("everyDay")],
        ]}
      />
      <Notice kind="attention">{t("prepare")}</Notice>
    </Section>
  );
}

function Complaint({ figures }: { figures: Readonly<Record<string, string>> }) {
  const t = useTexts(serviceTexts);
  return (
    <Card heading={t("complaintTitle")} art={<Illustration name="headset" size="small" />}>
      <p>{t("complaintBody", figures)}</p>
      <ButtonLink to="/complaint" track="service-complain">
        {t("complain")}
      </ButtonLink>
      <p className="small">
        {t("disputeBody")} <a href="/about/faq/laps-sjk">{t("disputeMore")}</a>
      </p>
    </Card>
  );
}
