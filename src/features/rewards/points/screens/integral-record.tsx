import type { Route } from "./+types/integral-record";
import { readPage } from "#web/list.ts";
import { InstantText, useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { EmptyState } from "#web/ui/empty-state/empty-state.tsx";
import { Pagination } from "#web/ui/pagination/pagination.tsx";
import { Receipt, ReceiptLine } from "#web/ui/receipt/receipt.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import { Title } from "#web/ui/text/text.tsx";
import { groupThousands } from "#shared/money.ts";
import { listPointsRecords } from "../contract.ts";
import { BackToPoints } from "../parts/back-to-points.tsx";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.recordsTitle, back: "/webview/integral" };

export function loader({ request, context }: Route.LoaderArgs) {
  return readPage(request, listPointsRecords, {}, { context });
}

const comesIn = new Set(["EARNED", "GIVEN_BACK"]);

export default function IntegralRecord({ loaderData: { items, page } }: Route.ComponentProps) {
  const t = useTexts(texts);
  if (items.length === 0)
    return (
      <EmptyState level={1} art="receipt" title={t("recordsEmptyTitle")} action={<BackToPoints />}>
        {t("recordsEmptyBody")}
      </EmptyState>
    );
  return (
    <Stack gap="loose">
      <Title>{t("recordsTitle")}</Title>
      <Receipt>
        {items.map(({ recordId, kind, points, at, title }) => (
          <ReceiptLine
            key={recordId}
            label={title}
            note={
              <>
                {t(kind)} · <InstantText at={at} style="short" />
              </>
            }
          >
            {comesIn.has(kind) ? "+" : "−"}
            {groupThousands(points)}
          </ReceiptLine>
        ))}
      </Receipt>
      <Pagination page={page} />
    </Stack>
  );
}
