import type { Route } from "./+types/borrower-documents";
import { DataTable } from "#web/ui/data-table/data-table.tsx";
import { Title } from "#web/ui/text/text.tsx";
import { call } from "#web/api.ts";
import { InstantText, useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { listBorrowerDocuments } from "../staff-contract.ts";
import { BorrowerTabs } from "../parts/borrower-tabs.tsx";
import { documentTexts } from "../parts/document-texts.ts";
import { ToldAtChoice } from "../parts/told-at-choice.tsx";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.documentsTitle };

export async function loader({ request, params: { borrowerId }, context }: Route.LoaderArgs) {
  const found = await call(listBorrowerDocuments, { borrowerId }, { context });
  const api = `/api/staff/borrowers/${borrowerId}`;
  const rows = [
    ...found.identity.map((kind) => ({
      key: kind as string,
      kind,
      number: 1,
      uploadedAt: null,
      picture: `${api}/identity/${kind}`,
    })),
    ...found.kinds.flatMap(({ kind, uploadedAt, ids }) =>
      ids.map((id, index) => ({ key: id, kind, number: index + 1, uploadedAt, picture: `${api}/documents/${id}` })),
    ),
    ...found.screenshots.map(({ id, uploadedAt }, index) => ({
      key: id,
      kind: "COMPETITORS" as const,
      number: index + 1,
      uploadedAt,
      picture: `${api}/documents/${id}`,
    })),
  ];
  const wanted = new URL(request.url).searchParams.get("show");
  const { optional, otherText, competitors, socialAccounts } = found;
  return {
    borrowerId,
    told: { optional, otherText, competitors, socialAccounts },
    rows,
    shown: rows.find((row) => row.key === wanted) ?? null,
  };
}

/** One picture at a time: each showing is a call of its own and stands in the audit trail. */
export default function BorrowerDocuments({ loaderData: { borrowerId, told, rows, shown } }: Route.ComponentProps) {
  const t = useTexts(texts);
  const word = useTexts(documentTexts);
  return (
    <>
      <Title>{t("documentsTitle")}</Title>
      <BorrowerTabs borrowerId={borrowerId} />
      <ToldAtChoice {...told} />
      {shown && (
        <figure id="picture">
          <figcaption>
            {word(shown.kind)} {shown.number}
          </figcaption>
          <img className="console-photo" src={shown.picture} alt={`${word(shown.kind)} ${shown.number}`} />
        </figure>
      )}
      <DataTable
        caption={t("documentsTitle")}
        captionHidden
        rows={rows}
        rowKey={(row) => row.key}
        empty={t("noDocuments")}
        columns={[
          {
            key: "kind",
            label: t("kind"),
            show: (row) => (
              <a
                href={`/staff/borrowers/${borrowerId}/documents?show=${row.key}#picture`}
                aria-current={row.key === shown?.key ? "true" : undefined}
              >
                {word(row.kind)} {row.number}
              </a>
            ),
          },
          {
            key: "uploaded",
            label: t("when"),
            show: (row) => (row.uploadedAt ? <InstantText at={row.uploadedAt} style="short" /> : "–"),
          },
        ]}
      />
    </>
  );
}
