import { redirect } from "react-router";
import type { Route } from "./+types/correction";
import { getIdentity } from "#features/account/identity/contract.ts";
import { askStaff } from "#features/account/identity/parts/ask-staff.ts";
import { FaceStep } from "#features/account/identity/parts/face-step.tsx";
import { call } from "#web/api.ts";
import { defineForms, type Posted } from "#web/form-actions.ts";
import { useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { toStepInOrder } from "#web/steps.ts";
import { Steps } from "#web/ui/steps/steps.tsx";
import { TextField } from "#web/ui/text-field/text-field.tsx";
import { Title } from "#web/ui/text/text.tsx";
import {
  addCorrectionProof,
  answerCorrectionAsk,
  getCorrection,
  nameCorrection,
  correctionPage,
  proveCorrectionFace,
  removeCorrectionProof,
  startCorrection,
  submitCorrection,
  withdrawCorrection,
  type CorrectionView,
} from "../contract.ts";
import { CorrectionProofStep } from "../parts/proof-step.tsx";
import { CorrectionStart, CorrectionUnderReview, Unverified, Withdraw } from "../parts/correction-states.tsx";
import { ValuesStep } from "../parts/values-step.tsx";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = {
  title: texts.title,
  back: "/webview/my-profile",
  uploads: [proveCorrectionFace, addCorrectionProof],
};

/** One page: the request's state decides its content. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const isEdit = new URL(request.url).searchParams.has("edit");
  const [correction, { faceReview, attemptsLeft }] = await Promise.all([
    call(getCorrection, {}, { context }),
    call(getIdentity, {}, { context }),
  ]);
  return { correction, isEdit, faceReview, attemptsLeft };
}

/** Input of every step: the id of the open request. */
async function here({ context }: Pick<Posted, "context">): Promise<{ requestId: string }> {
  const { request } = await call(getCorrection, {}, { context });
  if (!request) throw redirect(correctionPage, 303);
  return { requestId: request.requestId };
}

const proof = `${correctionPage}?saved=1#proof`;
const step = { input: here, refused: toStepInOrder } as const;
const forms = defineForms({
  start: { call: startCorrection, done: correctionPage },
  face: { call: proveCorrectionFace, ...step, done: correctionPage },
  staff: { call: proveCorrectionFace, first: askStaff("CORRECTION"), ...step, done: correctionPage },
  values: { call: nameCorrection, ...step, done: correctionPage },
  photo: { call: addCorrectionProof, ...step, done: proof },
  remove: { call: removeCorrectionProof, ...step, done: `${correctionPage}#proof`, gone: `${correctionPage}#proof` },
  submit: { call: submitCorrection, ...step, done: `${correctionPage}?sent=1` },
  done: { call: answerCorrectionAsk, ...step, done: `${correctionPage}?shown=1` },
  withdraw: { call: withdrawCorrection, input: here, done: correctionPage },
});
export const action = forms.action;

const names = ["stepFace", "stepValues", "stepProof"] as const;

/** Which of the three steps an unfinished request shows; null where there is none, or it was sent. */
function stepOf(request: CorrectionView | null, wantsValues: boolean): 1 | 2 | 3 | null {
  if (request?.state === "STARTED") return 1;
  if (request?.state === "IDENTITY_PROVEN") return 2;
  if (request?.state === "VALUES_NAMED") return wantsValues ? 2 : 3;
  return null;
}

export default function CorrectionScreen({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTexts(texts);
  const { correction, isEdit, faceReview, attemptsLeft } = loaderData;
  const { present, request } = correction;
  if (!present) return <Unverified />;
  const of = (name: Parameters<typeof forms.form>[0]) => forms.form(name, actionData);
  const own = { photo: of("photo"), remove: of("remove") };
  if (request?.asked) return <CorrectionProofStep request={request} forms={{ ...own, send: of("done") }} />;
  if (request && (request.state === "SUBMITTED" || request.state === "APPROVED"))
    return <CorrectionUnderReview request={request} withdraw={of("withdraw")} />;
  const shown = stepOf(request, isEdit || actionData?.form === "values");
  if (!request || shown === null) return <CorrectionStart present={present} last={request} start={of("start")} />;
  return (
    <>
      <Steps step={shown} count={names.length} name={t(names[shown - 1]!)} />
      {shown === 1 && (
        <FaceStep
          of={of("face")}
          action={correctionPage}
          title={<Title lead={t("faceLead")}>{t("faceTitle")}</Title>}
          staff={{ flow: "CORRECTION", form: of("staff"), faceReview, attemptsLeft }}
        >
          <TextField
            name="nik"
            label={t("presentNik")}
            hint={t("nikHint")}
            inputMode="numeric"
            autoComplete="off"
            required
          />
        </FaceStep>
      )}
      {shown === 2 && <ValuesStep of={of("values")} correction={correction} />}
      {shown === 3 && <CorrectionProofStep request={request} forms={{ ...own, send: of("submit") }} />}
      <Withdraw of={of("withdraw")} />
    </>
  );
}
