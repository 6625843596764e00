import { route } from "@react-router/dev/routes";

const screen = (name: string) => `features/operations/staff/screens/${name}.tsx`;

export const staff = [
  route("staff", screen("home")),
  route("staff/login", screen("login")),
  route("staff/join", screen("join")),
  route("staff/borrowers", screen("borrowers")),
  route("staff/borrowers/:borrowerId", screen("borrower")),
  route("staff/borrowers/:borrowerId/timeline", screen("borrower-timeline")),
  route("staff/borrowers/:borrowerId/documents", screen("borrower-documents")),
  route("staff/borrowers/:borrowerId/unmask", screen("borrower-unmask")),
  route("staff/borrowers/:borrowerId/access", screen("borrower-access")),
  route("staff/members", screen("members")),
  route("staff/members/invite", screen("member-invite")),
  route("staff/members/:staffId", screen("member")),
];
export const bare = [route("staff/logout", "features/operations/staff/screens/logout.ts")];
