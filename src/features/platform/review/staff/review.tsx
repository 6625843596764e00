import type { Route } from "./+types/review";
import { Acts } from "#web/console/acts.tsx";
import { Case, Claim } from "#web/console/case.tsx";
import { Compared, ConsequencesOf } from "#web/console/compared.tsx";
import { deskForms } from "#web/console/desk.ts";
import { StaffProvider } from "#web/console/staff-name.tsx";
import { TimeLeft } from "#web/console/time-left.tsx";
import { Badge } from "#web/ui/badge/badge.tsx";
import { call } from "#web/api.ts";
import { defineForms } from "#web/form-actions.ts";
import { useFrame } from "#web/frame.tsx";
import { useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { mayStaff } from "#shared/staff-permissions.ts";
import { knownStaff } from "#features/platform/console/parts/known-staff.ts";
import { askForMore, decideReview, getReview, reviewDesk } from "../contract.ts";
import { useReviewAskAct, useDecideAct } from "../parts/review-acts.tsx";
import { ReviewPhotos, ReviewFacts, ReviewSteps } from "../parts/review-parts.tsx";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.title };

export async function loader({ request, params: { caseId }, context }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams;
  const [found, staff] = await Promise.all([call(getReview, { caseId }, { context }), knownStaff({ context })]);
  return { found, staff, left: query.get("left"), right: query.get("right") };
}

const stay = ({ caseId }: { caseId: string }) => `/staff/reviews/${caseId}`;
const forms = defineForms({
  decide: { call: decideReview, done: stay },
  ask: { call: askForMore, done: stay },
  ...deskForms(reviewDesk, "/staff/reviews"),
});
export const action = forms.action;

/** Null when it was not a staff member. */
const staffOf = (actor: string): string | null => (actor.startsWith("STAFF:") ? actor.slice("STAFF:".length) : null);

export default function Review({ loaderData: { found, staff, left, right }, actionData }: Route.ComponentProps) {
  const t = useTexts(texts);
  const roles = useFrame().staff?.roles ?? [];
  const isWaiting = found.state === "WAITING";
  // A form sent from a page older than the decision is answered on that page, too.
  const mayAct = (isWaiting || actionData !== undefined) && mayStaff(roles, "review.decide");
  const last = found.steps.at(-1);
  const decide = useDecideAct(forms.form("decide", actionData), found);
  const ask = useReviewAskAct(forms.form("ask", actionData), found);
  return (
    <StaffProvider staff={staff}>
      <Case
        title={t("caseTitle", { number: found.number })}
        badges={
          <>
            <Badge kind={found.state === "WAITING" || found.state === "PROPOSED" ? "attention" : "plain"}>
              {t(found.outcome ?? found.state)}
            </Badge>
            {found.state !== "CLOSED" && (
              <TimeLeft until={found.promisedUntil} remindAt={found.remindAt} isStopped={found.state === "ASKED"} />
            )}
          </>
        }
        links={
          <>
            {found.accountId !== null && mayStaff(roles, "borrower.read") && (
              <a href={`/staff/borrowers/${found.accountId}`}>{t("borrowerPage")}</a>
            )}
            {found.proposalId && <a href={`/staff/checks/${found.proposalId}`}>{t("toCheck")}</a>}
          </>
        }
        facts={<ReviewFacts found={found} />}
        acts={
          mayAct && (
            <>
              <Claim
                claimedBy={found.claimedBy}
                claimedUntil={found.claimedUntil}
                isOver={!isWaiting}
                forms={{
                  claim: forms.form("claim", actionData),
                  release: forms.form("release", actionData),
                  next: forms.form("next", actionData),
                }}
              />
              <Acts
                acts={ask ? [decide, ask] : [decide]}
                claim={found}
                decided={isWaiting || !last ? null : { by: staffOf(last.actor), at: last.at }}
              />
            </>
          )
        }
      >
        <Compared
          lines={found.lines.map(({ text, ...line }) => ({ ...line, value: text, isSame: line.before === text }))}
        />
        {found.state !== "CLOSED" && (
          <ConsequencesOf ifYes={found.consequences.approved} ifNo={found.consequences.rejected} />
        )}
        <ReviewPhotos found={found} mayOpen={mayStaff(roles, "review.evidence")} left={left} right={right} />
        <ReviewSteps steps={found.steps} />
      </Case>
    </StaffProvider>
  );
}
