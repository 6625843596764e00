/** The second half of signing: the code is the signature. */
import type { FormAnswer } from "#web/api.ts";
import type { BoundForm } from "#web/form-actions.ts";
import { useTexts } from "#web/language.tsx";
import { Button } from "#web/ui/button/button.tsx";
import { Card } from "#web/ui/card/card.tsx";
import { ActionForm } from "#web/ui/form/action-form.tsx";
import { Notice } from "#web/ui/notice/notice.tsx";
import { ActionBar } from "#web/ui/page/page.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import { Small, Title } from "#web/ui/text/text.tsx";
import { unbrokenRupiah } from "#shared/money.ts";
import type { PendingVerification } from "#features/account/verification/contract.ts";
import { AskCode, OtpStep, ResendForm } from "#features/account/verification/parts/otp-step.tsx";
import { texts } from "../texts.ts";
import { Deadline } from "./deadline.tsx";
import type { ToSign } from "./to-sign.ts";

export interface SignStepProps {
  loanId: string;
  toSign: ToSign;
  /** Null where no code was asked for, or its proof ran out. */
  pending: PendingVerification | null;
  answer: FormAnswer | undefined;
  of: BoundForm;
}

export function SignStep({ loanId, toSign, pending, answer, of }: SignStepProps) {
  const t = useTexts(texts);
  const { quote, discount } = toSign;
  return (
    <Stack gap="loose">
      <Title
        lead={t("codeLead", {
          amount: unbrokenRupiah(quote.amountRupiah),
          total: unbrokenRupiah(discount?.totalRupiah ?? quote.totalRupiah),
        })}
      >
        {t("codeTitle")}
      </Title>
      {pending ? (
        <>
          {/* It shows nothing itself, so it comes first: the bar with the button ends the page. */}
          <ResendForm />
          <ActionForm of={of} single={!pending.proven} hidden={{ loanId, hash: toSign.hash }}>
            {/* The code comes first: the bar with the button would cover it at the foot of a small screen. */}
            <OtpStep pending={pending} />
            <Accepted toSign={toSign} />
            <ActionBar>
              <Button track="agreement_sign">{t("signNow")}</Button>
            </ActionBar>
          </ActionForm>
        </>
      ) : (
        <>
          {!answer && <Notice kind="attention">{t("askCodeAgain")}</Notice>}
          <AskCode answer={answer} />
          <Accepted toSign={toSign} />
        </>
      )}
    </Stack>
  );
}

/** The acceptance that the code signs, and its deadline. */
function Accepted({ toSign }: { toSign: ToSign }) {
  const t = useTexts(texts);
  return (
    <Stack>
      <Deadline toSign={toSign} />
      <Card heading={t("accepted")}>
        <ul className="stack stack-tight">
          <li>{t("acceptRead")}</li>
          <li>{t("acceptPlatforms")}</li>
        </ul>
        <Small>
          <a href="/webview/agreement">{t("readAgain")}</a>
        </Small>
      </Card>
    </Stack>
  );
}
