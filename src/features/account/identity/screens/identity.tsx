import { data, redirect } from "react-router";
import type { Route } from "./+types/identity";
import { call, submit, type FormAnswer } from "#web/api.ts";
import { DateText, useTexts } from "#web/language.tsx";
import { useFrame } from "#web/frame.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { ButtonLink } from "#web/ui/button/button.tsx";
import { DefinitionList } from "#web/ui/definition-list/definition-list.tsx";
import { EmptyState } from "#web/ui/empty-state/empty-state.tsx";
import { Notice } from "#web/ui/notice/notice.tsx";
import { ActionBar } from "#web/ui/page/page.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import { Steps } from "#web/ui/steps/steps.tsx";
import { checkFace, getIdentity, saveIdentity, uploadCardPhoto } from "../contract.ts";
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

export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData();
  const step = form.get("step");
  const refused = (step: Step, answer: FormAnswer) => data({ step, answer }, { status: answer.status });
  if (step === "card") {
    const sent = await submit(uploadCardPhoto, form, context);
    return sent.ok ? redirect(`${path}?step=data`) : refused("card", sent.answer);
  }
  if (step === "data") {
    const sent = await submit(saveIdentity, form, context);
    if (!sent.ok) return refused("data", sent.answer);
    return redirect(sent.reply.nikMatchesBirth ? `${path}?step=face` : `${path}?step=face&check=1`);
  }
  const sent = await submit(checkFace, form, context);
  return sent.ok ? redirect(path) : refused("face", sent.answer);
}

export default function IdentityScreen({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTexts(texts);
  const { identity, flagged } = loaderData;
  if (identity.complete) return <Done identity={identity} />;
  if (identity.attemptsLeft === 0 && !identity.faceVerified) return <Exhausted />;
  const step = actionData?.step ?? stepOf(loaderData.requested, identity);
  const answer = actionData?.answer;
  return (
    <>
      <Steps
        step={stepNames.indexOf(step) + 1}
        count={3}
        name={t(step === "card" ? "stepCard" : step === "data" ? "stepData" : "stepFace")}
      />
      {step === "card" && (
        <CardStep
          action={`${path}?step=card`}
          stored={identity.hasCardPhoto}
          next={`${path}?step=data`}
          answer={answer}
        />
      )}
      {step === "data" && <DataStep action={`${path}?step=data`} identity={identity} answer={answer} />}
      {step === "face" && (
        <>
          {flagged && !answer && (
            <Notice kind="attention" title={t("flagTitle")}>
              {t("flagBody")} <a href={`${path}?step=data`}>{t("checkAgain")}</a>
            </Notice>
          )}
          <FaceStep action={`${path}?step=face`} answer={answer} />
        </>
      )}
    </>
  );
}

/** A step has an address of its own: going back from the next one leads to it. */
function withStep(query: URLSearchParams, step: Step): URLSearchParams {
  query.set("step", step);
  return query;
}

type Identity = Route.ComponentProps["loaderData"]["identity"];

/** The step that the address asks for, as far as the steps before it are done; else the first open one. */
function stepOf(requested: string | null, identity: Identity): Step {
  const open: Step = !identity.hasCardPhoto ? "card" : !identity.person ? "data" : "face";
  const asked = stepNames.find((name) => name === requested);
  return asked && stepNames.indexOf(asked) <= stepNames.indexOf(open) ? asked : open;
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
      <ActionBar>
        <ButtonLink to="/webview/additional-info">{t("next")}</ButtonLink>
      </ActionBar>
    </Stack>
  );
}

function Exhausted() {
  const t = useTexts(texts);
  const { value } = useFrame().brand.supportPhone;
  return (
    <EmptyState
      level={1}
      art="phone"
      title={t("exhaustedTitle")}
      action={<ButtonLink to={`tel:${value.replace(/[^\d+]/g, "")}`}>{t("call", { phone: value })}</ButtonLink>}
    >
      {t("exhaustedBody")}
    </EmptyState>
  );
}
