// Opens the session, then shows the report.

import { get, open, session as current } from './api.js';
import { h, show } from './dom.js';
import { reportView } from './report.js';
import { action, loading, trouble, words } from './ui.js';

const top = document.getElementById('top');
const main = document.getElementById('main');
let view = null;

/** The page without a report: what happened and what to do. */
function closed(title, text, ...more) {
  view?.end();
  view = null;
  document.querySelectorAll('dialog').forEach((d) => d.close());
  document.body.classList.remove('reviewing');
  show(top, h('div', { class: 'bar' },
    h('span', { class: 'brand' }, h('img', { src: '/review/files/icon.svg', alt: '' }), 'Lab report review')));
  show(main, h('div', { class: 'card stack' }, h('h1', { tabindex: '-1' }, title), h('p', {}, text), more));
  document.title = `${title} – Lab report review`;
  main.querySelector('h1').focus();
}

function over() {
  if (view === null) {
    return;
  }
  closed('Your session is over', 'A session lasts a limited time. What you saved is kept. Ask for a new link where you got '
    + 'the last one.');
}

/** With the review of the report ends all that its links and sessions open. */
function reviewed() {
  closed('This report has been reviewed', 'It was approved or rejected. There is nothing left to do.');
}

async function enter(make) {
  const session = await make();
  setTimeout(over, Math.min(2 ** 31 - 1, new Date(session.expires_at).getTime() - Date.now()));
  const job = await get('');
  view = reportView(top, main, session, job, closed);
  await view.ready;
}

/** The link is good once; whoever has a session already may go on with it. */
async function refused(failure) {
  if (failure.status === 410) {
    reviewed();
    return;
  }
  const texts = {
    404: ['This link is not known', 'It may be incomplete: copy all of it. If it is old, ask for a new one.'],
    400: ['This link has expired', 'Links must be opened soon after they are made. Ask for a new one.'],
    409: ['This link has been used', 'A link opens the page once. Ask for a new one.'],
    422: ['This link is not known', 'It may be incomplete: copy all of it. If it is old, ask for a new one.'],
  };
  const [title, text] = texts[failure.status] ?? ['The page cannot be opened now', words(failure)];
  const again = h('div', {});
  closed(title, text, again);
  try {
    const still = await current();
    show(again, h('p', { class: 'stack tight' },
      `This browser still has this report open for ${still.reviewer}.`,
      h('span', {}, action('Go on with it', () => enter(async () => still), { class: 'main' }))));
  } catch {
    // There is none, which the page says already.
  }
}

async function start() {
  const link = /^#link=(.*)$/.exec(location.hash);
  show(main, loading('the report'));
  if (link) {
    // Neither the history nor a bookmark is to keep the token.
    history.replaceState(null, '', location.pathname);
    let session;
    try {
      session = await open(link[1]);
    } catch (failure) {
      await refused(failure);
      return;
    }
    await enter(async () => session)
      .catch((failure) => (failure.status === 410 ? reviewed() : show(main, trouble(failure, start))));
    return;
  }
  try {
    await enter(current);
  } catch (failure) {
    if (failure.status === 401) {
      closed('Open your link', 'This page opens with a link that is good for a short time. Ask for one where you manage '
        + 'reviews, or ask whoever runs it.');
    } else if (failure.status === 410) {
      reviewed();
    } else {
      show(main, trouble(failure, start));
    }
  }
}

document.addEventListener('sessionover', over);
document.addEventListener('reviewover', () => view !== null && reviewed());
window.addEventListener('hashchange', () => location.hash.startsWith('#link=') && location.reload());
document.querySelector('.skip').addEventListener('click', (event) => {
  event.preventDefault();
  (main.querySelector('[role=gridcell][tabindex="0"]') ?? main).focus();
});
start();
