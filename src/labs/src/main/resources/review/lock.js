// The reviewer's lock on the report. It is renewed while the reviewer works on the page.

import { clockTime, get, post } from './api.js';
import { h, replaceChildren } from './dom.js';
import { actionButton, confirmDialog, errorText, notify } from './ui.js';

const CHECK_INTERVAL = 15_000;
const RENEW_INTERVAL = 60_000;
const EXPIRY_WARNING = 120_000;

/** Manages the lock, and makes the model read-only while this page does not have it. */
export function reviewLock(model) {
  const status = h('span', {});
  const banner = h('div', { class: 'note warning stack tight', role: 'alert', hidden: true });
  let expiresAt = 0;
  let renewedAt = 0;
  let lastActivity = Date.now();
  let warned = false;
  let stopped = false;

  function acquired(job) {
    expiresAt = new Date(job.review_until).getTime();
    renewedAt = Date.now();
    warned = false;
    model.readonly = false;
    banner.hidden = true;
    replaceChildren(status, h('span', { class: 'pill success' }, `Locked to you until ${clockTime(job.review_until)}`));
    model.notifyChange('lock');
  }

  /** Makes the page read-only and shows the reason. */
  function lost(reason) {
    const first = !model.readonly;
    model.readonly = true;
    replaceChildren(status, h('span', { class: 'pill warning' }, 'Read-only'));
    banner.hidden = false;
    replaceChildren(banner,
      h('p', {}, reason, model.dirty ? ' Your unsaved changes are still on this page.' : ''),
      h('div', { class: 'buttons' }, actionButton('Edit report', acquire, { class: 'compact' })));
    if (first) {
      model.notifyChange('lock');
      notify(reason);
    }
  }

  /** Acquires the lock. Loads the saved report; asks first if that would discard unsaved changes. */
  async function acquire() {
    try {
      const job = await post('/claim');
      const current = await get('');
      if (current.revision !== model.revision && model.dirty) {
        confirmDialog('Another reviewer has saved changes',
          'Load the saved version? Your unsaved changes on this page will be lost. If you cancel, your next save overwrites '
            + 'the saved version.',
          'Load saved version', async () => model.load(current));
        model.revision = current.revision;
      } else if (current.revision !== model.revision) {
        model.load(current);
      }
      acquired(job);
    } catch (error) {
      if (error.status === 409) {
        lost(error.message);
      } else {
        throw error;
      }
    }
  }

  async function renew() {
    try {
      acquired(await post('/claim'));
    } catch (error) {
      if (error.status === 409) {
        lost(error.message);
      } else if (Date.now() > expiresAt) {
        lost(errorText(error));
      }
    }
  }

  const timer = setInterval(() => {
    if (stopped || model.readonly) {
      return;
    }
    const remaining = expiresAt - Date.now();
    if (lastActivity > renewedAt && Date.now() - renewedAt > RENEW_INTERVAL) {
      renew();
    } else if (remaining <= 0) {
      lost('Your lock on this report has expired.');
    } else if (remaining < EXPIRY_WARNING && !warned) {
      warned = true;
      notify('Your lock on this report expires in two minutes. It is extended while you work on the page.');
    }
  }, CHECK_INTERVAL);
  const onActivity = () => {
    lastActivity = Date.now();
  };
  for (const type of ['keydown', 'pointerdown', 'wheel']) {
    document.addEventListener(type, onActivity, { passive: true });
  }
  return {
    status,
    banner,
    acquire,
    lost,
    saved: (job) => job.review_until && acquired(job),
    stop() {
      stopped = true;
      clearInterval(timer);
    },
  };
}
