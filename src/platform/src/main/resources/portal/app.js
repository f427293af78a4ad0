// Entry point of the webhook portal: opens the session and renders the view that the URL fragment names.

import { endSession, loadSession, openSession } from './api.js';
import { h, replaceChildren } from './dom.js';
import { endpointView } from './endpoint.js';
import { endpointList } from './endpoints.js';
import { messageView } from './message.js';
import { actionButton, errorBox, errorText, loadingIndicator, pill } from './ui.js';

const header = document.getElementById('top');
const main = document.getElementById('main');
let session = null;

const ROUTES = [
  [/^\/$/, 'Endpoints', (container, app) => endpointList(container, app)],
  [/^\/e\/([^/]+)$/, 'Messages', (container, app, id) => endpointView(container, app, id, 'messages')],
  [/^\/e\/([^/]+)\/settings$/, 'Settings', (container, app, id) => endpointView(container, app, id, 'settings')],
  [/^\/e\/([^/]+)\/m\/([^/]+)$/, 'Message', (container, app, id, message) => messageView(container, app, id, message)],
];

function currentRoute() {
  const text = location.hash.replace(/^#/, '');
  const [path, search = ''] = text.split('?');
  return { path: path.startsWith('/') ? path : '/', search: new URLSearchParams(search) };
}

/** Decodes a path segment. Returns a malformed one unchanged; it matches no endpoint. */
function decode(segment) {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

function navigate(path) {
  location.hash = path;
}

let firstRender = true;

function render() {
  if (session === null) {
    return;
  }
  const { path, search } = currentRoute();
  const container = h('div', { class: 'stack' });
  replaceChildren(main, container);
  for (const [pattern, title, view] of ROUTES) {
    const match = pattern.exec(path);
    if (match) {
      document.title = `${title} – Webhooks`;
      const loaded = view(container, { session, navigate, search }, ...match.slice(1).map(decode));
      // For screen readers and the Tab key, the view starts at its heading, unless the user has moved the focus.
      loaded.then(() => {
        if (document.activeElement === main) {
          main.querySelector('h1')?.focus({ preventScroll: true });
        }
      });
      break;
    }
  }
  if (container.childElementCount === 0) {
    replaceChildren(container, h('h1', { tabindex: '-1' }, 'Page not found'),
      h('p', {}, h('a', { href: '#/' }, 'Go to endpoints')));
  }
  if (!firstRender) {
    window.scrollTo(0, 0);
    main.focus({ preventScroll: true });
  }
  firstRender = false;
}

function renderHeader() {
  replaceChildren(header, h('div', { class: 'bar' },
    h('a', { class: 'brand', href: '#/' }, h('img', { src: '/portal/files/icon.svg', alt: '' }), 'Webhooks'),
    h('div', { class: 'account' },
      h('span', { class: 'name' }, session.team_name),
      pill('info', session.environment),
      session.read_only && pill('info', 'Read-only')),
    actionButton('Log out', async () => {
      await endSession();
      showSignedOut('You are logged out', 'To open this page again, request a new link.');
    }, { class: 'compact' })));
}

/** Replaces the page by a message about the ended or missing session. */
function showSignedOut(title, text, ...more) {
  session = null;
  document.querySelectorAll('dialog').forEach((d) => d.close());
  replaceChildren(header, h('div', { class: 'bar' },
    h('span', { class: 'brand' }, h('img', { src: '/portal/files/icon.svg', alt: '' }), 'Webhooks')));
  replaceChildren(main, h('div', { class: 'card stack' }, h('h1', { tabindex: '-1' }, title), h('p', {}, text), more));
  document.title = `${title} – Webhooks`;
  main.querySelector('h1').focus();
}

function showSessionExpired() {
  if (session !== null) {
    showSignedOut('Your session has expired', 'All changes that you saved are kept. To continue, request a new link.');
  }
}

async function startSession(load) {
  session = await load();
  renderHeader();
  render();
  setTimeout(showSessionExpired, Math.min(2 ** 31 - 1, new Date(session.expires_at).getTime() - Date.now()));
}

/** Shows why a link could not be opened, and offers to continue the session of this browser if there is one. */
async function showLinkError(error) {
  const activeSession = h('div', {});
  const messages = {
    404: ['This link is invalid', 'The link may be incomplete. Copy the whole link, or request a new one.'],
    400: ['This link has expired', 'Links are valid for a short time. Request a new one.'],
    409: ['This link has already been used', 'A link can be opened only once. Request a new one.'],
    422: ['This link is invalid', 'The link may be incomplete. Copy the whole link, or request a new one.'],
  };
  const [title, text] = messages[error.status] ?? ['The page could not be opened', errorText(error)];
  showSignedOut(title, text, activeSession);
  try {
    const active = await loadSession();
    replaceChildren(activeSession, h('p', { class: 'stack tight' },
      `This browser has an active session for ${active.team_name} (${active.environment}).`,
      h('span', {}, actionButton('Continue session', () => startSession(async () => active), { class: 'primary' }))));
  } catch {
    // No active session.
  }
}

async function start() {
  const link = /^#link=(.*)$/.exec(location.hash);
  replaceChildren(main, loadingIndicator('page'));
  if (link) {
    // Removes the token from the address bar, so that it does not end up in the history or in a bookmark.
    history.replaceState(null, '', location.pathname);
    try {
      await startSession(() => openSession(link[1]));
    } catch (error) {
      await showLinkError(error);
    }
    return;
  }
  try {
    await startSession(loadSession);
  } catch (error) {
    if (error.status === 401) {
      showSignedOut('A link is required', 'Open this page with a temporary link. Request one where you manage your '
        + 'integration, or from the operator of this service.');
    } else {
      replaceChildren(main, errorBox(error, start));
    }
  }
}

document.addEventListener('session-expired', showSessionExpired);
window.addEventListener('hashchange', () => (location.hash.startsWith('#link=') ? start() : render()));
document.querySelector('.skip-link').addEventListener('click', (event) => {
  // The URL fragment names the view, so the link must not change it.
  event.preventDefault();
  main.focus();
});
start();
