import type { Route } from "./+types/campaign";
import { dateInWib, formatDate } from "#shared/dates.ts";
import { mayStaff } from "#shared/staff-permissions.ts";
import { call } from "#web/api.ts";
import { Chart } from "#web/charts/chart.tsx";
import { defineForms } from "#web/form-actions.ts";
import { useFrame } from "#web/frame.tsx";
import { DateText, Money, useLanguage, useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { Badge } from "#web/ui/badge/badge.tsx";
import { Button } from "#web/ui/button/button.tsx";
import { DataTable } from "#web/ui/data-table/data-table.tsx";
import { Disclosure } from "#web/ui/disclosure/disclosure.tsx";
import { ActionForm, Saved } from "#web/ui/form/action-form.tsx";
import { Notice } from "#web/ui/notice/notice.tsx";
import { Receipt, ReceiptLine } from "#web/ui/receipt/receipt.tsx";
import { Section, Title } from "#web/ui/text/text.tsx";
import { AmountField, DateField, TextArea } from "#web/ui/text-field/text-field.tsx";
import {
  getStaffCampaign,
  listEntryCodes,
  pauseCampaign,
  proposeForApproval,
  proposeImprovement,
  proposeMove,
  proposePermit,
  reviseDraft,
  type StaffCampaign,
} from "../staff-contract.ts";
import { CampaignFields, RulesField } from "./campaign-fields.tsx";
import { Exhausted } from "./exhausted.tsx";
import { texts } from "./texts.ts";

export const handle: ScreenHandle<{ campaign: StaffCampaign }> = {
  title: texts.title,
  head: ({ campaign }) => ({ title: campaign.activityId }),
};

export async function loader({ params, context }: Route.LoaderArgs) {
  const { activityId } = params;
  const campaign = await call(getStaffCampaign, { activityId }, { context });
  // Only where there are some: the trail tells who saw codes.
  const codes = campaign.asksCode ? (await call(listEntryCodes, { activityId }, { context })).items : [];
  return { campaign, codes };
}

const forms = defineForms({
  propose: { call: proposeForApproval, done: "?proposed=1" },
  verify: { call: proposePermit, done: "?proposed=1" },
  pause: { call: pauseCampaign, done: "?saved=1" },
  resume: { call: proposeMove, input: () => ({ to: "RUNNING" }), done: "?proposed=1" },
  end: { call: proposeMove, input: () => ({ to: "ENDED" }), done: "?proposed=1" },
  revise: { call: reviseDraft, done: "?saved=1" },
  improve: { call: proposeImprovement, done: "?proposed=1" },
});
export const action = forms.action;
type Outcome = Route.ComponentProps["actionData"];

export default function StaffCampaignPage({ loaderData: { campaign, codes }, actionData }: Route.ComponentProps) {
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
          <Changes campaign={campaign} outcome={actionData} />
        </div>
        <div>
          <Figures campaign={campaign} />
          {codes.length > 0 && <EntryCodes codes={codes} />}
          <Acts campaign={campaign} outcome={actionData} />
        </div>
      </div>
    </>
  );
}

function Burn({ campaign: { days, givenRupiah } }: { campaign: StaffCampaign }) {
  const t = useTexts(texts);
  const [first] = days;
  if (!first) return null;
  const values = days.map(({ rupiah }) => rupiah);
  const before = givenRupiah - values.reduce((all, rupiah) => all + rupiah, 0);
  const sums = values.map((_rupiah, index) => values.slice(0, index + 1).reduce((all, rupiah) => all + rupiah, before));
  return (
    <div className="chart-grid">
      <Chart
        id="burn"
        shape="STACKED"
        unit="RUPIAH"
        title={t("burnTitle")}
        definition={t("burnLabel")}
        from={first.day}
        series={[{ label: t("given"), values }]}
      />
      <Chart
        id="burn-sum"
        shape="LINES"
        unit="RUPIAH"
        title={t("burnSum")}
        definition={t("burnSumLabel")}
        from={first.day}
        series={[{ label: t("burnSum"), values: sums, tone: 2 }]}
      />
    </div>
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
      {campaign.asksPermit && <PermitLine campaign={campaign} />}
      {(["budget", "givenAll", "used", "setAside", "left"] as const).map((figure) => (
        <ReceiptLine key={figure} label={t(figure)}>
          <Money rupiah={campaign[figures[figure]]} />
        </ReceiptLine>
      ))}
      <ReceiptLine label={t("people")}>{campaign.people}</ReceiptLine>
      <ReceiptLine label={t("perPerson")}>
        <Money rupiah={campaign.perPersonRupiah} />
      </ReceiptLine>
      <ReceiptLine label={t("exhausted")}>
        <Exhausted campaign={campaign} />
      </ReceiptLine>
    </Receipt>
  );
}

