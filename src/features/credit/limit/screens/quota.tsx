import type { Route } from "./+types/quota";
import { call } from "#web/api.ts";
import { Money, useLanguage, useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { ActionBar } from "#web/ui/page/page.tsx";
import { defineForms } from "#web/form-actions.ts";
import { Button, ButtonLink } from "#web/ui/button/button.tsx";
import { Card } from "#web/ui/card/card.tsx";
import { ActionForm, Saved } from "#web/ui/form/action-form.tsx";
import { Notice } from "#web/ui/notice/notice.tsx";
import { EmptyState } from "#web/ui/empty-state/empty-state.tsx";
import { Figure, Small, Title } from "#web/ui/text/text.tsx";
import { Receipt, ReceiptLine, ReceiptTotal } from "#web/ui/receipt/receipt.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import { formatRupiah } from "#shared/money.ts";
import { dateInWib, formatDate } from "#shared/dates.ts";
import { getLimitRaise, getLimits, takeLimitRaise, type LimitRaise } from "../contract.ts";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.title, attach: ["userStatus"] };

export async function loader({ context }: Route.LoaderArgs) {
  const [limits, { raise }] = await Promise.all([
    call(getLimits, {}, { context }),
    call(getLimitRaise, {}, { context }),
  ]);
  return { limits, raise };
}

const path = "/webview/quota";
// Refused because no higher income is left: the page shows the current state.
const forms = defineForms({ raise: { call: takeLimitRaise, done: `${path}?raised=1`, refused: () => path } });
export const action = forms.action;

export default function Quota({ loaderData: { limits, raise } }: Route.ComponentProps) {
  const t = useTexts(texts);
  const language = useLanguage();
  if (!limits.assessed) {
    return (
      <EmptyState
        level={1}
        art="shield"
        title={t("notAssessedTitle")}
        action={<ButtonLink to="/webview/profile">{t("completeProfile")}</ButtonLink>}
      >
        {t("notAssessedBody")}
      </EmptyState>
    );
  }
  const { temporary } = limits;
  return (
    <Stack gap="loose">
      <Title>{t("title")}</Title>
      <Saved by="raised">{t("raised")}</Saved>
      {limits.freezes.length > 0 && (
        <Notice kind="attention">
          {t("frozenNow")} <a href="/webview/credit">{t("toScore")}</a>
        </Notice>
      )}
      <Figure label={t("remaining")} note={t("ofTotal", { total: formatRupiah(limits.totalRupiah) })}>
        <Money rupiah={limits.remainingRupiah} />
      </Figure>
      <Receipt heading={t("breakdown")}>
        <ReceiptLine label={t("credit")} note={t("creditExplained")}>
          <Money rupiah={limits.creditRupiah} />
        </ReceiptLine>
        <ReceiptLine
          label={t("temporary")}
          note={
            temporary
              ? t("temporaryUntil", { date: formatDate(dateInWib(new Date(temporary.until)), language) })
              : t("temporaryNone")
          }
        >
          <Money rupiah={temporary?.amountRupiah ?? 0} />
        </ReceiptLine>
        <ReceiptTotal label={t("total")}>
          <Money rupiah={limits.totalRupiah} />
        </ReceiptTotal>
        <ReceiptLine label={t("used")} note={t("usedExplained")}>
          <Money rupiah={limits.usedRupiah} />
        </ReceiptLine>
      </Receipt>
      {raise && <Raise raise={raise} />}
      <Small>
        <a href="/webview/credit">{t("toScore")}</a> · <a href="/webview/quota-change-history">{t("history")}</a>
      </Small>
      {(limits.usedRupiah > 0 || limits.freezes.length === 0) && (
        <ActionBar>
          {/* One loan at a time: while one uses the limit, applying would only be refused. */}
          {limits.usedRupiah > 0 ? (
            <ButtonLink to="/webview/home">{t("seeLoan")}</ButtonLink>
          ) : (
            <ButtonLink to="/webview/apply-loan">{t("borrow")}</ButtonLink>
          )}
        </ActionBar>
      )}
    </Stack>
  );
}

/** Offers a higher limit that follows from a look-up or a link: shown first, and then accepted or not. */
function Raise({ raise }: { raise: LimitRaise }) {
  const t = useTexts(texts);
  const { statedRupiah, typedRupiah, addedRupiah, fromRupiah, toRupiah } = raise;
  const isStated = statedRupiah > typedRupiah;
  const amounts = {
    stated: formatRupiah(statedRupiah),
    typed: formatRupiah(typedRupiah),
    added: formatRupiah(addedRupiah),
    from: formatRupiah(fromRupiah),
    to: formatRupiah(toRupiah),
  };
  return (
    <Card heading={t("raiseTitle")}>
      <ActionForm of={forms.form("raise", undefined)} id="raise" action={path}>
        <p>{t(isStated ? "raiseBody" : "raiseByShop", amounts)}</p>
        <Button kind="secondary" track="limit_raise">
          {t(isStated ? "raiseTake" : "raiseTakeShop")}
        </Button>
        <Small>{t(isStated ? "raiseFree" : "raiseFreeShop")}</Small>
      </ActionForm>
    </Card>
  );
}
