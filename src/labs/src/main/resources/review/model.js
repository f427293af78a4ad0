// The report in the reviewer's hands: rows, metadata, what can be undone, what is not saved.

import { post, put } from './api.js';
import { codeOpen, doubtful } from './doubts.js';

const WIRE = ['test_name', 'value', 'type', 'units', 'min_reference_range', 'max_reference_range', 'source_panel_name',
  'sample_type', 'measurement_kind', 'sensitivity', 'interpretation', 'is_above_max_range', 'is_below_min_range',
  'loinc_match_status', 'loinc_matches'];

/** Made by the service from the texts of a row, unless the reviewer sets them. */
const DERIVED = ['type', 'min_reference_range', 'max_reference_range', 'sample_type', 'measurement_kind', 'sensitivity',
  'interpretation', 'is_above_max_range', 'is_below_min_range', 'units_ucum'];

/** The texts that a row is derived from and that have no field of their own. */
const PRINTED = ['range', 'flag', 'specimen', 'method'];

/** Characters that the service takes. */
const LONGEST = { value: 4000, range: 4000 };

export const longest = (field) => LONGEST[field] ?? 1000;

const MOST_UNDO = 200;
let keys = 0;

/** The text of a range, as corrected, as printed, or made of its bounds. */
export function rangeText(row) {
  const said = row.printed?.range ?? row.evidence?.range?.text;
  if (said !== undefined && said !== null) {
    return said;
  }
  const { min_reference_range: min, max_reference_range: max } = row;
  if (min !== null && max !== null) {
    return `${min} - ${max}`;
  }
  return min !== null ? `>= ${min}` : max !== null ? `<= ${max}` : '';
}

/** A text by the name that the table has for it. */
export function text(row, field) {
  if (field === 'range') {
    return rangeText(row);
  }
  return PRINTED.includes(field)
    ? row.printed?.[field] ?? row.evidence?.[field]?.text ?? ''
    : row[field] ?? '';
}

function taken(result) {
  keys += 1;
  return { own: [], checked: false, evidence: {}, doubts: [], printed: {}, units_ucum: null, ...result, key: `r${keys}` };
}

export class Model extends EventTarget {
  constructor(job) {
    super();
    this.readonly = false;
    this.take(job);
  }

  /** Takes the report as the service has it; what was not saved is gone. */
  take(job) {
    this.job = job;
    this.revision = job.revision;
    this.sheets = job.draft.sheets;
    this.metadata = job.draft.metadata;
    this.places = job.draft.metadata_evidence ?? {};
    this.rows = job.draft.results.map(taken);
    this.past = [];
    this.dirty = false;
    this.turn = 0;
    this.tell('all');
  }

  tell(what, row) {
    this.dispatchEvent(new CustomEvent('change', { detail: { what, row } }));
  }

  find(key) {
    return this.rows.find((r) => r.key === key);
  }

  /** Makes a change that can be undone. */
  change(work, what = 'row', row = undefined) {
    if (this.readonly) {
      return false;
    }
    this.past.push({ rows: structuredClone(this.rows), metadata: { ...this.metadata } });
    if (this.past.length > MOST_UNDO) {
      this.past.shift();
    }
    work();
    this.touched();
    this.tell(what, row);
    return true;
  }

  touched() {
    this.dirty = true;
    this.turn += 1;
  }

  undo() {
    const before = this.readonly ? undefined : this.past.pop();
    if (before === undefined) {
      return false;
    }
    this.rows = before.rows;
    this.metadata = before.metadata;
    this.touched();
    this.tell('all');
    return true;
  }

  /** Sets a text of a row; all that follows from it is asked of the service. */
  edit(row, field, value) {
    if (text(row, field) === value) {
      return false;
    }
    const done = this.change(() => {
      if (PRINTED.includes(field)) {
        row.printed = { ...row.printed, [field]: value };
      } else {
        row[field] = value === '' && field !== 'test_name' && field !== 'value' ? null : value;
      }
      if (field === 'range') {
        // What somebody types for a range wins over bounds that were set by hand before.
        row.own = row.own.filter((f) => !f.endsWith('_reference_range'));
      }
      row.checked = true;
    }, 'row', row);
    if (done) {
      this.derive(row);
    }
    return done;
  }

  /** Sets a field that would follow from the texts. */
  set(row, values) {
    return this.change(() => {
      Object.assign(row, values);
      row.own = [...new Set([...row.own, ...Object.keys(values)])];
      row.checked = true;
    }, 'row', row);
  }

