import type { Route } from "./+types/borrower-limit";
import { call } from "#web/api.ts";
import { defineForms } from "#web/form-actions.ts";
import { useFrame } from "#web/frame.tsx";
import { InstantText, Money, useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { Button } from "#web/ui/button/button.tsx";
import { DataTable } from "#web/ui/data-table/data-table.tsx";
import { ActionForm, Saved } from "#web/ui/form/action-form.tsx";
import { Notice } from "#web/ui/notice/notice.tsx";
import { Receipt, ReceiptLine } from "#web/ui/receipt/receipt.tsx";
import { Select } from "#web/ui/select/select.tsx";
import { Section, Title } from "#web/ui/text/text.tsx";
import { AmountField, TextArea } from "#web/ui/text-field/text-field.tsx";
import { formatRupiah } from "#shared/money.ts";
import { mayStaff } from "#shared/staff-permissions.ts";
import { FactorPoints } from "../parts/factor-points.tsx";
import { getBorrowerLimit, limitActions, proposeLimitChange, staffFreezes } from "../staff-contract.ts";
import { scoreTexts, limitStaffTexts, texts as limitTexts } from "../texts.ts";

export const handle: ScreenHandle = { title: limitStaffTexts.title };

export function loader({ params: { borrowerId }, context }: Route.LoaderArgs) {
  return call(getBorrowerLimit, { borrowerId }, { context });
}

const forms = defineForms({ propose: { call: proposeLimitChange, done: "?proposed=1" } });
type Form = ReturnType<typeof forms.form>;
type Shown = Route.ComponentProps["loaderData"];
export const action = forms.action;

export default function BorrowerLimit({ loaderData: shown, actionData }: Route.ComponentProps) {
  const t = useTexts(limitStaffTexts);
  const roles = useFrame().staff?.roles ?? [];
  return (
    <>
      <Title>{t("title")}</Title>
      <Saved by="proposed">{t("proposed")}</Saved>
      <Standing shown={shown} />
      <Changes changes={shown.changes} />
      {mayStaff(roles, "limit.propose") && <Propose shown={shown} of={forms.form("propose", actionData)} />}
    </>
  );
}

function Standing({ shown: { limits, score } }: { shown: Shown }) {
  const t = useTexts(limitStaffTexts);
  const name = useTexts(limitTexts);
  const words = useTexts(scoreTexts);
  return (
    <Section heading={t("standing")}>
      {limits.freezes.length > 0 && (
        <Notice kind="attention" title={t("frozen")}>
          {limits.freezes.map(({ cause, since, endsAt }) => (
            <span key={cause}>
              {words(cause === "BORROWER" ? "pauseTitle" : cause)}{" "}
              <InstantText at={endsAt ?? since} style="short" />{" "}
            </span>
          ))}
        </Notice>
      )}
      <Receipt>
        <ReceiptLine label={name("credit")}>
          <Money rupiah={limits.creditRupiah} />
        </ReceiptLine>
        <ReceiptLine label={t("temporary")}>
          <Money rupiah={limits.temporary?.amountRupiah ?? 0} />
        </ReceiptLine>
        <ReceiptLine label={t("used")}>
          <Money rupiah={limits.usedRupiah} />
        </ReceiptLine>
        <ReceiptLine label={t("affordable")}>
          {limits.affordableRupiah === null ? "–" : <Money rupiah={limits.affordableRupiah} />}
        </ReceiptLine>
        <ReceiptLine label={t("score", { band: score.band ?? "–" })}>{score.score ?? "–"}</ReceiptLine>
      </Receipt>
      <FactorPoints factors={score.factors} />
    </Section>
  );
}

function Changes({ changes }: Pick<Shown, "changes">) {
  const t = useTexts(limitStaffTexts);
  const cause = useTexts(limitTexts);
  return (
    <Section heading={t("changes")}>
      <DataTable
        caption={t("changes")}
        captionHidden
        rows={changes}
        rowKey={({ id }) => id}
        empty={t("noChanges")}
        columns={[
          { key: "at", label: t("at"), show: ({ changedAt }) => <InstantText at={changedAt} style="short" /> },
          { key: "cause", label: t("cause"), show: (row) => cause(row.cause) },
          { key: "from", label: t("from"), figures: true, show: ({ fromRupiah }) => <Money rupiah={fromRupiah} /> },
          { key: "to", label: t("to"), figures: true, show: ({ toRupiah }) => <Money rupiah={toRupiah} /> },
        ]}
      />
    </Section>
  );
}

function Propose({ shown: { limits, maxTemporaryRupiah }, of }: { shown: Shown; of: Form }) {
  const t = useTexts(limitStaffTexts);
  const max = formatRupiah(limits.affordableRupiah ?? limits.creditRupiah);
  return (
    <Section heading={t("propose")}>
      <ActionForm of={of} id="propose">
        <Select name="action" label={t("action")} options={limitActions.map((value) => ({ value, label: t(value) }))} />
        <AmountField
          name="amountRupiah"
          label={t("amount")}
          hint={t("amountHint", { max, maxTemporary: formatRupiah(maxTemporaryRupiah) })}
        />
        <Select
          name="cause"
          label={t("freezeCause")}
          options={staffFreezes.map((value) => ({ value, label: t(value) }))}
        />
        <TextArea name="reason" label={t("reason")} />
        <Button track="staff_limit_propose">{t("send")}</Button>
      </ActionForm>
    </Section>
  );
}
