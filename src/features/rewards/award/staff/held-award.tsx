import type { Route } from "./+types/held-award";
import { deskForms } from "#web/console/desk.ts";
import { Acts } from "#web/console/acts.tsx";
import { Case, Claim } from "#web/console/case.tsx";
import { StaffProvider } from "#web/console/staff-name.tsx";
import { TimeLeft } from "#web/console/time-left.tsx";
import { call } from "#web/api.ts";
import { defineForms } from "#web/form-actions.ts";
import { FormRefusal } from "#web/ui/form/action-form.tsx";
import { useFrame } from "#web/frame.tsx";
import { InstantText, useLanguage, useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { Badge } from "#web/ui/badge/badge.tsx";
import { Button } from "#web/ui/button/button.tsx";
import { Choices } from "#web/ui/choices/choices.tsx";
import { DataTable } from "#web/ui/data-table/data-table.tsx";
import { ActionBar } from "#web/ui/page/page.tsx";
import { Receipt, ReceiptLine } from "#web/ui/receipt/receipt.tsx";
import { Select } from "#web/ui/select/select.tsx";
import { Section } from "#web/ui/text/text.tsx";
import { mayStaff } from "#shared/staff-permissions.ts";
import { knownStaff } from "#features/platform/console/parts/known-staff.ts";
import { awardEndReasons, type Award } from "#features/rewards/campaign/contract.ts";
import { prizeWords } from "#features/rewards/campaign/parts/prize-words.ts";
import {
  awardDecisions,
  decideHeldAward,
  getHeldAward,
  heldAwardDesk,
  type HeldAward as Held,
  type TiedAccount,
} from "../staff-contract.ts";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.title };
const path = "/staff/rewards/review";

export async function loader({ params: { awardId }, context }: Route.LoaderArgs) {
  const [found, staff] = await Promise.all([call(getHeldAward, { awardId }, { context }), knownStaff({ context })]);
  return { ...found, staff };
}

const stay = ({ awardId }: { awardId: string }) => `${path}/${awardId}`;
const forms = defineForms({
  decide: { call: decideHeldAward, done: stay },
  ...deskForms(heldAwardDesk, path),
});
export const action = forms.action;

export default function HeldAward({ loaderData: { held, others, tied, staff }, actionData }: Route.ComponentProps) {
  const t = useTexts(texts);
  const roles = useFrame().staff?.roles ?? [];
  const isHeld = held.state === "HELD";
  return (
    <StaffProvider staff={staff}>
      <Case
        title={t("caseTitle", { activityId: held.activityId })}
        badges={
          <>
            <Badge kind={isHeld ? "attention" : "plain"}>{t(held.state)}</Badge>
            {isHeld && held.dueAt && held.remindAt && <TimeLeft until={held.dueAt} remindAt={held.remindAt} />}
          </>
        }
        links={
          <>
            {mayStaff(roles, "borrower.read") && (
              <a href={`/staff/borrowers/${held.borrowerId}/rewards`}>{t("borrower")}</a>
            )}
            {held.drawId && <a href={`/webview/activity/draw/${held.drawId}`}>{t("draw")}</a>}
          </>
        }
        facts={<Facts held={held} />}
        acts={
          (isHeld || actionData) && (
            <>
              <Claim
                claimedBy={held.claimedBy}
                claimedUntil={held.claimedUntil}
                isOver={!isHeld}
                forms={{
                  claim: forms.form("claim", actionData),
                  release: forms.form("release", actionData),
                  next: forms.form("next", actionData),
                }}
              />
              {isHeld ? (
                <Acts
                  claim={held}
                  acts={[
                    {
                      of: forms.form("decide", actionData),
                      id: "decide",
                      heading: t("decide"),
                      lead: t("decideLead"),
                      children: <Decision />,
                    },
                  ]}
                />
              ) : (
                <FormRefusal of={forms.form("decide", actionData)} />
              )}
            </>
          )
        }
      >
        <Tied tied={tied} mayOpen={mayStaff(roles, "borrower.read")} />
        <Others awards={others} />
      </Case>
    </StaffProvider>
  );
}

function Facts({ held }: { held: Held }) {
  const t = useTexts(texts);
  const language = useLanguage();
  return (
    <Receipt heading={held.title}>
      <ReceiptLine label={t("prize")}>{prizeWords(held.prize, language)}</ReceiptLine>
      <ReceiptLine label={t("labels")}>{held.heldFor.map((label) => t(label)).join(", ") || "–"}</ReceiptLine>
      <ReceiptLine label={t("wonAt")}>
        <InstantText at={held.wonAt} style="short" />
      </ReceiptLine>
    </Receipt>
  );
}

function Decision() {
  const t = useTexts(texts);
  return (
    <>
      <Choices
        name="decision"
        label={t("decision")}
        columns={2}
        choices={awardDecisions.map((value) => ({ value, label: t(value) }))}
      />
      <Select
        name="reasonCode"
        label={t("reasonOf")}
        hint={t("reasonHint")}
        options={awardEndReasons.map((value) => ({ value, label: t(value) }))}
      />
      <ActionBar>
        <Button>{t("decide")}</Button>
      </ActionBar>
    </>
  );
}

/** Accounts that the labels connect with the owner: their common marks, and their awards in the same campaign. */
function Tied({ tied, mayOpen }: { tied: readonly TiedAccount[]; mayOpen: boolean }) {
  const t = useTexts(texts);
  const language = useLanguage();
  return (
    <Section heading={t("tied")}>
      <DataTable
        caption={t("tied")}
        captionHidden
        rows={[...tied]}
        rowKey={({ borrowerId }) => borrowerId}
        empty={t("noTied")}
        columns={[
          {
            key: "borrower",
            label: t("borrower"),
            show: ({ borrowerId }) =>
              mayOpen ? <a href={`/staff/borrowers/${borrowerId}`}>{borrowerId.slice(-8)}</a> : borrowerId.slice(-8),
          },
          { key: "ties", label: t("shares"), show: ({ ties }) => ties.map((tie) => t(tie)).join(", ") },
          {
            key: "joined",
            label: t("joined"),
            show: ({ joinedAt }) => (joinedAt ? <InstantText at={joinedAt} style="short" /> : "–"),
          },
          {
            key: "awards",
            label: t("tiedAwards"),
            show: ({ awards }) =>
              awards.map(({ prize, state }) => `${prizeWords(prize, language)} (${t(state)})`).join(", ") || "–",
          },
        ]}
      />
    </Section>
  );
}

function Others({ awards }: { awards: readonly Award[] }) {
  const t = useTexts(texts);
  const language = useLanguage();
  return (
    <Section heading={t("others")}>
      <DataTable
        caption={t("others")}
        captionHidden
        rows={[...awards]}
        rowKey={({ awardId }) => awardId}
        empty={t("noOthers")}
        columns={[
          { key: "at", label: t("wonAt"), show: ({ wonAt }) => <InstantText at={wonAt} style="short" /> },
          { key: "campaign", label: t("campaign"), show: ({ activityId }) => activityId },
          { key: "prize", label: t("prize"), show: ({ prize }) => prizeWords(prize, language) },
          { key: "state", label: t("state"), show: ({ state }) => <Badge>{t(state)}</Badge> },
        ]}
      />
    </Section>
  );
}
