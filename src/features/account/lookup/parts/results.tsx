/** The result of a look-up: the code that the register wants, its statement, or why there is none. */
import { HolderNameLink } from "#features/account/holder-name/parts/holder-name-link.tsx";
import { formatInstant, monthName } from "#shared/dates.ts";
import { formatRupiah } from "#shared/money.ts";
import { outsideReadTexts } from "#shared/outside-reads.ts";
import { useLanguage, useTexts } from "#web/language.tsx";
import type { BoundForm } from "#web/form-actions.ts";
import { Button, ButtonLink } from "#web/ui/button/button.tsx";
import { Card } from "#web/ui/card/card.tsx";
import { DefinitionList } from "#web/ui/definition-list/definition-list.tsx";
import { Dialog, DialogClose, DialogLink } from "#web/ui/dialog/dialog.tsx";
import { ActionForm } from "#web/ui/form/action-form.tsx";
import { Notice } from "#web/ui/notice/notice.tsx";
import { ActionBar } from "#web/ui/page/page.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import { Small, Title } from "#web/ui/text/text.tsx";
import { TextField } from "#web/ui/text-field/text-field.tsx";
import { registerWords, type LookupKind, type LookupView } from "../contract.ts";
import { texts, valueTexts } from "../texts.ts";

function useMoment(): (at: string | null) => string {
  const language = useLanguage();
  return (at) => (at === null ? "" : formatInstant(new Date(at), language, "WIB", "short"));
}

/** A register's abbreviations in the reader's words: `PRABAYAR`, `2019-03`. Other values stay as they are. */
function useFactWords(): (value: string) => string {
  const known = useTexts(valueTexts);
  const language = useLanguage();
  return (value) => {
    const [, year, month] = /^(\d{4})-(0[1-9]|1[0-2])$/.exec(value) ?? [];
    if (year && month) {
      const name = monthName(Number(month), language);
      return language === "zh" ? `${year}年${name}` : `${name} ${year}`;
    }
    const word = registerWords.find((one) => one === value.replaceAll(" ", "_"));
    return word ? known(word) : value;
  };
}

export interface CodeNeededProps {
  lookup: LookupView;
  attemptsLeft: number;
  code: BoundForm;
  remove: BoundForm;
}

/** The register sent a code to the borrower. */
export function CodeNeeded({ lookup, attemptsLeft, code, remove }: CodeNeededProps) {
  const t = useTexts(texts);
  const moment = useMoment();
  return (
    <Stack gap="loose">
      <Title lead={t("codeBody", { from: t(`${lookup.kind}From`), until: moment(lookup.codeUntil) })}>
        {t("codeTitle")}
      </Title>
      <ActionForm of={code}>
        <input type="hidden" name="lookupId" value={lookup.lookupId} />
        <TextField
          name="code"
          label={t("code")}
          hint={t("codeLeft", { count: attemptsLeft })}
          inputMode="numeric"
          autoComplete="one-time-code"
        />
        <Small>{t("codeSecret")}</Small>
        <Small>{t("noCode")}</Small>
        <ActionBar>
          <Button track="lookup_code">{t("sendCode")}</Button>
        </ActionBar>
      </ActionForm>
      <CancelLookup of={remove} />
    </Stack>
  );
}

/** Ends the look-up in progress. */
export function CancelLookup({ of }: { of: BoundForm }) {
  const t = useTexts(texts);
  return (
    <ActionForm of={of} id="cancel" bare>
      <Button kind="quiet" track="lookup_cancel">
        {t("cancel")}
      </Button>
    </ActionForm>
  );
}

/** The register's statement, its validity, and how to delete it. */
export function LookupResult({ lookup, remove }: { lookup: LookupView; remove: BoundForm }) {
  const t = useTexts(texts);
  const read = useTexts(outsideReadTexts);
  const inWords = useFactWords();
  const moment = useMoment();
  return (
    <Stack gap="loose">
      <Title lead={t(`${lookup.kind}Title`)}>{t("found")}</Title>
      <Notice kind="ok">{t("foundBody", { until: moment(lookup.endsAt) })}</Notice>
      <Card>
        <DefinitionList
          items={lookup.facts.map(({ name, value }) => [
            read(name),
            name === "monthlyWageRupiah" && /^\d{1,12}$/.test(value) ? formatRupiah(Number(value)) : inWords(value),
          ])}
        />
      </Card>
      <DialogLink to="remove" kind="quiet">
        {t("remove")}
      </DialogLink>
      <Dialog id="remove" heading={t("removeAsk")}>
        <ActionForm of={remove} id="r">
          <p>{t("removeBody")}</p>
          <Button kind="danger" track="lookup_remove">
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

const failedStates = ["NOT_FOUND", "REFUSED", "NOT_YOURS", "UNAVAILABLE", "EXPIRED"] as const;

/** Why the last look-up of this kind gave no result. */
export function LastLookup({ lookup, attemptsLeft }: { lookup: LookupView | null; attemptsLeft: number }) {
  const t = useTexts(texts);
  const moment = useMoment();
  // Mistyped: the look-up stays open, and the form below takes the next try.
  const state = lookup?.retryUntil ? "REFUSED" : failedStates.find((one) => one === lookup?.state);
  if (!lookup || !state) return null;
  return (
    <Notice kind={state === "EXPIRED" ? "info" : "attention"} live>
      {t(state, { count: attemptsLeft })} {t("lastTime", { when: moment(lookup.askedAt) })}
      {state === "NOT_YOURS" && <HolderNameLink />}
    </Notice>
  );
}

/** Why this kind cannot be asked for any more today. */
export function NotToday({ kind, attemptsLeft }: { kind: LookupKind; attemptsLeft: number }) {
  const t = useTexts(texts);
  return (
    <>
      <Notice kind="attention">{t(attemptsLeft === 0 ? "noTries" : "noneLeft")}</Notice>
      <ActionBar>
        <ButtonLink to="/webview/additional-info" track={`lookup_${kind.toLowerCase()}_later`}>
          {t("back")}
        </ButtonLink>
      </ActionBar>
    </>
  );
}
