// List of endpoints, and the form that adds or edits one.

import { get, patch, post } from './api.js';
import { INTERVALS, deliveryChart, loadDeliveries } from './chart.js';
import { h, replaceChildren } from './dom.js';
import { eventTypePicker, filterSummary, loadEventTypes } from './event-types.js';
import { plural } from './labels.js';
import {
  actionButton, cancelButton, checkbox, emptyState, field, form, loadInto, notify, openDialog, pill, relativeTime, select,
} from './ui.js';

export const endpointPill = (e) => (e.disabled ? pill('neutral', 'Disabled') : pill('success', 'Enabled'));

/** Returns all endpoints. A team has at most 50, so one page is enough. */
async function loadEndpoints() {
  return (await get('/webhook?limit=250')).data;
}

export function endpointList(container, { session, navigate }) {
  const list = h('section', { 'aria-labelledby': 'all' });
  const render = () => loadInto(list, 'endpoints', async () => endpointRows(await loadEndpoints(), add));
  const add = session.read_only ? null : () => openEndpointForm(null, (created) => {
    notify('Endpoint added. Send a test event to check it.');
    navigate(`/e/${created.id}`);
  });
  replaceChildren(container,
    h('div', { class: 'head' },
      h('div', { class: 'stack tight' },
        h('h1', { tabindex: '-1', id: 'all' }, 'Endpoints'),
        h('p', { class: 'muted' }, 'Your webhook endpoints and their delivery status.')),
      h('div', { class: 'buttons' },
        add && actionButton('Add endpoint', add, { class: 'primary' }))),
    list,
    deliveryCard());
  return render();
}

function endpointRows(endpoints, add) {
  if (endpoints.length === 0) {
    return emptyState('No endpoints yet',
      'Add the URL of your server that should receive events. You can then send a test event to check it.',
      add && actionButton('Add your first endpoint', add, { class: 'primary' }));
  }
  return h('ul', { class: 'rows' }, endpoints.map((e) => h('li', { class: 'row' },
    h('div', { class: 'inline spread' },
      h('a', { class: 'stretched-link mono', href: `#/e/${e.id}` }, e.url),
      endpointPill(e)),
    e.description !== '' && h('p', {}, e.description),
    h('div', { class: 'meta' },
      h('span', {}, filterSummary(e.filter_types)),
      e.rate_limit && h('span', {}, `At most ${plural(e.rate_limit, 'message')} per second`),
      e.ordered && h('span', {}, 'Ordered per user'),
      h('span', {}, 'Created ', relativeTime(e.created_at))))));
}

function deliveryCard() {
  const container = h('div', {});
  const interval = select(INTERVALS, '1h');
  interval.setAttribute('aria-label', 'Time range');
  const render = () => loadInto(container, 'statistics', async () => deliveryChart(await loadDeliveries(interval.value)));
  interval.addEventListener('change', render);
  render();
  return h('section', { class: 'card', 'aria-labelledby': 'deliveries' },
    h('div', { class: 'head' },
      h('h2', { id: 'deliveries' }, 'Deliveries to all endpoints'),
      h('div', {}, interval)),
    container);
}

/** Opens the endpoint form. `endpoint` is null for a new one. */
export async function openEndpointForm(endpoint, onSaved) {
  const types = await loadEventTypes();
  const current = endpoint ?? { url: '', description: '', rate_limit: null, ordered: false, filter_types: null };
  const picker = eventTypePicker(types, current.filter_types);
  openDialog(endpoint ? 'Edit endpoint' : 'Add endpoint', (close) => form(endpoint ? 'Save' : 'Add endpoint', [
    field('url', 'URL', h('input', { type: 'url', value: current.url, required: true, autocomplete: 'off',
      inputmode: 'url', placeholder: 'https://example.org/hooks', 'data-first': true }),
    'Events are sent to this URL in POST requests with a JSON body.'),
    field('description', 'Description', h('input', { value: current.description, maxlength: 4096 }), 'Optional.'),
    picker.node,
    field('rate_limit', 'Messages per second', h('input', { type: 'number', min: 1, inputmode: 'numeric',
      value: current.rate_limit ?? '' }), 'Rate limit. Excess messages are queued. Leave empty for no limit.'),
    checkbox('ordered', 'Deliver in order per user', current.ordered,
      'If a message fails, later messages of the same user wait for it.'),
  ], async (values) => {
    const rate = values.get('rate_limit');
    const body = {
      url: values.get('url').trim(),
      description: values.get('description'),
      filter_types: picker.value(),
      rate_limit: rate === '' ? null : Number(rate),
      ordered: values.has('ordered'),
    };
    const saved = endpoint ? await patch(`/webhook/${endpoint.id}`, body) : await post('/webhook', body);
    close();
    onSaved(saved);
  }, [cancelButton(close)]));
}
