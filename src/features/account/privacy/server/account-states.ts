/** Consents, the last requested copy and a legal hold, for the console's page about the borrower. */
import { sql } from "kysely";
import type { AccountStateLine, AccountStateRow, AccountStateSource } from "#server/console/questions.ts";
import type { ConsentKind, ConsentState } from "../contract.ts";
import { consentKindTexts, texts } from "../texts.ts";
import { holdWords } from "./legal-words.ts";

const maxConsents = 500;

const consents: AccountStateSource = {
  rows: (borrowerId) => sql`
    select id, kind, state, subject as detail, given_at as at, case state when 'STANDING' then until end as until,
      null::uuid as related_id
    from consent where borrower_id = ${borrowerId} order by consent.state <> 'STANDING', id desc limit ${maxConsents}`,
  lines: (_services, _reader, rows) =>
    newestOfEach(rows).map(({ id, kind, state, at, until }): AccountStateLine => ({
      group: "CONSENTS",
      id,
      what: consentKindTexts[kind as ConsentKind],
      state: texts[state as ConsentState],
      isOpen: state === "STANDING",
      at,
      until,
    })),
};

const copies: AccountStateSource = {
  rows: (borrowerId) => sql`
    select id, null as kind, state, null as detail, asked_at as at,
      case state when 'ASKED' then due_at else ends_at end as until, null::uuid as related_id
    from data_export where borrower_id = ${borrowerId} order by asked_at desc limit 1`,
  lines: ({ clock }, _reader, rows) =>
    rows.map(({ id, at, until, ...row }): AccountStateLine => {
      const isOver = row.state === "READY" && until !== null && until <= clock.now();
      const state = isOver ? "ENDED" : (row.state as "ASKED" | "READY" | "ENDED");
      return {
        group: "REQUESTS",
        id,
        what: texts.copyAsked,
        state: texts[state],
        isOpen: state === "ASKED",
        at,
        until,
      };
    }),
};

const legalHolds: AccountStateSource = {
  rows: (borrowerId) => sql`
    select id, null as kind, null as state, null as detail, set_at as at, null::timestamptz as until,
      null::uuid as related_id
    from legal_hold where borrower_id = ${borrowerId} and lifted_at is null`,
  lines: (_services, _reader, rows) =>
    rows.map(({ id, at }): AccountStateLine => ({
      group: "HOLDS",
      id,
      what: holdWords.kind,
      state: texts.STANDING,
      isOpen: true,
      at,
      until: null,
    })),
};

export const accountStates = [consents, copies, legalHolds];

/** Consents in force come first, then the newest: the current one of each kind and subject. */
function newestOfEach(rows: readonly AccountStateRow[]): AccountStateRow[] {
  const newest = new Map<string, AccountStateRow>();
  const inForce = ({ state }: AccountStateRow) => state === "STANDING";
  for (const row of [...rows.filter(inForce), ...rows.filter((one) => !inForce(one))]) {
    const key = `${row.kind} ${row.detail}`;
    if (!newest.has(key)) newest.set(key, row);
  }
  return [...newest.values()];
}
