import { redirect } from "react-router";
import type { Route } from "./+types/profile";
import { call } from "#web/api.ts";
import { defineForms, type Posted } from "#web/form-actions.ts";
import { useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { LinkList } from "#web/ui/link-list/link-list.tsx";
import { Notice } from "#web/ui/notice/notice.tsx";
import { ButtonLink } from "#web/ui/button/button.tsx";
import { ActionBar } from "#web/ui/page/page.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import { Steps } from "#web/ui/steps/steps.tsx";
import { Title } from "#web/ui/text/text.tsx";
import {
  getProfile,
  profileParts,
  saveHome,
  savePersonal,
  saveProfileDraft,
  saveWork,
  type ProfilePart,
} from "../contract.ts";
import { areaAsked } from "../parts/area-choice.ts";
import { AreaForm } from "../parts/area-form.tsx";
import { profileFieldsOf, stringsOf, typedInFields, typedMonths, yearsAndMonths } from "../parts/profile-values.ts";
import { HomeForm, PersonalForm, WorkForm } from "../parts/profile-forms.tsx";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.title, back: "/webview/additional-info", keptKeys: ["step"] };

const path = "/webview/profile";
const stepPath = (part: ProfilePart) => `${path}?step=${part.toLowerCase()}`;

export async function loader({ request, context }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams;
  const profile = await call(getProfile, {}, { context });
  const requestedPart = profileParts.find((part) => part.toLowerCase() === query.get("step"));
  const part = requestedPart ?? profile.missing[0] ?? null;
  if (part && !query.has("step")) {
    // Each part has its own address: going back from the next one returns to it.
    query.set("step", part.toLowerCase());
    throw redirect(`${path}?${query}`);
  }
  const draft = part ? profile.drafts[part] : undefined;
  const saved = part ? stringsOf(profile[part === "PERSONAL" ? "personal" : part === "HOME" ? "home" : "work"]) : {};
  // A draft holds all typed values: a removed year must not come back from the saved ones.
  const values = draft ? { ...saved, workingMonths: "", ...draft } : yearsAndMonths(saved);
  const area = part === "HOME" ? await areaAsked(query, values["villageCode"], context) : null;
  return { part, missing: profile.missing, hasDraft: draft !== undefined, values, area };
}

const partOf = ({ form }: Posted): ProfilePart => profileParts.find((one) => one === form.get("part")) ?? "PERSONAL";
/** Keeps a draft, which survives a reload and another day. */
async function keep(posted: Posted): Promise<null> {
  const part = partOf(posted);
  await call(
    saveProfileDraft,
    { part, typed: typedInFields(posted.form, profileFieldsOf[part]) },
    { context: posted.context },
  );
  return null;
}

const finished = "/webview/additional-info?saved=1";
/** The next missing part, from this one on; else the first. */
function after({ missing }: { missing: ProfilePart[] }, posted: Posted): string {
  const place = profileParts.indexOf(partOf(posted));
  const next = profileParts.find((one) => missing.includes(one) && profileParts.indexOf(one) > place) ?? missing[0];
  return next ? stepPath(next) : finished;
}

const forms = defineForms(
  {
    PERSONAL: { call: savePersonal, done: after, refused: (_answer, posted) => keep(posted) },
    HOME: { call: saveHome, done: after, refused: (_answer, posted) => keep(posted) },
    WORK: {
      call: saveWork,
      input: ({ form }) => ({ workingMonths: typedMonths(form) }),
      done: after,
      refused: (_answer, posted) => keep(posted),
    },
  },
  {
    others: {
      later: async (posted) => (await keep(posted), redirect(finished, 303)),
      changeArea: async (posted) => (await keep(posted), redirect(`${stepPath("HOME")}&area=change`, 303)),
    },
  },
);
export const action = forms.action;

export default function ProfileScreen({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTexts(texts);
  const { missing, hasDraft, area } = loaderData;
  const part = actionData?.form ?? loaderData.part;
  if (!part) return <Complete />;
  const form = {
    of: forms.form(part, actionData),
    action: stepPath(part),
    values: loaderData.values,
    last: missing.every((one) => one === part),
  };
  return (
    <>
      <Steps step={profileParts.indexOf(part) + 1} count={profileParts.length} name={t(part)} />
      {hasDraft && !actionData && <Notice>{t("draftBack")}</Notice>}
      {part === "PERSONAL" && <PersonalForm {...form} />}
      {part === "HOME" &&
        (area?.village && !area.isChanging ? (
          <HomeForm {...form} area={area} />
        ) : (
          area && <AreaForm path={path} area={area} />
        ))}
      {part === "WORK" && <WorkForm {...form} />}
    </>
  );
}

function Complete() {
  const t = useTexts(texts);
  return (
    <Stack gap="loose">
      <Title lead={t("completeLead")}>{t("completeTitle")}</Title>
      <LinkList
        items={profileParts.map((part) => ({
          to: stepPath(part),
          label: t(part),
          icon: part === "PERSONAL" ? "person" : part === "HOME" ? "home" : "loan",
        }))}
      />
      <ActionBar>
        <ButtonLink to="/webview/additional-info">{t("useArea")}</ButtonLink>
      </ActionBar>
    </Stack>
  );
}
