// One endpoint: its messages, settings, signing secret and custom headers.

import { get, patch, post, put, remove } from './api.js';
import { h, replaceChildren } from './dom.js';
import { endpointPill, openEndpointForm } from './endpoints.js';
import { filterSummary } from './event-types.js';
import { formatDuration, plural } from './labels.js';
import { renderMessages } from './messages.js';
import {
  actionButton, cancelButton, confirmDialog, copyButton, exactTime, field, form, loadInto, notify, openDialog, properties,
} from './ui.js';

/** Creates a breadcrumb navigation from pairs of label and link; the current page has no link. */
export function breadcrumbs(...steps) {
  return h('nav', { class: 'breadcrumbs', 'aria-label': 'Breadcrumbs' },
    h('ol', {}, steps.map(([label, href]) => h('li', {}, href ? h('a', { href }, label) : label))));
}

/** Renders an endpoint. `section` is the selected tab: `messages` or `settings`. */
export function endpointView(container, app, id, section) {
  const base = `/webhook/${encodeURIComponent(id)}`;
  return loadInto(container, 'endpoint', async () => {
    const endpoint = await get(base);
    const reload = () => endpointView(container, app, id, section);
    const content = h('div', { class: 'stack' });
    if (section === 'settings') {
      renderSettings(content, app, base, endpoint, reload);
    } else {
      renderMessages(content, app, base, endpoint);
    }
    return [
      breadcrumbs(['Endpoints', '#/'], ['Endpoint']),
      h('div', { class: 'head' },
        h('div', { class: 'stack tight' },
          h('h1', { tabindex: '-1', class: 'mono' }, endpoint.url),
          h('div', { class: 'inline' }, endpointPill(endpoint), h('span', { class: 'muted' }, endpoint.description)))),
      endpoint.disabled && h('p', { class: 'note warning' },
        'This endpoint is disabled. It receives no events, and new events are recorded as canceled. ',
        'After you enable it, use “Recover” to send them.'),
      tabs(id, section),
      content,
    ];
  });
}

function tabs(id, section) {
  return h('nav', { class: 'tabs', 'aria-label': 'Endpoint sections' }, h('ul', {},
    [['messages', 'Messages', ''], ['settings', 'Settings', '/settings']].map(([name, label, suffix]) =>
      h('li', {}, h('a', { href: `#/e/${id}${suffix}`, 'aria-current': name === section && 'page' }, label)))));
}

function renderSettings(container, { session, navigate }, base, endpoint, reload) {
  const writable = !session.read_only;
  replaceChildren(container,
    h('section', { class: 'card', 'aria-labelledby': 'about' },
      h('div', { class: 'head' },
        h('h2', { id: 'about' }, 'Endpoint'),
        writable && h('div', { class: 'buttons' },
          actionButton('Edit', () => openEndpointForm(endpoint, () => {
            notify('Endpoint saved. Changes take effect within two seconds.');
            reload();
          })),
          enableButton(base, endpoint, reload))),
      properties(
        ['URL', h('span', { class: 'mono' }, endpoint.url)],
        ['Description', endpoint.description || '–'],
        ['Events', filterChips(endpoint.filter_types)],
        ['Rate limit', endpoint.rate_limit ? `${plural(endpoint.rate_limit, 'message')} per second` : 'None'],
        ['Ordering', endpoint.ordered ? 'Per user' : 'None'],
        ['ID', h('span', { class: 'mono' }, endpoint.id)],
        ['Created', exactTime(endpoint.created_at)],
        ['Updated', exactTime(endpoint.updated_at)])),
    writable && secretCard(session, base),
    headersCard(base, writable),
    writable && h('section', { class: 'card', 'aria-labelledby': 'delete' },
      h('h2', { id: 'delete' }, 'Delete'),
      h('div', { class: 'head' },
        h('p', { class: 'muted' }, 'Stops all deliveries to this URL. To pause deliveries, disable the endpoint instead.'),
        actionButton('Delete endpoint', () => confirmDialog('Delete this endpoint?',
          `Deliveries to ${endpoint.url} stop, and its messages can no longer be viewed. This cannot be undone.`,
          'Delete endpoint', async () => {
            await remove(base);
            notify('Endpoint deleted.');
            navigate('/');
          }), { class: 'danger' }))));
}

function filterChips(types) {
  return types === null ? filterSummary(types)
    : h('ul', { class: 'chips' }, types.map((t) => h('li', { class: 'chip' }, t)));
}

function enableButton(base, endpoint, reload) {
  if (endpoint.disabled) {
    return actionButton('Enable', async () => {
      await patch(base, { disabled: false });
      notify('Endpoint enabled. To send canceled messages, use “Recover” under Messages.');
      reload();
    }, { class: 'primary' });
  }
  return actionButton('Disable', () => confirmDialog('Disable this endpoint?',
    'Pending and new messages are canceled. You can recover them after you enable the endpoint.',
    'Disable', async () => {
      await patch(base, { disabled: true });
      notify('Endpoint disabled.');
      reload();
    }));
}

