import { redirect } from "react-router";
import type { Route } from "./+types/contract-success";
import { call } from "#web/api.ts";
import { DateText, Money, useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { ButtonLink } from "#web/ui/button/button.tsx";
import { LinkCard } from "#web/ui/card/card.tsx";
import { Illustration } from "#web/ui/illustration/illustration.tsx";
import { ActionBar } from "#web/ui/page/page.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import { Figure, Title } from "#web/ui/text/text.tsx";
import { unbrokenNumber } from "#shared/loan-number.ts";
import { getRestructure } from "../contract.ts";
import { restructurePage } from "../parts/pages.ts";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.successTitle };

export async function loader({ context }: Route.LoaderArgs) {
  const { signed } = await call(getRestructure, {}, { context });
  if (!signed) throw redirect(restructurePage);
  return { signed };
}

export default function ContractSuccess({ loaderData: { signed } }: Route.ComponentProps) {
  const t = useTexts(texts);
  return (
    <Stack gap="loose">
      <Title
        lead={t("successLead", {
          old: unbrokenNumber(signed.oldLoanNumber),
          number: unbrokenNumber(signed.loanNumber),
        })}
      >
        {t("successTitle")}
      </Title>
      {signed.nextDueOn && (
        <Figure label={t("nextDue")} note={<DateText date={signed.nextDueOn} />}>
          <Money rupiah={signed.nextDueRupiah} />
        </Figure>
      )}
      <LinkCard
        to={`${restructurePage}/contract`}
        art={<Illustration name="document" size="small" />}
        title={t("seeContract")}
      >
        {t("contractLead")}
      </LinkCard>
      <ActionBar>
        <ButtonLink to="/webview/bills">{t("toBills")}</ButtonLink>
      </ActionBar>
    </Stack>
  );
}
