/**
 * A database as large as one of years: what a few borrowers have left in it is there many times over, each time under ids
 * of its own. It copies rows by SQL and knows of no table, so what a later domain keeps is multiplied without being asked.
 */
import pg from "pg";

interface Column {
  name: string;
  type: string;
  /** Numbered or computed by the database. */
  isFilled: boolean;
}
interface Table {
  name: string;
  columns: Column[];
  /** Columns of each unique index, the primary key among them. */
  unique: string[][];
}
type Row = Record<string, string | null>;

const uuids = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
/** Future times of the copies are moved by so many days, so that none falls due in a test. */
const aheadDays = 60;
/** Statements under way at a time. */
const lanes = 3;

const tablesQuery = `select c.relname as name,
    json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod),
      'isFilled', a.attidentity <> '' or a.attgenerated <> '' or coalesce(pg_get_expr(d.adbin, d.adrelid) like 'nextval%', false)) order by a.attnum) as columns,
    (select coalesce(json_agg((select json_agg(u.attname) from pg_attribute u where u.attrelid = c.oid and u.attnum = any(i.indkey))), '[]')
      from pg_index i where i.indrelid = c.oid and i.indisunique) as unique
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition group by c.oid, c.relname order by 1`;

const quoted = (name: string): string => `"${name}"`;
const literal = (value: string): string => pg.escapeLiteral(value);

async function rowsOf(client: pg.Client, { name, columns }: Table): Promise<Row[]> {
  const cells = columns.map((column) => `${quoted(column.name)}::text as ${quoted(column.name)}`);
  return (await client.query<Row>(`select ${cells.join(", ")} from ${quoted(name)}`)).rows;
}

/** Rows that existed before any borrower: the company's own, which are not multiplied, and their ids. */
export interface Standing {
  rows: ReadonlyMap<string, ReadonlySet<string>>;
  ids: ReadonlySet<string>;
  /** Values by which its rows are told apart. */
  names: ReadonlySet<string>;
}

/** Looks at a database before its first borrower. */
export async function standingIn(connection: string): Promise<Standing> {
  return await connected(connection, async (client) => {
    const rows = new Map<string, Set<string>>();
    const ids = new Set<string>();
    const names = new Set<string>();
    for (const table of (await client.query<Table>(tablesQuery)).rows) {
      const found = await rowsOf(client, table);
      const texts = found.map((row) => JSON.stringify(row));
      rows.set(table.name, new Set(texts));
      for (const row of found) for (const name of table.unique.flat()) if (row[name]) names.add(row[name]);
      for (const text of texts) for (const [id] of text.matchAll(uuids)) ids.add(id);
    }
    return { rows, ids, names };
  });
}

/**
 * Multiplies every row that came after `standing`, with all its references: copy `n` of a row refers to copy `n` of what it
 * referred to. Ids of the house (staff, lenders, products) stay, and so do rows that have no id of a person.
 * @param now business time: what is before it stays about where it was.
 * @returns how many rows were written.
 */
export async function multiply(connection: string, standing: Standing, copies: number, now: Date): Promise<number> {
  return await connected(connection, async (client) => {
    const tables = (await client.query<Table>(tablesQuery)).rows;
    const found: { table: Table; row: Row }[] = [];
    for (const table of tables)
      for (const row of await rowsOf(client, table))
        if (!standing.rows.get(table.name)?.has(JSON.stringify(row))) found.push({ table, row });
    const names = namesIn(found, standing);
    const copying = { names, ids: standing.ids, copies, now };
    const statements = found.flatMap(({ table, row }) => statementFor(table, row, copying) ?? []);
    const written = statements.length * copies;
    const faults = new Map<string, string>();
    await Promise.all(
      Array.from({ length: lanes }, () =>
        connected(connection, async (lane) => {
          // References and histories hold as they held for the rows that are copied.
          await lane.query("set session_replication_role = replica");
          await lane.query("set synchronous_commit = off");
          for (let statement = statements.shift(); statement; statement = statements.shift())
            await lane
              .query(statement)
              .catch((error: Error) => faults.set(error.message.slice(0, 200), (statement as string).slice(0, 1_500)));
        }),
      ),
    );
    if (faults.size > 0) throw new Error([...faults].map((fault) => fault.join(": ")).join("\n"));
    await client.query("vacuum analyze");
    return written;
  });
}

/** The house's own accounts stand once, and what went over them many times: they are given what that took, and as much again. */
export async function fundHouse(superuser: string): Promise<void> {
  await connected(superuser, (client) =>
    client.query(
      `set session_replication_role = replica;
    create temporary table moved as select account_id, sum(credit) - sum(debit) as posted, sum(held) as held
      from ledger_transfer t cross join lateral (values
        (t.debit_account_id, case when t.phase in ('PLAIN', 'POSTED') then t.amount else 0 end, 0::bigint, case t.phase when 'PENDING' then t.amount when 'PLAIN' then 0 else -t.amount end),
        (t.credit_account_id, 0, case when t.phase in ('PLAIN', 'POSTED') then t.amount else 0 end, 0)
      ) as side (account_id, debit, credit, held) group by account_id;
    delete from moved m using ledger_balance b where b.account_id = m.account_id and b.posted = m.posted and b.held = m.held;
    create temporary table given as select distinct on (m.account_id) m.account_id, greatest(m.held - m.posted, 0) + 10000000000 as amount, t.id as like_id
      from moved m join ledger_balance b using (account_id) join ledger_transfer t on t.credit_account_id = m.account_id and t.phase = 'PLAIN' order by m.account_id;
    insert into ledger_transfer (id, phase, asset, debit_account_id, credit_account_id, amount, kind, reference, value_date, posted_at)
      select t.id || '-house', t.phase, t.asset,
        -- What a campaign set aside for a day is funded itself: its budget is another one of these accounts.
        case t.kind when 'BUDGET_SET_ASIDE' then 'PROMOTION_COST' else t.debit_account_id end, t.credit_account_id, g.amount,
        case t.kind when 'BUDGET_SET_ASIDE' then 'REWARD_FUNDED' else t.kind end, t.reference, t.value_date, t.posted_at
      from given g join ledger_transfer t on t.id = g.like_id;
    update ledger_balance b set posted = m.posted + g.amount, held = m.held from moved m join given g using (account_id) where b.account_id = m.account_id;
    analyze ledger_transfer`,
    ),
  );
}

