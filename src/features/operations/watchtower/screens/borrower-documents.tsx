import type { Route } from "./+types/borrower-documents";
import { Evidence, type EvidencePhoto } from "#web/console/evidence.tsx";
import { Title } from "#web/ui/text/text.tsx";
import { call } from "#web/api.ts";
import { useFrame } from "#web/frame.tsx";
import { useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { mayStaff } from "#shared/staff-permissions.ts";
import { listBorrowerDocuments } from "../staff-contract.ts";
import { ComparedFacts } from "../parts/compared-facts.tsx";
import { borrowerDocumentTexts } from "../parts/document-texts.ts";
import { OptionalInformationView } from "../parts/told-at-choice.tsx";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.documentsTitle, keptKeys: ["left", "right"] };

export async function loader({ request, params: { borrowerId }, context }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams;
  const found = await call(listBorrowerDocuments, { borrowerId }, { context });
  return { borrowerId, found, left: query.get("left"), right: query.get("right") };
}

type Found = Route.ComponentProps["loaderData"]["found"];

/** Pictures next to each other and the typed data: each view is a separate call and is recorded in the audit trail. */
export default function BorrowerDocuments({ loaderData: { borrowerId, found, left, right } }: Route.ComponentProps) {
  const t = useTexts(texts);
  const roles = useFrame().staff?.roles ?? [];
  const { typed, faces, optional, otherText, competitors, socialAccounts } = found;
  const path = `/staff/borrowers/${borrowerId}`;
  return (
    <>
      <Title>{t("documentsTitle")}</Title>
      <div className="console-grid">
        <div className="console-main">
          <Evidence
            heading={t("documents")}
            path={`${path}/documents`}
            photos={usePictures(borrowerId, found)}
            left={left}
            right={right}
          />
          <OptionalInformationView
            optional={optional}
            otherText={otherText}
            competitors={competitors}
            socialAccounts={socialAccounts}
          />
        </div>
        <div className="console-aside">
          <ComparedFacts
            typed={typed}
            faces={faces}
            unmaskTo={mayStaff(roles, "borrower.unmask") ? `${path}/unmask` : null}
          />
        </div>
      </div>
    </>
  );
}

/** The identity's pictures first, then documents by kind, then optional uploads. */
function usePictures(borrowerId: string, { identity, kinds, screenshots }: Found): EvidencePhoto[] {
  const word = useTexts(borrowerDocumentTexts);
  const api = `/api/staff/borrowers/${borrowerId}`;
  const numbered = (kind: keyof typeof borrowerDocumentTexts, number: number) => `${word(kind)} ${number}`;
  return [
    ...identity.map((kind) => ({ id: kind, name: word(kind), picture: `${api}/identity/${kind}` })),
    ...kinds.flatMap(({ kind, uploadedAt, ids }) =>
      ids.map((id, index) => ({
        id,
        name: numbered(kind, index + 1),
        at: uploadedAt,
        picture: `${api}/documents/${id}`,
      })),
    ),
    ...screenshots.map(({ id, uploadedAt }, index) => ({
      id,
      name: numbered("COMPETITORS", index + 1),
      at: uploadedAt,
      picture: `${api}/documents/${id}`,
    })),
  ];
}
