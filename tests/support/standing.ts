/** How a page stands in all that axe looks at. Runs in the browser, so it holds all that it needs. */

export interface ReadStanding {
  /** Elements, classes and states; which ids, labels and languages are equal; what is empty, and what is hidden. */
  shape: string;
  /** The colours of each text and of each link that only its colour tells from its neighbours. */
  texts: string[];
  /** The same by the element, and by the rule of axe that judges it. */
  byElement: Map<Element, Record<string, string>>;
}

/**
 * The shape leaves out the meaning of words, how often something of the same shape is repeated, and scripts, sheets and
 * drawings: styles count by the elements' classes and by what they hide. An id or a label counts only by where the same one
 * stands again: a label that names another field than before is another shape. `isExact`: all words count.
 */
export function readStanding(isExact: boolean): ReadStanding {
  // A colour on its way to another is no colour of the page.
  for (const one of document.getAnimations()) if (one instanceof CSSTransition) one.finish();
  // Styles alone know whether a field is filled or has the focus; what they make of it is looked at.
  const states = [":checked", ":disabled", ":modal", ":open", ":popover-open"];
  /** Each value by when it was first met. */
  const namer = (mark: string) => {
    const met = new Map<string, string>();
    return (value: string) => met.get(value) ?? met.set(value, `${mark}${met.size}`).get(value)!;
  };
  const ids = namer("#");
  const labels = namer("=");
  const naming =
    /^(?:id|for|form|headers|list|usemap|popovertarget|aria-(?:labelledby|describedby|controls|owns|activedescendant|details|errormessage|flowto))$/;
  /** Rules look at these for a value that exists; each of ours does, and in each language another link has it. */
  const valid: Record<string, RegExp> = { lang: /^(?:id|en|zh)$/, "aria-current": /^(?:page|step|true)$/ };
  const shown = ["alt", "content", "datetime", "href", "hreflang", "placeholder", "src", "srcset", "title", "value"];
  const counted = ["class", "role", "type", "tabindex", "scope", "colspan", "rowspan", "autocomplete", "aria-level"];
  const skipped = new Set(["script", "style", "link", "noscript", "template"]);
  const isDrawn = (element: Element): boolean =>
    element instanceof SVGElement &&
    element.localName !== "svg" &&
    !/^(?:title|desc|text|tspan|a|foreignObject)$/.test(element.localName) &&
    !element.querySelector("title, desc, text, a, foreignObject") &&
    ![...element.attributes].some(({ name }) => /^(?:role|id|tabindex|aria-.*)$/.test(name));
  const attributeOf = (element: Element, { name, value }: Attr): string => {
    // Styles alone read data of scripts; what they make of it is looked at.
    if (name === "nonce" || name.startsWith("data-")) return "";
    if (!isExact && valid[name]?.test(value)) return "";
    if (isExact || value === "") return `${name}=${value}`;
    if (naming.test(name)) return `${name}${value.split(/\s+/).map(ids).join()}`;
    if (name === "aria-label") return `${name}${labels(value)}`;
    if (name === "href" && value.startsWith("#")) return `${name}${ids(value.slice(1))}`;
    if (name === "content" && element.getAttribute("name") === "viewport") return `${name}=${value}`;
    if (shown.includes(name)) return name;
    return counted.includes(name) ? `${name}=${value}` : `${name}=${value.replaceAll(/[\w-]*\d[\w-]*/g, "#")}`;
  };

  const byElement = new Map<Element, Record<string, string>>();
  /** The paint behind the texts of an element; `isJudged`: axe looks at its texts. */
  interface Ground {
    behind: string;
    isJudged: boolean;
  }
  const boxes: { element: Element; box: DOMRect; paint: string }[] = [];
  const written: { element: Element; box: DOMRect; ink: string; around: string }[] = [];
  const inkOf = (style: CSSStyleDeclaration): string =>
    [style.color, style.fontSize, style.fontWeight, style.textShadow, style.webkitTextFillColor].join();
  const groundOf = (element: Element, style: CSSStyleDeclaration, ground: Ground): Ground => {
    const isPlain = style.backgroundImage === "none";
    const isClear = style.backgroundColor === "rgba(0, 0, 0, 0)";
    const seen = style.opacity === "1" && style.filter === "none" && style.mixBlendMode === "normal";
    const paint = isPlain && isClear ? "" : `${style.backgroundColor} ${isPlain ? "" : style.backgroundImage}`;
    const isFloating = style.position === "absolute" || style.position === "fixed";
    const effects = seen ? "" : `${style.opacity} ${style.filter} ${style.mixBlendMode}`;
    if (paint && style.position !== "sticky" && style.position !== "fixed")
      boxes.push({ element, box: element.getBoundingClientRect(), paint: paint + effects });
    const isSolid = isPlain && seen && style.backgroundColor.startsWith("rgb(");
    const behind = isSolid
      ? paint
      : [ground.behind, isFloating ? style.position : "", paint, effects].filter(Boolean).join("|");
    return {
      behind,
      isJudged: ground.isJudged && !element.matches("[inert], :disabled, [aria-disabled=true]"),
    };
  };
  /** The colours around a link in a sentence that no line marks; empty where there is none. */
  const aroundOf = (element: Element, style: CSSStyleDeclaration): string => {
    if (element.localName !== "a" || style.display !== "inline" || style.textDecorationLine.includes("underline"))
      return "";
    let around = element.parentElement!;
    while (getComputedStyle(around).display === "inline") around = around.parentElement!;
    const isAlone = around.textContent?.trim() === element.textContent?.trim();
    return isAlone ? "" : inkOf(getComputedStyle(around));
  };
  const note = (element: Element, style: CSSStyleDeclaration, ground: Ground): void => {
    const box = element.getBoundingClientRect();
    // Too small for eyes, or beside the page: words for screen readers.
    if (!ground.isJudged || box.width <= 1 || box.height <= 1 || box.right <= 0 || box.bottom + scrollY <= 0) return;
    const ink = `${inkOf(style)} on ${ground.behind}`;
    written.push({ element, box, ink, around: aroundOf(element, style) });
  };

  const seeing = { contentVisibilityAuto: true, opacityProperty: true, visibilityProperty: true };
  const shapeOf = (element: Element, ground: Ground): string => {
    const inner: string[] = [];
    const isSeen = element.checkVisibility(seeing);
    const style = isSeen ? getComputedStyle(element) : null;
    const here = style ? groundOf(element, style, ground) : ground;
    let hasWords = /^(?:input|select|textarea)$/.test(element.localName);
    for (const node of element.childNodes) {
      const text = node.nodeType === Node.TEXT_NODE ? (node.textContent ?? "").trim() : "";
      if (text !== "") {
        inner.push(isExact ? text : "text");
        hasWords = true;
      }
      if (!(node instanceof Element) || skipped.has(node.localName) || isDrawn(node)) continue;
      const shape = shapeOf(node, here);
      // Two elements of the same structure represent more: the relation between neighbours counts once.
      if (isExact || inner.at(-1) !== shape || inner.at(-2) !== shape) inner.push(shape);
    }
    if (style && hasWords && !/^(?:option|optgroup)$/.test(element.localName)) note(element, style, here);
    const own = [...element.attributes].map((attribute) => attributeOf(element, attribute)).filter(Boolean);
    const state = states.filter((one) => element.matches(one)).join("");
    return `<${element.localName} ${own.join(" ")} ${state}${isSeen ? "" : " hidden"}>${inner.join("")}</>`;
  };
  const shape = shapeOf(document.documentElement, { behind: "", isJudged: true });

  for (const { element, box, ink, around } of written) {
    // Painted boxes that are neither around the text nor in it, but reach it.
    const crossing = boxes
      .filter(
        ({ element: other, box: one }) =>
          one.left < box.right &&
          one.right > box.left &&
          one.top < box.bottom &&
          one.bottom > box.top &&
          !other.contains(element) &&
          !element.contains(other),
      )
      .map(({ paint }) => paint);
    const contrast = [ink, ...new Set(crossing)].join(" × ");
    byElement.set(element, {
      "color-contrast": contrast,
      ...(around ? { "link-in-text-block": `link in ${around} as ${contrast}` } : {}),
    });
  }
  const texts = [...new Set([...byElement.values()].flatMap((rules) => Object.values(rules)))].sort();
  return { shape, texts, byElement };
}
