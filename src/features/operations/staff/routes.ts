import { route } from "@react-router/dev/routes";

export const staff = [
  route("staff", "features/operations/staff/screens/home.tsx"),
  route("staff/login", "features/operations/staff/screens/login.tsx"),
  route("staff/join", "features/operations/staff/screens/join.tsx"),
  route("staff/borrowers", "features/operations/staff/screens/borrowers.tsx"),
  route("staff/borrowers/:borrowerId", "features/operations/staff/screens/borrower.tsx"),
  route("staff/borrowers/:borrowerId/timeline", "features/operations/staff/screens/borrower-timeline.tsx"),
  route("staff/borrowers/:borrowerId/documents", "features/operations/staff/screens/borrower-documents.tsx"),
  route("staff/borrowers/:borrowerId/unmask", "features/operations/staff/screens/borrower-unmask.tsx"),
  route("staff/borrowers/:borrowerId/access", "features/operations/staff/screens/borrower-access.tsx"),
  route("staff/members", "features/operations/staff/screens/members.tsx"),
  route("staff/members/invite", "features/operations/staff/screens/member-invite.tsx"),
  route("staff/members/:staffId", "features/operations/staff/screens/member.tsx"),
];
export const bare = [route("staff/logout", "features/operations/staff/screens/logout.ts")];
