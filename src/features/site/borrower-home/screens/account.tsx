import type { Route } from "./+types/account";
import { getIdentity } from "#features/account/identity/contract.ts";
import { getSession } from "#features/account/login/contract.ts";
import { call } from "#web/api.ts";
import { useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { Badge } from "#web/ui/badge/badge.tsx";
import { Card } from "#web/ui/card/card.tsx";
import { LinkList, type LinkListItem } from "#web/ui/link-list/link-list.tsx";
import { InlineRow, Stack } from "#web/ui/stack/stack.tsx";
import { MaskedPhone, Section, Small, Title } from "#web/ui/text/text.tsx";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.accountTitle };

type Say = ReturnType<typeof useTexts<typeof texts>>;

export async function loader({ context }: Route.LoaderArgs) {
  const [identity, session] = await Promise.all([
    call(getIdentity, {}, { context }),
    call(getSession, {}, { context }),
  ]);
  return {
    fullName: identity.person?.fullName ?? null,
    isVerified: identity.complete,
    maskedMobileNumber: session.maskedMobileNumber ?? "",
    hasPassword: session.hasPassword,
  };
}

const rewardItems = (t: Say): LinkListItem[] => [
  { to: "/webview/viprights", icon: "shield", label: t("memberLevel"), detail: t("memberLevelDetail") },
  { to: "/webview/wallet", icon: "wallet", label: t("rewardWallet"), detail: t("rewardWalletDetail") },
  { to: "/webview/integral", icon: "plus", label: t("points") },
  { to: "/webview/activity/get-coupon", icon: "loan", label: t("coupons") },
  { to: "/webview/activity-center", icon: "gift", label: t("events"), detail: t("eventsDetail") },
];

/** Everything that belongs to the person and not to one loan, in groups that people look for. */
export default function Account({ loaderData }: Route.ComponentProps) {
  const t = useTexts(texts);
  const { fullName, isVerified, maskedMobileNumber, hasPassword } = loaderData;
  const groups: [heading: string, items: LinkListItem[]][] = [
    [
      t("accountData"),
      [
        { to: "/webview/my-profile", icon: "person", label: t("myData"), detail: t("myDataDetail") },
        { to: "/webview/email-status", icon: "mail", label: t("emailAddress") },
        { to: "/webview/bank-account", icon: "bank", label: t("bankAccounts") },
        { to: "/webview/additional-info", icon: "upload", label: t("documents"), detail: t("documentsDetail") },
        { to: "/webview/merchant-info", icon: "home", label: t("shops"), detail: t("shopsDetail") },
        { to: "/webview/protocol", icon: "document", label: t("papers"), detail: t("papersDetail") },
      ],
    ],
    [
      t("accountSecurity"),
      [
        { to: "/webview/security", icon: "shield", label: t("security"), detail: t("securityDetail") },
        { to: "/webview/loan-edit-mobile", icon: "phone", label: t("changeNumber") },
        { to: "/webview/merge-mobile", icon: "person", label: t("mergeAccounts"), detail: t("mergeAccountsDetail") },
        { to: "/webview/sessions", icon: "phone", label: t("devices"), detail: t("devicesDetail") },
        {
          to: "/webview/password",
          icon: "lock",
          label: t("password"),
          detail: t(hasPassword ? "passwordSet" : "passwordNone"),
        },
        { to: "/webview/privacy", icon: "document", label: t("privacy"), detail: t("privacyDetail") },
      ],
    ],
    [t("accountRewards"), rewardItems(t)],
    [
      t("accountHelp"),
      [
        { to: "/webview/message", icon: "mail", label: t("messages") },
        { to: "/webview/notification-settings", icon: "bell", label: t("notifications") },
        { to: "/webview/questionnaire", icon: "edit", label: t("questionnaires") },
        { to: "/webview/pengumuman", icon: "info", label: t("announcements") },
        { to: "/webview/help-center", icon: "help", label: t("help") },
        { to: "/webview/customer-service", icon: "chat", label: t("service"), detail: t("serviceDetail") },
      ],
    ],
  ];
  return (
    <Stack gap="loose">
      <Title>{t("accountTitle")}</Title>
      <Card>
        <InlineRow spread>
          <span>
            <strong>{fullName ?? t("nameMissing")}</strong>
            <br />
            <Small>
              <MaskedPhone number={maskedMobileNumber} />
            </Small>
          </span>
          <Badge kind={isVerified ? "ok" : "attention"}>{t(isVerified ? "verified" : "notVerified")}</Badge>
        </InlineRow>
      </Card>
      {groups.map(([heading, items]) => (
        <Section key={heading} heading={heading}>
          <LinkList items={items} />
        </Section>
      ))}
      <LinkList
        items={[
          { to: "/webview/logout", icon: "external", label: t("logOut") },
          { to: "/webview/cancel-account", icon: "trash", label: t("closeAccount") },
        ]}
      />
    </Stack>
  );
}
