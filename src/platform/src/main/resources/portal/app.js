// Opens the session and shows the view that the address names.

import { leave, open, session as current } from './api.js';
import { h, show } from './dom.js';
import { endpointView } from './endpoint.js';
import { endpointList } from './endpoints.js';
import { messageView } from './message.js';
import { action, loading, pill, trouble, words } from './ui.js';

const top = document.getElementById('top');
const main = document.getElementById('main');
let session = null;

const ROUTES = [
  [/^\/$/, 'Endpoints', (place, app) => endpointList(place, app)],
  [/^\/e\/([^/]+)$/, 'Messages', (place, app, id) => endpointView(place, app, id, 'messages')],
  [/^\/e\/([^/]+)\/settings$/, 'Settings', (place, app, id) => endpointView(place, app, id, 'settings')],
  [/^\/e\/([^/]+)\/m\/([^/]+)$/, 'Message', (place, app, id, message) => messageView(place, app, id, message)],
];

function path() {
  const text = location.hash.replace(/^#/, '');
  const [where, search = ''] = text.split('?');
  return { where: where.startsWith('/') ? where : '/', search: new URLSearchParams(search) };
}

/** A part of the address; a damaged one names nothing that there is. */
function decoded(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Goes to another view. */
function go(where) {
  location.hash = where;
}

let first = true;

function draw() {
  if (session === null) {
    return;
  }
  const { where, search } = path();
  const place = h('div', { class: 'stack' });
  show(main, place);
  for (const [pattern, title, view] of ROUTES) {
    const match = pattern.exec(where);
    if (match) {
      document.title = `${title} – Webhooks`;
      const ready = view(place, { session, go, search }, ...match.slice(1).map(decoded));
      // What a screen reader is to go on with, and where the next Tab starts, unless somebody was quicker.
      ready.then(() => {
        if (document.activeElement === main) {
          main.querySelector('h1')?.focus({ preventScroll: true });
        }
      });
      break;
    }
  }
  if (place.childElementCount === 0) {
    show(place, h('h1', { tabindex: '-1' }, 'Nothing here'), h('p', {}, h('a', { href: '#/' }, 'To the endpoints')));
  }
  if (!first) {
    window.scrollTo(0, 0);
    main.focus({ preventScroll: true });
  }
  first = false;
}

function header() {
  show(top, h('div', { class: 'bar' },
    h('a', { class: 'brand', href: '#/' }, h('img', { src: '/portal/files/icon.svg', alt: '' }), 'Webhooks'),
    h('div', { class: 'who' },
      h('span', { class: 'name' }, session.team_name),
      pill('plain', session.environment),
      session.read_only && pill('plain', 'read only')),
    action('Log out', async () => {
      await leave();
      closed('You are logged out', 'To come back, ask for a new link where you got the last one.');
    }, { class: 'slim' })));
}

/** The page without a session: what happened and what to do. */
function closed(title, text, ...more) {
  session = null;
  document.querySelectorAll('dialog').forEach((d) => d.close());
  show(top, h('div', { class: 'bar' },
    h('span', { class: 'brand' }, h('img', { src: '/portal/files/icon.svg', alt: '' }), 'Webhooks')));
  show(main, h('div', { class: 'card stack' }, h('h1', { tabindex: '-1' }, title), h('p', {}, text), more));
  document.title = `${title} – Webhooks`;
  main.querySelector('h1').focus();
}

function over() {
  if (session !== null) {
    closed('Your session is over',
      'A session lasts a limited time. Nothing that you saved is lost. Ask for a new link where you got the last one.');
  }
}

async function enter(make) {
  session = await make();
  header();
  draw();
  setTimeout(over, Math.min(2 ** 31 - 1, new Date(session.expires_at).getTime() - Date.now()));
}

/** The link is good once; whoever has a session already may go on with it. */
async function refused(failure) {
  const again = h('div', {});
  const texts = {
    404: ['This link is not known', 'It may be incomplete: copy all of it. If it is old, ask for a new one.'],
    400: ['This link has expired', 'Links must be opened soon after they are made. Ask for a new one.'],
    409: ['This link has been used', 'A link opens the page once. Ask for a new one.'],
    422: ['This link is not known', 'It may be incomplete: copy all of it. If it is old, ask for a new one.'],
  };
  const [title, text] = texts[failure.status] ?? ['The page cannot be opened now', words(failure)];
  closed(title, text, again);
  try {
    const still = await current();
    show(again, h('p', { class: 'stack tight' },
      `This browser still has an open session of ${still.team_name} (${still.environment}).`,
      h('span', {}, action('Go on with it', () => enter(async () => still), { class: 'main' }))));
  } catch {
    // There is none, which the page says already.
  }
}

async function start() {
  const link = /^#link=(.*)$/.exec(location.hash);
  show(main, loading('the page'));
  if (link) {
    // Neither the history nor a bookmark is to keep the token.
    history.replaceState(null, '', location.pathname);
    try {
      await enter(() => open(link[1]));
    } catch (failure) {
      await refused(failure);
    }
    return;
  }
  try {
    await enter(current);
  } catch (failure) {
    if (failure.status === 401) {
      closed('Open your link', 'This page opens with a link that is good for a short time. Ask for one where you manage '
        + 'your integration, or ask whoever runs it.');
    } else {
      show(main, trouble(failure, start));
    }
  }
}

document.addEventListener('sessionover', over);
window.addEventListener('hashchange', () => (location.hash.startsWith('#link=') ? start() : draw()));
document.querySelector('.skip').addEventListener('click', (event) => {
  // The address holds the view, so the jump is made by hand.
  event.preventDefault();
  main.focus();
});
start();
