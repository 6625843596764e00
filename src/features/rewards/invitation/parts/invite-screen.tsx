/** The inviter's page: the code and ways to share it, the friends, the rewards. Its two versions have different scenes and additions. */
import type { ReactNode } from "react";
import type { RouterContextProvider } from "react-router";
import type { Campaign } from "#features/rewards/campaign/contract.ts";
import { CampaignFrame } from "#features/rewards/campaign/parts/campaign-frame.tsx";
import { loadCampaign, type CampaignOutcome } from "#features/rewards/campaign/parts/load.ts";
import { formatRupiah } from "#shared/money.ts";
import { call } from "#web/api.ts";
import { useFrame } from "#web/frame.tsx";
import { useTexts } from "#web/language.tsx";
import { ButtonLink } from "#web/ui/button/button.tsx";
import { CopyText } from "#web/ui/copy-text/copy-text.tsx";
import { ActionBar } from "#web/ui/page/page.tsx";
import { Receipt, ReceiptLine, ReceiptNote } from "#web/ui/receipt/receipt.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import { getInvitation, landingPaths, type Invitation } from "../contract.ts";
import { texts } from "../texts.ts";
import { InviteQr } from "./invite-qr.tsx";
import { ShareButton } from "./share-button.tsx";

interface LoaderArgs {
  params: Readonly<Record<string, string | undefined>>;
  context: Readonly<RouterContextProvider>;
}
export async function loadInvitation(args: LoaderArgs): Promise<{ invitation: Invitation; campaign: Campaign }> {
  // Without a login the first call leads to the login; the second answers anyone.
  const [invitation, { campaign }] = await Promise.all([
    call(getInvitation, {}, { context: args.context }),
    loadCampaign(args, "invite"),
  ]);
  return { invitation, campaign };
}

export interface InviteScreenProps {
  outcome?: CampaignOutcome;
  invitation: Invitation;
  campaign: Campaign;
  version: 1 | 2;
  art: ReactNode;
  detail: string;
  children?: ReactNode;
}

export function InviteScreen({ invitation, campaign, outcome, version, art, detail, children }: InviteScreenProps) {
  const t = useTexts(texts);
  const { code, couponRupiah, cashRupiah, rewardedInPeriod, maxRewarded, inDays } = invitation;
  const [coupon, cash] = [formatRupiah(couponRupiah), formatRupiah(cashRupiah)];
  return (
    <CampaignFrame
      campaign={campaign}
      outcome={outcome}
      art={art}
      tag={
        version === 2
          ? t("tagV2", { count: rewardedInPeriod, max: maxRewarded })
          : t("tag", { max: maxRewarded, days: inDays })
      }
      heading={t("heading")}
      lead={t("lead", { coupon, cash })}
      terms={[
        t("lead", { coupon, cash }),
        t("termYear", { max: maxRewarded, days: inDays }),
        t("sameForAll"),
        t("termNew"),
        t("fair"),
      ]}
      prizes={<Promises invitation={invitation} />}
      below={<Friends invitation={invitation} version={version} detail={detail} />}
      action={code && <Share code={code} coupon={coupon} version={version} />}
    >
      {children}
      {code && <Own code={code} version={version} />}
    </CampaignFrame>
  );
}

/** The friends and a link to each, also after the campaign's end. */
function Friends({ invitation, version, detail }: Pick<InviteScreenProps, "invitation" | "version" | "detail">) {
  const t = useTexts(texts);
  const { friends, monthRupiah } = invitation;
  return (
    <>
      <Receipt heading={t("your")}>
        <ReceiptLine label={t("joined")}>{friends.joined}</ReceiptLine>
        <ReceiptLine label={t("counted")}>{friends.counted}</ReceiptLine>
        <ReceiptLine label={t("rewarded")}>{friends.rewarded}</ReceiptLine>
        {version === 1 && <ReceiptLine label={t("monthReward")}>{formatRupiah(monthRupiah)}</ReceiptLine>}
      </Receipt>
      <ButtonLink kind="secondary" to={detail}>
        {t("toFriends")}
      </ButtonLink>
    </>
  );
}

/** The code and the link to copy; in the second version its QR code is on the card. */
function Own({ code, version }: { code: string; version: 1 | 2 }) {
  const t = useTexts(texts);
  const link = useLink(code, version);
  return (
    <Stack>
      <CopyText label={t("code")} value={code} shown={code.replace(/(.{4})(?=.)/g, "$1-")} />
      <div className="invite-link">
        <CopyText label={t("link")} value={link} shown={link.replace(/^https?:\/\//, "")} />
      </div>
      {version === 1 && <InviteQr link={link} />}
    </Stack>
  );
}

const useLink = (code: string, version: 1 | 2): string =>
  `${useFrame().origin}${landingPaths[version]}?invitationCode=${code}`;

function Promises({ invitation }: { invitation: Invitation }) {
  const t = useTexts(texts);
  const { couponRupiah, cashRupiah, loanWithinDays, givenAfterDays } = invitation;
  if (couponRupiah === 0) return null;
  return (
    <>
      <Receipt heading={t("whatYouGet")}>
        <ReceiptLine label={t("getVerified")} note={t("getVerifiedNote")}>
          {t("couponOf", { amount: formatRupiah(couponRupiah) })}
        </ReceiptLine>
        <ReceiptLine label={t("getLoan")} note={t("getLoanNote", { within: loanWithinDays, after: givenAfterDays })}>
          {formatRupiah(cashRupiah)}
        </ReceiptLine>
        <ReceiptNote>{t("sameForAll")}</ReceiptNote>
      </Receipt>
      <p className="campaign-fair">{t("fair")}</p>
    </>
  );
}

function Share({ code, coupon, version }: { code: string; coupon: string; version: 1 | 2 }) {
  const t = useTexts(texts);
  const { brand } = useFrame();
  const link = useLink(code, version);
  const words = t("shareWords", { brand: brand.name, coupon, link });
  return (
    <ActionBar>
      <ShareButton words={words} track="invite_share">
        {t("share")}
      </ShareButton>
    </ActionBar>
  );
}
