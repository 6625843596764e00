import { redirect } from "react-router";
import type { Route } from "./+types/contract";
import { call } from "#web/api.ts";
import { InstantText, Money, useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { ButtonLink } from "#web/ui/button/button.tsx";
import { DefinitionList } from "#web/ui/definition-list/definition-list.tsx";
import { Notice } from "#web/ui/notice/notice.tsx";
import { ActionBar } from "#web/ui/page/page.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import { Small, Title } from "#web/ui/text/text.tsx";
import { getRestructure } from "../contract.ts";
import { restructurePage } from "../parts/pages.ts";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.contractTitle, back: restructurePage };

export async function loader({ context }: Route.LoaderArgs) {
  const { signed } = await call(getRestructure, {}, { context });
  if (!signed) throw redirect(restructurePage);
  return { signed };
}

export default function Contract({ loaderData: { signed } }: Route.ComponentProps) {
  const t = useTexts(texts);
  const isSealed = signed.sealedAt !== null;
  return (
    <Stack gap="loose">
      <Title lead={t("contractLead")}>{t("contractTitle")}</Title>
      {!isSealed && <Notice>{t("sealing")}</Notice>}
      <DefinitionList
        items={[
          [t("newLoan"), signed.loanNumber],
          [t("oldLoan"), signed.oldLoanNumber],
          [t("newTotal"), <Money key="total" rupiah={signed.totalRupiah} />],
          [t("signedAt"), <InstantText key="signed" at={signed.signedAt} />],
          [t("sealedAt"), signed.sealedAt && <InstantText key="sealed" at={signed.sealedAt} />],
        ]}
      />
      <Small>
        <a href={`/verify/${signed.documentId}`}>{t("verify")}</a>
      </Small>
      <ActionBar>
        <ButtonLink to={`/webview/pdf-view?document=${signed.documentId}`}>{t("openContract")}</ButtonLink>
      </ActionBar>
    </Stack>
  );
}
