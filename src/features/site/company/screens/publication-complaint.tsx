import type { Route } from "./+types/publication-complaint";
import { getContent } from "#features/platform/content/contract.ts";
import { getComplaintStatistics } from "#features/support/complaint/contract.ts";
import { call } from "#web/api.ts";
import { useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { DataTable } from "#web/ui/data-table/data-table.tsx";
import { EmptyState } from "#web/ui/empty-state/empty-state.tsx";
import { Section } from "#web/ui/text/text.tsx";
import { complaintsByYear } from "../parts/complaints-by-year.ts";
import { CompanyText, headOfSection } from "../parts/company-text.tsx";
import { complaintReasonTexts, pageTexts, texts } from "../texts.ts";

export const handle: ScreenHandle<Awaited<ReturnType<typeof loader>>> = {
  title: pageTexts.complaintsTitle,
  description: pageTexts.complaintsDescription,
  measure: "wide",
  // Not cached like reading pages: the figures grow with every ticket.
  head: ({ text }, frame) => headOfSection(text, frame),
};

export async function loader({ context }: Route.LoaderArgs) {
  const [text, { items }] = await Promise.all([
    call(getContent, { collection: "company", key: "publication-complaint" }, { context }),
    call(getComplaintStatistics, {}, { context }),
  ]);
  return { text, years: complaintsByYear(items) };
}

export default function PublicationComplaint({ loaderData: { text, years } }: Route.ComponentProps) {
  const t = useTexts(texts);
  const reason = useTexts(complaintReasonTexts);
  return (
    <CompanyText text={text}>
      {years.length === 0 && <EmptyState title={t("noComplaintsTitle")}>{t("noComplaintsBody")}</EmptyState>}
      {years.map(({ year, rows, total }) => (
        <Section key={year} heading={t("complaintsIn", { year })}>
          <DataTable
            caption={t("complaintsIn", { year })}
            captionHidden
            rows={[...rows, { ...total, reason: null }]}
            rowKey={(row) => row.reason ?? "total"}
            columns={[
              {
                key: "reason",
                label: t("reason"),
                show: (row) => (row.reason === null ? t("total") : reason(row.reason)),
              },
              { key: "received", label: t("received"), show: (row) => row.received, figures: true },
              { key: "resolved", label: t("resolved"), show: (row) => row.resolved, figures: true },
              { key: "inTime", label: t("inTime"), show: (row) => row.withinDays, figures: true },
            ]}
          />
        </Section>
      ))}
    </CompanyText>
  );
}
