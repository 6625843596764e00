/** Each skin's own screen, drawn with an example person; the same parts that borrowers see. */
import { ClaimScreen } from "../parts/claim-screen.tsx";
import { CurtainArt } from "../parts/coupon-art.tsx";
import { RulesPage } from "../parts/rules-page.tsx";
import { useSkinLook, type PreviewedCampaign } from "../parts/skin-looks.tsx";

/** The screen of a campaign, or its page of rules; a skin without its own screen is shown as a claim of one prize of a list. */
export function SkinPreview({ isRules, ...shown }: PreviewedCampaign & { isRules: boolean }) {
  const { campaign } = shown;
  const look = useSkinLook(campaign.skin);
  if (isRules) return <RulesPage campaign={campaign} />;
  return (
    <>
      {look ? (
        look.screen(shown)
      ) : (
        <ClaimScreen campaign={campaign} outcome={undefined} art={<CurtainArt />} lead={null} />
      )}
    </>
  );
}
