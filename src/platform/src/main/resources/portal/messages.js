// The messages of an endpoint: how many are in which state, search, and what can be done with many.

import { get, query } from './api.js';
import { recoverForm, replayForm, testForm } from './actions.js';
import { h, show } from './dom.js';
import { suggestions, types } from './types.js';
import { action, choice, empty, field, fillIn, instant, local, say, statePill, time, words } from './ui.js';
import { number, plural, STATES } from './words.js';

const PAGE = 25;

export function messages(place, { session, go, search }, base, endpoint) {
  const counts = h('div', {});
  const list = h('div', { class: 'stack' });
  const id = endpoint.id;
  const wanted = Object.fromEntries(search);
  const reload = () => {
    stats(counts, base);
    return page(list, base, id, wanted);
  };
  show(place,
    h('section', { class: 'card', 'aria-labelledby': 'counts' },
      h('div', { class: 'head' },
        h('h2', { id: 'counts' }, 'Last 7 days'),
        !session.read_only && h('div', { class: 'buttons' },
          action('Send test event', () => testForm(base, id, endpoint, go)),
          action('Recover', () => recoverForm(base, reload)),
          action('Replay', () => replayForm(base, reload)))),
      counts),
    h('section', { class: 'stack', 'aria-labelledby': 'messages' },
      h('div', { class: 'head' },
        h('h2', { id: 'messages' }, 'Messages'),
        action('Refresh', async () => {
          await reload();
          say('Refreshed.');
        }, { class: 'slim' })),
      searchForm(id, wanted, go),
      list));
  reload();
}

function stats(place, base) {
  return fillIn(place, 'counts', async () => {
    const since = new Date(Date.now() - 7 * 86_400_000).toISOString();
    const answer = await get(base + '/stats' + query({ since }));
    const of = (name) => answer[name] ?? 0;
    return h('dl', { class: 'figures' }, [
      ['Delivered', of('delivered'), ''],
      ['Failed', of('failed'), of('failed') > 0 ? ' bad' : ''],
      ['Waiting', of('pending'), ''],
      ['Canceled', of('canceled'), ''],
    ].map(([label, n, tone]) => h('div', { class: 'figure' + tone }, h('dt', {}, label), h('dd', {}, number(n)))));
  });
}

function searchForm(id, wanted, go) {
  const type = h('input', { value: wanted.event_type ?? '', autocomplete: 'off', spellcheck: 'false' });
  types().then((all) => {
    const list = suggestions(all, true);
    type.after(list);
    type.setAttribute('list', list.id);
  }, () => {
    // Without suggestions the field still takes a text.
  });
  const more = ['user_id', 'since', 'until'].some((name) => wanted[name]);
  const at = (name) => (wanted[name] ? local(new Date(wanted[name])) : '');
  const f = h('form', { class: 'card stack tight', role: 'search', 'aria-label': 'Messages' },
    h('div', { class: 'grid find' },
      field('status', 'Status', choice([['', 'Any'], ...Object.entries(STATES).map(([n, s]) => [n, s.label])],
        wanted.status ?? '')),
      field('event_type', 'Event type', type),
      h('div', { class: 'buttons' },
        h('button', { type: 'submit' }, 'Search'),
        Object.keys(wanted).length > 0 && h('a', { href: `#/e/${id}` }, 'Show all'))),
    h('details', { open: more },
      h('summary', {}, 'User and time'),
      h('div', { class: 'grid' },
        field('user_id', 'User id', h('input', { value: wanted.user_id ?? '', autocomplete: 'off', spellcheck: 'false' })),
        field('since', 'From', h('input', { type: 'datetime-local', value: at('since') })),
        field('until', 'To', h('input', { type: 'datetime-local', value: at('until') })))));
  f.addEventListener('submit', (event) => {
    event.preventDefault();
    const values = new FormData(f);
    go(`/e/${id}` + query({
      status: values.get('status'),
      event_type: values.get('event_type').trim(),
      user_id: values.get('user_id').trim(),
      since: instant(values.get('since')),
      until: instant(values.get('until')),
    }));
  });
  return f;
}

function page(place, base, id, wanted) {
  return fillIn(place, 'messages', async () => {
    const first = await read(base, wanted, null);
    if (first.data.length === 0) {
      return Object.keys(wanted).length > 0
        ? empty('Nothing fits this search', 'Take a filter away, or a longer time.', h('a', { href: `#/e/${id}` }, 'Show all'))
        : empty('No message yet', 'As soon as an event fits this endpoint, it stands here. A test event shows at once '
          + 'whether your server takes it.');
    }
    const rows = h('ul', { class: 'rows' }, first.data.map((m) => row(id, m)));
    return [rows, moreButton(rows, base, id, wanted, first.next_cursor)];
  });
}

const read = (base, wanted, cursor) =>
  get(base + '/message' + query({ ...wanted, limit: PAGE, next_cursor: cursor }));

function moreButton(rows, base, id, wanted, cursor) {
  if (!cursor) {
    return null;
  }
  const place = h('div', { class: 'buttons' });
  show(place, action('Show more', async () => {
    try {
      const next = await read(base, wanted, cursor);
      const added = next.data.map((m) => row(id, m));
      rows.append(...added);
      added[0]?.querySelector('a').focus();
      say(`${plural(added.length, 'more message')} shown.`);
      const again = moreButton(rows, base, id, wanted, next.next_cursor);
      show(place, again);
    } catch (failure) {
      say(words(failure));
    }
  }));
  return place;
}

function row(id, m) {
  return h('li', { class: 'row' },
    h('div', { class: 'line apart' },
      h('a', { class: 'cover mono', href: `#/e/${id}/m/${m.message_id}` }, m.event_type),
      statePill(m.status)),
    h('div', { class: 'facts' },
      h('span', {}, time(m.created_at)),
      h('span', {}, plural(m.attempt_count, 'attempt')),
      m.next_attempt_at && h('span', {}, 'Next ', time(m.next_attempt_at)),
      h('span', { class: 'mono' }, m.message_id)));
}
