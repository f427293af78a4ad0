// The report under review: results, metadata, undo history and unsaved changes.

import { post, put } from './api.js';
import { needsCheck, needsCode } from './warnings.js';

/** Fields of a result in the API. */
const API_FIELDS = ['test_name', 'value', 'type', 'units', 'min_reference_range', 'max_reference_range', 'source_panel_name',
  'sample_type', 'measurement_kind', 'sensitivity', 'interpretation', 'is_above_max_range', 'is_below_min_range',
  'loinc_match_status', 'loinc_matches'];

/** Fields that the service derives from the printed texts of a result, unless the reviewer sets them. */
const DERIVED = ['type', 'min_reference_range', 'max_reference_range', 'sample_type', 'measurement_kind', 'sensitivity',
  'interpretation', 'is_above_max_range', 'is_below_min_range', 'units_ucum'];

/** Printed texts of a result that are not fields of the API. */
const PRINTED = ['range', 'flag', 'specimen', 'method'];

/** Maximum lengths that the service accepts, in characters. */
const MAX_LENGTHS = { value: 4000, range: 4000 };

export const maxLength = (field) => MAX_LENGTHS[field] ?? 1000;

const MAX_UNDO = 200;
let lastKey = 0;

/** Returns the reference range of a row as text: as corrected, as printed, or built from its limits. */
export function rangeText(row) {
  const printed = row.printed?.range ?? row.evidence?.range?.text;
  if (printed !== undefined && printed !== null) {
    return printed;
  }
  const { min_reference_range: min, max_reference_range: max } = row;
  if (min !== null && max !== null) {
    return `${min} - ${max}`;
  }
  return min !== null ? `>= ${min}` : max !== null ? `<= ${max}` : '';
}

/** Returns the text of a row's field, which may be a printed text or a field of the API. */
export function fieldText(row, field) {
  if (field === 'range') {
    return rangeText(row);
  }
  return PRINTED.includes(field)
    ? row.printed?.[field] ?? row.evidence?.[field]?.text ?? ''
    : row[field] ?? '';
}

/** Creates a row from a result of the API. `overridden` lists the derived fields that the reviewer has set. */
function createRow(result) {
  lastKey += 1;
  return { overridden: [], checked: false, evidence: {}, doubts: [], printed: {}, units_ucum: null, ...result,
    key: `r${lastKey}` };
}

export class ReportModel extends EventTarget {
  constructor(job) {
    super();
    this.readonly = false;
    this.load(job);
  }

  /** Loads the saved report and discards unsaved changes. */
  load(job) {
    this.job = job;
    this.revision = job.revision;
    this.pages = job.draft.sheets;
    this.metadata = job.draft.metadata;
    this.metadataEvidence = job.draft.metadata_evidence ?? {};
    this.rows = job.draft.results.map(createRow);
    this.undoStack = [];
    this.dirty = false;
    this.editCount = 0;
    this.notifyChange('all');
  }

  /** Dispatches a `change` event. `what` is `all`, `row`, `metadata`, `lock` or `saved`. */
  notifyChange(what, row) {
    this.dispatchEvent(new CustomEvent('change', { detail: { what, row } }));
  }

  find(key) {
    return this.rows.find((r) => r.key === key);
  }

  /** Makes a change that can be undone. Returns false if the model is read-only. */
  change(apply, what = 'row', row = undefined) {
    if (this.readonly) {
      return false;
    }
    this.undoStack.push({ rows: structuredClone(this.rows), metadata: { ...this.metadata } });
    if (this.undoStack.length > MAX_UNDO) {
      this.undoStack.shift();
    }
    apply();
    this.markDirty();
    this.notifyChange(what, row);
    return true;
  }

  markDirty() {
    this.dirty = true;
    this.editCount += 1;
  }

  undo() {
    const previous = this.readonly ? undefined : this.undoStack.pop();
    if (previous === undefined) {
      return false;
    }
    this.rows = previous.rows;
    this.metadata = previous.metadata;
    this.markDirty();
    this.notifyChange('all');
    return true;
  }

  /** Sets a printed text of a row, and updates the fields that are derived from it. */
  edit(row, field, value) {
    if (fieldText(row, field) === value) {
      return false;
    }
    const changed = this.change(() => {
      if (PRINTED.includes(field)) {
        row.printed = { ...row.printed, [field]: value };
      } else {
        row[field] = value === '' && field !== 'test_name' && field !== 'value' ? null : value;
      }
      if (field === 'range') {
        // An edited range replaces limits that were set explicitly before.
        row.overridden = row.overridden.filter((f) => !f.endsWith('_reference_range'));
      }
      row.checked = true;
    }, 'row', row);
    if (changed) {
      this.derive(row);
    }
    return changed;
  }

