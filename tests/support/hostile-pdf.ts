/** PDFs as an attacker writes them: small, valid enough to be opened, and made to unfold. */
import { deflateSync } from "node:zlib";

/** A document of these objects, numbered from 1; the first is its catalogue. */
export function pdfOf(objects: readonly (string | Buffer)[]): Uint8Array {
  const parts: Buffer[] = [Buffer.from("%PDF-1.7\n")];
  const places: number[] = [];
  let at = 9;
  const add = (part: Buffer): void => {
    parts.push(part);
    at += part.length;
  };
  objects.forEach((object, index) => {
    places.push(at);
    add(Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), Buffer.from(object), Buffer.from("\nendobj\n")]));
  });
  const table = places.map((place) => `${String(place).padStart(10, "0")} 00000 n \n`).join("");
  const start = at;
  add(Buffer.from(`xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}`));
  add(Buffer.from(`trailer<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${start}\n%%EOF`));
  return new Uint8Array(Buffer.concat(parts));
}

export function stream(dictionary: string, content: string | Buffer): Buffer {
  const bytes = Buffer.from(content);
  return Buffer.concat([
    Buffer.from(`<<${dictionary}/Length ${bytes.length}>>\nstream\n`),
    bytes,
    Buffer.from("\nendstream"),
  ]);
}
/** Packed once, or several times over. */
export function packed(dictionary: string, content: Buffer, times = 1): Buffer {
  let bytes = content;
  for (let time = 0; time < times; time++) bytes = deflateSync(bytes, { level: 9 });
  return stream(`${dictionary}/Filter[${"/FlateDecode ".repeat(times)}]`, bytes);
}

/** One page with these contents and resources; the objects after it are numbered from 5. */
export const onePage = (
  contents: string | Buffer,
  resources: string,
  more: readonly (string | Buffer)[] = [],
  page = "/MediaBox[0 0 595 842]",
): Uint8Array =>
  pdfOf([
    "<</Type/Catalog/Pages 2 0 R>>",
    "<</Type/Pages/Kids[3 0 R]/Count 1>>",
    `<</Type/Page/Parent 2 0 R${page}/Contents 4 0 R/Resources<<${resources}>>>>`,
    typeof contents === "string" ? stream("", contents) : contents,
    ...more,
  ]);

const form = "/Type/XObject/Subtype/Form/BBox[0 0 595 842]";
const square = "0 0 10 10 re f\n";

/** Forms that use one another, `depth` deep, each `uses` times; `lockedAway` packs them in a way that is not looked into. */
export function nestedForms(depth: number, uses: number, filters = 0): Uint8Array {
  const forms = Array.from({ length: depth }, (_, level) => {
    const isLast = level === depth - 1;
    const resources = isLast ? "" : `/Resources<</XObject<</X ${level + 6} 0 R>>>>`;
    const content = isLast ? square : "/X Do\n".repeat(uses);
    return filters === 0 ? stream(form + resources, content) : packed(form + resources, Buffer.from(content), filters);
  });
  return onePage("/X Do\n", "/XObject<</X 5 0 R>>", forms);
}

/** Patterns that are filled with patterns. */
export function nestedPatterns(depth: number, uses: number): Uint8Array {
  const fill = `/Pattern cs /P scn ${"0 0 500 800 re f\n".repeat(uses)}`;
  const patterns = Array.from({ length: depth }, (_, level) => {
    const isLast = level === depth - 1;
    const resources = isLast ? "" : `/Pattern<</P ${level + 6} 0 R>>`;
    return stream(
      `/Type/Pattern/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 3 3]/XStep 1/YStep 1/Resources<<${resources}>>`,
      isLast ? square : fill,
    );
  });
  return onePage(fill, "/Pattern<</P 5 0 R>>", patterns);
}

