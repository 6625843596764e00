import type { Route } from "./+types/campaign";
import { dateInWib } from "#shared/dates.ts";
import { mayStaff } from "#shared/staff-permissions.ts";
import { call } from "#web/api.ts";
import { Chart } from "#web/charts/chart.tsx";
import { defineForms } from "#web/form-actions.ts";
import { useFrame } from "#web/frame.tsx";
import { DateText, Money, useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { Badge } from "#web/ui/badge/badge.tsx";
import { Button } from "#web/ui/button/button.tsx";
import { DataTable } from "#web/ui/data-table/data-table.tsx";
import { Disclosure } from "#web/ui/disclosure/disclosure.tsx";
import { ActionForm, Saved } from "#web/ui/form/action-form.tsx";
import { Notice } from "#web/ui/notice/notice.tsx";
import { Receipt, ReceiptLine } from "#web/ui/receipt/receipt.tsx";
import { Section, Title } from "#web/ui/text/text.tsx";
import { TextArea } from "#web/ui/text-field/text-field.tsx";
import {
  getStaffCampaign,
  pauseCampaign,
  proposeForApproval,
  proposeMove,
  type StaffCampaign,
} from "../staff-contract.ts";
import { texts } from "./texts.ts";

export const handle: ScreenHandle<{ campaign: StaffCampaign }> = {
  title: texts.title,
  head: ({ campaign }) => ({ title: campaign.activityId }),
};

export async function loader({ params, context }: Route.LoaderArgs) {
  return { campaign: await call(getStaffCampaign, { activityId: params.activityId }, { context }) };
}

const forms = defineForms({
  propose: { call: proposeForApproval, done: "?proposed=1" },
  pause: { call: pauseCampaign, done: "?saved=1" },
  resume: { call: proposeMove, input: () => ({ to: "RUNNING" }), done: "?proposed=1" },
  end: { call: proposeMove, input: () => ({ to: "ENDED" }), done: "?proposed=1" },
});
export const action = forms.action;
type Outcome = Route.ComponentProps["actionData"];

export default function StaffCampaignPage({ loaderData: { campaign }, actionData }: Route.ComponentProps) {
  const t = useTexts(texts);
  const { activityId, title, state, faults, path } = campaign;
  return (
    <>
      <Title lead={title}>{activityId}</Title>
      <p className="campaign-figures">
        <Badge kind={state === "RUNNING" ? "ok" : "plain"}>{t(state)}</Badge>
        <span>{t(campaign.mechanic)}</span>
        <a href={path}>{t("page")}</a>
        <a href={`/staff/campaigns/${activityId}/preview`}>{t("preview")}</a>
        <a href={`/staff/campaigns/${activityId}/winners`}>{t("winners")}</a>
        {campaign.pick && <a href={`/staff/campaigns/${activityId}/result`}>{t("result")}</a>}
      </p>
      <Saved>{t("saved")}</Saved>
      <Saved by="proposed">{t("proposed")}</Saved>
      {faults.length > 0 && (
        <Notice kind="attention" title={t("faults")}>
          <ul className="campaign-terms">
            {faults.map((fault) => (
              <li key={fault}>{t(fault)}</li>
            ))}
          </ul>
        </Notice>
      )}
      <div className="console-grid">
        <div className="console-main">
          <Section heading={t("burn")}>
            <Burn campaign={campaign} />
            <Days campaign={campaign} />
          </Section>
          <Disclosure summary={t("rules")}>
            <pre className="draw-lines">{campaign.rules}</pre>
          </Disclosure>
        </div>
        <div>
          <Figures campaign={campaign} />
          <Acts campaign={campaign} outcome={actionData} />
        </div>
      </div>
    </>
  );
}

function Burn({ campaign: { days } }: { campaign: StaffCampaign }) {
  const t = useTexts(texts);
  const [first] = days;
  if (!first) return null;
  return (
    <Chart
      id="burn"
      shape="STACKED"
      unit="RUPIAH"
      title={t("burnTitle")}
      definition={t("burnLabel")}
      from={first.day}
      series={[{ label: t("burnTitle"), values: days.map(({ rupiah }) => rupiah) }]}
    />
  );
}

function Figures({ campaign }: { campaign: StaffCampaign }) {
  const t = useTexts(texts);
  const day = (at: string, less = 0) => dateInWib(new Date(Date.parse(at) - less));
  return (
    <Receipt heading={t("budget")}>
      <ReceiptLine label={t("opens")}>
        <DateText date={day(campaign.opensAt)} style="short" />
      </ReceiptLine>
      <ReceiptLine label={t("closes")}>
        <DateText date={day(campaign.closesAt, 1)} style="short" />
      </ReceiptLine>
      <ReceiptLine label={t("budget")}>
        <Money rupiah={campaign.budgetRupiah} />
      </ReceiptLine>
      <ReceiptLine label={t("used")}>
        <Money rupiah={campaign.usedRupiah} />
      </ReceiptLine>
      <ReceiptLine label={t("setAside")}>
        <Money rupiah={campaign.setAsideRupiah} />
      </ReceiptLine>
      <ReceiptLine label={t("left")}>
        <Money rupiah={campaign.leftRupiah} />
      </ReceiptLine>
      <ReceiptLine label={t("people")}>{campaign.people}</ReceiptLine>
      <ReceiptLine label={t("perPerson")}>
        <Money rupiah={campaign.perPersonRupiah} />
      </ReceiptLine>
      <ReceiptLine label={t("exhausted")}>
        {campaign.exhaustedOn ? <DateText date={campaign.exhaustedOn} style="short" /> : t("notExhausted")}
      </ReceiptLine>
    </Receipt>
  );
}

function Days({ campaign: { days } }: { campaign: StaffCampaign }) {
  const t = useTexts(texts);
  return (
    <DataTable
      caption={t("burn")}
      captionHidden
      rows={days.filter(({ awards }) => awards > 0).toReversed()}
      rowKey={({ day }) => day}
      empty={t("noWinners")}
      columns={[
        { key: "day", label: t("day"), show: ({ day }) => <DateText date={day} style="short" /> },
        { key: "given", label: t("given"), figures: true, show: ({ rupiah }) => <Money rupiah={rupiah} /> },
        { key: "awards", label: t("awards"), figures: true, show: ({ awards }) => awards },
      ]}
    />
  );
}

/** What this person may do in this state, each with a reason. */
function Acts({ campaign: { state, faults }, outcome }: { campaign: StaffCampaign; outcome: Outcome }) {
  const t = useTexts(texts);
  const { staff } = useFrame();
  const roles = staff?.roles ?? [];
  const mayPause = mayStaff(roles, "campaign.pause");
  const acts = [
    ...(state === "DRAFT" && faults.length === 0 && mayStaff(roles, "campaign.edit") ? (["propose"] as const) : []),
    ...(mayPause && (state === "RUNNING" || state === "APPROVED") ? (["pause"] as const) : []),
    ...(mayPause && state === "PAUSED" ? (["resume"] as const) : []),
    ...(mayPause && state !== "DRAFT" && state !== "ENDED" ? (["end"] as const) : []),
  ];
  if (acts.length === 0) return null;
  return (
    <Section heading={t("acts")}>
      {acts.map((act) => (
        <Disclosure key={act} summary={t(act)} {...(forms.form(act, outcome).answer ? { open: true } : {})}>
          <ActionForm of={forms.form(act, outcome)}>
            <TextArea name="reason" label={t("reason")} rows={3} />
            <Button compact kind={act === "end" ? "danger" : "primary"}>
              {t(act)}
            </Button>
          </ActionForm>
        </Disclosure>
      ))}
    </Section>
  );
}
