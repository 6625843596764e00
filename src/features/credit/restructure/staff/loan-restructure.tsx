import type { Route } from "./+types/loan-restructure";
import { call } from "#web/api.ts";
import { defineForms } from "#web/form-actions.ts";
import { useFrame } from "#web/frame.tsx";
import { InstantText, Money, useLanguage, useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Choices } from "#web/ui/choices/choices.tsx";
import { DataTable } from "#web/ui/data-table/data-table.tsx";
import { DefinitionList } from "#web/ui/definition-list/definition-list.tsx";
import { ActionForm, Saved } from "#web/ui/form/action-form.tsx";
import { Notice } from "#web/ui/notice/notice.tsx";
import { ActionBar } from "#web/ui/page/page.tsx";
import { Heading, Section, Title } from "#web/ui/text/text.tsx";
import { TextArea } from "#web/ui/text-field/text-field.tsx";
import { formatPpm } from "#shared/money.ts";
import { mayStaff } from "#shared/staff-permissions.ts";
import { SideBySide } from "../parts/side-by-side.tsx";
import { getStaffRestructure, proposeRestructure, type StaffRestructure } from "../staff-contract.ts";
import { programmeTexts, hardshipReasonTexts, staffOfferTexts, restructureStateTexts } from "../texts.ts";

export const handle: ScreenHandle = { title: staffOfferTexts.pageTitle };

export function loader({ params: { loanId }, context }: Route.LoaderArgs) {
  return call(getStaffRestructure, { loanId }, { context });
}

const forms = defineForms({ propose: { call: proposeRestructure, done: "?proposed=1" } });
type Form = ReturnType<typeof forms.form>;
export const action = forms.action;

export default function LoanRestructure({ loaderData: shown, actionData }: Route.ComponentProps) {
  const t = useTexts(staffOfferTexts);
  const roles = useFrame().staff?.roles ?? [];
  return (
    <>
      <Title lead={t("lead")}>{t("title", { number: shown.loanNumber })}</Title>
      <a href={`/staff/loans/${shown.loanId}`}>{t("toLoan")}</a>
      <Saved by="proposed">{t("proposed")}</Saved>
      {shown.proposalId !== null && (
        <Notice kind="attention" title={t("waits")}>
          <a href={`/staff/checks/${shown.proposalId}`}>{t("toProposal")}</a>
        </Notice>
      )}
      <Facts shown={shown} />
      {mayStaff(roles, "restructure.offer") && shown.proposalId === null && (
        <Propose shown={shown} of={forms.form("propose", actionData)} />
      )}
      {shown.programmes.map((one) => (
        <ProgrammeShown key={one.programme} rows={shown.rows} one={one} />
      ))}
      <Offers offers={shown.offers} />
    </>
  );
}

function Facts({ shown: { daysPastDue, payoffRupiah, hardship } }: { shown: StaffRestructure }) {
  const t = useTexts(staffOfferTexts);
  const reason = useTexts(hardshipReasonTexts);
  return (
    <DefinitionList
      items={[
        [t("daysLate"), daysPastDue],
        [t("owed"), <Money key="owed" rupiah={payoffRupiah} />],
        [
          t("hardship"),
          hardship && (
            <span key="hardship">
              {hardship.reason && reason(hardship.reason)} · <InstantText at={hardship.askedAt} style="short" /> ·{" "}
              {t(hardship.review)}
            </span>
          ),
        ],
      ]}
    />
  );
}

function ProgrammeShown({
  rows,
  one,
}: {
  rows: StaffRestructure["rows"];
  one: StaffRestructure["programmes"][number];
}) {
  const t = useTexts(staffOfferTexts);
  const programme = useTexts(programmeTexts);
  const language = useLanguage();
  return (
    <Section heading={programme(one.programme)}>
      {one.obstacle !== null && (
        <Notice kind="attention" title={t("obstacle")}>
          {t(one.obstacle)}
        </Notice>
      )}
      {one.plans.map(({ tenorDays, plan }) => (
        <div key={tenorDays}>
          <Heading level={3}>{t("tenor", { days: tenorDays })}</Heading>
          <DefinitionList
            items={[
              [t("difference"), <Money key="difference" rupiah={plan.differenceRupiah} />],
              [t("largest"), <Money key="largest" rupiah={plan.largestRupiah} />],
              [t("dailyRate"), formatPpm(plan.quote.dailyRatePpm, language)],
              [t("carriedOf", { days: tenorDays }), <Money key="carried" rupiah={plan.carriedRupiah} />],
              [
                t("waivedOf", { days: tenorDays }),
                <Money key="waived" rupiah={plan.lateFeeWaivedRupiah + plan.interestWaivedRupiah} />,
              ],
            ]}
          />
          <SideBySide old={rows} plan={plan} name={`${programme(one.programme)}, ${t("tenor", { days: tenorDays })}`} />
        </div>
      ))}
    </Section>
  );
}

function Offers({ offers }: Pick<StaffRestructure, "offers">) {
  const t = useTexts(staffOfferTexts);
  const programme = useTexts(programmeTexts);
  const state = useTexts(restructureStateTexts);
  return (
    <Section heading={t("offers")}>
      <DataTable
        caption={t("offers")}
        captionHidden
        rows={offers}
        rowKey={({ offerId }) => offerId}
        empty={t("noOffers")}
        columns={[
          { key: "at", label: t("offered"), show: (one) => <InstantText at={one.offeredAt} style="short" /> },
          {
            key: "programme",
            label: t("programme"),
            show: (one) => `${programme(one.programme)}, ${t("tenor", { days: one.tenorDays })}`,
          },
          { key: "state", label: t("state"), show: (one) => state(one.state) },
          { key: "until", label: t("until"), show: (one) => <InstantText at={one.expiresAt} style="short" /> },
        ]}
      />
    </Section>
  );
}

function Propose({ shown: { programmes }, of }: { shown: StaffRestructure; of: Form }) {
  const t = useTexts(staffOfferTexts);
  const programme = useTexts(programmeTexts);
  const first = programmes.find(({ obstacle }) => obstacle === null) ?? programmes[0];
  return (
    <Section heading={t("propose")}>
      <ActionForm of={of} id="propose">
        <Choices
          name="programme"
          label={t("programme")}
          defaultValue={first?.programme ?? ""}
          choices={programmes.map((one) => ({
            value: one.programme,
            label: programme(one.programme),
            ...(one.obstacle ? { detail: t(one.obstacle) } : {}),
          }))}
        />
        <TextArea name="reason" label={t("reason")} hint={t("reasonHint")} rows={2} />
        <ActionBar>
          <Button track="staff_restructure_propose">{t("send")}</Button>
        </ActionBar>
      </ActionForm>
    </Section>
  );
}
