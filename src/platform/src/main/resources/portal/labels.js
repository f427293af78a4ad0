// Formats numbers and times, and describes message statuses and delivery attempts.

const DATE_TIME = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });
const RELATIVE_TIME = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
const NUMBER = new Intl.NumberFormat(undefined);

export const formatNumber = (n) => NUMBER.format(n);
export const formatDateTime = (time) => DATE_TIME.format(new Date(time));

/** Time units with their length in seconds, ascending. */
const UNITS = [
  ['second', 1],
  ['minute', 60],
  ['hour', 3600],
  ['day', 86_400],
];

/** Formats a timestamp relative to now: "3 minutes ago", "in 2 hours". */
export function formatRelativeTime(iso) {
  const seconds = (new Date(iso).getTime() - Date.now()) / 1000;
  let largest = UNITS[0];
  for (const unit of UNITS) {
    if (Math.abs(seconds) >= unit[1]) {
      largest = unit;
    }
  }
  return Math.abs(seconds) < 5 ? 'just now' : RELATIVE_TIME.format(Math.trunc(seconds / largest[1]), largest[0]);
}

/** Formats a duration in its largest unit up to hours: "24 hours", "30 minutes". */
export function formatDuration(seconds) {
  const [unit, size] = [...UNITS].reverse().find(([u, n]) => u !== 'day' && seconds >= n) ?? UNITS[0];
  const n = Math.round(seconds / size);
  return `${n} ${unit}${n === 1 ? '' : 's'}`;
}

/** Formats a count with its noun: "1 message", "3 messages". */
export const plural = (n, one, many = one + 's') => `${formatNumber(n)} ${n === 1 ? one : many}`;

export const STATUSES = {
  pending: { label: 'Pending', tone: 'warning', text: 'Waiting for the next delivery attempt.' },
  delivered: { label: 'Delivered', tone: 'success', text: 'Your endpoint accepted the message.' },
  failed: { label: 'Failed', tone: 'error', text: 'All scheduled attempts failed. Fix your endpoint, then resend.' },
  canceled: { label: 'Canceled', tone: 'neutral', text: 'The endpoint was disabled. Enable it, then recover the message.' },
};

/** Returns the label, tone and description of a status. */
export const describeStatus = (name) => STATUSES[name] ?? { label: name, tone: 'neutral', text: '' };

const ERRORS = {
  timeout: 'Your endpoint did not respond within 15 seconds. Respond first, then process the message.',
  dns_error: 'The host name of the URL could not be resolved. Check the URL and the DNS record.',
  connect_error: 'Could not connect to your endpoint. Check that it is running and that its firewall allows our requests.',
  tls_error: 'The TLS handshake failed. Check that the certificate is valid, complete and issued for this host.',
  protocol_error: 'The connection was closed, or the response was not valid HTTP.',
  blocked_address: 'The URL resolves to a private or reserved address, which is not allowed.',
};

/** Describes the result of a delivery attempt and the next step. */
export function describeAttempt(attempt) {
  const code = attempt.response_status_code;
  if (code >= 200 && code < 300) {
    return 'Your endpoint accepted the message.';
  }
  if (ERRORS[attempt.error_class]) {
    return ERRORS[attempt.error_class];
  }
  if (code >= 300 && code < 400) {
    return 'Your endpoint returned a redirect, which is not followed. Enter the final URL.';
  }
  if (code === 401 || code === 403) {
    return 'Your endpoint rejected the request. Check that it verifies the signature with the current secret, and whether '
      + 'it requires a custom header.';
  }
  if (code === 404 || code === 405 || code === 410) {
    return 'Your endpoint does not accept POST requests at this URL. Check the path.';
  }
  if (code === 429) {
    return 'Your endpoint is rate-limiting us. Set a rate limit in the settings.';
  }
  if (code >= 500) {
    return 'Your endpoint returned an error. Check your server logs.';
  }
  return code > 0 ? 'Your endpoint did not return a status from 200 to 299.' : 'No response.';
}
