/** The id of the page's one h1: the first paint waits for it (`#web/rendering/document.ts`). */
export const titleId = "page-title";