/** Soft masks whose groups have soft masks. */
export function nestedMasks(depth: number, uses: number): Uint8Array {
  const group = `${form}/Group<</S/Transparency/CS/DeviceGray>>`;
  const content = `/G gs\n${"0 0 595 842 re f\n/G gs\n".repeat(uses)}`;
  const groups = Array.from({ length: depth }, (_, level) => {
    const isLast = level === depth - 1;
    const resources = `/Resources<</ExtGState<</G<</SMask<</S/Luminosity/G ${level + 6} 0 R>>>>>>>>`;
    return stream(group + (isLast ? "" : resources), isLast ? square : content);
  });
  return onePage(content, "/ExtGState<</G<</SMask<</S/Luminosity/G 5 0 R>>>>>>", groups);
}

/** A font whose letters are contents that show its letters' neighbours. */
export function nestedLetters(depth: number, uses: number): Uint8Array {
  const fonts = Array.from({ length: depth }, (_, level) => {
    const [font, letter] = [5 + 2 * level, 6 + 2 * level];
    const isLast = level === depth - 1;
    const resources = isLast ? "" : `/Font<</F ${font + 2} 0 R>>`;
    const content = isLast ? square : `BT /F 12 Tf ${"(a) Tj ".repeat(uses)} ET`;
    return [
      `<</Type/Font/Subtype/Type3/FontBBox[0 0 100 100]/FontMatrix[.01 0 0 .01 0 0]/CharProcs<</a ${letter} 0 R>>` +
        `/Encoding<</Type/Encoding/Differences[97/a]>>/FirstChar 97/LastChar 97/Widths[100]/Resources<<${resources}>>>>`,
      stream("", `100 0 0 0 100 100 d1 ${content}`),
    ];
  });
  return onePage(`BT /F 12 Tf 10 10 Td ${"(a) Tj ".repeat(uses)} ET`, "/Font<</F 5 0 R>>", fonts.flat());
}

/** Contents that unpack to `megabytes` of squares, packed `times` times. */
export function packedContents(megabytes: number, times: number): Uint8Array {
  const content = Buffer.alloc(megabytes * 1024 * 1024, "0 0 1 1 re f\n");
  return onePage(packed("", content, times), "");
}

/** A picture of so many pixels, all white, packed to next to nothing. */
export function largePicture(width: number, height: number, dataMegabytes: number): Uint8Array {
  const picture = `/Type/XObject/Subtype/Image/Width ${width}/Height ${height}/BitsPerComponent 8/ColorSpace/DeviceRGB`;
  const data = packed(picture, Buffer.alloc(dataMegabytes * 1024 * 1024, 255));
  return onePage("595 0 0 842 0 0 cm /I Do\n", "/XObject<</I 5 0 R>>", [data]);
}

/** A shading that computes each pixel by a long program. */
export function longShading(operations: number): Uint8Array {
  const program = `{ ${"2 copy add sin exch cos add ".repeat(operations)} pop dup dup }`;
  const shading = "<</ShadingType 1/ColorSpace/DeviceRGB/Domain[0 1 0 1]/Matrix[595 0 0 842 0 0]/Function 6 0 R>>";
  const computed = stream("/FunctionType 4/Domain[0 1 0 1]/Range[0 1 0 1 0 1]", program);
  return onePage("/S sh\n".repeat(200), "/Shading<</S 5 0 R>>", [shading, computed]);
}

/** A page that lies `depth` deep in the tree of pages. */
export function deepPages(depth: number): Uint8Array {
  const nodes = Array.from({ length: depth }, (_, level) => `<</Type/Pages/Kids[${level + 3} 0 R]/Count 1>>`);
  const page = `<</Type/Page/MediaBox[0 0 595 842]/Parent ${depth + 1} 0 R/Contents ${depth + 3} 0 R>>`;
  return pdfOf(["<</Type/Catalog/Pages 2 0 R>>", ...nodes, page, stream("", square)]);
}

/** Forms that use each other in a circle, many times. */
export function circularForms(uses: number): Uint8Array {
  const to = (other: number): Buffer =>
    stream(`${form}/Resources<</XObject<</X ${other} 0 R/Y 7 0 R>>>>`, "/X Do /Y Do\n".repeat(uses));
  return onePage("/X Do\n", "/XObject<</X 5 0 R>>", [to(6), to(7), to(5)]);
}
