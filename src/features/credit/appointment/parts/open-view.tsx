/** An appointment that is open: before its day what will come, from its day on what changed and the way to apply. */
import type { ReactNode } from "react";
import type { BankAccountAnswer } from "#features/account/bank-account/contract.ts";
import type { OpenAppointment } from "#features/credit/application/contract.ts";
import { AppointmentChanges } from "#features/credit/application/parts/appointment-changes.tsx";
import { PurposeText } from "#features/credit/application/parts/apply-form.tsx";
import { Money, useLanguage, useTexts } from "#web/language.tsx";
import { ButtonLink } from "#web/ui/button/button.tsx";
import { CheckList } from "#web/ui/check-list/check-list.tsx";
import { DefinitionList } from "#web/ui/definition-list/definition-list.tsx";
import { Saved } from "#web/ui/form/action-form.tsx";
import { Notice } from "#web/ui/notice/notice.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import { Figure, Title } from "#web/ui/text/text.tsx";
import { formatDate } from "#shared/dates.ts";
import { texts } from "../texts.ts";

interface OpenViewProps {
  appointment: OpenAppointment;
  /** The account that would receive the money; undefined once it is not in the borrower's list. */
  account: BankAccountAnswer | undefined;
  /** Why another one was not booked. */
  refused: ReactNode;
  /** The form that cancels it. */
  cancel: ReactNode;
}

export function OpenView({ appointment, account, refused, cancel }: OpenViewProps) {
  const t = useTexts(texts);
  const language = useLanguage();
  const { on, confirmBy, confirmDays, amountRupiah, state } = appointment;
  const date = formatDate(on, language);
  const isToday = state === "OFFERED";
  return (
    <Stack gap="loose">
      <Title {...(confirmBy ? { lead: t("todayLead", { date: formatDate(confirmBy, language) }) } : {})}>
        {t("openTitle")}
      </Title>
      <Saved by="booked">{t("booked")}</Saved>
      {refused}
      <Figure label={t("forDay", { date })}>
        <Money rupiah={amountRupiah} signed />
      </Figure>
      {isToday && (
        <>
          <AppointmentChanges appointment={appointment} />
          <WayOn appointment={appointment} />
        </>
      )}
      <Terms appointment={appointment} account={account} />
      {!isToday && (
        <>
          {appointment.differences.length > 0 && <AppointmentChanges appointment={appointment} />}
          <CheckList items={[t("next1", { date }), t("next2"), t("next3", { days: confirmDays })]} />
        </>
      )}
      <Notice>{t("notReserved")}</Notice>
      {cancel}
    </Stack>
  );
}

/** Where an application can be sent, or the loan that must end before. */
function WayOn({ appointment: { differences } }: { appointment: OpenAppointment }) {
  const t = useTexts(texts);
  if (differences.includes("LIMIT_FROZEN")) return <ButtonLink to="/webview/credit">{t("toScore")}</ButtonLink>;
  if (differences.includes("LOAN_OPEN") || differences.includes("TOO_EARLY"))
    return <ButtonLink to="/webview/home">{t("toLoan")}</ButtonLink>;
  return (
    <ButtonLink to="/webview/apply-loan" track="appointment_confirm">
      {t("confirm")}
    </ButtonLink>
  );
}

function Terms({ appointment, account }: Pick<OpenViewProps, "appointment" | "account">) {
  const t = useTexts(texts);
  const { tenorDays, purpose, costRupiah, costTodayRupiah } = appointment;
  return (
    <DefinitionList
      items={[
        [t("costBooked"), <Money key="cost" rupiah={costRupiah} />],
        [t("costToday"), costTodayRupiah === null ? t("notOffered") : <Money key="today" rupiah={costTodayRupiah} />],
        [t("tenor"), t("days", { days: tenorDays })],
        [t("purpose"), <PurposeText key="purpose" purpose={purpose} />],
        [t("account"), account ? `${account.bankName} ${account.masked}` : t("accountGone")],
      ]}
    />
  );
}
