// The report is in one reviewer's hands for a while; working on it keeps it there.

import { clock, get, post } from './api.js';
import { h, show } from './dom.js';
import { action, ask, say, words } from './ui.js';

const LOOK = 15_000;
const RENEW = 60_000;
const WARN = 120_000;

export function hold(model, session) {
  const chip = h('span', { class: 'hold' });
  const banner = h('div', { class: 'note wait stack tight', role: 'alert', hidden: true });
  let until = 0;
  let renewed = 0;
  let active = Date.now();
  let warned = false;
  let ended = false;

  function has(job) {
    until = new Date(job.review_until).getTime();
    renewed = Date.now();
    warned = false;
    model.readonly = false;
    banner.hidden = true;
    show(chip, h('span', { class: 'pill good' }, `Yours until ${clock(job.review_until)}`));
    model.tell('hold');
  }

  function lost(text) {
    const first = !model.readonly;
    model.readonly = true;
    show(chip, h('span', { class: 'pill wait' }, 'Look only'));
    banner.hidden = false;
    show(banner, h('p', {}, text, model.dirty ? ' What you changed and did not save is still on this page.' : ''),
      h('div', { class: 'buttons' }, action('Take it', take, { class: 'slim' })));
    if (first) {
      model.tell('hold');
      say(text);
    }
  }

  /** Asks for the report; what somebody else saved meanwhile is not overwritten unasked. */
  async function take() {
    try {
      const job = await post('/claim');
      const now = await get('');
      if (now.revision !== model.revision && model.dirty) {
        ask('Somebody saved changes meanwhile', 'Load what is saved now? What you changed on this page is lost then. '
          + 'If you cancel, your next save replaces what is saved.', 'Load what is saved', async () => model.take(now));
        model.revision = now.revision;
      } else if (now.revision !== model.revision) {
        model.take(now);
      }
      has(job);
    } catch (failure) {
      if (failure.status === 409) {
        lost(failure.message);
      } else {
        throw failure;
      }
    }
  }

  async function renew() {
    try {
      has(await post('/claim'));
    } catch (failure) {
      if (failure.status === 409) {
        lost(failure.message);
      } else if (Date.now() > until) {
        lost(words(failure));
      }
    }
  }

  const timer = setInterval(() => {
    if (ended || model.readonly) {
      return;
    }
    const left = until - Date.now();
    if (active > renewed && Date.now() - renewed > RENEW) {
      renew();
    } else if (left <= 0) {
      lost('Your time with this report is over.');
    } else if (left < WARN && !warned) {
      warned = true;
      say('Your time with this report ends in two minutes. Go on working to keep it.');
    }
  }, LOOK);
  const busy = () => {
    active = Date.now();
  };
  for (const kind of ['keydown', 'pointerdown', 'wheel']) {
    document.addEventListener(kind, busy, { passive: true });
  }
  return {
    chip,
    banner,
    take,
    name: session.reviewer,
    /** A call said that the report is not in these hands any more. */
    lost,
    saved: (job) => job.review_until && has(job),
    end() {
      ended = true;
      clearInterval(timer);
    },
  };
}
