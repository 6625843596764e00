/** The parts of linking that its screens share. */
import { HolderNameLink } from "#features/account/holder-name/parts/holder-name-link.tsx";
import { LookupWaiting } from "#features/account/lookup/parts/waiting.tsx";
import { formatDate, formatInstant, type BusinessDate } from "#shared/dates.ts";
import { formatRupiah } from "#shared/money.ts";
import { linkFigures, linkReadText, outsideReadTexts } from "#shared/outside-reads.ts";
import { say } from "#shared/texts.ts";
import type { BoundForm } from "#web/form-actions.ts";
import { useLanguage, useTexts } from "#web/language.tsx";
import { Button, ButtonLink } from "#web/ui/button/button.tsx";
import { Card } from "#web/ui/card/card.tsx";
import { Checkbox } from "#web/ui/choices/choices.tsx";
import { DefinitionList } from "#web/ui/definition-list/definition-list.tsx";
import { Dialog, DialogClose, DialogLink } from "#web/ui/dialog/dialog.tsx";
import { EmptyState } from "#web/ui/empty-state/empty-state.tsx";
import { ActionForm, Saved } from "#web/ui/form/action-form.tsx";
import { Notice } from "#web/ui/notice/notice.tsx";
import { ActionBar } from "#web/ui/page/page.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import { Section, Small, Title } from "#web/ui/text/text.tsx";
import { specMessages } from "#shared/fields/texts.ts";
import { accountLinkRetentionDays, nameOfInstitution, readMonths, type LinkKind, type LinkView } from "../contract.ts";
import { texts } from "../texts.ts";

export function useMoment(): (at: string | null) => string {
  const language = useLanguage();
  return (at) => (at === null ? "" : formatInstant(new Date(at), language, "WIB", "short"));
}

export interface BeginProps {
  kind: LinkKind;
  link: LinkView | null;
  identityGiven: boolean;
  attemptsLeft: number;
  leftToday: number;
  of: BoundForm;
}

/** Shows what is read, why and for how long, before anything happens; the consent begins the link. */
export function Begin({ kind, link, identityGiven, attemptsLeft, leftToday, of }: BeginProps) {
  const t = useTexts(texts);
  const language = useLanguage();
  if (!identityGiven) {
    return (
      <EmptyState
        level={1}
        art="id-card"
        title={t("identityTitle")}
        action={<ButtonLink to="/webview/identity">{t("toIdentity")}</ButtonLink>}
      >
        {t("identityBody")}
      </EmptyState>
    );
  }
  const isOpen = attemptsLeft > 0 && leftToday > 0;
  return (
    <Stack gap="loose">
      <Title lead={t("lead")}>{t(`${kind}Title`)}</Title>
      <Saved by="removed">{t("removed")}</Saved>
      {!of.answer && <LastLink link={link} attemptsLeft={attemptsLeft} />}
      <Card>
        <DefinitionList
          items={[
            [t("whatRead"), t("whatReadBody", { read: say(linkReadText(kind), language), months: readMonths })],
            [t("whatFor"), t("whatForBody")],
            [t("howLong"), t("howLongBody", { days: accountLinkRetentionDays })],
          ]}
        />
      </Card>
      {isOpen ? (
        <ActionForm of={of}>
          <Checkbox name="consent" required>
            {t("consent", { days: accountLinkRetentionDays })}
          </Checkbox>
          {kind !== "OPEN_FINANCE" && (
            <Small>
              <a href="/webview/finantier-register">{t("byPartner")}</a>
            </Small>
          )}
          <ActionBar>
            <Button track="link_begin">{t("begin")}</Button>
            <ButtonLink kind="quiet" to="/webview/additional-info">
              {t("skip")}
            </ButtonLink>
          </ActionBar>
        </ActionForm>
      ) : (
        <>
          <Notice kind="attention">{t(attemptsLeft === 0 ? "noTries" : "noneLeft")}</Notice>
          <ActionBar>
            <ButtonLink to="/webview/additional-info">{t("back")}</ButtonLink>
          </ActionBar>
        </>
      )}
    </Stack>
  );
}

