// Why a result may have been read wrong, in words for people.

const DOUBTS = {
  weak_name: 'Name hard to read',
  weak_value: 'Value hard to read',
  weak_units: 'Unit hard to read',
  weak_range: 'Range hard to read',
  weak_row: 'May not belong together',
  letters_in_value: 'Letters among the digits',
  number_unclear: 'Thousands or decimals?',
  far_from_range: 'Far from its range',
  flag_contradicts: 'Printed flag disagrees',
  point_missing: 'Decimal point missing?',
  range_odd: 'Range cannot be',
  unit_unknown: 'Unknown unit',
  unit_unfit: 'Unusual unit',
  implausible: 'Implausible value',
  sum_off: 'Does not add up',
};

export const doubt = (code) => DOUBTS[code] ?? code.replaceAll('_', ' ');

/** Whether somebody should still look at what was read. */
export const doubtful = (row) => row.doubts.length > 0 && !row.checked;

/** Whether a code is still to be chosen. */
export const codeOpen = (row) => row.loinc_match_status === 'needs_review';

export const INTERPRETATIONS = [
  ['', 'None'],
  ['normal', 'Normal'],
  ['abnormal', 'Abnormal'],
  ['critical', 'Critical'],
  ['unknown', 'Unknown'],
];

/** What stands in the column of flags: words and a sign, never a colour alone. */
export function flag(row) {
  const arrow = row.is_above_max_range ? ' ↑' : row.is_below_min_range ? ' ↓' : '';
  const name = INTERPRETATIONS.find(([value]) => value === (row.interpretation ?? ''))?.[1] ?? row.interpretation;
  return (row.interpretation ? name : '–') + arrow;
}

export const tone = (row) => ({ normal: 'good', abnormal: 'wait', critical: 'bad' })[row.interpretation] ?? 'off';
