/**
 * Estimates how much a PDF unpacks to, before it is drawn. A form may use forms that use forms, so two kilobytes can
 * stand for a thousand million forms, and PDFium creates each one. This adds up a page's contents and everything they
 * use, each use counted, and the depth of nesting. Parts that cannot be read here (a locked document, a rare filter)
 * count as nothing: the limits of the drawing process still apply. // docs/decisions/205
 */
import { inflateSync, constants } from "node:zlib";

/** Deeper than programs nest their forms (they stay below five); PDFium itself would go on. */
const maxDepth = 16;
/** Limit for contents, each use counted. A page of dense print has some 100 KB. */
const maxContentBytes = 64 * 1024 * 1024;
/** Limit for one contents stream; real documents come nowhere near. */
const maxStreamBytes = 8 * 1024 * 1024;
/** Limit for all streams unpacked for this estimate. */
const maxUnpackedBytes = 32 * 1024 * 1024;
/** Limit for a single picture: A4 at 1,200 dots per inch has 139 million. */
const maxPicturePixels = 150_000_000;
/** Cost of each use of a form, in addition to its contents. */
const useBytes = 200;

/** The document unfolds to more than is drawn here. */
export class TooComplex extends Error {}

interface Reference {
  to: number;
}
type Dictionary = Map<string, Value>;
/** Names keep their slash; strings do not matter here and become null, like true, false and null. */
type Value = number | string | null | Reference | Value[] | Dictionary;

interface PdfObject {
  value: Value;
  /** The place of a stream's bytes; undefined for an invalid one. */
  stream?: { from: number; to: number };
}

/** @throws TooComplex when the document exceeds the limits above */
export function checkExpansion(pdf: Uint8Array): void {
  new Expansion(Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength)).check();
}

class Expansion {
  readonly #pdf: Buffer;
  /** By number; a number that is written twice (by a later version of the document) has several. */
  readonly #objects = new Map<number, PdfObject[]>();
  /** The size of each stream; null while it is being counted, because a form that uses itself is not drawn within itself. */
  readonly #counted = new Map<PdfObject, { bytes: number; depth: number } | null>();
  #unpacked = 0;

  constructor(pdf: Buffer) {
    this.#pdf = pdf;
  }

  check(): void {
    this.#readObjects();
    for (const object of [...this.#objects.values()].flat()) {
      const known = asDictionary(object.value);
      if (!known) continue;
      if (known.get("/Subtype") === "/Image") this.#checkPicture(known);
      else if (known.get("/Subtype") === "/Form" || known.has("/PatternType")) this.#count(object, undefined, 1);
      else if (known.get("/Type") === "/Page") this.#countPage(known);
    }
  }

  #checkPicture(picture: Dictionary): void {
    const [width, height] = ["/Width", "/Height"].map((name) => this.#resolved(picture.get(name))[0]);
    if (typeof width === "number" && typeof height === "number" && width * height > maxPicturePixels)
      throw new TooComplex(`a picture of ${width} by ${height} pixels`);
  }

  /** All contents of a page together, with the resources that it has or inherits. */
  #countPage(page: Dictionary): void {
    let holder: Dictionary | undefined = page;
    for (let steps = 0; holder && !holder.has("/Resources") && steps < maxDepth; steps++)
      holder = asDictionary(this.#resolved(holder.get("/Parent"))[0]);
    const contents = this.#objectsOf(page.get("/Contents")).flatMap((object) =>
      Array.isArray(object.value) ? object.value.flatMap((part) => this.#objectsOf(part)) : [object],
    );
    let bytes = 0;
    for (const content of contents) bytes += this.#count(content, holder?.get("/Resources"), 1).bytes;
    if (bytes > maxContentBytes) throw new TooComplex("a page of too much");
  }

  /** The size of a contents stream with everything it uses, and the depth of nesting. */
  #count(object: PdfObject, inherited: Value | undefined, depth: number): { bytes: number; depth: number } {
    const known = this.#counted.get(object);
    if (known === null) return { bytes: 0, depth: 0 };
    if (known) return known;
    if (depth > maxDepth) throw new TooComplex("forms too deep in one another");
    this.#counted.set(object, null);
    const dictionary = asDictionary(object.value);
    const content = this.#contentOf(object).toString("latin1");
    const count = { bytes: useBytes + content.length, depth: 1 };
    const resources = this.#resolved(dictionary?.get("/Resources") ?? inherited)
      .map(asDictionary)
      .filter((one) => one !== undefined);
    const uses = new Map<string, number>();
    for (const [name] of content.matchAll(/\/[^\s/<>[\](){}%]+/g)) uses.set(name, (uses.get(name) ?? 0) + 1);
    for (const [name, times] of uses) {
      for (const used of resources.flatMap((one) => this.#usedBy(one, name))) {
        const inner = this.#count(used.object, used.resources ?? dictionary?.get("/Resources") ?? inherited, depth + 1);
        count.bytes += times * inner.bytes;
        count.depth = Math.max(count.depth, inner.depth + 1);
      }
      if (count.bytes > maxContentBytes) throw new TooComplex("forms that unfold to too much");
    }
    if (count.depth > maxDepth) throw new TooComplex("forms too deep in one another");
    this.#counted.set(object, count);
    return count;
  }

  /** The contents streams that a name in a page's contents may refer to: a form, a pattern, a soft mask, a font's letters. */
  #usedBy(resources: Dictionary, name: string): { object: PdfObject; resources: Value | undefined }[] {
    const entry = (kind: string): PdfObject[] =>
      this.#resolved(resources.get(kind)).flatMap((one) => this.#objectsOf(asDictionary(one)?.get(name)));
    const forms = entry("/XObject").filter(({ value }) => asDictionary(value)?.get("/Subtype") !== "/Image");
    const masks = entry("/ExtGState").flatMap(({ value }) =>
      this.#resolved(asDictionary(value)?.get("/SMask")).flatMap((mask) =>
        this.#objectsOf(asDictionary(mask)?.get("/G")),
      ),
    );
    // A font has the resources of its letters.
    const letters = entry("/Font").flatMap(({ value }) => {
      const font = asDictionary(value);
      return this.#resolved(font?.get("/CharProcs"))
        .flatMap((all) => this.#largestOf(all))
        .map((object) => ({ object, resources: font?.get("/Resources") }));
    });
    const others = [...forms, ...entry("/Pattern"), ...masks].map((object) => ({ object, resources: undefined }));
    return [...others, ...letters].filter(({ object }) => object.stream);
  }

