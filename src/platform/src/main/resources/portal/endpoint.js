// One endpoint: its messages, its settings, its secret and headers.

import { get, patch, post, put, remove } from './api.js';
import { h, show } from './dom.js';
import { endpointForm, endpointPill } from './endpoints.js';
import { messages } from './messages.js';
import { summary } from './types.js';
import {
  action, ask, cancelButton, copyButton, dialog, exactTime, field, fillIn, form, pairs, say,
} from './ui.js';
import { plural, span } from './words.js';

/** The way up. */
export function crumbs(...steps) {
  return h('nav', { class: 'crumbs', 'aria-label': 'You are here' },
    h('ol', {}, steps.map(([label, href]) => h('li', {}, href ? h('a', { href }, label) : label))));
}

export function endpointView(place, app, id, section) {
  const base = `/webhook/${encodeURIComponent(id)}`;
  return fillIn(place, 'the endpoint', async () => {
    const endpoint = await get(base);
    const again = () => endpointView(place, app, id, section);
    const content = h('div', { class: 'stack' });
    if (section === 'settings') {
      settings(content, app, base, endpoint, again);
    } else {
      messages(content, app, base, endpoint);
    }
    return [
      crumbs(['Endpoints', '#/'], ['Endpoint']),
      h('div', { class: 'head' },
        h('div', { class: 'stack tight' },
          h('h1', { tabindex: '-1', class: 'mono' }, endpoint.url),
          h('div', { class: 'line' }, endpointPill(endpoint), h('span', { class: 'quiet' }, endpoint.description)))),
      endpoint.disabled && h('p', { class: 'note wait' },
        'This endpoint is disabled: it gets nothing, and events meanwhile are logged as canceled. ',
        'After enabling it, use “Recover” to have them sent.'),
      tabs(id, section),
      content,
    ];
  });
}

function tabs(id, section) {
  return h('nav', { class: 'tabs', 'aria-label': 'Parts of the endpoint' }, h('ul', {},
    [['messages', 'Messages', ''], ['settings', 'Settings', '/settings']].map(([name, label, end]) =>
      h('li', {}, h('a', { href: `#/e/${id}${end}`, 'aria-current': name === section && 'page' }, label)))));
}

function settings(place, { session, go }, base, endpoint, again) {
  const writes = !session.read_only;
  show(place,
    h('section', { class: 'card', 'aria-labelledby': 'about' },
      h('div', { class: 'head' },
        h('h2', { id: 'about' }, 'Endpoint'),
        writes && h('div', { class: 'buttons' },
          action('Edit', () => endpointForm(endpoint, () => {
            say('Saved. It acts on attempts from two seconds from now.');
            again();
          })),
          toggle(base, endpoint, again))),
      pairs(
        ['URL', h('span', { class: 'mono' }, endpoint.url)],
        ['Description', endpoint.description || '–'],
        ['Events', filter(endpoint.filter_types)],
        ['Rate limit', endpoint.rate_limit ? `${plural(endpoint.rate_limit, 'message')} per second` : 'None'],
        ['Order', endpoint.ordered ? 'Kept per user' : 'As they come'],
        ['Id', h('span', { class: 'mono' }, endpoint.id)],
        ['Added', exactTime(endpoint.created_at)],
        ['Changed', exactTime(endpoint.updated_at)])),
    writes && secretCard(session, base),
    headersCard(base, writes),
    writes && h('section', { class: 'card', 'aria-labelledby': 'end' },
      h('h2', { id: 'end' }, 'Delete'),
      h('div', { class: 'head' },
        h('p', { class: 'quiet' }, 'Nothing more is sent to this URL. To pause it only, disable it.'),
        action('Delete endpoint', () => ask('Delete this endpoint?',
          `Nothing more is sent to ${endpoint.url}, and its messages cannot be looked at any more. `
            + 'This cannot be undone.',
          'Delete endpoint', async () => {
            await remove(base);
            say('Endpoint deleted.');
            go('/');
          }), { class: 'danger' }))));
}

function filter(types) {
  return types === null ? summary(types)
    : h('ul', { class: 'chips' }, types.map((t) => h('li', { class: 'chip' }, t)));
}

function toggle(base, endpoint, again) {
  if (endpoint.disabled) {
    return action('Enable', async () => {
      await patch(base, { disabled: false });
      say('Enabled. What was canceled meanwhile can be recovered under Messages.');
      again();
    }, { class: 'main' });
  }
  return action('Disable', () => ask('Disable this endpoint?',
    'Attempts that are due are canceled. Events meanwhile are logged, and can be recovered once it is enabled again.',
    'Disable', async () => {
      await patch(base, { disabled: true });
      say('Disabled.');
      again();
    }));
}

