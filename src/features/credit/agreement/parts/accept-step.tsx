/** The first step of signing: cost, texts to read, boxes to tick. */
import type { BoundForm } from "#web/form-actions.ts";
import { Money, useLanguage, useTexts } from "#web/language.tsx";
import { Button } from "#web/ui/button/button.tsx";
import { LinkCard } from "#web/ui/card/card.tsx";
import { Checkbox } from "#web/ui/choices/choices.tsx";
import { Disclosure } from "#web/ui/disclosure/disclosure.tsx";
import { ActionForm } from "#web/ui/form/action-form.tsx";
import { Illustration } from "#web/ui/illustration/illustration.tsx";
import { LinkList } from "#web/ui/link-list/link-list.tsx";
import { Notice } from "#web/ui/notice/notice.tsx";
import { ActionBar } from "#web/ui/page/page.tsx";
import { Receipt, ReceiptLine, ReceiptNote, ReceiptTotal } from "#web/ui/receipt/receipt.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import { Section, Small, Title } from "#web/ui/text/text.tsx";
import { formatDate } from "#shared/dates.ts";
import { unbrokenNumber } from "#shared/loan-number.ts";
import { formatPpm, formatRupiah } from "#shared/money.ts";
import { texts } from "../texts.ts";
import { Deadline, DeadlineAfterWait } from "./deadline.tsx";
import { Hash } from "./document-view.tsx";
import { fileSize } from "./file-size.ts";
import type { ToSign } from "./to-sign.ts";

export interface AcceptStepProps {
  loanId: string;
  toSign: ToSign;
  of: BoundForm;
}

export function AcceptStep({ loanId, toSign, of }: AcceptStepProps) {
  const t = useTexts(texts);
  const language = useLanguage();
  return (
    <Stack gap="loose">
      <Title lead={t("signLead")}>{t("signTitle")}</Title>
      <Deadline toSign={toSign} />
      <CostReceipt toSign={toSign} />
      <Section heading={t("readFirst")}>
        <LinkCard
          to={`/webview/pdf-preview?document=${toSign.documentId}`}
          art={<Illustration name="document" size="small" />}
          title={t("fullAgreement")}
        >
          {t("fileFacts", { pages: toSign.pages, size: fileSize(toSign.sizeBytes, language) })}
        </LinkCard>
        <LinkList
          items={toSign.texts.map((text) => ({
            to: `/webview/agreement/${text.kind}`,
            label: t(text.kind),
            icon: "document",
            track: `agreement_read_${text.kind}`,
          }))}
        />
        <Small>
          <a href="/webview/privyid-faq" data-track="agreement_about_signature">
            {t("aboutSignature")}
          </a>
        </Small>
        <Disclosure summary={t("fingerprint")}>
          <Small>{t("fingerprintWhy")}</Small>
          <Hash hash={toSign.hash} />
        </Disclosure>
      </Section>
      <Notice kind="attention" title={t("riskTitle")}>
        {t("riskBody")}
      </Notice>
      <ActionForm of={of} hidden={{ loanId, hash: toSign.hash, channel: "SMS" }}>
        <DeadlineAfterWait toSign={toSign} />
        <Checkbox name="read" required>
          {t("acceptRead")}
        </Checkbox>
        <Checkbox name="platforms" required>
          {t("acceptPlatforms")}
        </Checkbox>
        <ActionBar>
          <Button track="agreement_accept">{t("sendCode")}</Button>
        </ActionBar>
      </ActionForm>
    </Stack>
  );
}

function CostReceipt({ toSign: { quote, discount, paysOff, bankName, accountMasked } }: { toSign: ToSign }) {
  const t = useTexts(texts);
  const language = useLanguage();
  return (
    <Receipt heading={t("summary")}>
      {paysOff && paysOff.rupiah > 0 && (
        <ReceiptLine label={t("paysOff", { number: unbrokenNumber(paysOff.number) })}>
          <Money rupiah={paysOff.rupiah} />
        </ReceiptLine>
      )}
      <ReceiptLine label={t("youReceive")}>
        <Money rupiah={quote.receivedRupiah} />
      </ReceiptLine>
      <ReceiptLine label={t("toAccount")}>{`${bankName} ${accountMasked}`}</ReceiptLine>
      {quote.instalments.map((row, index) => (
        <ReceiptLine
          key={row.number}
          label={t("instalment", { number: row.number })}
          note={formatDate(row.dueOn, language, "short")}
        >
          <Money rupiah={discount?.instalments[index]?.payableRupiah ?? row.totalRupiah} />
        </ReceiptLine>
      ))}
      <ReceiptTotal label={t("totalBack")}>
        <Money rupiah={quote.totalRupiah} />
      </ReceiptTotal>
      {discount && (
        <>
          <ReceiptLine label={t("discount")}>
            <Money rupiah={-discount.rupiah} />
          </ReceiptLine>
          <ReceiptTotal label={t("discountedTotal")}>
            <Money rupiah={discount.totalRupiah} />
          </ReceiptTotal>
        </>
      )}
      <ReceiptNote>
        {t("costNote", {
          daily: formatPpm(quote.dailyRatePpm, language),
          yearly: formatPpm(quote.effectiveYearlyRatePpm, language),
          late: formatPpm(quote.lateFeeDailyPpm, language),
          most: formatRupiah(quote.highestCostRupiah),
        })}
      </ReceiptNote>
    </Receipt>
  );
}
