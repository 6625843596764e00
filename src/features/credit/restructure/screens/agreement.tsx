import type { Route } from "./+types/agreement";
import { defineForms } from "#web/form-actions.ts";
import { Money, useLanguage, useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { Button } from "#web/ui/button/button.tsx";
import { LinkCard } from "#web/ui/card/card.tsx";
import { Checkbox } from "#web/ui/choices/choices.tsx";
import { Disclosure } from "#web/ui/disclosure/disclosure.tsx";
import { ActionForm } from "#web/ui/form/action-form.tsx";
import { Illustration } from "#web/ui/illustration/illustration.tsx";
import { LinkList } from "#web/ui/link-list/link-list.tsx";
import { ActionBar } from "#web/ui/page/page.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import { Figure, Section, Small, Title } from "#web/ui/text/text.tsx";
import { formatDate } from "#shared/dates.ts";
import { Hash } from "#features/credit/agreement/parts/document-view.tsx";
import { fileSize } from "#features/credit/agreement/parts/file-size.ts";
import { sendCodeIfRequested } from "#features/account/verification/parts/step-up.ts";
import { acceptRestructure } from "../contract.ts";
import { NoOffer } from "../parts/no-offer.tsx";
import { restructurePage, signPage } from "../parts/pages.ts";
import { loadPapers } from "../parts/papers.ts";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.agreementTitle, back: restructurePage };

export async function loader({ request, context }: Route.LoaderArgs) {
  return { papers: await loadPapers(request, context) };
}

const forms = defineForms({
  accept: {
    call: acceptRestructure,
    // The code goes out with the tick.
    done: async (_reply, { form, context }) => {
      const to = signPage(String(form.get("offerId")));
      form.set("intent", "code");
      const sent = await sendCodeIfRequested(form, "STEP_UP_SIGN", context);
      return sent === null || sent === "SENT" ? to : sent;
    },
  },
});
export const action = forms.action;

export default function RestructureAgreement({ loaderData: { papers }, actionData }: Route.ComponentProps) {
  const t = useTexts(texts);
  const language = useLanguage();
  if (!papers) return <NoOffer of={forms.form("accept", actionData)} />;
  const { offer, plan, documentId, hash, pages, sizeBytes } = papers;
  const [first] = plan.quote.instalments;
  return (
    <Stack gap="loose">
      <Title lead={t("agreementLead")}>{t("agreementTitle")}</Title>
      <Figure
        label={t("newTotalOver", { days: offer.tenorDays, count: plan.quote.instalments.length })}
        note={first && t("firstDue", { date: formatDate(first.dueOn, language) })}
      >
        <Money rupiah={plan.quote.totalRupiah} />
      </Figure>
      <Section heading={t("readFirst")}>
        <LinkCard
          to={`/webview/pdf-preview?document=${documentId}`}
          art={<Illustration name="document" size="small" />}
          title={t("fullAgreement")}
        >
          {t("fileFacts", { pages, size: fileSize(sizeBytes, language) })}
        </LinkCard>
        <LinkList
          items={papers.texts.map((text) => ({
            to: `/webview/pdf-preview?document=${text.documentId}`,
            label: text.title,
            icon: "document",
            track: "restructure_read_text",
          }))}
        />
        <Disclosure summary={t("fingerprint")}>
          <Hash hash={hash} />
        </Disclosure>
      </Section>
      <ActionForm of={forms.form("accept", actionData)} hidden={{ offerId: offer.offerId, hash, channel: "SMS" }}>
        <Checkbox name="read" required>
          {t("acceptRead")}
        </Checkbox>
        <Small>{t("oldEnds")}</Small>
        <ActionBar>
          <Button track="restructure_accept">{t("sendCode")}</Button>
        </ActionBar>
      </ActionForm>
    </Stack>
  );
}
