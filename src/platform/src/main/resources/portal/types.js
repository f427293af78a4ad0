// Event types: all of them, families, and a picker.

import { get } from './api.js';
import { freshId, h, show } from './dom.js';
import { plural } from './words.js';

let known = null;

/** Every type that can be emitted, sorted. */
export async function types() {
  known ??= (await get('/event_types')).types;
  return known;
}

/** Families of types, largest first: `daily.data.*`, `daily.data.sleep.*`. */
function families(all) {
  const out = new Map();
  for (const type of all) {
    const parts = type.split('.');
    for (let n = 1; n < parts.length; n += 1) {
      const family = parts.slice(0, n).join('.') + '.*';
      out.set(family, (out.get(family) ?? 0) + 1);
    }
  }
  return [...out].filter(([, n]) => n > 1).sort((a, b) => b[1] - a[1] || a[0].localeCompare(b[0]));
}

/** A list of suggestions for a text field. */
export function suggestions(all, withFamilies) {
  const id = freshId('types');
  const values = withFamilies ? [...families(all).map(([f]) => f), ...all] : all;
  return h('datalist', { id }, values.map((value) => h('option', { value })));
}

/** What an endpoint gets, in a few words. */
export function summary(filter) {
  if (filter === null || filter === undefined) {
    return 'All events';
  }
  return filter.length <= 2 ? filter.join(', ') : `${filter[0]} and ${plural(filter.length - 1, 'more filter')}`;
}

/**
 * A choice of types and families. `value()` gives null for all of them, else the list.
 */
export function picker(all, filter) {
  const chosen = new Set(filter ?? []);
  const name = freshId('which');
  const everything = h('input', { type: 'radio', name, value: 'all', checked: filter === null });
  const some = h('input', { type: 'radio', name, value: 'some', checked: filter !== null });
  const search = h('input', { type: 'search', id: freshId('s'), autocomplete: 'off', spellcheck: 'false' });
  const list = h('ul', { class: 'box', tabindex: '0', 'aria-label': 'Event types' });
  const count = h('p', { class: 'small quiet', role: 'status' });
  const chips = h('ul', { class: 'chips', 'aria-label': 'Chosen' });
  const options = [...families(all).map(([f, n]) => [f, `${n} types`]), ...all.map((t) => [t, ''])];
  const wrong = h('p', { class: 'wrong', hidden: true });

  const tell = () => {
    show(chips, [...chosen].map((t) => h('li', { class: 'chip' }, t)));
    chips.hidden = chosen.size === 0;
  };
  const draw = () => {
    const wanted = search.value.trim().toLowerCase();
    const found = options.filter(([t]) => t.includes(wanted));
    show(list, found.slice(0, 60).map(([t, note]) => h('li', {}, h('label', { class: 'tick' },
      h('input', { type: 'checkbox', checked: chosen.has(t), onchange: (e) => {
        if (e.target.checked) {
          chosen.add(t);
        } else {
          chosen.delete(t);
        }
        tell();
      } }),
      h('span', {}, h('code', {}, t), note && h('span', { class: 'quiet small' }, ` ${note}`))))));
    count.textContent = found.length > 60
      ? `The first 60 of ${found.length}. Type more to narrow the list.`
      : plural(found.length, 'entry', 'entries');
    tell();
  };
  search.addEventListener('input', draw);
  const details = h('div', { class: 'stack tight' },
    chips,
    h('div', { class: 'field' }, h('label', { for: search.id }, 'Search types'), search),
    count,
    list);
  const sync = () => {
    details.hidden = everything.checked;
  };
  everything.addEventListener('change', sync);
  some.addEventListener('change', sync);
  draw();
  sync();
  const node = h('fieldset', { class: 'stack tight field', 'data-field': 'filter_types' },
    h('legend', {}, 'Events'),
    h('label', { class: 'tick' }, everything, h('span', {}, 'All events, also ones of the future')),
    h('label', { class: 'tick' }, some, h('span', {}, 'Only these types and families')),
    details,
    wrong);
  return { node, value: () => (everything.checked ? null : [...chosen]) };
}
