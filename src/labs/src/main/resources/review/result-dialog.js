// Dialog with all fields of a result, including those that the table does not show.

import { h } from './dom.js';
import { fieldText, maxLength, rangeText } from './model.js';
import { cancelButton, field, form, openDialog, select } from './ui.js';
import { INTERPRETATIONS, warningLabel } from './warnings.js';

const options = (values) =>
  values.map((v) => [v, v === '' ? 'None' : v.charAt(0).toUpperCase() + v.slice(1).replaceAll('_', ' ')]);

const TYPES = options(['', 'numeric', 'range', 'comment', 'boolean', 'duration', 'percentage', 'ratio']);
const SAMPLE_TYPES = options(['unknown', 'serum_plasma_blood', 'capillary_blood', 'urine', 'stool', 'saliva', 'other']);
const MEASUREMENT_KINDS = options(['unknown', 'direct', 'calculated', 'ratio']);
const SENSITIVITIES = options(['unknown', 'sensitive', 'insensitive']);
const BOOLEANS = [['', 'Unknown'], ['true', 'Yes'], ['false', 'No']];

const TEXTS = [['test_name', 'Test'], ['value', 'Value'], ['units', 'Unit'], ['range', 'Range'], ['flag', 'Printed flag'],
  ['source_panel_name', 'Panel'], ['specimen', 'Printed specimen'], ['method', 'Method']];

const CHOICES = [['type', 'Type', TYPES], ['interpretation', 'Interpretation', INTERPRETATIONS],
  ['is_above_max_range', 'Above range', BOOLEANS], ['is_below_min_range', 'Below range', BOOLEANS],
  ['sample_type', 'Specimen', SAMPLE_TYPES], ['measurement_kind', 'Kind', MEASUREMENT_KINDS],
  ['sensitivity', 'Sensitivity', SENSITIVITIES]];

const NUMBERS = [['min_reference_range', 'Lower limit'], ['max_reference_range', 'Upper limit']];

/** Converts a selected option to its value in the API. */
function toApiValue(name, selected) {
  if (name.startsWith('is_')) {
    return selected === '' ? null : selected === 'true';
  }
  return selected === '' ? null : selected;
}

/** Shows the recognized texts with their page and lowest confidence. */
function recognizedText(row) {
  const evidence = ['test_name', 'value', 'units', 'range', 'flag'].map((f) => row.evidence[f]).filter((e) => e?.text);
  return evidence.length > 0 && h('p', { class: 'muted small' },
    `Recognized as: ${evidence.map((e) => e.text).join(' · ')}`,
    ` (page ${evidence[0].page}, ${Math.round(Math.min(...evidence.map((e) => e.confidence ?? 1)) * 100)}% confidence)`);
}

/**
 * @param handlers what to do on `chooseCode`, when changes were `applied`, and when the row was `removed`
 */
export function openResultDialog(model, row, handlers) {
  const texts = TEXTS.map(([name, label]) => field(name, label, h('input', { autocomplete: 'off', spellcheck: 'false',
    maxlength: maxLength(name), value: name === 'range' ? rangeText(row) : fieldText(row, name) })));
  const numbers = NUMBERS.map(([name, label]) => field(name, label, h('input', { inputmode: 'decimal', autocomplete: 'off',
    value: row[name] ?? '' })));
  const choices = CHOICES.map(([name, label, values]) =>
    field(name, label, select(values, row[name] === null || row[name] === undefined ? '' : String(row[name]))));
  openDialog(row.test_name || 'New result', (close) => [
    row.doubts.length > 0 && h('ul', { class: 'result-warnings' }, row.doubts.map((d) => h('li', { class: 'result-warning' },
      h('span', { class: 'warning-icon', 'aria-hidden': 'true' }, '⚠'), warningLabel(d)))),
    recognizedText(row),
    form('Apply', [
      h('fieldset', { class: 'stack tight' }, h('legend', {}, 'As printed'), h('div', { class: 'grid' }, texts)),
      h('fieldset', { class: 'stack tight' }, h('legend', {}, 'Interpretation'),
        h('p', { class: 'muted small' }, 'Derived from the printed values. Fields that you set here are kept.'),
        h('div', { class: 'grid' }, numbers, choices)),
    ], async (values, f) => {
      if (model.readonly) {
        close();
        return;
      }
      let invalid = null;
      const overrides = {};
      for (const [name] of NUMBERS) {
        const input = values.get(name).trim();
        const n = input === '' ? null : Number(input);
        if (Number.isNaN(n)) {
          invalid ??= name;
        } else if (n !== row[name]) {
          overrides[name] = n;
        }
      }
      for (const name of ['value', 'test_name']) {
        if (values.get(name).trim() === '') {
          invalid = name;
        }
      }
      if (invalid) {
        const node = f.querySelector(`[data-field="${invalid}"]`);
        node.querySelector('.field-error').textContent = invalid.endsWith('_range')
          ? 'Enter a number, or leave this field empty.' : 'This field is required.';
        node.querySelector('.field-error').hidden = false;
        node.querySelector('input').setAttribute('aria-invalid', 'true');
        node.querySelector('input').focus();
        return;
      }
      for (const [name] of CHOICES) {
        const selected = toApiValue(name, values.get(name));
        if (selected !== (row[name] ?? null)) {
          overrides[name] = selected;
        }
      }
      close();
      for (const [name] of TEXTS) {
        model.edit(row, name, values.get(name).trim());
      }
      if (Object.keys(overrides).length > 0) {
        model.override(row, overrides);
      }
      handlers.applied(row);
    }, [
      !model.readonly && h('button', { type: 'button', onclick: () => {
        close();
        handlers.chooseCode(row);
      } }, 'LOINC code…'),
      !model.readonly && h('button', { type: 'button', onclick: () => {
        close();
        model.move(row, -1);
      } }, 'Move up'),
      !model.readonly && h('button', { type: 'button', onclick: () => {
        close();
        model.move(row, 1);
      } }, 'Move down'),
      !model.readonly && h('button', { type: 'button', class: 'danger', onclick: () => {
        close();
        model.remove(row);
        handlers.removed(row);
      } }, 'Delete'),
      cancelButton(close),
    ]),
  ]);
}
