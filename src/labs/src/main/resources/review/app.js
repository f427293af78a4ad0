// Entry point of the review page: opens the session, then shows the report.

import { get, loadSession, openSession } from './api.js';
import { h, replaceChildren } from './dom.js';
import { reportView } from './report.js';
import { actionButton, errorBox, errorText, loadingIndicator } from './ui.js';

const header = document.getElementById('top');
const main = document.getElementById('main');
let view = null;

/** Replaces the page by a message about the ended or missing session. */
function showClosed(title, text, ...more) {
  view?.close();
  view = null;
  document.querySelectorAll('dialog').forEach((d) => d.close());
  document.body.classList.remove('reviewing');
  replaceChildren(header, h('div', { class: 'bar' },
    h('span', { class: 'brand' }, h('img', { src: '/review/files/icon.svg', alt: '' }), 'Lab report review')));
  replaceChildren(main, h('div', { class: 'card stack' }, h('h1', { tabindex: '-1' }, title), h('p', {}, text), more));
  document.title = `${title} – Lab report review`;
  main.querySelector('h1').focus();
}

function showSessionExpired() {
  if (view !== null) {
    showClosed('Your session has expired', 'All changes that you saved are kept. To continue, request a new link.');
  }
}

/** Shows that the review has ended. All links and sessions of the report end with it. */
function showReviewed() {
  showClosed('This report has been reviewed', 'It has been approved or rejected. No further action is required.');
}

async function startSession(load) {
  const session = await load();
  setTimeout(showSessionExpired, Math.min(2 ** 31 - 1, new Date(session.expires_at).getTime() - Date.now()));
  const job = await get('');
  view = reportView(header, main, session, job, showClosed);
  await view.ready;
}

/** Shows why a link could not be opened, and offers to continue the session of this browser if there is one. */
async function showLinkError(error) {
  if (error.status === 410) {
    showReviewed();
    return;
  }
  const messages = {
    404: ['This link is invalid', 'The link may be incomplete. Copy the whole link, or request a new one.'],
    400: ['This link has expired', 'Links are valid for a short time. Request a new one.'],
    409: ['This link has already been used', 'A link can be opened only once. Request a new one.'],
    422: ['This link is invalid', 'The link may be incomplete. Copy the whole link, or request a new one.'],
  };
  const [title, text] = messages[error.status] ?? ['The page could not be opened', errorText(error)];
  const activeSession = h('div', {});
  showClosed(title, text, activeSession);
  try {
    const active = await loadSession();
    replaceChildren(activeSession, h('p', { class: 'stack tight' },
      `${active.reviewer} already has this report open in this browser.`,
      h('span', {}, actionButton('Continue session', () => startSession(async () => active), { class: 'primary' }))));
  } catch {
    // No active session.
  }
}

async function start() {
  const link = /^#link=(.*)$/.exec(location.hash);
  replaceChildren(main, loadingIndicator('report'));
  if (link) {
    // Removes the token from the address bar, so that it does not end up in the history or in a bookmark.
    history.replaceState(null, '', location.pathname);
    let session;
    try {
      session = await openSession(link[1]);
    } catch (error) {
      await showLinkError(error);
      return;
    }
    await startSession(async () => session)
      .catch((error) => (error.status === 410 ? showReviewed() : replaceChildren(main, errorBox(error, start))));
    return;
  }
  try {
    await startSession(loadSession);
  } catch (error) {
    if (error.status === 401) {
      showClosed('A link is required', 'Open this page with a temporary link. Request one where you manage reviews, or from '
        + 'the operator of this service.');
    } else if (error.status === 410) {
      showReviewed();
    } else {
      replaceChildren(main, errorBox(error, start));
    }
  }
}

document.addEventListener('session-expired', showSessionExpired);
document.addEventListener('review-closed', () => view !== null && showReviewed());
window.addEventListener('hashchange', () => location.hash.startsWith('#link=') && location.reload());
document.querySelector('.skip-link').addEventListener('click', (event) => {
  event.preventDefault();
  (main.querySelector('[role=gridcell][tabindex="0"]') ?? main).focus();
});
start();