  /** Overrides derived fields. */
  override(row, values) {
    return this.change(() => {
      Object.assign(row, values);
      row.overridden = [...new Set([...row.overridden, ...Object.keys(values)])];
      row.checked = true;
    }, 'row', row);
  }

  /** Requests the derived fields of a row from the service. */
  async derive(row) {
    if (row.test_name.trim() === '' || row.value.trim() === '') {
      return;
    }
    const version = (row.deriveVersion ?? 0) + 1;
    row.deriveVersion = version;
    const key = row.key;
    let derived;
    try {
      derived = await post('/derive', {
        row: row.row,
        test_name: row.test_name,
        value: row.value,
        units: row.units ?? '',
        source_panel_name: row.source_panel_name ?? '',
        ...Object.fromEntries(PRINTED.map((f) => [f, fieldText(row, f)])),
      });
    } catch (error) {
      this.dispatchEvent(new CustomEvent('error', { detail: error }));
      return;
    }
    const current = this.find(key);
    if (current === undefined || current.deriveVersion !== version || this.readonly) {
      return;
    }
    for (const field of DERIVED.filter((f) => !current.overridden.includes(f))) {
      current[field] = derived[field];
    }
    if (!current.overridden.includes('loinc_matches')) {
      current.loinc_match_status = derived.loinc_match_status;
      current.loinc_matches = derived.loinc_matches;
    }
    this.markDirty();
    this.notifyChange('row', current);
  }

  /** Marks the warnings of a row as checked, or as not checked if they were. */
  toggleChecked(row) {
    this.change(() => {
      row.checked = !row.checked;
    }, 'row', row);
  }

  /** Adds a row after another one, in the same panel. */
  add(after) {
    const row = createRow({
      ...Object.fromEntries(API_FIELDS.map((f) => [f, null])),
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
    const from = this.rows.indexOf(row);
    const to = from + by;
    if (to < 0 || to >= this.rows.length) {
      return false;
    }
    return this.change(() => {
      this.rows.splice(from, 1);
      this.rows.splice(to, 0, row);
    }, 'all');
  }

  chooseCode(row, match) {
    return this.change(() => {
      const others = (row.loinc_matches ?? []).filter((m) => m.loinc_code !== match.loinc_code).slice(0, 4);
      row.loinc_matches = [{ ...match, confidence_score: 1 }, ...others];
      row.loinc_match_status = 'auto_match';
      row.overridden = [...new Set([...row.overridden, 'loinc_matches'])];
    }, 'row', row);
  }

  removeCode(row) {
    return this.change(() => {
      row.loinc_matches = [];
      row.loinc_match_status = 'no_match';
      row.overridden = [...new Set([...row.overridden, 'loinc_matches'])];
    }, 'row', row);
  }

  /** Returns the number of rows, of rows to check, and of rows whose code must be chosen. */
  counts() {
    return {
      all: this.rows.length,
      toCheck: this.rows.filter(needsCheck).length,
      toCode: this.rows.filter(needsCode).length,
    };
  }

  /** Returns the next (1) or previous (-1) row that needs a check or a code, wrapping around at the end. */
  nextIssue(from, step) {
    const n = this.rows.length;
    const start = from ? this.rows.indexOf(from) : step > 0 ? -1 : n;
    for (let i = 1; i <= n; i += 1) {
      const row = this.rows[(((start + step * i) % n) + n) % n];
      if (needsCheck(row) || needsCode(row)) {
        return row;
      }
    }
    return undefined;
  }

  async save() {
    const savedEdits = this.editCount;
    const sent = this.rows.slice();
    const job = await put('/data', {
      data: {
        metadata: this.metadata,
        results: sent.map((row) => ({
          ...Object.fromEntries(API_FIELDS.map((f) => [f, row[f]])),
          ...(row.row === undefined ? {} : { row: row.row }),
          checked: row.checked,
          printed: row.printed,
          units_ucum: row.units_ucum,
        })),
      },
    });
    // Applies the row numbers of new rows. Edits that were made during the call are kept.
    sent.forEach((row, i) => {
      const current = this.find(row.key);
      if (current !== undefined) {
        current.row = job.draft.results[i].row;
      }
    });
    this.job = job;
    this.revision = job.revision;
    this.dirty = this.editCount !== savedEdits;
    this.notifyChange('saved');
  }
}
