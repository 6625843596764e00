import type { Campaign } from "#features/rewards/campaign/contract.ts";
import type { Promises, SkinLooks } from "#features/rewards/campaign/parts/skin-looks.tsx";
import { InviteArt } from "./invite-art.tsx";
import { InviteScreen } from "./invite-screen.tsx";

export const looks: SkinLooks = {
  invite: {
    art: () => <InviteArt friends={2} isCard />,
    screen: ({ campaign, promises }) => promises && <Invite campaign={campaign} promises={promises} />,
  },
};

function Invite({ campaign, promises }: { campaign: Campaign; promises: Promises }) {
  const friends = campaign.joined ? { joined: 3, counted: 2, rewarded: 1 } : { joined: 0, counted: 0, rewarded: 0 };
  return (
    <InviteScreen
      campaign={campaign}
      version={1}
      detail={campaign.path}
      art={<InviteArt friends={friends.counted} />}
      invitation={{
        ...promises,
        view: campaign.view,
        reason: campaign.reason,
        code: campaign.view === "RUNNING" ? "EXAMPLE00000" : null,
        friends,
        rewardedInPeriod: friends.rewarded,
        monthRupiah: friends.rewarded * promises.cashRupiah,
        monthCapRupiah: 0,
      }}
    />
  );
}
