import { useTexts } from "#web/language.tsx";
import { Button } from "#web/ui/button/button.tsx";
import { Dialog, DialogClose, DialogLink } from "#web/ui/dialog/dialog.tsx";
import { Form } from "#web/ui/form/form.tsx";
import { texts } from "../texts.ts";

/** Withdrawing an application, asked once more: without script the question opens by its link. */
export function CancelLoan({ loanId }: { loanId: string }) {
  const t = useTexts(texts);
  return (
    <>
      <DialogLink to="cancel" kind="text">
        {t("cancel")}
      </DialogLink>
      <Dialog id="cancel" heading={t("cancelTitle")}>
        <Form id="cancel-form" action={`/webview/loan-history/${loanId}`}>
          <p>{t("cancelBody")}</p>
          <Button kind="danger" track="loan-cancel">
            {t("cancelConfirm")}
          </Button>
          <DialogClose>{t("keep")}</DialogClose>
        </Form>
      </Dialog>
    </>
  );
}
