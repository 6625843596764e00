/** The company's facts in `brands/<id>/company/`, read once each; their `README.md` describes the files. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import * as v from "valibot";
import { languages, type Language } from "#shared/texts.ts";
import { boards } from "../contract.ts";
import { faultsOfStatement, statementFile, type FinancialStatementFile } from "./statements.ts";

const text = v.strictObject(
  Object.fromEntries(languages.map((language) => [language, v.string()])) as Record<
    Language,
    v.StringSchema<undefined>
  >,
);
const executivesFile = v.array(
  v.strictObject({
    key: v.string(),
    board: v.picklist(boards),
    name: v.nullable(v.string()),
    verified: v.boolean(),
    role: text,
    duties: text,
  }),
);

export interface CompanyFiles {
  executives: v.InferOutput<typeof executivesFile>;
  /** The newest first. */
  statements: FinancialStatementFile[];
  /** The company's own PDF of a year, null when there is none in that language. */
  ownPdf: (year: number, language: "id" | "en") => Uint8Array | null;
}

const known = new Map<string, CompanyFiles>();

/** The files of a brand; empty lists without any. @throws Error naming the invalid file. */
export function companyFiles(brandId: string, root: string = resolve("brands")): CompanyFiles {
  const folder = join(root, brandId, "company");
  let files = known.get(folder);
  if (!files) known.set(folder, (files = readCompany(folder)));
  return files;
}

/** Product decisions 1: in prod unverified facts are not published. */
export function onlyVerified(files: CompanyFiles): CompanyFiles {
  return {
    ...files,
    executives: files.executives.filter(({ verified }) => verified),
    statements: files.statements.filter(({ verified }) => verified),
  };
}

function readCompany(folder: string): CompanyFiles {
  const executives = join(folder, "executives.json");
  const years = join(folder, "statements");
  const names = existsSync(years)
    ? readdirSync(years)
        .filter((name) => /^20\d{2}\.json$/.test(name))
        .sort()
    : [];
  const statements = names.map((name) => parsed(join(years, name), statementFile));
  for (const [index, file] of statements.entries()) {
    const faults = [
      ...(`${file.year}.json` === names[index] ? [] : ["its name is another year"]),
      ...faultsOfStatement(file, statements[index - 1]),
    ];
    if (faults.length > 0) throw new Error(`${join(years, names[index] ?? "")}: ${faults.join("; ")}`);
  }
  return {
    executives: existsSync(executives) ? parsed(executives, executivesFile) : [],
    statements: statements.toReversed(),
    ownPdf(year, language) {
      const file = join(years, `${year}.${language}.pdf`);
      return existsSync(file) ? readFileSync(file) : null;
    },
  };
}

function parsed<Schema extends v.GenericSchema>(file: string, schema: Schema): v.InferOutput<Schema> {
  const result = v.safeParse(schema, JSON.parse(readFileSync(file, "utf8")));
  if (result.success) return result.output;
  throw new Error(`${file}: ${result.issues.map((issue) => `${v.getDotPath(issue)}: ${issue.message}`).join("; ")}`);
}
