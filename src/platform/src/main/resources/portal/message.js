// One message of an endpoint: its status, attempts and body, and the "Resend" button.

import { get, post } from './api.js';
import { h, replaceChildren } from './dom.js';
import { breadcrumbs } from './endpoint.js';
import { describeAttempt, describeStatus, formatNumber } from './labels.js';
import {
  actionButton, copyButton, exactTime, loadInto, notify, pill, properties, relativeTime, statusPill,
} from './ui.js';

const POLL_INTERVAL = 1000;
const POLL_TIMEOUT = 40_000;

export function messageView(container, { session }, id, messageId) {
  const base = `/webhook/${encodeURIComponent(id)}/message/${encodeURIComponent(messageId)}`;
  return loadInto(container, 'message', async () => {
    let message = await get(base);
    const sections = h('div', { class: 'stack' });
    const render = () => replaceChildren(sections, summarySection(message), attemptsSection(message));
    const poll = () => pollForAttempt(container, base, message, (updated) => {
      message = updated;
      render();
    });
    const resend = !session.read_only && actionButton('Resend', async () => {
      await post(base + '/resend');
      notify('Sending…');
      poll();
    }, { class: 'primary' });
    render();
    if (message.status === 'pending') {
      poll();
    }
    return [
      breadcrumbs(['Endpoints', '#/'], ['Messages', `#/e/${id}`], ['Message']),
      h('div', { class: 'head' },
        h('h1', { tabindex: '-1', class: 'mono' }, message.event_type),
        h('div', { class: 'buttons' }, resend)),
      sections,
      bodySection(message),
    ];
  });
}

/** Polls the message until it has a new attempt, and announces the result of that attempt. */
function pollForAttempt(container, base, before, onUpdate) {
  const known = new Set(before.attempts.map((a) => a.id));
  const deadline = Date.now() + POLL_TIMEOUT;
  const poll = async () => {
    if (!container.isConnected) {
      return;
    }
    let message;
    try {
      message = await get(base);
    } catch {
      // Retried at the next poll.
    }
    const newAttempt = message?.attempts.find((a) => !known.has(a.id));
    if (newAttempt) {
      onUpdate(message);
      notify(succeeded(newAttempt) ? 'Delivered.' : `Not delivered. ${describeAttempt(newAttempt)}`);
    } else if (Date.now() < deadline) {
      setTimeout(poll, POLL_INTERVAL);
    } else {
      notify('No attempt yet. Other messages may be ahead in the queue, or your endpoint is slow. The message remains '
        + 'queued.');
    }
  };
  setTimeout(poll, POLL_INTERVAL / 4);
}

const succeeded = (a) => a.response_status_code >= 200 && a.response_status_code < 300;

function summarySection(m) {
  return h('section', { class: 'card stack', 'aria-label': 'Message details' },
    h('div', { class: 'inline' }, statusPill(m.status), h('span', {},
      m.status === 'pending' && !m.next_attempt_at && m.attempt_count === 0
        ? 'Queued, or waiting for an earlier message of the same user.' : describeStatus(m.status).text)),
    properties(
      ['Created', exactTime(m.created_at)],
      m.next_attempt_at && ['Next attempt', relativeTime(m.next_attempt_at)],
      ['User', m.user_id ? h('span', { class: 'mono' }, m.user_id) : 'None'],
      ['Message ID', h('span', { class: 'mono' }, m.message_id)]));
}

function attemptsSection(m) {
  return h('section', { class: 'card', 'aria-labelledby': 'attempts' },
    h('h2', { id: 'attempts' }, 'Attempts'),
    m.attempts.length === 0
      ? h('p', { class: 'muted' }, 'No attempts yet.')
      : h('ol', { class: 'stack' }, [...m.attempts].reverse().map(attemptItem)));
}

function attemptItem(a) {
  const name = a.number < 0 ? 'Manual attempt' : `Attempt ${a.number}`;
  const code = a.response_status_code;
  const tone = succeeded(a) ? 'success' : 'error';
  return h('li', { class: `attempt stack tight ${tone}` },
    h('div', { class: 'inline' },
      h('h3', {}, name),
      pill(tone, code > 0 ? `HTTP ${code}` : 'No response'),
      h('span', { class: 'muted small' }, relativeTime(a.started_at), `, took ${formatNumber(a.duration_ms)} ms`)),
    h('p', {}, describeAttempt(a)),
    a.response_body && h('details', { open: !succeeded(a) },
      h('summary', { class: 'small' },
        a.response_body_encoding === 'base64' ? 'Response body (binary, shown as base64)' : 'Response body'),
      h('pre', { tabindex: '0' }, a.response_body)));
}

function bodySection(m) {
  const expired = m.body === null || m.body === undefined;
  const text = expired ? '' : prettyPrint(m.body);
  return h('section', { class: 'card', 'aria-labelledby': 'body' },
    h('div', { class: 'head' }, h('h2', { id: 'body' }, 'Body'), !expired && copyButton(() => text, 'Body')),
    expired
      ? h('p', { class: 'muted' }, 'The body is no longer stored, so the message cannot be resent.')
      : h('pre', { tabindex: '0', 'aria-labelledby': 'body' }, text));
}

function prettyPrint(value) {
  try {
    return JSON.stringify(typeof value === 'string' ? JSON.parse(value) : value, null, 2);
  } catch {
    return value;
  }
}
