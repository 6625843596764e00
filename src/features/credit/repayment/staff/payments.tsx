import { data, redirect, useSearchParams } from "react-router";
import type { Route } from "./+types/payments";
import { Approval } from "#web/ui/approval/approval.tsx";
import { Button, ButtonLink } from "#web/ui/button/button.tsx";
import { DataTable } from "#web/ui/data-table/data-table.tsx";
import { Form, type FormProps } from "#web/ui/form/form.tsx";
import { Notice } from "#web/ui/notice/notice.tsx";
import { ActionBar } from "#web/ui/page/page.tsx";
import { Pagination } from "#web/ui/pagination/pagination.tsx";
import { Row } from "#web/ui/stack/stack.tsx";
import { Heading, Title } from "#web/ui/text/text.tsx";
import { TextArea, TextField } from "#web/ui/text-field/text-field.tsx";
import { call, submit } from "#web/api.ts";
import { useFrame } from "#web/frame.tsx";
import { InstantText, Money, useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { formatRupiah } from "#shared/money.ts";
import { mayStaff } from "#shared/staff-permissions.ts";
import { getStaffSession, listStaffNames } from "#features/platform/console/contract.ts";
import { listBanks } from "#features/account/bank-account/contract.ts";
import {
  askTakenBack,
  checkAssignment,
  listTakenBackPayments,
  listUnmatchedPayments,
  proposeAssignment,
  proposeReturn,
  proposeSuspenseReversal,
  type UnmatchedPayment,
} from "../staff-contract.ts";
import { TakenBack } from "../parts/taken-back.tsx";
import { ReturnForm } from "../parts/return-form.tsx";
import { staffTexts } from "./texts.ts";

export const handle: ScreenHandle = { title: staffTexts.title };

export async function loader({ request, context }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams;
  const cursor = query.get("cursor");
  const [page, taken, banks, names, own] = await Promise.all([
    call(listUnmatchedPayments, { ...(cursor ? { cursor } : {}), limit: 50 }, { context }),
    call(listTakenBackPayments, { limit: 50 }, { context }),
    call(listBanks, {}, { context }),
    call(listStaffNames, {}, { context }),
    call(getStaffSession, {}, { context }),
  ]);
  const opened = page.items.find((one) => one.receiptId === query.get("receipt")) ?? null;
  const takenOpened = taken.items.find((one) => one.receiptId === query.get("taken")) ?? null;
  return {
    ...page,
    taken: taken.items,
    takenOpened,
    opened,
    banks: banks.items.map(({ code, shortName }) => ({ value: code, label: shortName })),
    ownId: own.staffId,
    names: Object.fromEntries(names.items.map(({ staffId, name }) => [staffId, name])),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData();
  const assignmentId = form.get("assignmentId");
  const receiptId = form.get("receiptId");
  if (form.has("return")) {
    const made = await submit(proposeReturn, form, context, { receiptId });
    if (!made.ok) return data(made.answer, { status: made.answer.status });
    throw redirect(`/staff/checks/${made.reply.proposalId}`, 303);
  }
  if (form.has("suspense")) {
    const made = await submit(proposeSuspenseReversal, form, context, { receiptId });
    if (!made.ok) return data(made.answer, { status: made.answer.status });
    throw redirect(`/staff/checks/${made.reply.proposalId}`, 303);
  }
  if (form.has("ask")) {
    const asked = await submit(askTakenBack, form, context, { receiptId });
    if (!asked.ok) return data(asked.answer, { status: asked.answer.status });
    throw redirect(
      asked.reply.stands ? "/staff/payments" : `/staff/payments?taken=${String(receiptId)}#taken-back`,
      303,
    );
  }
  const sent =
    typeof assignmentId === "string"
      ? await submit(checkAssignment, form, context, { assignmentId })
      : await submit(proposeAssignment, form, context, { receiptId });
  if (!sent.ok) return data(sent.answer, { status: sent.answer.status });
  throw redirect("/staff/payments", 303);
}

export default function Payments({
  loaderData: { items, nextCursor, taken, takenOpened, opened, banks, ownId, names },
  actionData,
}: Route.ComponentProps) {
  const t = useTexts(staffTexts);
  const [query] = useSearchParams();
  const roles = useFrame().staff?.roles ?? [];
  const isReturn = actionData?.values["return"] !== undefined;
  const answer = actionData ? { values: actionData.values, failure: actionData.failure } : {};
  const isTaken = actionData?.values["ask"] !== undefined || actionData?.values["suspense"] !== undefined;
  const answered = isReturn || isTaken ? {} : answer;
  const toOpen = (one: UnmatchedPayment) => {
    const kept = new URLSearchParams({
      ...(query.get("cursor") ? { cursor: query.get("cursor") ?? "" } : {}),
      receipt: one.receiptId,
    });
    return `/staff/payments?${kept}#assign`;
  };
  const proposal = opened?.proposal ?? null;
  return (
    <>
      <Title lead={t("lead")}>{t("title")}</Title>
      {mayStaff(roles, "money.read") && (
        <Row>
          <ButtonLink kind="secondary" compact to="/staff/payments/reversal">
            {t("toReversal")}
          </ButtonLink>
        </Row>
      )}
      {taken.length > 0 && (
        <TakenBack
          items={taken}
          opened={takenOpened}
          mayPropose={mayStaff(roles, "money.propose")}
          {...(isTaken ? answer : {})}
        />
      )}
      {opened && (
        <section id="assign" className="section">
          {proposal && mayStaff(roles, "payment.unmatched.check") && (
            <CheckForm
              payment={opened}
              proposal={proposal}
              maker={names[proposal.makerId] ?? proposal.makerId}
              isOwn={proposal.makerId === ownId}
              {...answered}
            />
          )}
          {!proposal && mayStaff(roles, "payment.unmatched.assign") && <AssignForm payment={opened} {...answered} />}
          {mayStaff(roles, "money.propose") && (
            <ReturnForm payment={opened} banks={banks} {...(isReturn ? answer : {})} />
          )}
        </section>
      )}
      <DataTable
        caption={t("title")}
        captionHidden
        rows={items}
        rowKey={(one) => one.receiptId}
        empty={t("empty")}
        columns={[
          {
            key: "reference",
            label: t("reference"),
            show: (one) => (
              <a className="console-id" href={toOpen(one)}>
                {one.reference}
              </a>
            ),
          },
          { key: "rail", label: t("rail"), show: (one) => t(one.rail) },
          { key: "amount", label: t("amount"), figures: true, show: (one) => <Money rupiah={one.amountRupiah} /> },
          { key: "paid", label: t("paid"), show: (one) => <InstantText at={one.paidAt} style="short" /> },
          { key: "cause", label: t("cause"), show: (one) => t(one.cause) },
          {
            key: "madeFor",
            label: t("madeFor"),
            show: (one) => <span className="console-id">{one.loanNumber ?? "–"}</span>,
          },
          {
            key: "proposal",
            label: t("proposal"),
            show: (one) =>
              one.returnProposalId
                ? t("returnWaits")
                : one.proposal
                  ? `${one.proposal.loanNumber} · ${names[one.proposal.makerId] ?? ""}`
                  : t("noProposal"),
          },
        ]}
      />
      <Pagination
        first={query.has("cursor") ? "/staff/payments" : null}
        next={nextCursor ? `/staff/payments?cursor=${encodeURIComponent(nextCursor)}` : null}
      />
    </>
  );
}

type Answered = Partial<Pick<FormProps, "values" | "failure">>;

/** The maker's proposal: which loan the money belongs to. */
function AssignForm({ payment, ...answered }: Answered & { payment: UnmatchedPayment }) {
  const t = useTexts(staffTexts);
  const { formKey } = useFrame();
  return (
    <>
      <Heading>{t("proposeHeading", { amount: formatRupiah(payment.amountRupiah) })}</Heading>
      <Form call={proposeAssignment} idempotencyKey={formKey} {...answered}>
        <input type="hidden" name="receiptId" value={payment.receiptId} />
        <TextField
          name="loan"
          label={t("loan")}
          autoComplete="off"
          autoCapitalize="none"
          {...(payment.loanNumber ? { defaultValue: payment.loanNumber } : {})}
        />
        <TextArea name="reason" label={t("reason")} hint={t("reasonHint")} rows={2} />
        <ActionBar>
          <Button>{t("propose")}</Button>
        </ActionBar>
      </Form>
    </>
  );
}

type CheckProps = Answered & {
  payment: UnmatchedPayment;
  proposal: NonNullable<UnmatchedPayment["proposal"]>;
  maker: string;
  isOwn: boolean;
};

/** The checker's word on it. */
function CheckForm({ payment, proposal, maker, isOwn, ...answered }: CheckProps) {
  const t = useTexts(staffTexts);
  const { formKey } = useFrame();
  return (
    <>
      <Heading>{t("checkHeading", { amount: formatRupiah(payment.amountRupiah) })}</Heading>
      <p className="console-quote">
        {t("proposedBy", { name: maker, loan: proposal.loanNumber, reason: proposal.reason })}
      </p>
      {isOwn ? (
        <Notice>{t("ownProposal")}</Notice>
      ) : (
        <Form call={checkAssignment} idempotencyKey={formKey} {...answered}>
          <input type="hidden" name="assignmentId" value={proposal.assignmentId} />
          <Approval agree={t("confirm")} refuse={t("refuse")} />
        </Form>
      )}
    </>
  );
}
