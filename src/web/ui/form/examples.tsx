import { ActionBar } from "../page/page.tsx";
import { Button } from "../button/button.tsx";
import { Checkbox } from "../choices/choices.tsx";
import type { Examples } from "../example.ts";
import { PhoneField } from "../text-field/text-field.tsx";
import { Form } from "./form.tsx";

export const examples: Examples = {
  form: (
    <Form id="login">
      <PhoneField name="mobileNumber" label="Nomor ponsel" />
      <Checkbox name="agreements" value="TERMS" required>
        Saya setuju dengan <a href="#terms">syarat layanan</a>.
      </Checkbox>
      <ActionBar>
        <Button>Kirim kode</Button>
      </ActionBar>
    </Form>
  ),
};
