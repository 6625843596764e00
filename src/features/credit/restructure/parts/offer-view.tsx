/** An offer: what it costs or saves, both schedules, what happens to interest and late fees, and the two ways on. */
import type { BoundForm } from "#web/form-actions.ts";
import { InstantText, Money, useLanguage, useTexts } from "#web/language.tsx";
import { Button, ButtonLink } from "#web/ui/button/button.tsx";
import { ActionForm } from "#web/ui/form/action-form.tsx";
import { Notice } from "#web/ui/notice/notice.tsx";
import { ActionBar } from "#web/ui/page/page.tsx";
import { Receipt, ReceiptLine, ReceiptNote, ReceiptTotal } from "#web/ui/receipt/receipt.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import { Tabs } from "#web/ui/tabs/tabs.tsx";
import { Figure, Small, Title } from "#web/ui/text/text.tsx";
import { formatPpm, unbrokenRupiah } from "#shared/money.ts";
import type { RestructureAnswer, RestructureOffer, RestructurePlan } from "../contract.ts";
import { programmeTexts, texts } from "../texts.ts";
import { agreementPage, restructurePage } from "./pages.ts";
import { SideBySide } from "./side-by-side.tsx";

export type OpenOffer = RestructureOffer & { plan: RestructurePlan };

export interface OfferViewProps {
  loan: NonNullable<RestructureAnswer["loan"]>;
  offers: readonly OpenOffer[];
  offer: OpenOffer;
  decline: BoundForm;
}

export function OfferView({ loan, offers, offer, decline }: OfferViewProps) {
  const t = useTexts(texts);
  const programme = useTexts(programmeTexts);
  const { plan } = offer;
  return (
    <Stack gap="loose">
      <Title>{programme(offer.programme)}</Title>
      <Difference plan={plan} />
      {offers.length > 1 && (
        <Tabs
          label={t("tenor")}
          tabs={offers.map(({ offerId, tenorDays }) => ({
            to: `${restructurePage}?offer=${offerId}`,
            label: t("days", { days: tenorDays }),
            current: offerId === offer.offerId,
          }))}
        />
      )}
      <SideBySide old={loan.rows} plan={plan} />
      <Parts plan={plan} />
      <Notice kind="attention" title={t("scoreTitle")}>
        {t("scoreBody")}
      </Notice>
      <Small>
        {t("until")} <InstantText at={offer.expiresAt} />. {t("figuresOfToday")}
      </Small>
      <ActionForm of={decline} hidden={{ offerId: offer.offerId }}>
        <Button kind="quiet" track="restructure_decline">
          {t("decline")}
        </Button>
      </ActionForm>
      <ActionBar>
        <ButtonLink to={agreementPage(offer.offerId)} track="restructure_read">
          {t("toAgreement")}
        </ButtonLink>
      </ActionBar>
    </Stack>
  );
}

/** The first amount under the title. */
function Difference({ plan: { differenceRupiah, oldUnpaidRupiah, quote } }: { plan: RestructurePlan }) {
  const t = useTexts(texts);
  return (
    <Figure
      label={t(differenceRupiah > 0 ? "costsMore" : "saves")}
      note={t("neverDearer", {
        total: unbrokenRupiah(quote.totalRupiah),
        unpaid: unbrokenRupiah(oldUnpaidRupiah),
      })}
    >
      <Money rupiah={differenceRupiah} signed />
    </Figure>
  );
}

function Parts({ plan }: { plan: RestructurePlan }) {
  const t = useTexts(texts);
  const language = useLanguage();
  const { quote, carriedRupiah, lateFeeWaivedRupiah, interestWaivedRupiah } = plan;
  return (
    <Receipt heading={t("partsTitle")}>
      <ReceiptLine label={t("principal")}>
        <Money rupiah={quote.amountRupiah} />
      </ReceiptLine>
      <ReceiptLine label={t("carried")} note={t("carriedNote")}>
        <Money rupiah={carriedRupiah} />
      </ReceiptLine>
      <ReceiptLine label={t("newInterest")} note={t("aDay", { rate: formatPpm(quote.dailyRatePpm, language) })}>
        <Money rupiah={quote.interestRupiah} />
      </ReceiptLine>
      <ReceiptTotal label={t("newTotal")}>
        <Money rupiah={quote.totalRupiah} />
      </ReceiptTotal>
      {lateFeeWaivedRupiah > 0 && (
        <ReceiptLine label={t("lateFeeWaived")}>
          <Money rupiah={-lateFeeWaivedRupiah} />
        </ReceiptLine>
      )}
      {interestWaivedRupiah > 0 && (
        <ReceiptLine label={t("interestWaived")}>
          <Money rupiah={-interestWaivedRupiah} />
        </ReceiptLine>
      )}
      <ReceiptNote>
        {t("capNote", {
          maximum: unbrokenRupiah(quote.highestCostRupiah),
          late: formatPpm(quote.lateFeeDailyPpm, language),
        })}
      </ReceiptNote>
    </Receipt>
  );
}