function secretCard(session, base) {
  const container = h('div', { class: 'stack tight' });
  const rotateButton = () => actionButton('Rotate secret', () => openRotateDialog(session, base, renderHidden));
  const renderHidden = () => replaceChildren(container, h('div', { class: 'buttons' },
    actionButton('Show secret', async () => {
      const { key } = await get(base + '/secret');
      const hideButton = actionButton('Hide', renderHidden, { class: 'compact' });
      replaceChildren(container,
        h('code', { class: 'secret', id: 'secret' }, key),
        h('div', { class: 'buttons' }, copyButton(() => key, 'Secret'), hideButton, rotateButton()));
      hideButton.focus();
      notify('Secret shown.');
    }),
    rotateButton()));
  renderHidden();
  return h('section', { class: 'card', 'aria-labelledby': 'signing' },
    h('h2', { id: 'signing' }, 'Signing secret'),
    h('p', { class: 'muted' }, 'Every message is signed with this secret (Standard Webhooks). To verify that a message is '
      + 'authentic, check the header ', h('code', {}, 'webhook-signature'), '. Store the secret like a password.'),
    container);
}

function openRotateDialog(session, base, onDone) {
  const text = session.old_secret_seconds > 0
    ? 'Messages are signed with the new secret immediately, and also with the current secret for '
      + `${formatDuration(session.old_secret_seconds)}. Update your server within that time. `
      + 'A message is valid if one of its signatures matches.'
    : 'Messages are signed with the new secret immediately, and the current secret stops working. '
      + 'Make sure that your server is ready.';
  openDialog('Rotate the secret?', (close) => [
    h('p', {}, text),
    form('Rotate', [
      field('key', 'New secret', h('input', { autocomplete: 'off', spellcheck: 'false', class: 'mono' }),
        'Leave empty to generate one. Otherwise enter whsec_ followed by 24 to 64 bytes in base64.'),
    ], async (values) => {
      await post(base + '/secret/rotate', { key: values.get('key').trim() || null });
      close();
      onDone();
      notify('Secret rotated. Copy the new secret to your server.');
    }, [cancelButton(close, 'Cancel', { 'data-first': true })]),
  ]);
}

function headersCard(base, writable) {
  const container = h('div', {});
  const render = () => loadInto(container, 'headers', async () => {
    const saved = await get(base + '/headers');
    const names = Object.keys(saved.headers);
    const none = names.length + saved.sensitive.length === 0;
    return h('div', { class: 'stack tight' },
      none ? h('p', { class: 'muted' }, 'No custom headers.') : h('dl', { class: 'properties' },
        names.map((n) => h('div', {}, h('dt', { class: 'mono' }, n), h('dd', { class: 'mono' }, saved.headers[n]))),
        saved.sensitive.map((n) => h('div', {}, h('dt', { class: 'mono' }, n),
          h('dd', { class: 'muted' }, 'Value hidden')))),
      writable && h('div', {},
        actionButton(none ? 'Add headers' : 'Edit headers', () => openHeadersDialog(base, saved, render))));
  });
  render();
  return h('section', { class: 'card', 'aria-labelledby': 'headers' },
    h('h2', { id: 'headers' }, 'Custom headers'),
    h('p', { class: 'muted' }, 'Sent with every message, for example for an API gateway in front of your server.'),
    container);
}

function openHeadersDialog(base, saved, onDone) {
  const rows = h('div', { class: 'stack' });
  const addRow = (name, value, hint) => {
    const row = h('fieldset', { class: 'grid' },
      h('legend', { class: 'visually-hidden' }, name || 'New header'),
      field('name', 'Name', h('input', { value: name, autocomplete: 'off', spellcheck: 'false', class: 'mono' })),
      field('value', 'Value', h('input', { value, autocomplete: 'off', spellcheck: 'false', class: 'mono' }), hint),
      h('div', {}, h('button', { type: 'button', class: 'compact', 'aria-label': `Remove header ${name}`, onclick: () => {
        const next = row.nextElementSibling ?? row.previousElementSibling;
        row.remove();
        (next?.querySelector('input') ?? addButton).focus();
      } }, 'Remove')));
    rows.append(row);
    return row;
  };
  const addButton = h('button', { type: 'button', class: 'compact',
    onclick: () => addRow('', '').querySelector('input').focus() }, 'Add another');
  Object.entries(saved.headers).forEach(([n, v]) => addRow(n, v));
  saved.sensitive.forEach((n) => addRow(n, '', 'The current value is hidden. Enter it again, or the header is removed.'));
  if (rows.childElementCount === 0) {
    addRow('', '');
  }
  openDialog('Custom headers', (close) => form('Save headers', [
    h('p', {}, 'These headers replace all existing ones.'), rows, h('div', {}, addButton),
  ], async () => {
    const headers = {};
    for (const row of rows.children) {
      const [name, value] = [...row.querySelectorAll('input')].map((i) => i.value);
      if (name.trim() !== '' && value !== '') {
        headers[name.trim()] = value;
      }
    }
    await put(base + '/headers', { headers });
    close();
    onDone();
    notify('Headers saved.');
  }, [cancelButton(close)]));
}
