import { route } from "@react-router/dev/routes";

export const webview = [
  route("webview/profile", "features/account/profile/screens/profile.tsx"),
  route("webview/my-profile", "features/account/profile/screens/my-profile.tsx"),
  route("webview/additional-info/contact-upload", "features/account/profile/screens/contact-upload.tsx"),
];
/** Opened from an SMS by somebody who is no borrower: the website's frame, without a borrower's places. */
export const website = [route("webview/contact-consent", "features/account/profile/screens/contact-consent.tsx")];
