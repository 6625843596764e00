import type { Route } from "./+types/customer-service";
import { getContent } from "#features/platform/content/contract.ts";
import { call } from "#web/api.ts";
import { useFrame } from "#web/frame.tsx";
import { useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { FactualClaim } from "#web/shells/fact.tsx";
import { LinkList } from "#web/ui/link-list/link-list.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import { Prose } from "#web/ui/text/prose.tsx";
import { Section, Title } from "#web/ui/text/text.tsx";
import { centrePath, faqPath } from "../parts/help-address.ts";
import { internationalDigits } from "../parts/phone-address.ts";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.serviceTitle, kind: "reading", opens: ["wa.me"] };

export async function loader({ context }: Route.LoaderArgs) {
  return { content: await call(getContent, { collection: "help", key: "customer-service" }, { context }) };
}

export default function CustomerService({ loaderData: { content } }: Route.ComponentProps) {
  const t = useTexts(texts);
  return (
    <Stack gap="loose">
      <Title>{content.title}</Title>
      <Prose html={content.body} />
      <Ways />
      <Section heading={t("quickTitle")}>
        <LinkList
          items={[
            { to: centrePath, label: t("toHelpCenter"), detail: t("toHelpCenterDetail"), icon: "search" },
            { to: faqPath, label: t("toFaq"), detail: t("toFaqDetail"), icon: "help" },
            { to: "/webview/prevent-fraud", label: t("toFraud"), detail: t("toFraudDetail"), icon: "lock" },
            {
              to: "/webview/pengumuman",
              label: t("toAnnouncements"),
              detail: t("toAnnouncementsDetail"),
              icon: "bell",
            },
          ]}
        />
      </Section>
    </Stack>
  );
}

/** Numbers and addresses are the brand's data; a sample is unverified. */
function Ways() {
  const t = useTexts(texts);
  const { supportPhone, supportWhatsapp, supportEmail } = useFrame().brand;
  return (
    <Section heading={t("waysTitle")}>
      <LinkList
        items={[
          {
            to: `tel:+${internationalDigits(supportPhone.value)}`,
            label: t("phone"),
            detail: <FactualClaim verified={supportPhone.verified}>{supportPhone.value}</FactualClaim>,
            icon: "phone",
            track: "support-phone",
          },
          {
            to: `https://wa.me/${internationalDigits(supportWhatsapp.value)}`,
            label: t("whatsapp"),
            detail: <FactualClaim verified={supportWhatsapp.verified}>{supportWhatsapp.value}</FactualClaim>,
            icon: "chat",
            track: "support-whatsapp",
          },
          {
            to: `mailto:${supportEmail.value}`,
            label: t("mail"),
            detail: <FactualClaim verified={supportEmail.verified}>{supportEmail.value}</FactualClaim>,
            icon: "mail",
            track: "support-mail",
          },
          {
            to: "/webview/customer-service/complaint",
            label: t("complaint"),
            detail: t("complaintDetail"),
            icon: "edit",
            track: "support-complaint",
          },
        ]}
      />
    </Section>
  );
}