  async derive(row) {
    if (row.test_name.trim() === '' || row.value.trim() === '') {
      return;
    }
    const turn = (row.turn ?? 0) + 1;
    row.turn = turn;
    const key = row.key;
    let made;
    try {
      made = await post('/derive', {
        row: row.row,
        test_name: row.test_name,
        value: row.value,
        units: row.units ?? '',
        source_panel_name: row.source_panel_name ?? '',
        ...Object.fromEntries(PRINTED.map((f) => [f, text(row, f)])),
      });
    } catch (failure) {
      this.dispatchEvent(new CustomEvent('trouble', { detail: failure }));
      return;
    }
    const now = this.find(key);
    if (now === undefined || now.turn !== turn || this.readonly) {
      return;
    }
    for (const field of DERIVED.filter((f) => !now.own.includes(f))) {
      now[field] = made[field];
    }
    if (!now.own.includes('loinc_matches')) {
      now.loinc_match_status = made.loinc_match_status;
      now.loinc_matches = made.loinc_matches;
    }
    this.touched();
    this.tell('row', now);
  }

  /** Marks what was read as right, or as doubtful again. */
  check(row) {
    this.change(() => {
      row.checked = !row.checked;
    }, 'row', row);
  }

  /** A new row after another one, of the same panel. */
  add(after) {
    const row = taken({
      ...Object.fromEntries(WIRE.map((f) => [f, null])),
      test_name: '',
      value: '',
      sample_type: after?.sample_type ?? 'unknown',
      measurement_kind: 'unknown',
      sensitivity: 'unknown',
      source_panel_name: after?.source_panel_name ?? null,
      checked: true,
    });
    this.change(() => {
      this.rows.splice(after ? this.rows.indexOf(after) + 1 : this.rows.length, 0, row);
    }, 'all');
    return row;
  }

  remove(row) {
    return this.change(() => {
      this.rows.splice(this.rows.indexOf(row), 1);
    }, 'all');
  }

  /** Moves a row up (-1) or down (1). */
  move(row, by) {
    const i = this.rows.indexOf(row);
    const to = i + by;
    if (to < 0 || to >= this.rows.length) {
      return false;
    }
    return this.change(() => {
      this.rows.splice(i, 1);
      this.rows.splice(to, 0, row);
    }, 'all');
  }

  choose(row, match) {
    return this.change(() => {
      const rest = (row.loinc_matches ?? []).filter((m) => m.loinc_code !== match.loinc_code).slice(0, 4);
      row.loinc_matches = [{ ...match, confidence_score: 1 }, ...rest];
      row.loinc_match_status = 'auto_match';
      row.own = [...new Set([...row.own, 'loinc_matches'])];
    }, 'row', row);
  }

  chooseNone(row) {
    return this.change(() => {
      row.loinc_matches = [];
      row.loinc_match_status = 'no_match';
      row.own = [...new Set([...row.own, 'loinc_matches'])];
    }, 'row', row);
  }

  counts() {
    return {
      all: this.rows.length,
      doubtful: this.rows.filter(doubtful).length,
      codes: this.rows.filter(codeOpen).length,
    };
  }

  /** The next or previous row that needs a look, round the end. */
  open(from, step) {
    const n = this.rows.length;
    const at = from ? this.rows.indexOf(from) : step > 0 ? -1 : n;
    for (let i = 1; i <= n; i += 1) {
      const row = this.rows[(((at + step * i) % n) + n) % n];
      if (doubtful(row) || codeOpen(row)) {
        return row;
      }
    }
    return undefined;
  }

  async save() {
    const turn = this.turn;
    const sent = this.rows.slice();
    const job = await put('/data', {
      data: {
        metadata: this.metadata,
        results: sent.map((row) => ({
          ...Object.fromEntries(WIRE.map((f) => [f, row[f]])),
          ...(row.row === undefined ? {} : { row: row.row }),
          checked: row.checked,
          printed: row.printed,
          units_ucum: row.units_ucum,
        })),
      },
    });
    // Rows that were new have their numbers now; what was typed meanwhile stays.
    sent.forEach((row, i) => {
      const now = this.find(row.key);
      if (now !== undefined) {
        now.row = job.draft.results[i].row;
      }
    });
    this.job = job;
    this.revision = job.revision;
    this.dirty = this.turn !== turn;
    this.tell('saved');
  }
}