function secretCard(session, base) {
  const place = h('div', { class: 'stack tight' });
  const rotation = () => action('Rotate secret', () => rotate(session, base, hidden));
  const hidden = () => show(place, h('div', { class: 'buttons' },
    action('Show secret', async () => {
      const { key } = await get(base + '/secret');
      const hide = action('Hide', hidden, { class: 'slim' });
      show(place,
        h('code', { class: 'secret', id: 'secret' }, key),
        h('div', { class: 'buttons' }, copyButton(() => key, 'Secret'), hide, rotation()));
      hide.focus();
      say('The secret is shown.');
    }),
    rotation()));
  hidden();
  return h('section', { class: 'card', 'aria-labelledby': 'signing' },
    h('h2', { id: 'signing' }, 'Signing secret'),
    h('p', { class: 'quiet' }, 'Each message is signed with it (Standard Webhooks). Your server checks the header ',
      h('code', {}, 'webhook-signature'), ' and so knows that a message is ours and unchanged. Keep it where you keep '
        + 'passwords.'),
    place);
}

function rotate(session, base, done) {
  const overlap = session.old_secret_seconds > 0
    ? `The new secret signs from now on, and the present one signs beside it for ${span(session.old_secret_seconds)}. `
      + 'Put the new one into your server within that time: a message is good if any of its signatures fits.'
    : 'The new secret signs from now on; the present one is not used any more. Have your server ready.';
  dialog('Rotate the secret?', (close) => [
    h('p', {}, overlap),
    form('Rotate', [
      field('key', 'New secret', h('input', { autocomplete: 'off', spellcheck: 'false', class: 'mono' }),
        'Empty = we make one. Else whsec_ and the base64 of 24 to 64 bytes.'),
    ], async (values) => {
      await post(base + '/secret/rotate', { key: values.get('key').trim() || null });
      close();
      done();
      say('Rotated. Show the secret and put it into your server.');
    }, [cancelButton(close, 'Cancel', { 'data-first': true })]),
  ]);
}

function headersCard(base, writes) {
  const place = h('div', {});
  const draw = () => fillIn(place, 'headers', async () => {
    const kept = await get(base + '/headers');
    const names = Object.keys(kept.headers);
    const none = names.length + kept.sensitive.length === 0;
    return h('div', { class: 'stack tight' },
      none ? h('p', { class: 'quiet' }, 'None.') : h('dl', { class: 'pairs' },
        names.map((n) => h('div', {}, h('dt', { class: 'mono' }, n), h('dd', { class: 'mono' }, kept.headers[n]))),
        kept.sensitive.map((n) => h('div', {}, h('dt', { class: 'mono' }, n),
          h('dd', { class: 'quiet' }, 'kept secret')))),
      writes && h('div', {}, action(none ? 'Add headers' : 'Edit headers', () => headersForm(base, kept, draw))));
  });
  draw();
  return h('section', { class: 'card', 'aria-labelledby': 'headers' },
    h('h2', { id: 'headers' }, 'Headers of your own'),
    h('p', { class: 'quiet' }, 'Sent along with each message, for example for a gateway in front of your server.'),
    place);
}

function headersForm(base, kept, done) {
  const rows = h('div', { class: 'stack' });
  const add = (name, value, hint) => {
    const row = h('fieldset', { class: 'grid' },
      h('legend', { class: 'hidden' }, name || 'New header'),
      field('name', 'Name', h('input', { value: name, autocomplete: 'off', spellcheck: 'false', class: 'mono' })),
      field('value', 'Value', h('input', { value, autocomplete: 'off', spellcheck: 'false', class: 'mono' }), hint),
      h('div', {}, h('button', { type: 'button', class: 'slim', 'aria-label': `Remove header ${name}`, onclick: () => {
        const next = row.nextElementSibling ?? row.previousElementSibling;
        row.remove();
        (next?.querySelector('input') ?? more).focus();
      } }, 'Remove')));
    rows.append(row);
    return row;
  };
  const more = h('button', { type: 'button', class: 'slim', onclick: () => add('', '').querySelector('input').focus() },
    'Add another');
  Object.entries(kept.headers).forEach(([n, v]) => add(n, v));
  kept.sensitive.forEach((n) => add(n, '', 'Its value is not shown. Enter it again, or the header is dropped.'));
  if (rows.childElementCount === 0) {
    add('', '');
  }
  dialog('Headers of your own', (close) => form('Save headers', [
    h('p', {}, 'These take the place of all earlier ones.'), rows, h('div', {}, more),
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
    done();
    say('Headers saved.');
  }, [cancelButton(close)]));
}

