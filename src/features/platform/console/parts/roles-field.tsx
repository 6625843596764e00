import { staffRoles, type StaffRole } from "#shared/staff-permissions.ts";
import { useTexts } from "#web/language.tsx";
import { consoleShellTexts } from "#web/shells/staff-texts.ts";
import { Choices } from "#web/ui/choices/choices.tsx";
import { texts } from "../texts.ts";

/** The roles of a person, as tick boxes. */
export function RolesField({ present = [] }: { present?: readonly StaffRole[] }) {
  const t = useTexts(texts);
  const role = useTexts(consoleShellTexts);
  return (
    <Choices
      name="roles"
      label={t("roles")}
      multiple
      columns={2}
      defaultValues={present}
      choices={staffRoles.map((one) => ({ value: one, label: role(one) }))}
    />
  );
}
