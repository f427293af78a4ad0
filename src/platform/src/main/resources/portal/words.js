// What the page says about times, states and failures.

const WHEN = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });
const AGO = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
const NUMBER = new Intl.NumberFormat(undefined);

export const number = (n) => NUMBER.format(n);
export const when = (iso) => WHEN.format(new Date(iso));

const STEPS = [
  ['second', 1],
  ['minute', 60],
  ['hour', 3600],
  ['day', 86_400],
];

/** "3 minutes ago", "in 2 hours". */
export function ago(iso) {
  const seconds = (new Date(iso).getTime() - Date.now()) / 1000;
  let best = STEPS[0];
  for (const step of STEPS) {
    if (Math.abs(seconds) >= step[1]) {
      best = step;
    }
  }
  return Math.abs(seconds) < 5 ? 'just now' : AGO.format(Math.trunc(seconds / best[1]), best[0]);
}

/** "24 hours", "30 minutes". */
export function span(seconds) {
  const [unit, size] = [...STEPS].reverse().find(([u, n]) => u !== 'day' && seconds >= n) ?? STEPS[0];
  const n = Math.round(seconds / size);
  return `${n} ${unit}${n === 1 ? '' : 's'}`;
}

export const plural = (n, one, many = one + 's') => `${number(n)} ${n === 1 ? one : many}`;

export const STATES = {
  pending: { label: 'Waiting', tone: 'wait', text: 'An attempt is due.' },
  delivered: { label: 'Delivered', tone: 'good', text: 'The receiver took it.' },
  failed: { label: 'Failed', tone: 'bad', text: 'All scheduled attempts failed. Mend the receiver, then resend.' },
  canceled: { label: 'Canceled', tone: 'off', text: 'The endpoint was disabled. Enable it, then recover.' },
};

export const state = (name) => STATES[name] ?? { label: name, tone: 'off', text: '' };

const ERRORS = {
  timeout: 'No answer in time. Answer first, then do the work: 15 seconds is the limit.',
  dns_error: 'The host name of the URL could not be resolved. Check the URL and the DNS entry.',
  connect_error: 'No connection to the receiver. Is it running, and does its firewall let us in?',
  tls_error: 'The TLS handshake failed. Check that the certificate is valid, complete and for this host.',
  protocol_error: 'The connection broke, or the answer was no valid HTTP.',
  blocked_address: 'The URL leads to a private or reserved address, which we do not call.',
};

/** What an attempt's outcome means and what to do about it. */
export function outcome(attempt) {
  const code = attempt.response_status_code;
  if (code >= 200 && code < 300) {
    return 'The receiver took the message.';
  }
  if (ERRORS[attempt.error_class]) {
    return ERRORS[attempt.error_class];
  }
  if (code >= 300 && code < 400) {
    return 'The receiver redirects. We do not follow: enter the final URL.';
  }
  if (code === 401 || code === 403) {
    return 'The receiver refused us. Does it check the signature with the current secret, or want a header?';
  }
  if (code === 404 || code === 405 || code === 410) {
    return 'The receiver has nothing at this URL for POST. Check the path.';
  }
  if (code === 429) {
    return 'The receiver gets more than it likes. Set a rate limit in the settings.';
  }
  if (code >= 500) {
    return 'The receiver failed. Its own log tells why.';
  }
  return code > 0 ? 'The receiver did not answer with a status of 200 to 299.' : 'No answer.';
}
