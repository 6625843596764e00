import { route } from "@react-router/dev/routes";

export const website = [
  route("about", "features/site/company/screens/about.tsx"),
  route("about/faq", "features/site/company/screens/faq.tsx"),
  route("about/faq/:section", "features/site/company/screens/faq-section.tsx"),
  route("about/us", "features/site/company/screens/us.tsx"),
  route("about/us/operation", "features/site/company/screens/operation.tsx"),
  route("about/us/management", "features/site/company/screens/management.tsx"),
  route("about/us/financial-report", "features/site/company/screens/financial-report.tsx"),
  route("about/us/publication-complaint", "features/site/company/screens/publication-complaint.tsx"),
  route("executive-team", "features/site/company/screens/executive-team.tsx"),
  route("news", "features/site/company/screens/news.tsx"),
  route("news/:key", "features/site/company/screens/news-item.tsx"),
  route("social-events", "features/site/company/screens/social-events.tsx"),
  route("social-events/:key", "features/site/company/screens/social-event.tsx"),
  route("terms", "features/site/company/screens/terms.tsx"),
  route("privacy", "features/site/company/screens/privacy.tsx"),
];
