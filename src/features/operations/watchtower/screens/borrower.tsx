import type { Route } from "./+types/borrower";
import { LocalInstant } from "#web/console/local-time.tsx";
import { ShortId, WithShortIds } from "#web/console/short-id.tsx";
import { ActionBar } from "#web/ui/page/page.tsx";
import { Button } from "#web/ui/button/button.tsx";
import { DataTable } from "#web/ui/data-table/data-table.tsx";
import { DefinitionList } from "#web/ui/definition-list/definition-list.tsx";
import { ActionForm } from "#web/ui/form/action-form.tsx";
import { Notice } from "#web/ui/notice/notice.tsx";
import { Section, Small, Title } from "#web/ui/text/text.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import { TextArea } from "#web/ui/text-field/text-field.tsx";
import { LoanStateBadge } from "#features/credit/loan/parts/loan-state-badge.tsx";
import { call } from "#web/api.ts";
import { defineForms } from "#web/form-actions.ts";
import { useFrame } from "#web/frame.tsx";
import { unbrokenRupiah } from "#shared/money.ts";
import { DateText, InstantText, Money, useLanguage, useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { languageChoices } from "#web/ui/site-header/site-header.tsx";
import { formatInstant } from "#shared/dates.ts";
import { sayMonths } from "#shared/month-count.ts";
import { mayStaff } from "#shared/staff-permissions.ts";
import { say } from "#shared/texts.ts";
import { addBorrowerNote, getBorrowerPage, type BorrowerPage } from "../staff-contract.ts";
import { FigureList } from "../parts/figure-list.tsx";
import { figureTexts } from "../parts/figure-texts.ts";
import { AccountStateList } from "../parts/account-state-list.tsx";
import { StateBadge } from "#web/console/state-badge.tsx";
import { personPartTexts, texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.borrowerTitle };

export async function loader({ params: { borrowerId }, context }: Route.LoaderArgs) {
  return call(getBorrowerPage, { borrowerId }, { context });
}

const forms = defineForms({ note: { call: addBorrowerNote, done: (_reply, { url }) => `${url.pathname}#notes` } });
export const action = forms.action;

export default function Borrower({ loaderData: borrower, actionData }: Route.ComponentProps) {
  const t = useTexts(texts);
  const language = useLanguage();
  const { staff } = useFrame();
  const mayNote = staff !== null && mayStaff(staff.roles, "borrower.note");
  return (
    <>
      <Title>{borrower.fullName ?? t("unnamed")}</Title>
      {borrower.lockedUntil && (
        <Notice kind="attention">
          {t("lockedUntil", { time: formatInstant(new Date(borrower.lockedUntil), language) })}
        </Notice>
      )}
      <FigureList figures={borrower.figures} />
      <div className="console-grid">
        <div className="console-main">
          <Loans loans={borrower.loans} />
          <Messages borrower={borrower} />
          <AccountStateList lines={borrower.standing} />
          <Section heading={t("notes")} id="notes">
            {borrower.notes.length === 0 && <Small>{t("noNotes")}</Small>}
            {borrower.notes.map((note) => (
              <article key={note.id}>
                <Small>
                  {note.staffName} · <InstantText at={note.createdAt} />
                </Small>
                <p className="console-quote">{note.text}</p>
              </article>
            ))}
            {mayNote && (
              <ActionForm of={forms.form("note", actionData)}>
                <TextArea name="text" label={t("note")} hint={t("noteHint")} rows={3} />
                <ActionBar>
                  <Button kind="secondary">{t("addNote")}</Button>
                </ActionBar>
              </ActionForm>
            )}
          </Section>
        </div>
        <div className="console-aside">
          <Facts borrower={borrower} />
        </div>
      </div>
    </>
  );
}

/** The newest messages with their delivery; the timeline has all of them. */
function Messages({ borrower: { messages, borrowerId } }: { borrower: BorrowerPage }) {
  const t = useTexts(figureTexts);
  const words = useTexts(texts);
  return (
    <>
      <DataTable
        caption={t("messages")}
        rows={messages.map((item, index) => ({ ...item, index }))}
        rowKey={(item) => `${item.at} ${item.index}`}
        empty={t("noMessages")}
        columns={[
          { key: "when", label: words("when"), show: (item) => <LocalInstant at={item.at} /> },
          { key: "what", label: words("what"), show: (item) => item.text },
          {
            key: "details",
            label: words("details"),
            show: (item) => (
              <span className="console-quote">{item.details ? <WithShortIds text={item.details} /> : "–"}</span>
            ),
          },
        ]}
      />
      <Small>
        <a href={`/staff/borrowers/${borrowerId}/timeline?kind=MESSAGE`}>{t("allMessages")}</a>
      </Small>
    </>
  );
}

function Loans({ loans }: { loans: BorrowerPage["loans"] }) {
  const t = useTexts(texts);
  return (
    <DataTable
      caption={t("loans")}
      rows={loans}
      rowKey={(loan) => loan.loanId}
      empty={t("noLoans")}
      columns={[
        {
          key: "number",
          label: t("loanNumber"),
          show: (loan) => (
            <a className="console-id" href={`/staff/loans/${loan.loanId}`}>
              {loan.loanNumber}
            </a>
          ),
        },
        { key: "state", label: t("state"), show: (loan) => <LoanStateBadge state={loan.state} /> },
        {
          key: "principal",
          label: t("principal"),
          figures: true,
          show: (loan) => <Money rupiah={loan.principalRupiah} />,
        },
        { key: "tenor", label: t("tenor"), figures: true, show: (loan) => t("days", { count: loan.tenorDays }) },
        {
          key: "submitted",
          label: t("submitted"),
          show: (loan) => (loan.submittedAt ? <LocalInstant at={loan.submittedAt} /> : "–"),
        },
        {
          key: "disbursed",
          label: t("disbursed"),
          show: (loan) => (loan.disbursedOn ? <DateText date={loan.disbursedOn} style="short" /> : "–"),
        },
      ]}
    />
  );
}

function Facts({ borrower }: { borrower: BorrowerPage }) {
  const t = useTexts(texts);
  const language = useLanguage();
  const { profile, identity, limit } = borrower;
  const missing = borrower.missing.map((part) =>
    part in personPartTexts ? say(personPartTexts[part as keyof typeof personPartTexts], language) : part,
  );
  return (
    <Stack>
      <DefinitionList
        items={[
          [t("id"), <ShortId key="id" id={borrower.borrowerId} />],
          [
            t("status"),
            <StateBadge
              key="status"
              state={borrower.status}
              label={t(borrower.frozenByOwner ? "frozen" : (borrower.status as "ACTIVE"))}
            />,
          ],
          [t("mobileNumber"), borrower.maskedMobileNumber],
          [t("nik"), borrower.maskedNik],
          [t("face"), identity && (identity.faceVerified ? t("faceVerified") : t("faceOpen"))],
          ...(identity && !identity.nikMatchesBirth
            ? [[t("nikMismatch"), <StateBadge key="nikMismatch" state="IN_REVIEW" label="!" />] as const]
            : []),
          [
            t("information"),
            borrower.missing.length === 0 ? t("complete") : t("missing", { parts: missing.join(", ") }),
          ],
          [t("income"), profile?.monthlyIncomeRupiah == null ? null : <Money rupiah={profile.monthlyIncomeRupiah} />],
          [
            t("owedElsewhere"),
            profile?.owedElsewhereRupiah == null ? null : <Money rupiah={profile.owedElsewhereRupiah} />,
          ],
          [t("working"), profile?.workingMonths == null ? null : sayMonths(profile.workingMonths, language)],
          [t("zone"), profile?.zone],
          [t("language"), languageChoices[borrower.language].name],
          [t("limit"), `${unbrokenRupiah(limit.usedRupiah)} / ${unbrokenRupiah(limit.totalRupiah)}`],
          [t("registered"), <InstantText key="registered" at={borrower.registeredAt} />],
          [t("lastLogin"), <InstantText key="lastLogin" at={borrower.lastLoginAt} />],
        ]}
      />
      <DataTable
        caption={t("accounts")}
        rows={borrower.bankAccounts}
        rowKey={(account) => `${account.bankName} ${account.masked}`}
        columns={[
          { key: "bank", label: t("bank"), show: (account) => account.bankName },
          { key: "account", label: t("account"), show: (account) => account.masked },
          { key: "main", label: t("status"), show: (account) => (account.isMain ? t("mainAccount") : "") },
        ]}
      />
    </Stack>
  );
}
