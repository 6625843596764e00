import { useTexts } from "#web/language.tsx";
import { useScriptPart } from "#web/script-parts.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Form, LiveRegion } from "#web/ui/form/form.tsx";
import { ActionBar } from "#web/ui/page/page.tsx";
import { Select } from "#web/ui/select/select.tsx";
import { Title } from "#web/ui/text/text.tsx";
import { areaFields } from "../area-contract.ts";
import { texts } from "../texts.ts";
import type { AreaChoice, AreaLevelChoice } from "./profile-values.ts";

/**
 * From the province down to the village. With script the lower lists are loaded on each choice; without, "continue"
 * loads the next list. It only reads, so it is a GET, and only area codes are in the address.
 */
export function AreaForm({
  path,
  area,
  title,
  lead,
}: {
  path: string;
  area: AreaChoice;
  /** By default the title of the address of residence. */
  title?: string;
  lead?: string;
}) {
  const t = useTexts(texts);
  // Its live part only loads lists: of the scripts with live parts, the one with amounts is smaller than the one with codes.
  useScriptPart("amounts");
  return (
    <>
      <Title lead={lead ?? t("homeLead")}>{title ?? t("areaTitle")}</Title>
      <Form call={areaFields} id="area" method="get" action={path} live={path} fill>
        <input type="hidden" name="step" value="home" />
        <Level name="province" label={t("province")} level={area.province} />
        <LiveRegion>
          <Level name="regency" label={t("regency")} level={area.regency} />
          <Level name="district" label={t("district")} level={area.district} />
          <Level name="village" label={t("village")} level={area.villages} />
        </LiveRegion>
        <ActionBar>
          <Button track="profile_area">{t("useArea")}</Button>
        </ActionBar>
      </Form>
    </>
  );
}

function Level({ name, label, level }: { name: string; label: string; level: AreaLevelChoice }) {
  const t = useTexts(texts);
  const isClosed = level.options.length === 0;
  return (
    <Select
      name={name}
      label={label}
      hint={isClosed ? t("chooseAbove") : undefined}
      disabled={isClosed}
      defaultValue={level.chosen?.code ?? ""}
      options={level.options.map((option) => ({ value: option.code, label: option.name }))}
    />
  );
}
