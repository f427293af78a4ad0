// The list of endpoints, and the form to add and edit one.

import { get, patch, post } from './api.js';
import { INTERVALS, chart, figures } from './chart.js';
import { h, show } from './dom.js';
import { picker, summary, types } from './types.js';
import { action, cancelButton, choice, dialog, empty, field, fillIn, form, pill, say, tick, time } from './ui.js';
import { plural } from './words.js';

export const endpointPill = (e) => (e.disabled ? pill('off', 'Disabled') : pill('good', 'Enabled'));

/** All of them: a team has at most fifty. */
export async function endpoints() {
  return (await get('/webhook?limit=250')).data;
}

export function endpointList(place, { session, go }) {
  const list = h('section', { 'aria-labelledby': 'all' });
  const draw = () => fillIn(list, 'endpoints', async () => listed(await endpoints(), add));
  const add = session.read_only ? null : () => endpointForm(null, (made) => {
    say('Endpoint added. Send a test event to see whether it works.');
    go(`/e/${made.id}`);
  });
  show(place,
    h('div', { class: 'head' },
      h('div', { class: 'stack tight' },
        h('h1', { tabindex: '-1', id: 'all' }, 'Endpoints'),
        h('p', { class: 'quiet' }, 'The URLs that get your events, and how they fare.')),
      h('div', { class: 'buttons' },
        add && action('Add endpoint', add, { class: 'main' }))),
    list,
    deliveries());
  return draw();
}

function listed(all, add) {
  if (all.length === 0) {
    return empty('No endpoint yet',
      'Add the URL of your server that is to get events. It can be tried out with a test event at once.',
      add && action('Add your first endpoint', add, { class: 'main' }));
  }
  return h('ul', { class: 'rows' }, all.map((e) => h('li', { class: 'row' },
    h('div', { class: 'line apart' },
      h('a', { class: 'cover mono', href: `#/e/${e.id}` }, e.url),
      endpointPill(e)),
    e.description !== '' && h('p', {}, e.description),
    h('div', { class: 'facts' },
      h('span', {}, summary(e.filter_types)),
      e.rate_limit && h('span', {}, `At most ${plural(e.rate_limit, 'message')} per second`),
      e.ordered && h('span', {}, 'In order per user'),
      h('span', {}, 'Added ', time(e.created_at))))));
}

function deliveries() {
  const place = h('div', {});
  const interval = choice(INTERVALS, '1h');
  interval.setAttribute('aria-label', 'Period');
  const draw = () => fillIn(place, 'figures', async () => chart(await figures(interval.value)));
  interval.addEventListener('change', draw);
  draw();
  return h('section', { class: 'card', 'aria-labelledby': 'figures' },
    h('div', { class: 'head' },
      h('h2', { id: 'figures' }, 'Deliveries to all endpoints'),
      h('div', {}, interval)),
    place);
}

/** Opens the form; `endpoint` null makes a new one. */
export async function endpointForm(endpoint, done) {
  const all = await types();
  const old = endpoint ?? { url: '', description: '', rate_limit: null, ordered: false, filter_types: null };
  const filter = picker(all, old.filter_types);
  dialog(endpoint ? 'Edit endpoint' : 'Add endpoint', (close) => form(endpoint ? 'Save' : 'Add endpoint', [
    field('url', 'URL', h('input', { type: 'url', value: old.url, required: true, autocomplete: 'off', inputmode: 'url',
      placeholder: 'https://example.org/hooks', 'data-first': true }), 'We send each event there with POST, as JSON.'),
    field('description', 'Description', h('input', { value: old.description, maxlength: 4096 }),
      'For you and your colleagues; optional.'),
    filter.node,
    field('rate_limit', 'Messages per second, at most', h('input', { type: 'number', min: 1, inputmode: 'numeric',
      value: old.rate_limit ?? '' }), 'Empty = as fast as they come. What is above the limit waits.'),
    tick('ordered', 'Keep the order per user', old.ordered,
      'A message that fails then holds back later ones of the same user.'),
  ], async (values) => {
    const rate = values.get('rate_limit');
    const body = {
      url: values.get('url').trim(),
      description: values.get('description'),
      filter_types: filter.value(),
      rate_limit: rate === '' ? null : Number(rate),
      ordered: values.has('ordered'),
    };
    const made = endpoint ? await patch(`/webhook/${endpoint.id}`, body) : await post('/webhook', body);
    close();
    done(made);
  }, [cancelButton(close)]));
}
