import type { Route } from "./+types/shopee-center";
import { accountLinkRetentionDays } from "#features/account/linking/contract.ts";
import { call } from "#web/api.ts";
import { InstantText, Money, useLanguage, useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { ButtonLink } from "#web/ui/button/button.tsx";
import { DefinitionList } from "#web/ui/definition-list/definition-list.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import { Figure, Small, Title } from "#web/ui/text/text.tsx";
import { formatPpm, formatRupiah } from "#shared/money.ts";
import { getShopCenter } from "../contract.ts";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.centerTitle, back: "/webview/merchant-info" };

export const loader = ({ context }: Route.LoaderArgs) => call(getShopCenter, {}, { context });

/** Linking itself is a screen of its own, which asks for the consent and reads once. */
const linkPage = "/webview/additional-info/bind-ecom";

export default function ShopeeCenter({ loaderData: { link, sharePpm } }: Route.ComponentProps) {
  const t = useTexts(texts);
  const share = formatPpm(sharePpm, useLanguage());
  const lead = t("centerLead", { share, days: accountLinkRetentionDays });
  if (!link)
    return (
      <Stack gap="loose">
        <Title lead={lead}>{t("centerTitle")}</Title>
        <ButtonLink to={linkPage}>{t("linkShop")}</ButtonLink>
        <Small>{t("linkNote")}</Small>
      </Stack>
    );
  const { institution, masked, endsAt, meanRupiah, countedRupiah } = link;
  return (
    <Stack gap="loose">
      <Title lead={lead}>{t("centerTitle")}</Title>
      <Figure
        label={t("counted")}
        note={countedRupiah > 0 ? t("countedNote", { share, mean: formatRupiah(meanRupiah) }) : t("tooFew")}
      >
        <Money rupiah={countedRupiah} signed />
      </Figure>
      <ButtonLink to="/webview/quota">{t("toLimit")}</ButtonLink>
      <DefinitionList
        items={[
          [t("shopAccount"), `${institution} ${masked}`],
          [t("until"), <InstantText key="until" at={endsAt} />],
        ]}
      />
      <Small>{t("linkNote")}</Small>
    </Stack>
  );
}