async function connected<Result>(connection: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: connection });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

const isTold = (value: string, ids: ReadonlySet<string>): boolean =>
  [...value.matchAll(uuids)].some(([id]) => !ids.has(id));

const isTextual = (type: string): boolean => /^(?:text|character|bytea)/.test(type);

/** Numbers for people are drawn of letters and digits: one in twenty has no digit. Clearing codes of banks are none. */
const isName = (column: string, value: string): boolean =>
  !/^\d{3}$/.test(value) && (/\d/.test(value) || ["number", "code"].includes(column));

/**
 * Values without an id in them that tell rows apart all the same: numbers, keys, digests. A word of capitals is none of them,
 * or every account of the house would be multiplied too.
 * @returns each with its number.
 */
function namesIn(
  found: readonly { table: Table; row: Row }[],
  { ids, names: standing }: Standing,
): Map<string, number> {
  const names = new Map<string, number>();
  for (const { table, row } of found)
    for (const columns of table.unique) {
      const values = (columns ?? []).flatMap((name) => row[name] ?? []);
      if (values.some((value) => isTold(value, ids))) continue;
      const textual = new Set(table.columns.filter(({ type }) => isTextual(type)).map(({ name }) => name));
      const longest = (columns ?? [])
        .flatMap((name) => (textual.has(name) && row[name] && isName(name, row[name]) ? [row[name]] : []))
        .filter((value) => !value.match(uuids) && !standing.has(value))
        .sort((a, b) => b.length - a.length)[0];
      if (longest !== undefined && !names.has(longest)) names.set(longest, names.size);
    }
  return names;
}

interface Copying {
  /** `namesIn`. */
  names: ReadonlyMap<string, number>;
  /** Ids of the company's own rows: they stay. */
  ids: ReadonlySet<string>;
  copies: number;
  now: Date;
}

/** Null where nothing would tell a copy from its row. */
function statementFor({ name, columns, unique }: Table, row: Row, copying: Copying): string | null {
  const { names, ids, copies } = copying;
  const differs = (column: string): boolean => {
    const value = row[column];
    return (
      value == null ||
      isTold(value, ids) ||
      names.has(value) ||
      columns.some((one) => one.name === column && one.isFilled)
    );
  };
  if (!unique.every((index) => (index ?? []).some(differs))) return null;
  const written = columns.filter(({ isFilled, name: column }) => !isFilled && row[column] !== null);
  if (!written.some(({ name: column }) => differs(column))) return null;
  const values = written.map(({ name: column, type }) => copyOf(row[column] as string, type, copying));
  return `insert into ${quoted(name)} (${written.map((column) => quoted(column.name)).join(", ")}) select ${values.join(", ")} from generate_series(1, ${copies}) n`;
}

/** A value of copy `n`, as SQL. */
function copyOf(value: string, type: string, { names, ids, copies, now }: Copying): string {
  // A day may be written as a name is.
  const number = isTextual(type) ? names.get(value) : undefined;
  if (number !== undefined) return nameOfCopy(value, type, number, copies);
  if (type.startsWith("timestamp")) {
    const moved = new Date(value) > now ? `+ interval '${aheadDays} days'` : "";
    return `${literal(value)}::${type} - n * interval '20 milliseconds' ${moved}`;
  }
  if (!isTold(value, ids)) return `${literal(value)}::${type}`;
  const parts = value
    .split(/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})/)
    .filter((part) => part !== "");
  const copied = parts.map((part) =>
    part.length === 36 && part.match(uuids) && !ids.has(part) ? `md5(${literal(part)} || n)::uuid` : literal(part),
  );
  return copied.length === 1 ? (copied[0] as string) : `(${copied.join(" || ")})::${type}`;
}

function nameOfCopy(value: string, type: string, number: number, copies: number): string {
  const digest = `sha256(convert_to(${literal(value)} || n, 'UTF8'))`;
  if (type === "bytea") return `substr(${digest}, 1, ${(value.length - 2) / 2})`;
  // Names of tickets and entries; codes of invitations.
  if (/^(?:[0-9A-HJKMNP-TV-Z]{10}|(?=.*[A-Z])[0-9A-HJKMNP-TV-Z]{12})$/.test(value))
    return `upper(left(encode(${digest}, 'hex'), ${value.length}))`;
  if (/^[0-9a-f]{32,64}$/.test(value)) return `left(encode(${digest}, 'hex'), ${value.length})`;
  if (/^[\w-]{22,44}$/.test(value))
    return `left(translate(encode(${digest}, 'base64'), '+/=', '-__'), ${value.length})`;
  if (/^\d{9,}$/.test(value)) {
    // A hundred names of each copy are told apart by their last digits.
    const digits = Math.max(7, String(100 * copies).length);
    return `${literal(value.slice(0, -digits))} || lpad((n + ${(number % 100) * copies})::text, ${digits}, '0')`;
  }
  return `${literal(value)} || '-' || n`;
}
