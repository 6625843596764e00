import { route } from "@react-router/dev/routes";

export const webview = [
  route("webview/questionnaire", "features/account/questionnaire/screens/questionnaire.tsx"),
  route("webview/event-questionnaire/:eventType", "features/account/questionnaire/screens/event-questionnaire.tsx"),
  route("webview/survey", "features/account/questionnaire/screens/survey.tsx"),
  route("webview/survey-success", "features/account/questionnaire/screens/survey-success.tsx"),
];
export const staff = [
  route("staff/questionnaires", "features/account/questionnaire/staff/questionnaires.tsx"),
  route("staff/questionnaires/:key", "features/account/questionnaire/staff/questionnaire.tsx"),
];
export const aboutBorrower = [
  route("staff/borrowers/:borrowerId/review-answers", "features/account/questionnaire/staff/review-answers.tsx"),
];
