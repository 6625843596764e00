export const identityPhotoKinds = ["KTP", "SELFIE"] as const;
export type IdentityPhotoKind = (typeof identityPhotoKinds)[number];
