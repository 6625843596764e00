import { data } from "react-router";
import type { Route } from "./+types/requests";
import { readPage } from "#web/list.ts";
import { useTexts } from "#web/language.tsx";
import { pageFrame, type ScreenHandle } from "#web/screen.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Form } from "#web/ui/form/form.tsx";
import { Pagination } from "#web/ui/pagination/pagination.tsx";
import { Select } from "#web/ui/select/select.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import { Small, Title } from "#web/ui/text/text.tsx";
import { sandboxPorts } from "#shared/sandbox-ports.ts";
import { listSandboxRequests } from "../request-contract.ts";
import { RequestList } from "../parts/request-list.tsx";
import { portTexts, texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.requests, measure: "wide", noIndex: true };

export async function loader({ request, context }: Route.LoaderArgs) {
  if (!context.get(pageFrame).sandbox) throw data(null, { status: 404 });
  const chosenPort = new URL(request.url).searchParams.get("port");
  const port = sandboxPorts.find((one) => one === chosenPort);
  const { items, page } = await readPage(
    request,
    listSandboxRequests,
    { limit: 20, ...(port ? { port } : {}) },
    { context },
  );
  return { items, page, port: port ?? null };
}

export default function Requests({ loaderData: { items, page, port } }: Route.ComponentProps) {
  const t = useTexts(texts);
  const nameOf = useTexts(portTexts);
  return (
    <Stack gap="loose">
      <Title lead={t("requestsLead")}>{t("requests")}</Title>
      <Form id="requests-form" method="get" action="/sandbox/requests" values={{ port: port ?? "" }}>
        <div className="sandbox-beside">
          <Select
            name="port"
            label={t("nextPort")}
            options={sandboxPorts.map((value) => ({ value, label: nameOf(value) }))}
          />
          <Button kind="secondary" compact>
            {t("show")}
          </Button>
        </div>
      </Form>
      {port !== null && (
        <Small>
          <a href="/sandbox/requests">{t("allPartners")}</a>
        </Small>
      )}
      <RequestList requests={items} />
      <Pagination page={page} />
      <Small>
        <a href="/sandbox">{t("title")}</a>
      </Small>
    </Stack>
  );
}
