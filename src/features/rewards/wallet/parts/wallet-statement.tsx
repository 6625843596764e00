/** A year of the wallet on one page: opening balance, each movement, closing balance. */
import { formatRupiah } from "#shared/money.ts";
import type { ReplyOf } from "#shared/contract.ts";
import type { PageLinks } from "#web/list.ts";
import { InstantText, Money, useTexts } from "#web/language.tsx";
import { ButtonLink } from "#web/ui/button/button.tsx";
import { Pagination } from "#web/ui/pagination/pagination.tsx";
import { Receipt, ReceiptLine, ReceiptNote, ReceiptTotal } from "#web/ui/receipt/receipt.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import { Figure, Title } from "#web/ui/text/text.tsx";
import type { getWalletStatement } from "../contract.ts";
import { texts } from "../texts.ts";

export type ShownStatement = ReplyOf<typeof getWalletStatement> & { page: PageLinks };

export function WalletStatement({ statement }: { statement: ShownStatement }) {
  const t = useTexts(texts);
  const { year, rewardedRupiah, openingRupiah, items, closingRupiah, page } = statement;
  return (
    <Stack gap="loose">
      <Title lead={t("yearLead")}>{t("yearTitle", { year: year ?? "" })}</Title>
      <Figure label={t("yearRewards")}>
        <Money rupiah={rewardedRupiah} />
      </Figure>
      <Receipt heading={t("records")}>
        <ReceiptLine label={t("opening")}>
          <Money rupiah={openingRupiah} />
        </ReceiptLine>
        {items.map(({ recordId, title, at, amountRupiah }) => (
          <ReceiptLine
            key={recordId}
            label={<a href={`/webview/wallet/detail?record=${recordId}`}>{title}</a>}
            note={<InstantText at={at} style="short" />}
          >
            {amountRupiah < 0 ? "−" : "+"}
            {formatRupiah(Math.abs(amountRupiah))}
          </ReceiptLine>
        ))}
        <ReceiptTotal label={t("closing")}>
          <Money rupiah={closingRupiah} />
        </ReceiptTotal>
        <ReceiptNote>{t("yearTax")}</ReceiptNote>
      </Receipt>
      <Pagination page={page} />
      <ButtonLink kind="secondary" to="/webview/wallet">
        {t("toWallet")}
      </ButtonLink>
    </Stack>
  );
}
