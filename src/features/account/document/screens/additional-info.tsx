import type { Route } from "./+types/additional-info";
import { listLinks } from "#features/account/linking/contract.ts";
import { LinkList as AccountLinks } from "#features/account/linking/parts/link-list.tsx";
import { listLookups } from "#features/account/lookup/contract.ts";
import { LookupList } from "#features/account/lookup/parts/lookup-list.tsx";
import { readToldAtChoice } from "#features/account/profile/parts/told-at-choice.ts";
import { getReadiness, readinessParts, type ReadinessPart } from "#features/account/profile/contract.ts";
import { call } from "#web/api.ts";
import { useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { Badge } from "#web/ui/badge/badge.tsx";
import { ButtonLink } from "#web/ui/button/button.tsx";
import { Disclosure } from "#web/ui/disclosure/disclosure.tsx";
import type { IconName } from "#web/ui/icon/icon.tsx";
import { LinkList } from "#web/ui/link-list/link-list.tsx";
import { Notice } from "#web/ui/notice/notice.tsx";
import { ActionBar } from "#web/ui/page/page.tsx";
import { Progress } from "#web/ui/progress/progress.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import { Section, Small, Title } from "#web/ui/text/text.tsx";
import {
  type DocumentKind,
  documentKinds,
  getInformationOffer,
  incomeEvidenceKinds,
  kindTexts,
  listDocuments,
  pathOfKind,
} from "../contract.ts";
import { OptionalList } from "../parts/optional-list.tsx";
import { AskedFor } from "../parts/asked-for.tsx";
import { getDocumentRequest } from "../request-contract.ts";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.title };

export async function loader({ request, context }: Route.LoaderArgs) {
  const [{ missing }, { items }, { request: asked }, { offer }, lookups, links, atChoice] = await Promise.all([
    call(getReadiness, {}, { context }),
    call(listDocuments, {}, { context }),
    call(getDocumentRequest, {}, { context }),
    call(getInformationOffer, {}, { context }),
    call(listLookups, {}, { context }),
    call(listLinks, {}, { context }),
    readToldAtChoice(context),
  ]);
  return {
    missing,
    documents: items,
    offer: offer?.state === "OPEN" ? offer : null,
    asked: asked?.state === "OPEN" ? asked : null,
    lookups: lookups.items.map(({ kind, lookup }) => ({ kind, state: lookup?.state ?? null })),
    links: links.items.map(({ kind, link }) => ({ kind, state: link?.state ?? null })),
    atChoice,
    saved: new URL(request.url).searchParams.has("saved"),
  };
}

const uploadPath = (kind: DocumentKind) => `/webview/additional-info/upload/${pathOfKind(kind)}`;
const places: Readonly<Record<ReadinessPart, { to: string; icon: IconName }>> = {
  IDENTITY: { to: "/webview/identity", icon: "camera" },
  PROFILE: { to: "/webview/profile", icon: "person" },
  CONTACTS: { to: "/webview/additional-info/contact-upload", icon: "phone" },
  INCOME_EVIDENCE: { to: uploadPath("SALARY_SLIP"), icon: "document" },
  BANK_ACCOUNT: { to: "/webview/bank-account", icon: "bank" },
};

export default function AdditionalInfo({ loaderData }: Route.ComponentProps) {
  const { missing, documents, asked, lookups, links, saved } = loaderData;
  const t = useTexts(texts);
  const name = useTexts(kindTexts);
  const next = missing[0];
  const done = readinessParts.length - missing.length;
  const evidence: readonly DocumentKind[] = incomeEvidenceKinds;
  const countOf = (kind: DocumentKind) => documents.find((one) => one.kind === kind)?.count ?? 0;
  const optional = [
    ...evidence.filter((kind) => kind !== "SALARY_SLIP"),
    ...documentKinds.filter((kind) => !evidence.includes(kind)),
  ];
  const given = optional.filter((kind) => countOf(kind) > 0).length;
  const ofKind = (kind: DocumentKind) => ({
    to: uploadPath(kind),
    label: name(kind),
    detail: countOf(kind) > 0 ? t("countOf", { count: countOf(kind) }) : t("none"),
    icon: "document" as const,
    ...(countOf(kind) > 0 ? { aside: <Badge kind="ok">{t("done")}</Badge> } : {}),
  });
  return (
    <Stack gap="loose">
      <Title lead={next ? t("lead") : t("allDone")}>{t("title")}</Title>
      {saved && (
        <Notice kind="ok" live>
          {t("saved")}
        </Notice>
      )}
      <AskedFor request={asked} offer={loaderData.offer} />
      <Progress
        label={t("progress")}
        words={t("progressWords", { done, count: readinessParts.length })}
        value={done}
        maximum={readinessParts.length}
      />
      <Section heading={t("needed")}>
        <LinkList
          items={readinessParts.map((part) => ({
            ...places[part],
            label: t(part),
            detail: t(`${part}Detail`),
            aside: missing.includes(part) ? (
              <Badge kind="attention">{t("open")}</Badge>
            ) : (
              <Badge kind="ok">{t("done")}</Badge>
            ),
          }))}
        />
      </Section>
      <LookupList items={lookups} />
      <AccountLinks items={links} />
      <OptionalList {...loaderData.atChoice} />
      <Disclosure id="more" summary={given > 0 ? t("moreGiven", { count: given }) : t("more")}>
        <Stack>
          <Small>{t("moreLead")}</Small>
          <LinkList items={optional.map(ofKind)} />
        </Stack>
      </Disclosure>
      <ActionBar>
        <ButtonLink to={next ? places[next].to : "/webview/apply-loan"}>
          {next ? t("continue", { part: t(next) }) : t("apply")}
        </ButtonLink>
      </ActionBar>
    </Stack>
  );
}
