// Event types: loading, suggestions and the filter picker of an endpoint.

import { get } from './api.js';
import { h, replaceChildren, uniqueId } from './dom.js';
import { plural } from './labels.js';

const MAX_SHOWN = 60;

let cached = null;

/** Returns all event types, sorted. */
export async function loadEventTypes() {
  cached ??= (await get('/event_types')).types;
  return cached;
}

/** Returns wildcard patterns such as `daily.data.*` with their number of types, largest first. */
function wildcards(types) {
  const counts = new Map();
  for (const type of types) {
    const parts = type.split('.');
    for (let n = 1; n < parts.length; n += 1) {
      const pattern = parts.slice(0, n).join('.') + '.*';
      counts.set(pattern, (counts.get(pattern) ?? 0) + 1);
    }
  }
  return [...counts].filter(([, n]) => n > 1).sort((a, b) => b[1] - a[1] || a[0].localeCompare(b[0]));
}

/** Creates a datalist of event types for a text field. */
export function eventTypeSuggestions(types, withWildcards) {
  const id = uniqueId('types');
  const values = withWildcards ? [...wildcards(types).map(([pattern]) => pattern), ...types] : types;
  return h('datalist', { id }, values.map((value) => h('option', { value })));
}

/** Summarizes the event filter of an endpoint in one line. */
export function filterSummary(filter) {
  if (filter === null || filter === undefined) {
    return 'All events';
  }
  return filter.length <= 2 ? filter.join(', ') : `${filter[0]} and ${plural(filter.length - 1, 'more filter')}`;
}

/**
 * Creates a picker for event types and wildcards. `value()` returns the selected filter, or null for all events.
 */
export function eventTypePicker(types, filter) {
  const selected = new Set(filter ?? []);
  const name = uniqueId('filter');
  const allEvents = h('input', { type: 'radio', name, value: 'all', checked: filter === null });
  const someEvents = h('input', { type: 'radio', name, value: 'some', checked: filter !== null });
  const search = h('input', { type: 'search', id: uniqueId('search'), autocomplete: 'off', spellcheck: 'false' });
  const list = h('ul', { class: 'scroll-list', tabindex: '0', 'aria-label': 'Event types' });
  const count = h('p', { class: 'small muted', role: 'status' });
  const chips = h('ul', { class: 'chips', 'aria-label': 'Selected event types' });
  const options = [...wildcards(types).map(([pattern, n]) => [pattern, `${n} types`]), ...types.map((t) => [t, ''])];
  const error = h('p', { class: 'field-error', hidden: true });

  const renderChips = () => {
    replaceChildren(chips, [...selected].map((t) => h('li', { class: 'chip' }, t)));
    chips.hidden = selected.size === 0;
  };
  const render = () => {
    const text = search.value.trim().toLowerCase();
    const matches = options.filter(([t]) => t.includes(text));
    replaceChildren(list, matches.slice(0, MAX_SHOWN).map(([t, note]) => h('li', {}, h('label', { class: 'checkbox' },
      h('input', { type: 'checkbox', checked: selected.has(t), onchange: (e) => {
        if (e.target.checked) {
          selected.add(t);
        } else {
          selected.delete(t);
        }
        renderChips();
      } }),
      h('span', {}, h('code', {}, t), note && h('span', { class: 'muted small' }, ` ${note}`))))));
    count.textContent = matches.length > MAX_SHOWN
      ? `Showing the first ${MAX_SHOWN} of ${matches.length}. Type more to narrow the list.`
      : plural(matches.length, 'match', 'matches');
    renderChips();
  };
  search.addEventListener('input', render);
  const details = h('div', { class: 'stack tight' },
    chips,
    h('div', { class: 'field' }, h('label', { for: search.id }, 'Search types'), search),
    count,
    list);
  const updateVisibility = () => {
    details.hidden = allEvents.checked;
  };
  allEvents.addEventListener('change', updateVisibility);
  someEvents.addEventListener('change', updateVisibility);
  render();
  updateVisibility();
  const node = h('fieldset', { class: 'stack tight field', 'data-field': 'filter_types' },
    h('legend', {}, 'Events'),
    h('label', { class: 'checkbox' }, allEvents, h('span', {}, 'All events, including future types')),
    h('label', { class: 'checkbox' }, someEvents, h('span', {}, 'Only selected types')),
    details,
    error);
  return { node, value: () => (allEvents.checked ? null : [...selected]) };
}
