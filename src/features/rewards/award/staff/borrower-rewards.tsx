import type { Route } from "./+types/borrower-rewards";
import { call } from "#web/api.ts";
import { defineForms } from "#web/form-actions.ts";
import { useFrame } from "#web/frame.tsx";
import { InstantText, Money, useLanguage, useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { Badge } from "#web/ui/badge/badge.tsx";
import { Button } from "#web/ui/button/button.tsx";
import { DataTable } from "#web/ui/data-table/data-table.tsx";
import { ActionForm, Saved } from "#web/ui/form/action-form.tsx";
import { Notice } from "#web/ui/notice/notice.tsx";
import { ActionBar } from "#web/ui/page/page.tsx";
import { Receipt, ReceiptLine } from "#web/ui/receipt/receipt.tsx";
import { Select } from "#web/ui/select/select.tsx";
import { Section, Small, Title } from "#web/ui/text/text.tsx";
import { AmountField, TextArea } from "#web/ui/text-field/text-field.tsx";
import { mayStaff } from "#shared/staff-permissions.ts";
import { getBorrowerRewards, proposeRevocation, type BorrowerRewards } from "../staff-contract.ts";
import { awardEndReasons } from "#features/rewards/campaign/contract.ts";
import { prizeWords } from "#features/rewards/campaign/parts/prize-words.ts";
import { maxGrantRupiah, proposeRewardGrant } from "#features/rewards/wallet/staff-contract.ts";
import { formatRupiah } from "#shared/money.ts";
import { rewardTexts as texts } from "./reward-texts.ts";

export const handle: ScreenHandle = { title: texts.title };

export function loader({ params: { borrowerId }, context }: Route.LoaderArgs) {
  return call(getBorrowerRewards, { borrowerId }, { context });
}

const forms = defineForms({
  revoke: { call: proposeRevocation, done: "?proposed=1" },
  grant: { call: proposeRewardGrant, done: "?proposed=1" },
});
type Form = ReturnType<typeof forms.form>;
export const action = forms.action;

export default function BorrowerRewardsPage({ loaderData: rewards, actionData }: Route.ComponentProps) {
  const t = useTexts(texts);
  const roles = useFrame().staff?.roles ?? [];
  const mayGrant = mayStaff(roles, "reward.grant");
  return (
    <>
      <Title>{t("title")}</Title>
      <Saved by="proposed">{t("proposed")}</Saved>
      {rewards.isBlocked && <Notice kind="attention">{t("blocked")}</Notice>}
      <Holdings rewards={rewards} />
      <Awards awards={rewards.awards} mayReview={mayStaff(roles, "reward.review")} />
      {mayGrant && <Revocation awards={rewards.awards} of={forms.form("revoke", actionData)} />}
      <Coupons coupons={rewards.coupons} />
      <Records records={rewards.records} />
      {mayGrant && <Grant of={forms.form("grant", actionData)} />}
    </>
  );
}

function Holdings({ rewards }: { rewards: BorrowerRewards }) {
  const t = useTexts(texts);
  return (
    <Receipt heading={t("holds")}>
      <ReceiptLine label={t("wallet")}>
        <Money rupiah={rewards.walletRupiah} />
      </ReceiptLine>
      <ReceiptLine label={t("available")}>
        <Money rupiah={rewards.availableRupiah} />
      </ReceiptLine>
      <ReceiptLine label={t("points")}>{rewards.points}</ReceiptLine>
      {rewards.pointsUntil && (
        <ReceiptLine label={t("pointsUntil")}>
          <InstantText at={rewards.pointsUntil} style="short" />
        </ReceiptLine>
      )}
    </Receipt>
  );
}

function Awards({ awards, mayReview }: { awards: BorrowerRewards["awards"]; mayReview: boolean }) {
  const t = useTexts(texts);
  const language = useLanguage();
  return (
    <Section heading={t("awards")}>
      <DataTable
        caption={t("awards")}
        captionHidden
        rows={awards}
        rowKey={({ awardId }) => awardId}
        empty={t("noAwards")}
        columns={[
          { key: "at", label: t("at"), show: ({ wonAt }) => <InstantText at={wonAt} style="short" /> },
          { key: "campaign", label: t("campaign"), show: ({ title }) => title },
          { key: "prize", label: t("prize"), show: ({ prize }) => prizeWords(prize, language) },
          {
            key: "state",
            label: t("state"),
            show: ({ state, awardId }) =>
              state === "HELD" && mayReview ? (
                <a href={`/staff/rewards/review/${awardId}`}>{t(state)}</a>
              ) : (
                <Badge>{t(state)}</Badge>
              ),
          },
        ]}
      />
    </Section>
  );
}

/** Takes back one award at a time; a second person confirms it. */
function Revocation({ awards, of }: { awards: BorrowerRewards["awards"]; of: Form }) {
  const t = useTexts(texts);
  const language = useLanguage();
  const given = awards.filter(
    ({ state, prize: { kind } }) => state === "GIVEN" && (kind === "CASH" || kind === "COUPON"),
  );
  if (given.length === 0) return null;
  return (
    <Section heading={t("revoke")}>
      <Small>{t("revokeLead")}</Small>
      <ActionForm of={of} id="revoke">
        <Select
          name="awardId"
          label={t("prize")}
          options={given.map(({ awardId, title, prize }) => ({
            value: awardId,
            label: `${prizeWords(prize, language)} · ${title}`,
          }))}
        />
        <Select
          name="reasonCode"
          label={t("reasonOf")}
          options={awardEndReasons.map((value) => ({ value, label: t(value) }))}
        />
        <TextArea name="reason" label={t("reason")} rows={2} />
        <ActionBar>
          <Button kind="danger">{t("revokePropose")}</Button>
        </ActionBar>
      </ActionForm>
    </Section>
  );
}

/** Grants reward money as goodwill; a second person confirms it. */
function Grant({ of }: { of: Form }) {
  const t = useTexts(texts);
  return (
    <Section heading={t("grantHeading")}>
      <Small>{t("grantLead", { max: formatRupiah(maxGrantRupiah) })}</Small>
      <ActionForm of={of} id="grant">
        <AmountField name="amountRupiah" label={t("amount")} />
        <TextArea name="reason" label={t("reason")} rows={2} />
        <ActionBar>
          <Button>{t("grantPropose")}</Button>
        </ActionBar>
      </ActionForm>
    </Section>
  );
}

function Coupons({ coupons }: { coupons: BorrowerRewards["coupons"] }) {
  const t = useTexts(texts);
  return (
    <Section heading={t("coupons")}>
      <DataTable
        caption={t("coupons")}
        captionHidden
        rows={coupons}
        rowKey={({ couponId }) => couponId}
        empty={t("noCoupons")}
        columns={[
          { key: "title", label: t("campaign"), show: ({ title }) => title },
          { key: "worth", label: t("upTo"), figures: true, show: ({ maxRupiah }) => <Money rupiah={maxRupiah} /> },
          {
            key: "off",
            label: t("tookOff"),
            figures: true,
            show: ({ discountRupiah }) => (discountRupiah === null ? "–" : <Money rupiah={discountRupiah} />),
          },
          { key: "until", label: t("until"), show: ({ expiresAt }) => <InstantText at={expiresAt} style="short" /> },
          {
            key: "state",
            label: t("state"),
            show: ({ state, loanId }) =>
              loanId ? <a href={`/staff/loans/${loanId}`}>{t(state)}</a> : <Badge>{t(state)}</Badge>,
          },
        ]}
      />
    </Section>
  );
}

function Records({ records }: { records: BorrowerRewards["records"] }) {
  const t = useTexts(texts);
  const isIn = (kind: string) => kind === "REWARD" || kind === "GIVEN_BACK";
  return (
    <Section heading={t("records")}>
      <DataTable
        caption={t("records")}
        captionHidden
        rows={records}
        rowKey={({ recordId }) => recordId}
        empty={t("noRecords")}
        columns={[
          { key: "at", label: t("at"), show: ({ at }) => <InstantText at={at} style="short" /> },
          {
            key: "title",
            label: t("what"),
            show: ({ title, isGrant }) => (
              <>
                {title} {isGrant && <Badge>{t("grant")}</Badge>}
              </>
            ),
          },
          {
            key: "amount",
            label: t("amount"),
            figures: true,
            show: ({ amountRupiah, kind }) => <Money rupiah={isIn(kind) ? amountRupiah : -amountRupiah} />,
          },
        ]}
      />
    </Section>
  );
}
