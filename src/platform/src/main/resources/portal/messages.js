// Messages of an endpoint: counts by status, search and bulk actions.

import { get, query } from './api.js';
import { openRecoverDialog, openReplayDialog, openTestEventDialog } from './actions.js';
import { h, replaceChildren } from './dom.js';
import { eventTypeSuggestions, loadEventTypes } from './event-types.js';
import { formatNumber, plural, STATUSES } from './labels.js';
import {
  actionButton, emptyState, errorText, field, loadInto, notify, relativeTime, select, statusPill, toIsoTimestamp,
  toLocalInput,
} from './ui.js';

const PAGE_SIZE = 25;

export function renderMessages(container, { session, navigate, search }, base, endpoint) {
  const counts = h('div', {});
  const list = h('div', { class: 'stack' });
  const id = endpoint.id;
  const filters = Object.fromEntries(search);
  const reload = () => {
    renderCounts(counts, base);
    return renderList(list, base, id, filters);
  };
  replaceChildren(container,
    h('section', { class: 'card', 'aria-labelledby': 'counts' },
      h('div', { class: 'head' },
        h('h2', { id: 'counts' }, 'Last 7 days'),
        !session.read_only && h('div', { class: 'buttons' },
          actionButton('Send test event', () => openTestEventDialog(base, id, endpoint, navigate)),
          actionButton('Recover', () => openRecoverDialog(base, reload)),
          actionButton('Replay', () => openReplayDialog(base, reload)))),
      counts),
    h('section', { class: 'stack', 'aria-labelledby': 'messages' },
      h('div', { class: 'head' },
        h('h2', { id: 'messages' }, 'Messages'),
        actionButton('Refresh', async () => {
          await reload();
          notify('Refreshed.');
        }, { class: 'compact' })),
      searchForm(id, filters, navigate),
      list));
  reload();
}

function renderCounts(container, base) {
  return loadInto(container, 'counts', async () => {
    const since = new Date(Date.now() - 7 * 86_400_000).toISOString();
    const stats = await get(base + '/stats' + query({ since }));
    return h('dl', { class: 'stats' }, ['delivered', 'failed', 'pending', 'canceled'].map((name) => {
      const n = stats[name] ?? 0;
      return h('div', { class: name === 'failed' && n > 0 ? 'stat error' : 'stat' },
        h('dt', {}, STATUSES[name].label), h('dd', {}, formatNumber(n)));
    }));
  });
}

function searchForm(id, filters, navigate) {
  const type = h('input', { value: filters.event_type ?? '', autocomplete: 'off', spellcheck: 'false' });
  loadEventTypes().then((types) => {
    const suggestions = eventTypeSuggestions(types, true);
    type.after(suggestions);
    type.setAttribute('list', suggestions.id);
  }, () => {
    // The field also works without suggestions.
  });
  const expanded = ['user_id', 'since', 'until'].some((name) => filters[name]);
  const localTime = (name) => (filters[name] ? toLocalInput(new Date(filters[name])) : '');
  const f = h('form', { class: 'card stack tight', role: 'search', 'aria-label': 'Messages' },
    h('div', { class: 'grid filters' },
      field('status', 'Status', select([['', 'Any'], ...Object.entries(STATUSES).map(([n, s]) => [n, s.label])],
        filters.status ?? '')),
      field('event_type', 'Event type', type),
      h('div', { class: 'buttons' },
        h('button', { type: 'submit' }, 'Search'),
        Object.keys(filters).length > 0 && h('a', { href: `#/e/${id}` }, 'Show all'))),
    h('details', { open: expanded },
      h('summary', {}, 'User and time'),
      h('div', { class: 'grid' },
        field('user_id', 'User ID', h('input', { value: filters.user_id ?? '', autocomplete: 'off', spellcheck: 'false' })),
        field('since', 'From', h('input', { type: 'datetime-local', value: localTime('since') })),
        field('until', 'To', h('input', { type: 'datetime-local', value: localTime('until') })))));
  f.addEventListener('submit', (event) => {
    event.preventDefault();
    const values = new FormData(f);
    navigate(`/e/${id}` + query({
      status: values.get('status'),
      event_type: values.get('event_type').trim(),
      user_id: values.get('user_id').trim(),
      since: toIsoTimestamp(values.get('since')),
      until: toIsoTimestamp(values.get('until')),
    }));
  });
  return f;
}

function renderList(container, base, id, filters) {
  return loadInto(container, 'messages', async () => {
    const page = await loadPage(base, filters, null);
    if (page.data.length === 0) {
      return Object.keys(filters).length > 0
        ? emptyState('No matching messages', 'Remove a filter or extend the time range.',
          h('a', { href: `#/e/${id}` }, 'Show all'))
        : emptyState('No messages yet', 'Messages appear here when an event matches the filter of this endpoint. To check '
          + 'your server, send a test event.');
    }
    const rows = h('ul', { class: 'rows' }, page.data.map((m) => messageRow(id, m)));
    return [rows, moreButton(rows, base, id, filters, page.next_cursor)];
  });
}

const loadPage = (base, filters, cursor) =>
  get(base + '/message' + query({ ...filters, limit: PAGE_SIZE, next_cursor: cursor }));

function moreButton(rows, base, id, filters, cursor) {
  if (!cursor) {
    return null;
  }
  const container = h('div', { class: 'buttons' });
  replaceChildren(container, actionButton('Show more', async () => {
    try {
      const page = await loadPage(base, filters, cursor);
      const added = page.data.map((m) => messageRow(id, m));
      rows.append(...added);
      added[0]?.querySelector('a').focus();
      notify(`${plural(added.length, 'more message')} loaded.`);
      replaceChildren(container, moreButton(rows, base, id, filters, page.next_cursor));
    } catch (error) {
      notify(errorText(error));
    }
  }));
  return container;
}

function messageRow(id, m) {
  return h('li', { class: 'row' },
    h('div', { class: 'inline spread' },
      h('a', { class: 'stretched-link mono', href: `#/e/${id}/m/${m.message_id}` }, m.event_type),
      statusPill(m.status)),
    h('div', { class: 'meta' },
      h('span', {}, relativeTime(m.created_at)),
      h('span', {}, plural(m.attempt_count, 'attempt')),
      m.next_attempt_at && h('span', {}, 'Next attempt ', relativeTime(m.next_attempt_at)),
      h('span', { class: 'mono' }, m.message_id)));
}
