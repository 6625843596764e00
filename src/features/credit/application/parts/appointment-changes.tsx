/** Shows the changes between the booking of an appointment and today. */
import { useLanguage, useTexts } from "#web/language.tsx";
import { Notice } from "#web/ui/notice/notice.tsx";
import { formatDate } from "#shared/dates.ts";
import { unbrokenRupiah } from "#shared/money.ts";
import type { OpenAppointment } from "../appointment-contract.ts";
import { appointmentTexts, changeTexts } from "./appointment-texts.ts";

/** Only the sentences, for a notice. */
function ChangeSentences({ appointment }: { appointment: OpenAppointment }) {
  const change = useTexts(changeTexts);
  const { differences, costRupiah, costTodayRupiah, limitTodayRupiah } = appointment;
  const figures = {
    before: unbrokenRupiah(costRupiah),
    now: unbrokenRupiah(costTodayRupiah ?? 0),
    limit: unbrokenRupiah(limitTodayRupiah ?? 0),
  };
  return <>{differences.map((code) => change(code, figures)).join(" ")}</>;
}

/** All differences in a notice, or that there are none. */
export function AppointmentChanges({ appointment }: { appointment: OpenAppointment }) {
  const t = useTexts(appointmentTexts);
  if (appointment.differences.length === 0) return <Notice kind="ok">{t("unchanged")}</Notice>;
  return (
    <Notice kind="attention" title={t("changed")}>
      <ChangeSentences appointment={appointment} />
    </Notice>
  );
}

/** On the loan form: its figures come from the appointment whose day has come. */
export function FromAppointment({ appointment }: { appointment: OpenAppointment }) {
  const t = useTexts(appointmentTexts);
  const language = useLanguage();
  const isChanged = appointment.differences.length > 0;
  return (
    <Notice
      kind={isChanged ? "attention" : "info"}
      title={t("fromAppointment", { date: formatDate(appointment.on, language) })}
    >
      {isChanged ? <ChangeSentences appointment={appointment} /> : t("unchanged")} {t("filledIn")}
    </Notice>
  );
}
