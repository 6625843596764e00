import { data } from "react-router";
import type { Route } from "./+types/verify";
import { getMergeStatement } from "#features/account/account-merge/contract.ts";
import { MergeStatementView } from "#features/account/account-merge/parts/statement.tsx";
import { getClosureCertificate } from "#features/account/cancellation/contract.ts";
import { Certificate } from "#features/account/cancellation/parts/certificate.tsx";
import { verifyReceipt } from "#features/account/privacy/contract.ts";
import { VerifiedReceipt } from "#features/account/privacy/parts/verified-receipt.tsx";
import { compareHashUrl } from "virtual:enhance";
import { call, Problem } from "#web/api.ts";
import { defineForms } from "#web/form-actions.ts";
import { useFrame } from "#web/frame.tsx";
import { DateText, InstantText, useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { FactualClaim } from "#web/shells/fact.tsx";
import { Button } from "#web/ui/button/button.tsx";
import { DefinitionList } from "#web/ui/definition-list/definition-list.tsx";
import { FileField } from "#web/ui/file-field/file-field.tsx";
import { ActionForm } from "#web/ui/form/action-form.tsx";
import { Notice } from "#web/ui/notice/notice.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import { Section, Small, Title } from "#web/ui/text/text.tsx";
import { compareFile, fileMatches, verifyDocument, type VerifiedDocument } from "../document-contract.ts";
import { Hash } from "../parts/document-view.tsx";
import { SignatureLine } from "../parts/signature-line.tsx";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.verifyTitle, noIndex: true, isStep: true, uploads: [compareFile] };

export async function loader({ params, context }: Route.LoaderArgs) {
  try {
    return data({
      found: await call(verifyDocument, { documentId: params.id }, { context }),
      receipt: null,
      certificate: null,
      statement: null,
      notYet: null,
    });
  } catch (error) {
    if (!(error instanceof Problem) || (error.code !== "VERIFY_NOT_FOUND" && error.code !== "INPUT_INVALID"))
      throw error;
    const isId = error.code === "VERIFY_NOT_FOUND";
    // The receipt of a consent, the certificate of a closed account and the statement of a merge are checked at the same kind of address.
    const [receipt, certificate, statement] = isId
      ? await Promise.all([
          unless("CONSENT_UNKNOWN", call(verifyReceipt, { receiptId: params.id }, { context })),
          certificateAt(call(getClosureCertificate, { closureId: params.id }, { context })),
          unless("STATEMENT_UNKNOWN", call(getMergeStatement, { mergeId: params.id }, { context })),
        ])
      : [null, null, null];
    const notYet = typeof certificate === "string" ? certificate : null;
    const isKnown = receipt || certificate || statement;
    return data(
      { found: null, receipt, certificate: typeof certificate === "string" ? null : certificate, statement, notYet },
      { status: isKnown ? 200 : 404 },
    );
  }
}

/** The certificate; in words when it is issued, while the closing can still be cancelled. */
async function certificateAt<Found>(found: Promise<Found>): Promise<Found | string | null> {
  try {
    return await unless("CERTIFICATE_UNKNOWN", found);
  } catch (error) {
    if (error instanceof Problem && error.code === "CERTIFICATE_NOT_YET") return error.data.status.detail;
    throw error;
  }
}

/** Null if it is unknown. */
async function unless<Found>(code: string, found: Promise<Found>): Promise<Found | null> {
  try {
    return await found;
  } catch (error) {
    if (error instanceof Problem && error.code === code) return null;
    throw error;
  }
}

/** Only without script, or where the browser cannot hash. */
const forms = defineForms({ compare: { call: compareFile, input: ({ params }) => ({ documentId: params["id"] }) } });
export const action = forms.action;

