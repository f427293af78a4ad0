// One message at one endpoint: its body, its attempts, and another try.

import { get, post } from './api.js';
import { h, show } from './dom.js';
import { crumbs } from './endpoint.js';
import { action, copyButton, exactTime, fillIn, pairs, pill, say, statePill, time } from './ui.js';
import { number, outcome, state } from './words.js';

const LOOK_EVERY = 1000;
const LOOK_FOR = 40_000;

export function messageView(place, { session }, id, messageId) {
  const base = `/webhook/${encodeURIComponent(id)}/message/${encodeURIComponent(messageId)}`;
  return fillIn(place, 'the message', async () => {
    let message = await get(base);
    const parts = h('div', { class: 'stack' });
    const draw = () => show(parts, head(message), attempts(message));
    const look = () => watch(place, base, message, (m) => {
      message = m;
      draw();
    });
    const resend = !session.read_only && action('Resend', async () => {
      await post(base + '/resend');
      say('Sending …');
      look();
    }, { class: 'main' });
    draw();
    if (message.status === 'pending') {
      look();
    }
    return [
      crumbs(['Endpoints', '#/'], ['Messages', `#/e/${id}`], ['Message']),
      h('div', { class: 'head' },
        h('h1', { tabindex: '-1', class: 'mono' }, message.event_type),
        h('div', { class: 'buttons' }, resend)),
      parts,
      body(message),
    ];
  });
}

/** Looks until there is a new attempt, and tells what came of it. */
function watch(place, base, before, changed) {
  const known = new Set(before.attempts.map((a) => a.id));
  const until = Date.now() + LOOK_FOR;
  const look = async () => {
    if (!place.isConnected) {
      return;
    }
    let message;
    try {
      message = await get(base);
    } catch {
      // The next look may do better.
    }
    const fresh = message?.attempts.find((a) => !known.has(a.id));
    if (fresh) {
      changed(message);
      say(good(fresh) ? 'Delivered.' : `Not delivered. ${outcome(fresh)}`);
    } else if (Date.now() < until) {
      setTimeout(look, LOOK_EVERY);
    } else {
      say('No attempt yet: others come first, or the endpoint is slow. It goes on by itself.');
    }
  };
  setTimeout(look, LOOK_EVERY / 4);
}

const good = (a) => a.response_status_code >= 200 && a.response_status_code < 300;

function head(m) {
  return h('section', { class: 'card stack', 'aria-label': 'About the message' },
    h('div', { class: 'line' }, statePill(m.status), h('span', {},
      m.status === 'pending' && !m.next_attempt_at && m.attempt_count === 0
        ? 'On its way, or waiting for an earlier message of the same user.' : state(m.status).text)),
    pairs(
      ['Created', exactTime(m.created_at)],
      m.next_attempt_at && ['Next attempt', time(m.next_attempt_at)],
      ['User', m.user_id ? h('span', { class: 'mono' }, m.user_id) : 'none'],
      ['Message id', h('span', { class: 'mono' }, m.message_id)]));
}

function attempts(m) {
  return h('section', { class: 'card', 'aria-labelledby': 'attempts' },
    h('h2', { id: 'attempts' }, 'Attempts'),
    m.attempts.length === 0
      ? h('p', { class: 'quiet' }, 'None yet.')
      : h('ol', { class: 'stack' }, [...m.attempts].reverse().map(attempt)));
}

function attempt(a) {
  const name = a.number < 0 ? 'By hand' : `Attempt ${a.number}`;
  const code = a.response_status_code;
  return h('li', { class: `attempt stack tight ${good(a) ? 'good' : 'bad'}` },
    h('div', { class: 'line' },
      h('h3', {}, name),
      pill(good(a) ? 'good' : 'bad', code > 0 ? `HTTP ${code}` : 'No answer'),
      h('span', { class: 'quiet small' }, time(a.started_at), `, took ${number(a.duration_ms)} ms`)),
    h('p', {}, outcome(a)),
    a.response_body && h('details', { open: !good(a) },
      h('summary', { class: 'small' },
        a.response_body_encoding === 'base64' ? 'What the receiver answered (no text; in base64)' : 'What the receiver answered'),
      h('pre', { tabindex: '0' }, a.response_body)));
}

function body(m) {
  const gone = m.body === null || m.body === undefined;
  const text = gone ? '' : pretty(m.body);
  return h('section', { class: 'card', 'aria-labelledby': 'body' },
    h('div', { class: 'head' }, h('h2', { id: 'body' }, 'Body'), !gone && copyButton(() => text, 'Body')),
    gone
      ? h('p', { class: 'quiet' }, 'The body is not kept any more, so the message cannot be sent again.')
      : h('pre', { tabindex: '0', 'aria-labelledby': 'body' }, text));
}

function pretty(value) {
  try {
    return JSON.stringify(typeof value === 'string' ? JSON.parse(value) : value, null, 2);
  } catch {
    return value;
  }
}
