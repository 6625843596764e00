import type { Route } from "./+types/wallet";
import { call } from "#web/api.ts";
import { useFrame } from "#web/frame.tsx";
import { readPage } from "#web/list.ts";
import { InstantText, Money, useLanguage, useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { Badge } from "#web/ui/badge/badge.tsx";
import { ButtonLink } from "#web/ui/button/button.tsx";
import { EmptyState } from "#web/ui/empty-state/empty-state.tsx";
import { Saved } from "#web/ui/form/action-form.tsx";
import { LinkList } from "#web/ui/link-list/link-list.tsx";
import { Notice } from "#web/ui/notice/notice.tsx";
import { ActionBar } from "#web/ui/page/page.tsx";
import { Pagination } from "#web/ui/pagination/pagination.tsx";
import { Receipt, ReceiptLine, ReceiptNote } from "#web/ui/receipt/receipt.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import { Tabs } from "#web/ui/tabs/tabs.tsx";
import { Figure, Section, Small, Title } from "#web/ui/text/text.tsx";
import { dateInWib, formatDate, formatInstant } from "#shared/dates.ts";
import { formatRupiah } from "#shared/money.ts";
import { getWallet, listWalletRecords, type RecordKind, type Wallet, type WalletRecord } from "../contract.ts";
import { withdrawalStateKinds } from "../parts/state-kinds.ts";
import { WalletArt } from "../parts/wallet-art.tsx";
import { texts } from "../texts.ts";

const path = "/webview/wallet";
export const handle: ScreenHandle = { title: texts.title, keptKeys: ["kind"] };

const shownKinds = ["REWARD", "WITHDRAWAL"] as const;

export async function loader({ request, context }: Route.LoaderArgs) {
  const requestedKind = new URL(request.url).searchParams.get("kind");
  const kind = shownKinds.find((one) => one === requestedKind);
  const [wallet, records] = await Promise.all([
    call(getWallet, {}, { context }),
    readPage(request, listWalletRecords, kind ? { kind } : {}, { context }),
  ]);
  return { wallet, records, kind: kind ?? null };
}

/** Tax returns need the past year; the current one is not complete yet. */
const lastFirst = (years: readonly string[], present: string): string[] => [
  ...years.filter((year) => year !== present),
  ...years.filter((year) => year === present),
];

export default function WalletScreen({ loaderData: { wallet, records, kind } }: Route.ComponentProps) {
  const t = useTexts(texts);
  const { now, pathWithQuery } = useFrame();
  const present = dateInWib(new Date(now)).slice(0, 4);
  const isOrdered = new URL(pathWithQuery, "http://own.invalid").searchParams.has("ordered");
  const isNew = records.items.length === 0 && kind === null && records.page.first === null;
  if (isNew)
    return (
      <EmptyState
        level={1}
        title={t("emptyTitle")}
        action={<ButtonLink to="/webview/activity-center">{t("toEvents")}</ButtonLink>}
      >
        {t("emptyBody")}
      </EmptyState>
    );
  return (
    <div className="campaign-page">
      <Stack gap="loose">
        <div className="campaign-art">
          <WalletArt isFilled={wallet.balanceRupiah > 0} isSending={wallet.pending !== null} isOrdered={isOrdered} />
        </div>
        <Stack>
          <Title>{t("title")}</Title>
          <Saved by="ordered">{t("ordered")}</Saved>
          <Balance wallet={wallet} />
        </Stack>
        <Section heading={t("records")}>
          <Tabs
            label={t("records")}
            tabs={[
              { to: path, label: t("all"), current: kind === null },
              { to: `${path}?kind=REWARD`, label: t("rewards"), current: kind === "REWARD" },
              { to: `${path}?kind=WITHDRAWAL`, label: t("withdrawals"), current: kind === "WITHDRAWAL" },
            ]}
          />
          <Records items={records.items} />
          <Pagination page={records.page} />
          {lastFirst(wallet.years, present).map((year) => (
            <p key={year}>
              <a href={`${path}/detail?year=${year}`}>{t("yearTitle", { year })}</a>
            </p>
          ))}
          <p>
            <a href="/webview/activity-center">{t("toEvents")}</a>
          </p>
        </Section>
        {wallet.availableRupiah >= wallet.minimumRupiah && !wallet.pending && !wallet.isBlocked && (
          <ActionBar>
            <ButtonLink to="/webview/withdraw" track="wallet_to_withdraw">
              {t("toWithdraw")}
            </ButtonLink>
          </ActionBar>
        )}
      </Stack>
    </div>
  );
}

function Balance({ wallet }: { wallet: Wallet }) {
  const t = useTexts(texts);
  const language = useLanguage();
  const { availableRupiah, heldRupiah, minimumRupiah, validUntil, pending } = wallet;
  const missing = minimumRupiah - availableRupiah;
  return (
    <Stack>
      <Figure
        label={t("available")}
        note={validUntil && t("validUntil", { date: formatDate(dateInWib(new Date(validUntil)), language) })}
      >
        <Money rupiah={availableRupiah} />
      </Figure>
      {wallet.isBlocked && <Blocked wallet={wallet} />}
      {missing > 0 && heldRupiah === 0 && (
        <Small>{t("belowMinimum", { minimum: formatRupiah(minimumRupiah), missing: formatRupiah(missing) })}</Small>
      )}
      <Receipt>
        {pending && (
          <ReceiptLine
            label={t("held")}
            note={t("arrivesBy", { when: formatInstant(new Date(pending.arrivesBy), language, "WIB", "short") })}
          >
            <Money rupiah={heldRupiah} />
          </ReceiptLine>
        )}
        <ReceiptLine
          label={t("monthLeft")}
          note={t("monthNote", {
            cap: formatRupiah(wallet.monthCapRupiah),
            date: formatDate(wallet.nextMonth, language, "short"),
          })}
        >
          <Money rupiah={wallet.monthLeftRupiah} />
        </ReceiptLine>
        <ReceiptNote>{t("validRule")}</ReceiptNote>
      </Receipt>
    </Stack>
  );
}

function Blocked({ wallet: { blockedUntil } }: { wallet: Wallet }) {
  const t = useTexts(texts);
  const language = useLanguage();
  return (
    <Notice kind="attention" title={t("blockedTitle")}>
      {blockedUntil ? t("blockedUntil", { when: formatInstant(new Date(blockedUntil), language) }) : t("blockedOpen")}
    </Notice>
  );
}

function Records({ items }: { items: readonly WalletRecord[] }) {
  const t = useTexts(texts);
  if (items.length === 0) return <EmptyState title={t("noneTitle")}>{t("noneBody")}</EmptyState>;
  return (
    <LinkList
      items={items.map(({ recordId, kind, amountRupiah, at, state, title }) => ({
        to: `${path}/detail?record=${recordId}`,
        label: title,
        detail: (
          <>
            <InstantText at={at} style="short" />{" "}
            {kind === "WITHDRAWAL" && <Badge kind={withdrawalStateKinds[state]}>{t(state)}</Badge>}
          </>
        ),
        aside: <Signed kind={kind} rupiah={amountRupiah} />,
      }))}
    />
  );
}

function Signed({ kind, rupiah }: { kind: RecordKind; rupiah: number }) {
  const isIn = kind === "REWARD" || kind === "GIVEN_BACK";
  return (
    <strong>
      {isIn ? "+" : "−"}
      <Money rupiah={rupiah} />
    </strong>
  );
}
