import type { ReactNode } from "react";
import type { OptionalAnswers } from "#features/account/profile/contract.ts";
import { optionalTexts } from "#features/account/profile/parts/optional-texts.ts";
import type { SocialAccount } from "#features/account/social-account/contract.ts";
import { networkNames, socialTexts } from "#features/account/social-account/parts/social-texts.ts";
import { Money, useTexts } from "#web/language.tsx";
import { DefinitionList } from "#web/ui/definition-list/definition-list.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import { Section, Small } from "#web/ui/text/text.tsx";
import { borrowerDocumentTexts } from "./document-texts.ts";

export interface OptionalInformationProps {
  optional: OptionalAnswers | null;
  otherText: string;
  competitors: readonly { lender: string; limitRupiah: number }[];
  socialAccounts: readonly SocialAccount[];
}

/** Optional information of a borrower: for people to read, and never a reason to refuse. // Spec account 8, 9 */
export function OptionalInformationView({
  optional,
  otherText,
  competitors,
  socialAccounts,
}: OptionalInformationProps) {
  const t = useTexts(borrowerDocumentTexts);
  const o = useTexts(optionalTexts);
  const so = useTexts(socialTexts);
  const { dependants, housing, yearsThere, monthlyExpensesRupiah, secondIncomeRupiah } = optional ?? {};
  const money = (rupiah: number | undefined) => rupiah !== undefined && <Money key={rupiah} rupiah={rupiah} />;
  const items: [ReactNode, ReactNode][] = [
    [o("dependants"), dependants],
    [o("housing"), housing && o(housing)],
    [o("yearsThere"), yearsThere],
    [o("monthlyExpensesRupiah"), money(monthlyExpensesRupiah)],
    [o("secondIncomeRupiah"), money(secondIncomeRupiah)],
    ...competitors.map(({ lender, limitRupiah }): [ReactNode, ReactNode] => [
      t("limitAt", { lender }),
      <Money key={lender} rupiah={limitRupiah} />,
    ]),
    ...socialAccounts.map(({ network, name, code }): [ReactNode, ReactNode] => [
      networkNames[network],
      <span key={network}>
        @{name} <Small>{so("code", { code })}</Small>
      </span>,
    ]),
    [t("OTHER_TEXT"), otherText !== "" && otherText],
  ];
  const shownItems = items.filter(([, value]) => value !== undefined && value !== false);
  if (shownItems.length === 0) return null;
  return (
    <Section heading={t("toldAtChoice")}>
      <Stack gap="tight">
        <Small>{t("noReason")}</Small>
        <DefinitionList items={shownItems} />
      </Stack>
    </Section>
  );
}
