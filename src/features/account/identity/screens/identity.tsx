import { data, redirect } from "react-router";
import type { Route } from "./+types/identity";
import { call } from "#web/api.ts";
import { defineForms, type Posted } from "#web/form-actions.ts";
import { stepToShow } from "#web/steps.ts";
import { DateText, useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { ButtonLink } from "#web/ui/button/button.tsx";
import { DefinitionList } from "#web/ui/definition-list/definition-list.tsx";
import { EmptyState } from "#web/ui/empty-state/empty-state.tsx";
import { Notice } from "#web/ui/notice/notice.tsx";
import { ActionBar } from "#web/ui/page/page.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import { Steps } from "#web/ui/steps/steps.tsx";
import { Small } from "#web/ui/text/text.tsx";
import { dateFromParts } from "#shared/fields/date.ts";
import { bornOfNik } from "#shared/fields/nik.ts";
import { checkFace, getIdentity, saveIdentity, uploadCardPhoto } from "../contract.ts";
import { askStaff } from "../parts/ask-staff.ts";
import { CardStep } from "../parts/card-step.tsx";
import { DataStep } from "../parts/data-step.tsx";
import { FaceStep } from "../parts/face-step.tsx";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = {
  title: texts.title,
  back: "/webview/additional-info",
  uploads: [uploadCardPhoto, checkFace],
};

const path = "/webview/identity";
const stepNames = ["card", "data", "face"] as const;
type Step = (typeof stepNames)[number];

export async function loader({ request, context }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams;
  const identity = await call(getIdentity, {}, { context });
  if (!query.has("step") && !identity.complete) throw redirect(`${path}?${withStep(query, stepOf(null, identity))}`);
  return { identity, requested: query.get("step"), flagged: query.has("check") };
}

/** The NIK contains birth date and sex: they are filled in for checking, and other typed values stay. */
async function filledByNik({ form, context }: Pick<Posted, "form" | "context">) {
  const { birthDates } = await call(getIdentity, {}, { context });
  const names = ["nik", "fullName", "birthPlace", "sex"].map((name) => [name, String(form.get(name) ?? "")] as const);
  const typed = { ...Object.fromEntries(names), birthDate: dateFromParts(form, "birthDate") ?? "" };
  const digits = String(form.get("nik") ?? "").replace(/\D/g, "");
  const born = digits.length === 16 ? bornOfNik(digits, birthDates.latest) : null;
  return data({ form: "data" as const, values: { ...typed, ...born } });
}

const forms = defineForms(
  {
    card: { call: uploadCardPhoto, done: `${path}?step=data` },
    data: {
      call: saveIdentity,
      done: ({ nikMatchesBirth }) => (nikMatchesBirth ? `${path}?step=face` : `${path}?step=face&check=1`),
    },
    face: { call: checkFace, done: path },
    staff: { call: checkFace, first: askStaff("IDENTITY"), done: `${path}?step=face` },
  },
  { others: { nik: filledByNik } },
);
export const action = forms.action;

export default function IdentityScreen({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTexts(texts);
  const { identity, flagged } = loaderData;
  if (identity.complete) return <Done identity={identity} />;
  const { faceReview, attemptsLeft } = identity;
  const posted = actionData?.form === "staff" ? "face" : actionData?.form;
  // Data and card stay as they are while staff look at them: only this step is shown.
  const isWithStaff =
    faceReview?.flow === "IDENTITY" && (faceReview.state === "WAITING" || faceReview.state === "ASKED");
  const step = posted ?? (isWithStaff ? "face" : stepOf(loaderData.requested, identity));
  const form = { of: forms.form(step, actionData), action: `${path}?step=${step}` };
  return (
    <>
      <Steps
        step={stepNames.indexOf(step) + 1}
        count={3}
        name={t(step === "card" ? "stepCard" : step === "data" ? "stepData" : "stepFace")}
      />
      {step === "card" && <CardStep {...form} stored={identity.hasCardPhoto} next={`${path}?step=data`} />}
      {step === "data" && <DataStep {...form} identity={identity} />}
      {step === "face" && (
        <>
          {flagged && !actionData && (
            <Notice kind="attention" title={t("flagTitle")}>
              {t("flagBody")} <a href={`${path}?step=data`}>{t("checkAgain")}</a>
            </Notice>
          )}
          <FaceStep
            {...form}
            staff={{ flow: "IDENTITY", form: forms.form("staff", actionData), faceReview, attemptsLeft }}
          />
          {attemptsLeft === 0 && !isWithStaff && (
            <Small centred>
              <a href={`${path}?step=data`}>{t("checkData")}</a>
            </Small>
          )}
        </>
      )}
    </>
  );
}

/** Each step has its own address: going back from the next one returns to it. */
function withStep(query: URLSearchParams, step: Step): URLSearchParams {
  query.set("step", step);
  return query;
}

type Identity = Route.ComponentProps["loaderData"]["identity"];

/** The requested step, if the steps before it are done; else the first open one. */
function stepOf(requested: string | null, identity: Identity): Step {
  const open: Step = !identity.hasCardPhoto ? "card" : !identity.person ? "data" : "face";
  return stepToShow(stepNames, open, requested);
}

function Done({ identity: { person } }: { identity: Identity }) {
  const t = useTexts(texts);
  return (
    <Stack gap="loose">
      <EmptyState level={1} art="check" title={t("doneTitle")}>
        {t("doneBody")}
      </EmptyState>
      {person && (
        <DefinitionList
          items={[
            [t("fullName"), person.fullName],
            [t("nik"), person.nik],
            [t("birthPlace"), person.birthPlace],
            [t("birthDate"), <DateText key="born" date={person.birthDate} />],
            [t("sex"), t(person.sex)],
          ]}
        />
      )}
      <a href="/webview/my-profile/correction">{t("somethingWrong")}</a>
      <ActionBar>
        <ButtonLink to="/webview/additional-info">{t("next")}</ButtonLink>
      </ActionBar>
    </Stack>
  );
}
