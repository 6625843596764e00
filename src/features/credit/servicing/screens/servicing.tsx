import type { Route } from "./+types/servicing";
import { call } from "#web/api.ts";
import { defineForms } from "#web/form-actions.ts";
import { readPage } from "#web/list.ts";
import { InstantText, Money, useLanguage, useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { Badge } from "#web/ui/badge/badge.tsx";
import { Button, ButtonLink } from "#web/ui/button/button.tsx";
import { DefinitionList } from "#web/ui/definition-list/definition-list.tsx";
import { EmptyState } from "#web/ui/empty-state/empty-state.tsx";
import { ActionForm, FormRefusal, Saved } from "#web/ui/form/action-form.tsx";
import { Notice } from "#web/ui/notice/notice.tsx";
import { ActionBar } from "#web/ui/page/page.tsx";
import { Pagination } from "#web/ui/pagination/pagination.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import { Section, Small, Title } from "#web/ui/text/text.tsx";
import { AmountField, DateField } from "#web/ui/text-field/text-field.tsx";
import { formatDate } from "#shared/dates.ts";
import { unbrokenNumber } from "#shared/loan-number.ts";
import { formatRupiah, unbrokenRupiah } from "#shared/money.ts";
import {
  getServicing,
  listServicingContacts,
  objectToContact,
  promisePayment,
  takeBackPromise,
  type Servicing as Shown,
} from "../contract.ts";
import { agreeToHours, withdrawHours } from "../hours-contract.ts";
import { Lights } from "../parts/lights.tsx";
import { OtherHoursForm } from "../parts/other-hours.tsx";
import { closedTexts, contactOutcomeTexts, promiseStateTexts, texts } from "../texts.ts";

const path = "/webview/servicing";
export const handle: ScreenHandle = { title: texts.title, back: "/webview/bills" };

export async function loader({ request, context }: Route.LoaderArgs) {
  const [shown, contacts] = await Promise.all([
    call(getServicing, {}, { context }),
    readPage(request, listServicingContacts, {}, { context }),
  ]);
  return { shown, contacts };
}

const forms = defineForms({
  promise: { call: promisePayment, done: `${path}?promised=1` },
  takeBack: { call: takeBackPromise, done: `${path}?taken-back=1` },
  agree: { call: agreeToHours, done: `${path}?agreed=1#hours` },
  withdraw: { call: withdrawHours, done: `${path}?withdrawn=1#hours` },
  object: { call: objectToContact, done: `${path}?objected=1` },
});
type Form = ReturnType<typeof forms.form>;
export const action = forms.action;

export default function Servicing({ loaderData: { shown, contacts }, actionData }: Route.ComponentProps) {
  const t = useTexts(texts);
  const of = forms.form("promise", actionData);
  const { loan } = shown;
  if (!loan)
    return (
      <Stack gap="loose">
        <FormRefusal of={of} />
        <FormRefusal of={forms.form("takeBack", actionData)} />
        <FormRefusal of={forms.form("agree", actionData)} />
        <EmptyState
          level={1}
          art="empty"
          title={t("nothingTitle")}
          action={<ButtonLink to="/webview/home">{t("toHome")}</ButtonLink>}
        >
          {t("nothingBody")}
        </EmptyState>
        {contacts.items.length > 0 && <Contacts contacts={contacts} outcome={actionData} />}
      </Stack>
    );
  return (
    <Stack gap="loose">
      <Title lead={t("lead")}>{t("title")}</Title>
      <Saved by="promised">{t("saved")}</Saved>
      <Saved by="taken-back">{t("takeBackSaved")}</Saved>
      <Small>{t("onLoan", { number: unbrokenNumber(loan.loanNumber) })}</Small>
      <Section heading={t("promise")}>
        {shown.promise && <PromiseFacts promise={shown.promise} of={forms.form("takeBack", actionData)} />}
        {shown.range ? <PromiseForm of={of} loan={loan} range={shown.range} /> : <NoPromise of={of} shown={shown} />}
      </Section>
      <Section heading={t("lights")}>
        <Lights lights={shown.lights} />
        <Small>{t("limits")}</Small>
      </Section>
      <OtherHoursForm
        agreed={shown.agreedHours}
        action={path}
        agree={forms.form("agree", actionData)}
        withdraw={forms.form("withdraw", actionData)}
      />
      <Letters letters={shown.letters} />
      <Contacts contacts={contacts} outcome={actionData} />
      <a href="/webview/loanrestruture">{t("help")}</a>
      {shown.range ? (
        <a href="/webview/bills">{t("toBills")}</a>
      ) : (
        <ActionBar>
          <ButtonLink to="/webview/bills">{t("toBills")}</ButtonLink>
        </ActionBar>
      )}
    </Stack>
  );
}

/** Letters about the loan, to open again. */
function Letters({ letters }: Pick<Shown, "letters">) {
  const t = useTexts(texts);
  if (letters.length === 0) return null;
  return (
    <Section heading={t("letters")}>
      <DefinitionList
        items={letters.map(({ letterId, title, sentAt }) => [
          <InstantText key="at" at={sentAt} style="short" />,
          <a key="letter" href={`/api/repayment/servicing/letters/${letterId}/pdf`}>
            {title} (PDF)
          </a>,
        ])}
      />
    </Section>
  );
}

/** Each contact of a person of ours; one tap objects to it. */
function Contacts({
  contacts: { items, page },
  outcome,
}: {
  contacts: Route.ComponentProps["loaderData"]["contacts"];
  outcome: Route.ComponentProps["actionData"];
}) {
  const t = useTexts(texts);
  const outcomeText = useTexts(contactOutcomeTexts);
  const of = forms.form("object", outcome);
  return (
    <Section heading={t("contacts")} id="contacts">
      <Small>{t("contactsLead")}</Small>
      <Saved by="objected">{t("objectedSaved")}</Saved>
      {items.every(({ contactId }) => contactId !== of.values?.["contactId"]) && <FormRefusal of={of} />}
      {items.length === 0 && <Small>{t("noContacts")}</Small>}
      <DefinitionList
        items={items.map((one) => [
          <span key="at">
            <InstantText at={one.startedAt} style="short" /> · {t(one.channel)}
          </span>,
          <span key="outcome">
            {one.outcome ? outcomeText(one.outcome) : t("notedYet")}{" "}
            {one.objectedAt ? (
              <Badge kind="info">{t("objected")}</Badge>
            ) : (
              <ActionForm of={of} id={`object-${one.contactId}`} action={path} which={{ contactId: one.contactId }}>
                <Button kind="quiet" track="contact_object">
                  {t("object")}
                </Button>
              </ActionForm>
            )}
          </span>,
        ])}
      />
      <Pagination page={page} />
    </Section>
  );
}

const badgeKinds = { OPEN: "info", KEPT: "ok", PARTLY: "attention", BROKEN: "bad", CANCELLED: "plain" } as const;

function PromiseFacts({ promise, of }: { promise: NonNullable<Shown["promise"]>; of: Form }) {
  const t = useTexts(texts);
  const stateText = useTexts(promiseStateTexts);
  const language = useLanguage();
  const { promiseId, amountRupiah, on, state, paidRupiah, byStaff } = promise;
  return (
    <>
      <DefinitionList
        items={[
          [
            t("promisedFor", { amount: unbrokenRupiah(amountRupiah), date: formatDate(on, language) }),
            <Badge key="state" kind={badgeKinds[state]}>
              {stateText(state)}
            </Badge>,
          ],
          [t("paidOfIt"), <Money key="paid" rupiah={paidRupiah} />],
        ]}
      />
      {byStaff && <Small>{t("byStaff")}</Small>}
      {state === "OPEN" ? (
        <ActionForm of={of} id="take-back" action={path} hidden={{ promiseId }}>
          <Small>{t("takeBackLead")}</Small>
          <Button kind="secondary" track="promise_take_back">
            {t("takeBack")}
          </Button>
        </ActionForm>
      ) : (
        <FormRefusal of={of} />
      )}
    </>
  );
}

/** Why none can be made now. */
function NoPromise({ of, shown: { mayPromiseOn, promise } }: { of: Form; shown: Shown }) {
  const t = useTexts(texts);
  const closed = useTexts(closedTexts);
  const language = useLanguage();
  return (
    <>
      <FormRefusal of={of} />
      {mayPromiseOn !== null && <Notice>{t("mayPromiseOn", { date: formatDate(mayPromiseOn, language) })}</Notice>}
      {promise?.state === "OPEN" ? (
        <Small>{t("promiseLead")}</Small>
      ) : (
        mayPromiseOn === null && <Small>{closed("PAID_UP")}</Small>
      )}
    </>
  );
}

function PromiseForm({
  of,
  loan,
  range,
}: {
  of: Form;
  loan: NonNullable<Shown["loan"]>;
  range: NonNullable<Shown["range"]>;
}) {
  const t = useTexts(texts);
  const language = useLanguage();
  const { minRupiah, maxRupiah, firstOn, lastOn } = range;
  return (
    <ActionForm of={of} id="promise" action={path}>
      <Small>{t("promiseLead")}</Small>
      {loan.lateFeeRupiah > 0 && <Small>{t("lateFee", { fee: formatRupiah(loan.lateFeeRupiah) })}</Small>}
      <AmountField
        name="amountRupiah"
        label={t("amount")}
        hint={t("amountHint", { min: unbrokenRupiah(minRupiah), max: unbrokenRupiah(maxRupiah) })}
        defaultValue={String(loan.dueTodayRupiah)}
      />
      <DateField
        name="on"
        label={t("on")}
        hint={t("onHint", { last: formatDate(lastOn, language) })}
        min={firstOn}
        max={lastOn}
      />
      <ActionBar>
        <Button track="promise_payment">{t("send")}</Button>
      </ActionBar>
    </ActionForm>
  );
}
