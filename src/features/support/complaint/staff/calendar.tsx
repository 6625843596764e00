import type { Route } from "./+types/calendar";
import { Button } from "#web/ui/button/button.tsx";
import { TwoLines } from "#web/console/queue.tsx";
import { DataTable } from "#web/ui/data-table/data-table.tsx";
import { ActionForm, Saved } from "#web/ui/form/action-form.tsx";
import { Notice } from "#web/ui/notice/notice.tsx";
import { ActionBar } from "#web/ui/page/page.tsx";
import { Select } from "#web/ui/select/select.tsx";
import { Tabs } from "#web/ui/tabs/tabs.tsx";
import { Section, Title } from "#web/ui/text/text.tsx";
import { DateField, TextField } from "#web/ui/text-field/text-field.tsx";
import { call } from "#web/api.ts";
import { defineForms } from "#web/form-actions.ts";
import { useFrame } from "#web/frame.tsx";
import { DateText, useLanguage, useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { addDays, dateInWib, weekdayName } from "#shared/dates.ts";
import { mayStaff } from "#shared/staff-permissions.ts";
import { holidayKinds, listHolidays, recordHoliday } from "../staff-contract.ts";
import { texts } from "./texts.ts";

export const handle: ScreenHandle = { title: texts.calendarTitle };

export async function loader({ request, context }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams;
  const year = /^20[2-9]\d$/.exec(query.get("year") ?? "")?.[0];
  return { ...(await call(listHolidays, year ? { year } : {}, { context })) };
}

const forms = defineForms({
  record: {
    call: recordHoliday,
    done: ({ day }) => `/staff/complaints/calendar?year=${day.slice(0, 4)}&saved=1`,
  },
});
export const action = forms.action;

export default function Calendar({ loaderData: { year, isDecreed, items }, actionData }: Route.ComponentProps) {
  const t = useTexts(texts);
  const language = useLanguage();
  const { staff, now } = useFrame();
  const today = dateInWib(new Date(now));
  const thisYear = Number(today.slice(0, 4));
  return (
    <>
      <Title lead={t("calendarLead")}>{t("calendarTitle")}</Title>
      <Tabs
        label={t("years")}
        tabs={[thisYear, thisYear + 1, thisYear + 2].map((one) => ({
          to: `/staff/complaints/calendar?year=${one}`,
          label: String(one),
          current: one === year,
        }))}
      />
      <Saved>{t("recorded")}</Saved>
      {!isDecreed && <Notice kind="attention">{t("notDecreed", { year })}</Notice>}
      <div className="console-grid">
        <div className="console-main">
          <DataTable
            caption={String(year)}
            captionHidden
            rows={items}
            rowKey={(one) => one.day}
            empty={t("noDays")}
            columns={[
              {
                key: "day",
                label: t("day"),
                show: (one) => (
                  <TwoLines>
                    <DateText date={one.day} style="short" />
                    <span>{weekdayName(one.day, language)}</span>
                  </TwoLines>
                ),
              },
              { key: "kind", label: t("kind"), show: (one) => t(one.kind) },
              { key: "name", label: t("name"), show: (one) => one.name },
              { key: "source", label: t("source"), show: (one) => one.source },
            ]}
          />
        </div>
        <div className="console-aside">
          {staff && mayStaff(staff.roles, "complaint.calendar") && (
            <Section heading={t("record")}>
              <ActionForm of={forms.form("record", actionData)}>
                <DateField name="day" label={t("day")} min={addDays(today, 1)} />
                <Select
                  name="kind"
                  label={t("kind")}
                  options={holidayKinds.map((one) => ({ value: one, label: t(one) }))}
                />
                <TextField name="name" label={t("name")} />
                <TextField name="source" label={t("source")} hint={t("sourceHint")} />
                <ActionBar>
                  <Button>{t("record")}</Button>
                </ActionBar>
              </ActionForm>
            </Section>
          )}
        </div>
      </div>
    </>
  );
}
