/** The look of a topic. */
import type { NoticeTopic } from "#features/platform/notice/contract.ts";
import type { IconName } from "#web/ui/icon/icon.tsx";

export const topicIcons = {
  LOAN: "loan",
  PAYMENT: "wallet",
  ACCOUNT: "person",
  SECURITY: "lock",
  REWARD: "gift",
  NEWS: "bell",
} as const satisfies Record<NoticeTopic, IconName>;
