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
import { Button, ButtonLink } from "#web/ui/button/button.tsx";
import { DataTable } from "#web/ui/data-table/data-table.tsx";
import { Disclosure } from "#web/ui/disclosure/disclosure.tsx";
import { ActionForm, Saved } from "#web/ui/form/action-form.tsx";
import { Notice } from "#web/ui/notice/notice.tsx";
import { Receipt, ReceiptLine } from "#web/ui/receipt/receipt.tsx";
import { Section, Title } from "#web/ui/text/text.tsx";
import { TextArea } from "#web/ui/text-field/text-field.tsx";
import { viewsOf } from "../preview-contract.ts";
import type { CampaignRules } from "../rules-contract.ts";
import {
  getStaffCampaign,
  listEntryCodes,
  pauseCampaign,
  proposeForApproval,
  proposeMove,
  proposePermit,
  type StaffCampaign,
} from "../staff-contract.ts";
import { Exhausted } from "./exhausted.tsx";
import { campaignFormTexts as formTexts } from "./form-texts.ts";
import { campaignPreviewTexts as previewTexts } from "./preview-texts.ts";
import { texts } from "./texts.ts";

export const handle: ScreenHandle<{ campaign: StaffCampaign }> = {
  title: texts.title,
  head: ({ campaign }) => ({ title: campaign.activityId }),
};

export async function loader({ params, context }: Route.LoaderArgs) {
  const { activityId } = params;
  const campaign = await call(getStaffCampaign, { activityId }, { context });
  // Read only when there are codes: the audit trail records who saw them.
  const codes = campaign.asksCode ? (await call(listEntryCodes, { activityId }, { context })).items : [];
  return { campaign, codes };
}

const forms = defineForms({
  propose: { call: proposeForApproval, done: "?proposed=1" },
  verify: { call: proposePermit, done: "?proposed=1" },
  pause: { call: pauseCampaign, done: "?saved=1" },
  resume: { call: proposeMove, input: () => ({ to: "RUNNING" }), done: "?proposed=1" },
  end: { call: proposeMove, input: () => ({ to: "ENDED" }), done: "?proposed=1" },
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
          <Changes campaign={campaign} />
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
        <ReceiptLine key={figure} label={t(figure)} {...(figure === "givenAll" ? { note: t("givenNote") } : {})}>
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

/** The code displayed at the outlet, shown nowhere else. */
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

/** The link to its form, for staff who may use it; and previews of each view. */
function Changes({ campaign: { activityId, state, skin, rules } }: { campaign: StaffCampaign }) {
  const t = useTexts(texts);
  const tf = useTexts(formTexts);
  const tp = useTexts(previewTexts);
  const { staff } = useFrame();
  const mayChange = state !== "ENDED" && mayStaff(staff?.roles ?? [], "campaign.edit");
  const views = viewsOf({ rules: JSON.parse(rules) as CampaignRules, skin });
  return (
    <>
      {mayChange && (
        <p>
          <ButtonLink compact kind="secondary" to={`/staff/campaigns/${activityId}/edit`}>
            {t(state === "DRAFT" ? "revise" : "improve")}
          </ButtonLink>
        </p>
      )}
      <Section heading={tf("previewViews")}>
        <p className="campaign-figures">
          {views.map((view) => (
            <a key={view} href={`/staff/campaigns/${activityId}/preview?view=${view}`}>
              {tp(view)}
            </a>
          ))}
        </p>
      </Section>
    </>
  );
}

/** The actions open to this person in this state, each with a reason. */
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
