import { data, redirect } from "react-router";
import type { Route } from "./+types/no-login-fill";
import type { Envelope } from "#shared/contract.ts";
import { call, Problem } from "#web/api.ts";
import { defineForms } from "#web/form-actions.ts";
import { useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { ButtonLink } from "#web/ui/button/button.tsx";
import { EmptyState } from "#web/ui/empty-state/empty-state.tsx";
import { kindOfPath } from "#features/account/document/contract.ts";
import { areaAsked } from "#features/account/profile/parts/area-choice.ts";
import { AreaForm } from "#features/account/profile/parts/area-form.tsx";
import { HomeForm, PersonalForm, WorkForm } from "#features/account/profile/parts/profile-forms.tsx";
import { typedMonths } from "#features/account/profile/parts/profile-values.ts";
import {
  checkFill,
  fillContact,
  fillDocument,
  fillHome,
  fillPersonal,
  fillWork,
  finishFill,
  getFill,
  type FillView,
} from "../contract.ts";
import { CheckForm } from "../parts/check-form.tsx";
import { ContactForm } from "../parts/contact-form.tsx";
import { DocumentForm } from "../parts/document-form.tsx";
import { FillList } from "../parts/fill-list.tsx";
import { fillPath as path, homeAction, stepAfter, stepNamed, stepPath } from "../parts/steps.ts";
import { texts } from "../texts.ts";

/** From the link of a message: the birth date, then one form for each thing that is missing. */
export const handle: ScreenHandle = {
  title: texts.title,
  noIndex: true,
  isStep: true,
  keptKeys: ["step"],
  uploads: [fillDocument],
};

/** An invalid link always looks the same, whatever ended it. */
export async function loader({ request, context }: Route.LoaderArgs) {
  try {
    const query = new URL(request.url).searchParams;
    const fill = await call(getFill, {}, { context });
    const step = stepNamed(query.get("step"), fill);
    const area = step === "HOME" ? await areaAsked(query, query.get("villageCode") ?? undefined, context) : null;
    return data({ shown: { fill, step, area, kind: kindOfPath(query.get("kind") ?? "") } });
  } catch (problem) {
    if (problem instanceof Problem && problem.code === "LINK_INVALID")
      return data({ shown: null }, { status: problem.init.status });
    throw problem;
  }
}

/** The next thing that is missing; the list where nothing is. */
const next = (view: FillView): string => stepAfter(view);
/** The page itself shows that a link has ended, and which items were received. */
const refused = ({ failure }: { failure: Envelope }) =>
  /^(LINK_INVALID|FILL_DONE)$/.test(failure.status.code) ? path : null;

const forms = defineForms(
  {
    check: {
      call: checkFill,
      done: path,
      refused: ({ failure }) =>
        failure.status.code === "LINK_INVALID" || failure.status.code === "FILL_DONE" || isLast(failure) ? path : null,
    },
    PERSONAL: { call: fillPersonal, done: next, refused },
    HOME: { call: fillHome, done: next, refused },
    WORK: { call: fillWork, input: ({ form }) => ({ workingMonths: typedMonths(form) }), done: next, refused },
    CONTACT: { call: fillContact, done: next, refused },
    document: { call: fillDocument, done: `${stepPath("DOCUMENT")}&saved=1`, refused },
    finish: { call: finishFill, done: path, refused: () => path },
  },
  { others: { changeArea: async () => redirect(`${stepPath("HOME")}&area=change`, 303) } },
);
export const action = forms.action;

/** After the third wrong birth date the page of an ended link follows. */
const isLast = ({ status }: Envelope): boolean => status.data?.["attemptsLeft"] === 0;

export default function NoLoginFill({ loaderData: { shown }, actionData }: Route.ComponentProps) {
  const t = useTexts(texts);
  if (!shown)
    return (
      <EmptyState
        level={1}
        art="calendar"
        title={t("deadTitle")}
        action={<ButtonLink to="/webview/additional-info">{t("login")}</ButtonLink>}
      >
        {t("dead")}
      </EmptyState>
    );
  const { fill, step, area, kind } = shown;
  if (fill.state === "CHECK") return <CheckForm fill={fill} of={forms.form("check", actionData)} />;
  if (fill.state === "DONE")
    return (
      <EmptyState
        level={1}
        art="check"
        title={t("doneTitle")}
        action={<ButtonLink to="/webview/home">{t("login")}</ButtonLink>}
      >
        {t("done")}
      </EmptyState>
    );
  const part = { action: step ? stepPath(step) : path, values: {}, last: false, withoutDraft: true };
  if (step === "PERSONAL") return <PersonalForm {...part} of={forms.form("PERSONAL", actionData)} />;
  if (step === "HOME" && area)
    return area.village && !area.isChanging ? (
      <HomeForm {...part} action={homeAction(area)} of={forms.form("HOME", actionData)} area={area} />
    ) : (
      <AreaForm path={path} area={area} />
    );
  if (step === "WORK") return <WorkForm {...part} of={forms.form("WORK", actionData)} />;
  if (step === "CONTACT") return <ContactForm of={forms.form("CONTACT", actionData)} />;
  if (step === "DOCUMENT") return <DocumentForm fill={fill} kind={kind} of={forms.form("document", actionData)} />;
  return <FillList fill={fill} of={forms.form("finish", actionData)} />;
}
