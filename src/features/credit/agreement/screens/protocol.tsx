import type { Route } from "./+types/protocol";
import { call } from "#web/api.ts";
import { useLanguage, useTexts } from "#web/language.tsx";
import { pageAccount, type ScreenHandle } from "#web/screen.ts";
import { ButtonLink } from "#web/ui/button/button.tsx";
import { EmptyState } from "#web/ui/empty-state/empty-state.tsx";
import { LinkList } from "#web/ui/link-list/link-list.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import { Section, Small, Title } from "#web/ui/text/text.tsx";
import { formatInstant } from "#shared/dates.ts";
import { unbrokenNumber } from "#shared/loan-number.ts";
import { getSession } from "#features/account/login/contract.ts";
import { listProtocols, type AcceptedProtocol, type RegisteredProtocol } from "../contract.ts";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.protocolTitle };

export async function loader({ context }: Route.LoaderArgs) {
  const { loggedIn } = await call(getSession, {}, { context });
  context.set(pageAccount, loggedIn ? "in" : "out");
  return { protocols: loggedIn ? await call(listProtocols, {}, { context }) : null };
}

export default function Protocol({ loaderData: { protocols } }: Route.ComponentProps) {
  const t = useTexts(texts);
  if (!protocols) {
    return (
      <EmptyState
        level={1}
        art="shield"
        title={t("protocolLoginTitle")}
        action={<ButtonLink to="/login?next=%2Fwebview%2Fprotocol">{t("logIn")}</ButtonLink>}
      >
        {t("protocolLoginBody")}
      </EmptyState>
    );
  }
  const { items, registration } = protocols;
  if (items.length === 0 && registration.length === 0) {
    return (
      <EmptyState
        level={1}
        art="document"
        title={t("protocolEmptyTitle")}
        action={<ButtonLink to="/webview/home">{t("toHome")}</ButtonLink>}
      >
        {t("protocolEmptyBody")}
      </EmptyState>
    );
  }
  return (
    <Stack gap="loose">
      <Title lead={t("protocolLead")}>{t("protocolTitle")}</Title>
      {[...Map.groupBy(items, (item) => item.loanNumber)].map(([number, ofLoan]) => (
        <LoanProtocols key={number} number={number} items={ofLoan} />
      ))}
      {registration.length > 0 && <RegistrationProtocols items={registration} />}
    </Stack>
  );
}

function LoanProtocols({ number, items }: { number: string; items: AcceptedProtocol[] }) {
  const t = useTexts(texts);
  const language = useLanguage();
  const channel = items.find((item) => item.channel)?.channel;
  return (
    <Section heading={t("loanNumber", { number: unbrokenNumber(number) })}>
      <LinkList
        items={items.map((item) => ({
          to: item.viewPath,
          icon: "document",
          label: t(item.kind),
          detail: t("acceptedOn", {
            version: item.version,
            when: formatInstant(new Date(item.acceptedAt), language, "WIB", "short"),
          }),
        }))}
      />
      {channel && <Small>{t("byCode", { channel: t(channel) })}</Small>}
    </Section>
  );
}

function RegistrationProtocols({ items }: { items: RegisteredProtocol[] }) {
  const t = useTexts(texts);
  const language = useLanguage();
  const when = ({ acceptedAt }: RegisteredProtocol) => formatInstant(new Date(acceptedAt), language, "WIB", "short");
  return (
    <Section heading={t("protocolRegistration")}>
      <LinkList
        items={items.map((item) => ({
          to: item.viewPath,
          icon: "document",
          label: t(item.agreement),
          detail:
            item.version === null ? when(item) : t("acceptedOn", { version: String(item.version), when: when(item) }),
        }))}
      />
    </Section>
  );
}
