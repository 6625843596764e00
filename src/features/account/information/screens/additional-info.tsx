import type { Route } from "./+types/additional-info";
import { listLinks } from "#features/account/linking/contract.ts";
import { AccountLinkList as AccountLinks } from "#features/account/linking/parts/link-list.tsx";
import { listLookups } from "#features/account/lookup/contract.ts";
import { LookupList } from "#features/account/lookup/parts/lookup-list.tsx";
import { readOptionalInformation } from "#features/account/profile/parts/told-at-choice.ts";
import { getReadiness, readinessParts, type ReadinessPart } from "#features/account/profile/contract.ts";
import { call } from "#web/api.ts";
import { formatInstant } from "#shared/dates.ts";
import { useLanguage, useTexts } from "#web/language.tsx";
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
  borrowerDocumentKinds,
  incomeEvidenceKinds,
  documentKindTexts,
  listDocuments,
  pathOfKind,
} from "#features/account/document/contract.ts";
import { OptionalList } from "../parts/optional-list.tsx";
import { RequestedItems, readOpenRequests } from "#features/account/document/parts/asked-for.tsx";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.title };

export async function loader({ request, context }: Route.LoaderArgs) {
  const [{ missing, openLoan }, { items }, { request: asked, offer }, lookups, links, atChoice] = await Promise.all([
    call(getReadiness, {}, { context }),
    call(listDocuments, {}, { context }),
    readOpenRequests(context),
    call(listLookups, {}, { context }),
    call(listLinks, {}, { context }),
    readOptionalInformation(context),
  ]);
  return {
    missing,
    openLoan,
    documents: items,
    offer,
    asked,
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

type Loaded = Route.ComponentProps["loaderData"];

/** The next step, by priority: documents that staff requested, missing parts, an open loan, and only then another application. */
function nextStep({ asked, missing, openLoan }: Pick<Loaded, "asked" | "missing" | "openLoan">) {
  if (asked) return { lead: "leadAsked", act: "uploadAsked", to: "/webview/additional-again" } as const;
  if (openLoan) {
    const to = `/webview/loan-history/${openLoan.loanId}`;
    return openLoan.stage === "APPLICATION"
      ? ({ lead: "leadApplication", act: "seeApplication", to } as const)
      : ({ lead: "leadLoan", act: "seeLoan", to } as const);
  }
  const [part] = missing;
  if (part) return { lead: "lead", act: "continue", part, to: places[part].to } as const;
  return { lead: "allDone", act: "apply", to: "/webview/apply-loan" } as const;
}

export default function AdditionalInfo({ loaderData }: Route.ComponentProps) {
  const { missing, documents, asked, lookups, links, saved } = loaderData;
  const t = useTexts(texts);
  const name = useTexts(documentKindTexts);
  const language = useLanguage();
  const done = readinessParts.length - missing.length;
  const evidence: readonly DocumentKind[] = incomeEvidenceKinds;
  const countOf = (kind: DocumentKind) => documents.find((one) => one.kind === kind)?.count ?? 0;
  const optional = [
    ...evidence.filter((kind) => kind !== "SALARY_SLIP"),
    // Text answers have a screen of their own.
    ...borrowerDocumentKinds.filter((kind) => !evidence.includes(kind) && kind !== "OTHER_TEXT"),
  ];
  const given = optional.filter((kind) => countOf(kind) > 0).length;
  const ofKind = (kind: DocumentKind) => ({
    to: uploadPath(kind),
    label: name(kind),
    ...(countOf(kind) > 0
      ? { detail: t("countOf", { count: countOf(kind) }), aside: <Badge kind="ok">{t("done")}</Badge> }
      : {}),
    icon: "document" as const,
  });
  const step = nextStep(loaderData);
  const words = {
    count: asked?.kinds.length ?? 0,
    until: asked ? formatInstant(new Date(asked.dueAt), language, "WIB", "short") : "",
  };
  return (
    <Stack gap="loose">
      <Title lead={t(step.lead, words)}>{t("title")}</Title>
      {saved && (
        <Notice kind="ok" live>
          {t("saved")}
        </Notice>
      )}
      <RequestedItems request={asked} offer={loaderData.offer} />
      {missing.length > 0 ? (
        <>
          <Progress
            label={t("progress")}
            words={t("progressWords", { done, count: readinessParts.length })}
            value={done}
            maximum={readinessParts.length}
          />
          <Section heading={t("needed")}>
            <Parts missing={missing} />
          </Section>
        </>
      ) : (
        // Everything is there: it can be opened to view.
        <Disclosure id="needed" summary={t("neededDone", { count: readinessParts.length })}>
          <Parts missing={missing} />
        </Disclosure>
      )}
      <Section heading={t("addable")}>
        <Stack>
          <Small>{t("addableLead")}</Small>
          <LookupList items={lookups} />
          <AccountLinks items={links} />
          <Disclosure id="more" summary={given > 0 ? t("moreGiven", { count: given }) : t("more")}>
            <LinkList items={optional.map(ofKind)} />
          </Disclosure>
          <OptionalList {...loaderData.atChoice} />
        </Stack>
      </Section>
      <ActionBar>
        <ButtonLink to={step.to}>{t(step.act, step.part ? { part: t(step.part) } : {})}</ButtonLink>
      </ActionBar>
    </Stack>
  );
}

function Parts({ missing }: Pick<Loaded, "missing">) {
  const t = useTexts(texts);
  return (
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
  );
}
