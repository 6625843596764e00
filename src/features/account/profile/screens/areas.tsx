import { data } from "react-router";
import type { Route } from "./+types/areas";
import { call, Problem } from "#web/api.ts";
import { useTexts } from "#web/language.tsx";
import { Rich } from "#web/rich/rich.tsx";
import { pageFrame, type ScreenHandle } from "#web/screen.ts";
import { Title } from "#web/ui/text/text.tsx";
import { getAreaDataList } from "../area-contract.ts";
import Areas, { problemText, type AreasShown } from "../parts/areas.rich.tsx";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = {
  title: texts.areasTitle,
  kind: "rich",
  reason:
    "Whoever looks for a village goes down four levels and back up, some of them several times: each without a new page.",
  noIndex: true,
};

export async function loader({ request, context }: Route.LoaderArgs) {
  if (!context.get(pageFrame).sandbox) throw data(null, { status: 404 });
  const code = new URL(request.url).searchParams.get("parentCode")?.trim() ?? "";
  try {
    const { items } = await call(getAreaDataList, code ? { parentCode: code } : {}, { context });
    return { code, items, problem: null } satisfies AreasShown;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return data({ code, items: [], problem: problemText(error) } satisfies AreasShown, { status: error.init.status });
  }
}

export default function AreasOfIndonesia({ loaderData }: Route.ComponentProps) {
  const t = useTexts(texts);
  return (
    <>
      <Title lead={t("areasLead")}>{t("areasTitle")}</Title>
      <Rich name="areas" part={Areas} given={loaderData} />
    </>
  );
}