export default function Verify({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTexts(texts);
  const { found, receipt, certificate, statement, notYet } = loaderData;
  return (
    <Stack gap="loose">
      <Title {...(receipt || certificate || statement || notYet ? {} : { lead: t("verifyLead") })}>
        {t("verifyTitle")}
      </Title>
      {receipt ? (
        <VerifiedReceipt receipt={receipt} />
      ) : certificate ? (
        <Certificate certificate={certificate} />
      ) : statement ? (
        <MergeStatementView statement={statement} />
      ) : found ? (
        <>
          <Verdict found={found} />
          <FoundFacts found={found} />
          <CompareFile found={found} actionData={actionData} />
        </>
      ) : notYet ? (
        <Notice kind="attention">{notYet}</Notice>
      ) : (
        <Notice kind="bad" title={t("noDocumentTitle")}>
          {t("verifyUnknown")}
        </Notice>
      )}
    </Stack>
  );
}

function Verdict({ found }: { found: VerifiedDocument }) {
  const t = useTexts(texts);
  switch (found.state) {
    case "NOT_SIGNED":
      return <Notice kind="attention">{t("verifyNotSigned")}</Notice>;
    case "WITHDRAWN":
      return <Notice kind="bad">{t(found.replaced ? "verifyReplaced" : "verifyWithdrawn")}</Notice>;
    case "SIGNING":
      return <Notice kind="attention">{t("verifySigning")}</Notice>;
    case "ACCEPTED":
      return <Notice>{t("verifyAccepted")}</Notice>;
    case "SIGNED":
      return found.signature?.valid ? (
        <Notice kind="ok" title={t("verifySigned")}>
          {t("verifySignedBody")}
        </Notice>
      ) : (
        <Notice kind="bad">{t("verifyBroken")}</Notice>
      );
  }
}

function FoundFacts({ found }: { found: VerifiedDocument }) {
  const t = useTexts(texts);
  return (
    <DefinitionList
      items={[
        [t("kind"), t(found.kind)],
        [t("number"), found.number],
        [
          t("issuedBy"),
          <FactualClaim key="issuer" verified={found.issuedBy.verified}>
            {found.issuedBy.value}
          </FactualClaim>,
        ],
        [t("issuedOn"), <DateText key="issued" date={found.issuedOn} />],
        [t("holder"), found.maskedName],
        [t("signedAt"), found.signedAt && <InstantText key="signed" at={found.signedAt} />],
        [t("signature"), <SignatureLine key="signature" signature={found.signature} />],
        [t("sealedHash"), found.sealedHash && <Hash key="sealed" hash={found.sealedHash} />],
        [t("shownHash"), found.shownHash && <Hash key="shown" hash={found.shownHash} />],
      ]}
    />
  );
}

/** A small script compares the file on the device; the results are on the page, hidden. Without script the form is sent, and one result is shown. */
function CompareFile({
  found,
  actionData,
}: {
  found: VerifiedDocument;
  actionData: Route.ComponentProps["actionData"];
}) {
  const t = useTexts(texts);
  const { nonce } = useFrame();
  const match = actionData?.reply?.match;
  return (
    <Section heading={t("checkFile")}>
      <Small>{t("checkFileWhy")}</Small>
      <div className="stack" data-compare-sealed={found.sealedHash ?? ""} data-compare-shown={found.shownHash ?? ""}>
        <ActionForm of={forms.form("compare", actionData)} upload>
          <FileField name="file" label={t("file")} accept="application/pdf" art="document" required />
          <Button kind="secondary" track="verify_file">
            {t("compare")}
          </Button>
        </ActionForm>
        {fileMatches.map((one) => (
          <div key={one} role="status" data-compare-result={one} hidden={match !== one}>
            <MatchNotice match={one} />
          </div>
        ))}
        <script src={compareHashUrl} nonce={nonce} defer />
      </div>
    </Section>
  );
}

function MatchNotice({ match }: { match: (typeof fileMatches)[number] }) {
  const t = useTexts(texts);
  if (match === "NONE") {
    return (
      <Notice kind="bad" title={t("matchNoneTitle")}>
        {t("matchNone")}
      </Notice>
    );
  }
  return (
    <Notice kind="ok" title={t("matchSealedTitle")}>
      {t(match === "SEALED" ? "matchSealed" : "matchShown")}
    </Notice>
  );
}
