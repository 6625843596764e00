/** The link as a code for a camera: drawn in the page, black on white also in the dark, so that it works without script. */
import { qrPath } from "#shared/qr-path.ts";
import { useTexts } from "#web/language.tsx";
import { Section, Small } from "#web/ui/text/text.tsx";
import { texts } from "../texts.ts";

export function InviteQr({ link }: { link: string }) {
  const t = useTexts(texts);
  const { d, size } = qrPath(link, { border: 4 });
  return (
    <Section heading={t("qr")}>
      <svg className="invite-qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={t("qrAlt")}>
        <path fill="#fff" d={`M0 0h${size}v${size}H0z`} />
        <path fill="#000" d={d} shapeRendering="crispEdges" />
      </svg>
      <Small>{t("qrHint")}</Small>
    </Section>
  );
}
