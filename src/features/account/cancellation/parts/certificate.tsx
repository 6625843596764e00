/** The certificate of a closed account, as anyone sees it who has its number. */
import { InstantText, useTexts } from "#web/language.tsx";
import { ButtonLink } from "#web/ui/button/button.tsx";
import { DefinitionList } from "#web/ui/definition-list/definition-list.tsx";
import { Notice } from "#web/ui/notice/notice.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import { Section, Small } from "#web/ui/text/text.tsx";
import { keptRules, type ClosureCertificate } from "../contract.ts";
import { keptTexts, texts } from "../texts.ts";

export function Certificate({ certificate }: { certificate: ClosureCertificate }) {
  const t = useTexts(texts);
  const { closureId, askedAt, closedAt, erasedAt, unreadableValues, deletedRows } = certificate;
  return (
    <Stack gap="loose">
      {erasedAt === null ? (
        <Notice kind="attention" title={t("certTitle")}>
          {t("certErasing")}
        </Notice>
      ) : (
        <Notice kind="ok" title={t("certTitle")}>
          {t("certBody")}
        </Notice>
      )}
      <DefinitionList
        items={[
          [
            t("certNumber"),
            <code key="number" className="hash">
              {closureId}
            </code>,
          ],
          [t("askedAt"), <InstantText key="asked" at={askedAt} />],
          [t("certClosed"), <InstantText key="closed" at={closedAt} />],
          ...(erasedAt === null
            ? []
            : [
                [t("certErased"), <InstantText key="erased" at={erasedAt} />] as const,
                [t("certUnreadable"), unreadableValues ?? 0] as const,
                [t("certRows"), deletedRows] as const,
              ]),
        ]}
      />
      {erasedAt !== null && (
        <>
          <Small>{t("certUnreadableWhy")}</Small>
          <Kept kept={certificate.kept} />
          {certificate.retentionEndedAt && (
            <Notice kind="ok" title={t("certEndTitle")}>
              {t("certEndBody")} <InstantText at={certificate.retentionEndedAt} />
            </Notice>
          )}
          {certificate.hasEndFile && (
            <ButtonLink to={`/api/account-closure/certificate/${closureId}/file?part=END`} kind="secondary" download>
              {t("certEndFile")}
            </ButtonLink>
          )}
          {certificate.hasFile && (
            <ButtonLink to={`/api/account-closure/certificate/${closureId}/file`} kind="secondary" download>
              {t("certFile")}
            </ButtonLink>
          )}
        </>
      )}
    </Stack>
  );
}

/** A line for each rule: number of items, and the last end date. */
function Kept({ kept }: Pick<ClosureCertificate, "kept">) {
  const t = useTexts(texts);
  const name = useTexts(keptTexts);
  const lines = keptRules.flatMap((rule) => {
    const of = kept.filter((one) => one.rule === rule);
    const until = of
      .map((one) => one.until)
      .toSorted()
      .at(-1);
    return until ? [{ rule, until, count: of.reduce((sum, one) => sum + one.count, 0) }] : [];
  });
  return (
    <Section heading={t("certKept")}>
      <Stack gap="tight">
        {lines.length === 0 ? (
          <p>{t("certKeptNothing")}</p>
        ) : (
          <DefinitionList
            items={lines.map(({ rule, count, until }) => [
              name(rule),
              <span key={rule}>
                {t("certKeptItem", { count })} <InstantText at={until} />
              </span>,
            ])}
          />
        )}
        <Small>{t("certComplaint")}</Small>
      </Stack>
    </Section>
  );
}
