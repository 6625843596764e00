import { route } from "@react-router/dev/routes";

export const webview = [
  route("webview/profile", "features/account/profile/screens/profile.tsx"),
  route("webview/my-profile", "features/account/profile/screens/my-profile.tsx"),
  route("webview/additional-info/contact-upload", "features/account/profile/screens/contact-upload.tsx"),
  route("webview/optional-info", "features/account/profile/screens/optional-info.tsx"),
  route("webview/mother-surname", "features/account/profile/screens/mother-surname.tsx"),
];
export const website = [
  // Opened from an SMS by a person who is no borrower: the website's frame, without the borrower's menu.
  route("webview/contact-consent", "features/account/profile/screens/contact-consent.tsx"),
  // For developers who use the API and for people who try the product: outside prod only.
  route("sandbox/areas", "features/account/profile/screens/areas.tsx"),
];