function PermitLine({ campaign: { permit } }: { campaign: StaffCampaign }) {
  const t = useTexts(texts);
  const language = useLanguage();
  if (!permit) return <ReceiptLine label={t("permit")}>{t("permitNone")}</ReceiptLine>;
  const { number, isSample, verifiedOn } = permit;
  const note =
    verifiedOn === null ? t("unverified") : t("verified", { date: formatDate(verifiedOn, language, "short") });
  return (
    <ReceiptLine label={t("permit")} note={isSample ? `${note} (${t("sample")})` : note}>
      {number}
    </ReceiptLine>
  );
}

/** What stands at the outlet: it is told nowhere else. */
function EntryCodes({ codes }: Pick<Route.ComponentProps["loaderData"], "codes">) {
  const t = useTexts(texts);
  return (
    <Receipt heading={t("entryCodes")}>
      {codes.map(({ day, code }) => (
        <ReceiptLine key={day} label={<DateText date={day} style="short" />}>
          {code}
        </ReceiptLine>
      ))}
    </Receipt>
  );
}

const figures = {
  budget: "budgetRupiah",
  givenAll: "givenRupiah",
  used: "usedRupiah",
  setAside: "setAsideRupiah",
  left: "leftRupiah",
} as const;

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

/** A draft is written anew; what was approved may only grow, and somebody else checks it. */
function Changes({ campaign, outcome }: { campaign: StaffCampaign; outcome: Outcome }) {
  const t = useTexts(texts);
  const { staff } = useFrame();
  const { state, titles, skin, permit, rules, opensAt, closesAt, budgetRupiah } = campaign;
  if (state === "ENDED" || !mayStaff(staff?.roles ?? [], "campaign.edit")) return null;
  const day = (at: string) => dateInWib(new Date(at));
  const common = { rules, closesOn: day(closesAt), budgetRupiah: String(budgetRupiah) };
  if (state !== "DRAFT") {
    const improve = forms.form("improve", outcome);
    return (
      <Disclosure summary={t("improve")} {...(improve.answer ? { open: true } : {})}>
        <p>{t("improveLead")}</p>
        <ActionForm of={improve} values={common}>
          <DateField name="closesOn" label={t("closes")} />
          <AmountField name="budgetRupiah" label={t("budget")} />
          <RulesField />
          <TextArea name="reason" label={t("reason")} rows={3} />
          <Button compact>{t("improve")}</Button>
        </ActionForm>
      </Disclosure>
    );
  }
  const revise = forms.form("revise", outcome);
  const draft = {
    titleId: titles.id,
    titleEn: titles.en,
    titleZh: titles.zh,
    skin,
    permitNumber: permit?.number ?? "",
  };
  return (
    <Disclosure summary={t("revise")} {...(revise.answer ? { open: true } : {})}>
      <ActionForm of={revise} values={{ ...common, ...draft, opensOn: day(opensAt) }}>
        <CampaignFields />
        <Button compact>{t("save")}</Button>
      </ActionForm>
    </Disclosure>
  );
}

/** What this person may do in this state, each with a reason. */
function Acts({ campaign: { state, faults, permit }, outcome }: { campaign: StaffCampaign; outcome: Outcome }) {
  const t = useTexts(texts);
  const { staff } = useFrame();
  const roles = staff?.roles ?? [];
  const mayPause = mayStaff(roles, "campaign.pause");
  const isToVerify = permit !== null && permit.verifiedOn === null && state !== "ENDED";
  const acts = [
    ...(isToVerify && mayStaff(roles, "campaign.edit") ? (["verify"] as const) : []),
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
          {act === "verify" && <p>{t("verifyLead")}</p>}
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