  /** For a font whose letters are contents: the largest letter only. A text shows many letters, and each is cached once made. */
  #largestOf(letters: Value): PdfObject[] {
    const all = [...(asDictionary(letters)?.values() ?? [])].flatMap((letter) => this.#objectsOf(letter));
    const size = ({ stream }: PdfObject): number => (stream ? stream.to - stream.from : 0);
    return all.sort((a, b) => size(b) - size(a)).slice(0, 1);
  }

  #resolved(value: Value | undefined): Value[] {
    return this.#objectsOf(value).map((object) => object.value);
  }

  #objectsOf(value: Value | undefined): PdfObject[] {
    if (value === undefined) return [];
    if (!isReference(value)) return [{ value }];
    return (this.#objects.get(value.to) ?? []).filter((object) => !isReference(object.value));
  }

  /** Empty when the filter is unknown here. @throws TooComplex when it unpacks to more than contents may hold */
  #contentOf({ value, stream }: PdfObject): Buffer {
    if (!stream) return Buffer.alloc(0);
    const filters = this.#resolved(asDictionary(value)?.get("/Filter"))
      .flat()
      .filter((filter) => filter !== null);
    const packed = this.#pdf.subarray(stream.from, stream.to);
    if (filters.length === 0) return this.#unpackedOf(packed);
    if (filters.length > 1 || (filters[0] !== "/FlateDecode" && filters[0] !== "/Fl")) return Buffer.alloc(0);
    try {
      // A truncated or damaged stream is drawn as far as it is readable.
      const partly = { maxOutputLength: maxStreamBytes, finishFlush: constants.Z_SYNC_FLUSH };
      return this.#unpackedOf(inflateSync(packed, partly));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE") throw new TooComplex("contents too long");
      if (error instanceof TooComplex) throw error;
      return Buffer.alloc(0);
    }
  }

  #unpackedOf(bytes: Buffer): Buffer {
    this.#unpacked += bytes.length;
    if (bytes.length > maxStreamBytes || this.#unpacked > maxUnpackedBytes) throw new TooComplex("contents too long");
    return bytes;
  }

  /** Scans the file itself instead of its table, which is wrong in a hostile file. */
  #readObjects(): void {
    const text = this.#pdf.toString("latin1");
    const heads = /\b(\d{1,10})[\s\0]+\d{1,5}[\s\0]+obj\b/g;
    for (let head = heads.exec(text); head; head = heads.exec(text)) {
      const reader = new ValueReader(text, heads.lastIndex);
      const value = reader.read();
      const object: PdfObject = { value };
      const streamHead = /[\s\0]*stream(?:\r\n|\n|\r)/y;
      streamHead.lastIndex = reader.at;
      if (value instanceof Map && streamHead.test(text)) {
        const end = text.indexOf("endstream", streamHead.lastIndex);
        object.stream = { from: streamHead.lastIndex, to: end < 0 ? text.length : end };
        heads.lastIndex = object.stream.to;
      } else heads.lastIndex = reader.at;
      this.#add(Number(head[1]), object);
    }
    for (const packed of [...this.#objects.values()].flat()) this.#readPacked(packed);
  }

  /** Objects that are packed together in a stream. */
  #readPacked(object: PdfObject): void {
    const dictionary = asDictionary(object.value);
    if (dictionary?.get("/Type") !== "/ObjStm") return;
    const [count] = this.#resolved(dictionary.get("/N"));
    const [first] = this.#resolved(dictionary.get("/First"));
    if (typeof count !== "number" || typeof first !== "number") return;
    const text = this.#contentOf(object).toString("latin1");
    const places = text
      .slice(0, first)
      .trim()
      .split(/[\s\0]+/)
      .map(Number);
    for (let index = 0; index + 1 < places.length && index < 2 * count; index += 2)
      this.#add(places[index] as number, {
        value: new ValueReader(text, first + (places[index + 1] as number)).read(),
      });
  }

  #add(number: number, object: PdfObject): void {
    const known = this.#objects.get(number);
    if (known) known.push(object);
    else this.#objects.set(number, [object]);
  }
}

