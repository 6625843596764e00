import type { Route } from "./+types/sign-now";
import { defineForms } from "#web/form-actions.ts";
import { useTexts } from "#web/language.tsx";
import { pageFrame, type ScreenHandle } from "#web/screen.ts";
import { Button, ButtonLink } from "#web/ui/button/button.tsx";
import { ActionForm, FormRefusal } from "#web/ui/form/action-form.tsx";
import { Notice } from "#web/ui/notice/notice.tsx";
import { ActionBar } from "#web/ui/page/page.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import { Small, Title } from "#web/ui/text/text.tsx";
import { unbrokenRupiah } from "#shared/money.ts";
import { AskCode, OtpStep, ResendForm } from "#features/account/verification/parts/otp-step.tsx";
import { codeForms, pendingCode } from "#features/account/verification/parts/step-up.ts";
import { signRestructure } from "../contract.ts";
import { NoOffer } from "../parts/no-offer.tsx";
import { agreementPage, offerIn, restructurePage, signPage } from "../parts/pages.ts";
import { loadPapers } from "../parts/papers.ts";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.signTitle, back: restructurePage };

export async function loader({ request, context }: Route.LoaderArgs) {
  const papers = await loadPapers(request, context);
  return { papers, pending: await pendingCode("STEP_UP_SIGN", context) };
}

const codes = (offerId: string) => codeForms("STEP_UP_SIGN", signPage(offerId));
const forms = defineForms(
  { sign: { call: signRestructure, done: `${restructurePage}/contractsuccess` } },
  {
    others: {
      code: (posted) => codes(offerIn(posted.context.get(pageFrame).pathWithQuery)).code(posted),
      resend: (posted) => codes(offerIn(posted.context.get(pageFrame).pathWithQuery)).resend(posted),
    },
  },
);
export const action = forms.action;

export default function SignNow({ loaderData: { papers, pending }, actionData }: Route.ComponentProps) {
  const t = useTexts(texts);
  if (!papers) return <NoOffer of={forms.form("sign", actionData)} />;
  const { offer, plan, hash } = papers;
  // The box belongs to exactly this document: once its figures change it is to be ticked again.
  if (papers.acceptedAt === null) return <ToRead offerId={offer.offerId} outcome={actionData} />;
  const answer = actionData?.answer;
  const total = unbrokenRupiah(plan.quote.totalRupiah);
  return (
    <Stack gap="loose">
      <Title lead={t("signLead", { total, days: offer.tenorDays })}>{t("signTitle")}</Title>
      {pending ? (
        <>
          <ResendForm />
          <ActionForm
            of={forms.form("sign", actionData)}
            single={!pending.proven}
            hidden={{ offerId: offer.offerId, hash }}
          >
            <OtpStep pending={pending} />
            <Small>{t("oldEnds")}</Small>
            <ActionBar>
              <Button track="restructure_sign">{t("signNow")}</Button>
            </ActionBar>
          </ActionForm>
        </>
      ) : (
        <>
          {!answer && <Notice kind="attention">{t("askCodeAgain")}</Notice>}
          <AskCode answer={answer} />
        </>
      )}
      <Small>
        <a href={agreementPage(offer.offerId)}>{t("readAgain")}</a>
      </Small>
    </Stack>
  );
}

/** The document to sign is read and accepted first. */
function ToRead({ offerId, outcome }: { offerId: string; outcome: Route.ComponentProps["actionData"] }) {
  const t = useTexts(texts);
  return (
    <Stack gap="loose">
      <Title lead={t("readLead")}>{t("signTitle")}</Title>
      <FormRefusal of={forms.form("sign", outcome)} />
      <ActionBar>
        <ButtonLink to={agreementPage(offerId)}>{t("toAgreement")}</ButtonLink>
      </ActionBar>
    </Stack>
  );
}
