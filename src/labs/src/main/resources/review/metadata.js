// Form with the patient and report details.

import { h } from './dom.js';
import { maxLength } from './model.js';
import { field, select } from './ui.js';

const FIELDS = [
  ['patient_first_name', 'First name'],
  ['patient_last_name', 'Last name'],
  ['dob', 'Date of birth'],
  ['gender', 'Gender'],
  ['lab_name', 'Laboratory'],
  ['date_collected', 'Collected'],
  ['date_reported', 'Reported'],
  ['specimen_number', 'Specimen number'],
];

const GENDERS = [['male', 'Male'], ['female', 'Female'], ['other', 'Other or not stated']];

/**
 * @param onFocus receives the position on the page of the field that has the focus
 */
export function metadataForm(model, onFocus) {
  const controls = FIELDS.map(([name, label]) => {
    const control = name === 'gender' ? select(GENDERS, model.metadata.gender)
      : h('input', { autocomplete: 'off', spellcheck: 'false', maxlength: maxLength(name),
        value: model.metadata[name] ?? '' });
    control.addEventListener('change', () => {
      const value = control.value.trim();
      model.change(() => {
        model.metadata[name] = value === '' ? null : value;
      }, 'metadata');
    });
    control.addEventListener('focus', () => onFocus(model.metadataEvidence[name]));
    return [name, control, field(name, label, control)];
  });
  model.addEventListener('change', (e) => {
    for (const [name, control] of controls) {
      if (e.detail.what === 'all' && document.activeElement !== control) {
        control.value = model.metadata[name] ?? '';
      }
      control.disabled = model.readonly;
    }
  });
  return h('details', { class: 'card report-details', open: !window.matchMedia('(max-width: 60rem)').matches },
    h('summary', {}, 'Patient and report'),
    h('div', { class: 'grid' }, controls.map(([, , node]) => node)));
}