const isReference = (value: Value | undefined): value is Reference =>
  typeof value === "object" && value !== null && "to" in value;
const asDictionary = (value: Value | undefined): Dictionary | undefined => (value instanceof Map ? value : undefined);

/** Nesting depth of lists and dictionaries; PDFium reads no deeper than 64 either. */
const maxValueDepth = 64;

/** Reads one value of the PDF's own notation; an invalid one becomes null. */
class ValueReader {
  readonly #text: string;
  /** Position after the value. */
  at: number;

  constructor(text: string, at: number) {
    this.#text = text;
    this.at = at;
  }

  read(depth = 0): Value {
    if (depth > maxValueDepth) throw new TooComplex("values too deep in one another");
    this.#skipSpace();
    if (this.#take(/<</y)) return this.#dictionary(depth);
    if (this.#take(/\[/y)) return this.#list(depth);
    const reference = this.#take(/(\d{1,10})[\s\0]+\d{1,5}[\s\0]+R\b/y);
    if (reference) return { to: Number(reference[1]) };
    const name = this.#take(/\/[^\s\0/<>[\](){}%]*/y);
    if (name) return name[0];
    const number = this.#take(/[+-]?(?:\d+\.?\d*|\.\d+)/y);
    if (number) return Number(number[0]);
    if (this.#take(/\(/y)) this.#skipString();
    else this.#take(/<[^>]*>?|[a-zA-Z]+/y);
    return null;
  }

  #dictionary(depth: number): Dictionary {
    const entries: Dictionary = new Map();
    for (this.#skipSpace(); !this.#take(/>>/y); this.#skipSpace()) {
      const before = this.at;
      const name = this.read(depth + 1);
      if (typeof name === "string") entries.set(name, this.read(depth + 1));
      if (this.at === before) break;
    }
    return entries;
  }

  #list(depth: number): Value[] {
    const values: Value[] = [];
    for (this.#skipSpace(); !this.#take(/\]/y); this.#skipSpace()) {
      const before = this.at;
      values.push(this.read(depth + 1));
      if (this.at === before) break;
    }
    return values;
  }

  /** And comments. */
  #skipSpace(): void {
    while (this.#take(/[\s\0]+|%[^\r\n]*/y));
  }

  #skipString(): void {
    for (let open = 1; open > 0 && this.at < this.#text.length; this.at++) {
      const letter = this.#text[this.at];
      if (letter === "\\") this.at++;
      else if (letter === "(") open++;
      else if (letter === ")") open--;
    }
  }

  #take(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.#text);
    if (found) this.at = pattern.lastIndex;
    return found;
  }
}
