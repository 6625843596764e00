import { Button } from "../button/button.tsx";
import type { Examples } from "../example.ts";
import { CaptchaField } from "./captcha-field.tsx";

export const examples: Examples = {
  captcha: (
    <CaptchaField
      captchaKey="example"
      imageUrl="/icon.svg"
      audioUrl="/example.wav"
      refresh={
        <Button kind="quiet" name="intent" value="captcha" formNoValidate>
          Ganti gambar
        </Button>
      }
    />
  ),
};
