// Labels for warnings and interpretations of results. A warning is a possible recognition error (`doubts` in the API).

const WARNINGS = {
  weak_name: 'Name hard to read',
  weak_value: 'Value hard to read',
  weak_units: 'Unit hard to read',
  weak_range: 'Range hard to read',
  weak_row: 'Columns may be misaligned',
  letters_in_value: 'Letters in the number',
  number_unclear: 'Thousands or decimal separator?',
  far_from_range: 'Far outside the range',
  flag_contradicts: 'Contradicts the printed flag',
  point_missing: 'Decimal point missing?',
  range_odd: 'Invalid range',
  unit_unknown: 'Unknown unit',
  unit_unfit: 'Unusual unit',
  implausible: 'Implausible value',
  sum_off: 'Sum does not match',
};

export const warningLabel = (code) => WARNINGS[code] ?? code.replaceAll('_', ' ');

/** Returns whether a result has warnings that no reviewer has checked yet. */
export const needsCheck = (row) => row.doubts.length > 0 && !row.checked;

/** Returns whether a LOINC code must be chosen from several candidates. */
export const needsCode = (row) => row.loinc_match_status === 'needs_review';

export const INTERPRETATIONS = [
  ['', 'None'],
  ['normal', 'Normal'],
  ['abnormal', 'Abnormal'],
  ['critical', 'Critical'],
  ['unknown', 'Unknown'],
];

/** Returns the text of the flag column: the interpretation, and an arrow if the value is outside the range. */
export function flagLabel(row) {
  const arrow = row.is_above_max_range ? ' ↑' : row.is_below_min_range ? ' ↓' : '';
  const name = INTERPRETATIONS.find(([value]) => value === (row.interpretation ?? ''))?.[1] ?? row.interpretation;
  return (row.interpretation ? name : '–') + arrow;
}

export const flagTone = (row) =>
  ({ normal: 'success', abnormal: 'warning', critical: 'error' })[row.interpretation] ?? 'neutral';
