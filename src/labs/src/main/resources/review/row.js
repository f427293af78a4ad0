// Everything about one result, also what the table has no room for.

import { doubt, INTERPRETATIONS } from './doubts.js';
import { h } from './dom.js';
import { longest, rangeText, text } from './model.js';
import { cancelButton, choice, dialog, field, form } from './ui.js';

const named = (values) => values.map((v) => [v, v === '' ? 'None' : v.charAt(0).toUpperCase() + v.slice(1).replaceAll('_', ' ')]);

const TYPES = named(['', 'numeric', 'range', 'comment', 'boolean', 'duration', 'percentage', 'ratio']);
const SAMPLES = named(['unknown', 'serum_plasma_blood', 'capillary_blood', 'urine', 'stool', 'saliva', 'other']);
const KINDS = named(['unknown', 'direct', 'calculated', 'ratio']);
const SENSITIVITIES = named(['unknown', 'sensitive', 'insensitive']);
const TRUTHS = [['', 'Not known'], ['true', 'Yes'], ['false', 'No']];

const TEXTS = [['test_name', 'Test'], ['value', 'Value'], ['units', 'Unit'], ['range', 'Range'], ['flag', 'Printed flag'],
  ['source_panel_name', 'Panel'], ['specimen', 'Printed specimen'], ['method', 'Method']];

const CHOICES = [['type', 'Type', TYPES], ['interpretation', 'Interpretation', INTERPRETATIONS],
  ['is_above_max_range', 'Above the range', TRUTHS], ['is_below_min_range', 'Below the range', TRUTHS],
  ['sample_type', 'Specimen', SAMPLES], ['measurement_kind', 'Kind', KINDS],
  ['sensitivity', 'Sensitivity', SENSITIVITIES]];

const NUMBERS = [['min_reference_range', 'Lowest in range'], ['max_reference_range', 'Highest in range']];

/** A choice as the service has it. */
function value(name, chosen) {
  if (name.startsWith('is_')) {
    return chosen === '' ? null : chosen === 'true';
  }
  return chosen === '' ? null : chosen;
}

function read(row) {
  const places = ['test_name', 'value', 'units', 'range', 'flag'].map((f) => row.evidence[f]).filter((e) => e?.text);
  return places.length > 0 && h('p', { class: 'quiet small' }, `Read as: ${places.map((e) => e.text).join(' · ')}`,
    ` (page ${places[0].page}, ${Math.round(Math.min(...places.map((e) => e.confidence ?? 1)) * 100)} % sure)`);
}

export function rowDialog(model, row, acts) {
  const texts = TEXTS.map(([name, label]) => field(name, label, h('input', { autocomplete: 'off', spellcheck: 'false',
    maxlength: longest(name), value: name === 'range' ? rangeText(row) : text(row, name) })));
  const numbers = NUMBERS.map(([name, label]) => field(name, label, h('input', { inputmode: 'decimal', autocomplete: 'off',
    value: row[name] ?? '' })));
  const choices = CHOICES.map(([name, label, options]) =>
    field(name, label, choice(options, row[name] === null || row[name] === undefined ? '' : String(row[name]))));
  dialog(row.test_name || 'New result', (close) => [
    row.doubts.length > 0 && h('ul', { class: 'doubts list' }, row.doubts.map((d) => h('li', { class: 'doubt' },
      h('span', { class: 'sign', 'aria-hidden': 'true' }, '⚠'), doubt(d)))),
    read(row),
    form('Take over', [
      h('fieldset', { class: 'stack tight' }, h('legend', {}, 'As printed'), h('div', { class: 'grid' }, texts)),
      h('fieldset', { class: 'stack tight' }, h('legend', {}, 'What it means'),
        h('p', { class: 'quiet small' }, 'Follows from what is printed; what you set here stays.'),
        h('div', { class: 'grid' }, numbers, choices)),
    ], async (values, f) => {
      if (model.readonly) {
        close();
        return;
      }
      let bad = null;
      const set = {};
      for (const [name] of NUMBERS) {
        const sent = values.get(name).trim();
        const n = sent === '' ? null : Number(sent);
        if (Number.isNaN(n)) {
          bad ??= name;
        } else if (n !== row[name]) {
          set[name] = n;
        }
      }
      for (const name of ['value', 'test_name']) {
        if (values.get(name).trim() === '') {
          bad = name;
        }
      }
      if (bad) {
        const place = f.querySelector(`[data-field="${bad}"]`);
        place.querySelector('.wrong').textContent = bad.endsWith('_range') ? 'Type a number, or leave it empty.' : 'Fill this in.';
        place.querySelector('.wrong').hidden = false;
        place.querySelector('input').setAttribute('aria-invalid', 'true');
        place.querySelector('input').focus();
        return;
      }
      for (const [name] of CHOICES) {
        const chosen = value(name, values.get(name));
        if (chosen !== (row[name] ?? null)) {
          set[name] = chosen;
        }
      }
      close();
      for (const [name] of TEXTS) {
        model.edit(row, name, values.get(name).trim());
      }
      if (Object.keys(set).length > 0) {
        model.set(row, set);
      }
      acts.done(row);
    }, [
      !model.readonly && h('button', { type: 'button', onclick: () => {
        close();
        acts.codes(row);
      } }, 'LOINC code …'),
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
        acts.removed(row);
      } }, 'Delete'),
      cancelButton(close),
    ]),
  ]);
}
