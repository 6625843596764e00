import { data } from "react-router";
import type { Route } from "./+types/wallet-detail";
import { call, Problem } from "#web/api.ts";
import { readPage } from "#web/list.ts";
import { InstantText, Money, useLanguage, useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { Badge } from "#web/ui/badge/badge.tsx";
import { ButtonLink } from "#web/ui/button/button.tsx";
import { EmptyState } from "#web/ui/empty-state/empty-state.tsx";
import { Notice } from "#web/ui/notice/notice.tsx";
import { Receipt, ReceiptLine } from "#web/ui/receipt/receipt.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import { Figure, Section, Small, Title } from "#web/ui/text/text.tsx";
import { Timeline, TimelineItem } from "#web/ui/timeline/timeline.tsx";
import { formatInstant } from "#shared/dates.ts";
import { getWalletRecord, getWalletStatement, listWalletRecords, type WalletRecordWay } from "../contract.ts";
import { withdrawalStateKinds } from "../parts/state-kinds.ts";
import { WalletStatement } from "../parts/wallet-statement.tsx";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.detailTitle, back: "/webview/wallet", keptKeys: ["record", "year"] };

/** The wallet's year named in the address. For an unknown record, or another person's, the page says so; without a name it shows the newest. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams;
  const year = query.get("year");
  if (year !== null && /^20\d\d$/.test(year))
    return data({ found: null, statement: await readPage(request, getWalletStatement, { year }, { context }) });
  const named = query.get("record");
  const recordId = named ?? (await call(listWalletRecords, { limit: "1" }, { context })).items[0]?.recordId;
  if (recordId === undefined) return data({ found: null, statement: null });
  try {
    return data({ found: await call(getWalletRecord, { recordId }, { context }), statement: null });
  } catch (problem) {
    if (problem instanceof Problem && ["RECORD_UNKNOWN", "INPUT_INVALID"].includes(problem.code))
      return data({ found: null, statement: null }, { status: 404 });
    throw problem;
  }
}

const wayTexts = {
  ORDERED: "ORDERED",
  SENT: "SENT",
  ARRIVED: "ARRIVED",
  RETURNED: "RETURNED",
  FAILED: "WAY_FAILED",
  GIVEN_BACK: "WAY_GIVEN_BACK",
  ARRIVED_LATE: "ARRIVED_LATE",
} as const;

export default function WalletDetail({ loaderData: { found, statement } }: Route.ComponentProps) {
  const t = useTexts(texts);
  if (statement) return <WalletStatement statement={statement} />;
  if (!found)
    return (
      <EmptyState
        level={1}
        title={t("goneTitle")}
        action={<ButtonLink to="/webview/wallet">{t("toWallet")}</ButtonLink>}
      >
        {t("goneBody")}
      </EmptyState>
    );
  const { record, withdrawal, way } = found;
  return (
    <Stack gap="loose">
      <Title>{t("detailTitle")}</Title>
      <Figure label={record.title}>
        <Money rupiah={record.amountRupiah} />
      </Figure>
      {withdrawal?.isLate && <Notice kind="attention">{t("isLate")}</Notice>}
      <Receipt>
        <ReceiptLine label={t("kind")}>{t(record.kind)}</ReceiptLine>
        {record.kind === "WITHDRAWAL" && (
          <ReceiptLine label={t("state")}>
            <Badge kind={withdrawalStateKinds[record.state]}>{t(record.state)}</Badge>
          </ReceiptLine>
        )}
        {withdrawal && (
          <ReceiptLine label={t("account")}>
            {withdrawal.bankName} {withdrawal.masked}
          </ReceiptLine>
        )}
        <ReceiptLine label={t("when")}>
          <InstantText at={record.at} style="short" />
        </ReceiptLine>
      </Receipt>
      {way.length > 0 && <Way way={way} />}
      <Small>
        <a href="/webview/customer-service">{t("help")}</a>
      </Small>
    </Stack>
  );
}

function Way({ way }: Pick<WalletRecordWay, "way">) {
  const t = useTexts(texts);
  const language = useLanguage();
  const whenOf = ({ at, state }: WalletRecordWay["way"][number]) => {
    if (at === null) return undefined;
    const when = formatInstant(new Date(at), language, "WIB", "short");
    return state === "next" ? t("arrivesBy", { when }) : when;
  };
  return (
    <Section heading={t("way")}>
      <Timeline>
        {way.map((step) => (
          <TimelineItem key={step.code} state={step.state} title={t(wayTexts[step.code])} when={whenOf(step)}>
            {step.code === "RETURNED" && step.state === "now" ? t("returnedNow") : undefined}
          </TimelineItem>
        ))}
      </Timeline>
    </Section>
  );
}
