import { Button } from "../button/button.tsx";
import type { Examples } from "../example.ts";
import { OtpField } from "./otp-field.tsx";

export const examples: Examples = {
  otp: (
    <OtpField
      name="code"
      hint="Kami kirim lewat SMS ke 0812••••4821."
      resendInSeconds={48}
      resendAt="2026-11-21T03:01:00.000Z"
      resend={
        <Button kind="quiet" name="intent" value="resend" formNoValidate>
          Kirim ulang kode
        </Button>
      }
    />
  ),
};
