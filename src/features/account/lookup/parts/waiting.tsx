/** A page that waits for an external answer: it reloads itself, or by its button without script. */
import type { ReactNode } from "react";
import { useFrame } from "#web/frame.tsx";
import { useTexts } from "#web/language.tsx";
import { Button, ButtonLink } from "#web/ui/button/button.tsx";
import { Form, LiveRegion } from "#web/ui/form/form.tsx";
import { Notice } from "#web/ui/notice/notice.tsx";
import { ActionBar } from "#web/ui/page/page.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import { Title } from "#web/ui/text/text.tsx";
import { askMinutes } from "../contract.ts";
import { texts } from "../texts.ts";

export interface WaitingProps {
  /** The page itself; `?waiting=1` shows this part while it waits and once it does no more. */
  path: string;
  isWaiting: boolean;
  /** The register that we wait for. */
  from: string;
  title: string;
  /** Other actions during the wait. */
  children?: ReactNode;
}

export function LookupWaiting({ path, isWaiting, from, title, children }: WaitingProps) {
  const t = useTexts(texts);
  const { navBar, hideBack } = useFrame();
  return (
    <Stack gap="loose">
      <Form id="waiting" method="get" action={path} live={path}>
        <input type="hidden" name="waiting" value="1" />
        {navBar && <input type="hidden" name="navBar" value="1" />}
        {hideBack && <input type="hidden" name="hideBack" value="1" />}
        <LiveRegion state={isWaiting ? "WAITING" : "ANSWERED"} later={<AnsweredParts />}>
          {isWaiting ? (
            <Stack gap="loose">
              <Title lead={t("askingBody", { from, minutes: askMinutes })}>{title}</Title>
              <p data-live-again="">
                {t("askingLeave")} <span className="with-script">{t("updatesItself")}</span>
              </p>
              <Button kind="secondary">{t("check")}</Button>
            </Stack>
          ) : (
            <Stack gap="loose">
              <Title>{t("answered")}</Title>
              <Notice kind="ok" live>
                {t("answeredBody", { from })}
              </Notice>
              <ActionBar>
                <ButtonLink to={path}>{t("seeAnswer")}</ButtonLink>
              </ActionBar>
            </Stack>
          )}
        </LiveRegion>
      </Form>
      {isWaiting && children}
    </Stack>
  );
}

function AnsweredParts() {
  return (
    <>
      <Notice kind="ok">.</Notice>
      <ActionBar>
        <ButtonLink to="#main">.</ButtonLink>
      </ActionBar>
    </>
  );
}