/** Why the last link of this kind failed; in the words of spec 8. */
export function LastLink({ link, attemptsLeft }: Pick<BeginProps, "link" | "attemptsLeft">) {
  const t = useTexts(texts);
  const spec = useTexts(specMessages);
  if (!link?.failure) return null;
  const { kind, failure } = link;
  const failed = kind === "ECOM" ? t("failedECOM") : spec("BANK_LINK_FAILED");
  return (
    <Notice kind="attention" title={failure === "DECLINED" ? t("declinedTitle") : failed} live>
      {t(failure, { count: attemptsLeft })}
      {failure === "OTHER_HOLDER" && <HolderNameLink />}
    </Notice>
  );
}

/** Ends the link in progress. */
export function CancelLink({ link, of }: { link: LinkView; of: BoundForm }) {
  const t = useTexts(texts);
  return (
    <ActionForm of={of} id="cancel" bare>
      <input type="hidden" name="linkId" value={link.linkId} />
      <Button kind="quiet" track="link_cancel">
        {t("cancel")}
      </Button>
    </ActionForm>
  );
}

/** The partner is at work: the page waits for it. */
export function Connecting({ path, link, end }: { path: string; link: LinkView; end: BoundForm }) {
  const t = useTexts(texts);
  const from = nameOfInstitution(link.institution) || t("partner");
  return (
    <LookupWaiting path={path} isWaiting={link.state === "CONNECTING"} from={from} title={t("connecting")}>
      <CancelLink link={link} of={end} />
    </LookupWaiting>
  );
}

/** A form cannot lead to another company's site, a link can: the person goes there knowingly. */
export function AtPartner({ link, end }: { link: LinkView; end: BoundForm }) {
  const t = useTexts(texts);
  const moment = useMoment();
  return (
    <Stack gap="loose">
      <Title lead={t("partnerLead", { until: moment(link.stepUntil) })}>{t("partnerTitle")}</Title>
      <ActionBar>
        <ButtonLink to={link.partnerUrl ?? ""} track="link_partner">
          {t("toPartner")}
        </ButtonLink>
      </ActionBar>
      <CancelLink link={link} of={end} />
    </Stack>
  );
}

/** The data that was read once, its validity, and how to delete it. */
export function Linked({ link, end }: { link: LinkView; end: BoundForm }) {
  const t = useTexts(texts);
  const read = useTexts(outsideReadTexts);
  const moment = useMoment();
  const language = useLanguage();
  const name = nameOfInstitution(link.institution);
  const monthName = (month: string): string =>
    new Intl.DateTimeFormat(language, { month: "long", year: "numeric", timeZone: "UTC" }).format(
      Date.parse(`${month}-01T00:00:00Z`),
    );
  return (
    <Stack gap="loose">
      <Title>{t("linked")}</Title>
      <Notice kind="ok">
        {t("linkedBody", { name, until: moment(link.endsAt) })} {t(link.revoked ? "revoked" : "revoking")}
      </Notice>
      {link.account && (
        <>
          <Card>
            <DefinitionList
              items={[
                [t("account"), `${name} ${link.account.masked}`],
                ...(link.account.openedOn === undefined
                  ? []
                  : [[read("openedOn"), formatDate(link.account.openedOn as BusinessDate, language)] as const]),
              ]}
            />
          </Card>
          {link.account.months.map((sums) => (
            <Section key={sums.month} heading={monthName(sums.month)}>
              <DefinitionList
                items={linkFigures[link.kind].flatMap((figure) => {
                  const sum = sums[figure];
                  return sum === undefined ? [] : [[read(figure), formatRupiah(sum)] as const];
                })}
              />
            </Section>
          ))}
        </>
      )}
      <DialogLink to="remove" kind="quiet">
        {t("remove")}
      </DialogLink>
      <Dialog id="remove" heading={t("removeAsk")}>
        <ActionForm of={end} id="r">
          <input type="hidden" name="linkId" value={link.linkId} />
          <p>{t("removeBody")}</p>
          <Button kind="danger" track="link_remove">
            {t("remove")}
          </Button>
          <DialogClose>{t("keep")}</DialogClose>
        </ActionForm>
      </Dialog>
      <ActionBar>
        <ButtonLink to="/webview/additional-info">{t("done")}</ButtonLink>
      </ActionBar>
    </Stack>
  );
}
