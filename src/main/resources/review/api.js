// Calls about the report of this page. Every failure is told in words that say what to do next.

const LIMIT = 30_000;
const job = location.pathname.split('/')[2];
let word = '';

/** Where calls about the report go; pictures and files are asked for there too. */
export const BASE = `/review/api/${encodeURIComponent(job)}`;

/** What went wrong; `faults` are of single fields, by name. */
export class Failure extends Error {
  constructor(status, words, faults = new Map()) {
    super(words);
    this.status = status;
    this.faults = faults;
  }
}

function faultsOf(detail) {
  const faults = new Map();
  for (const fault of Array.isArray(detail) ? detail : []) {
    const field = fault.loc.slice(1).join('.');
    faults.set(field, [faults.get(field), fault.msg].filter(Boolean).join('. '));
  }
  return faults;
}

function failure(status, detail) {
  const words = typeof detail === 'string' ? detail : '';
  switch (status) {
    case 401:
      return new Failure(401, 'Your session is over. Ask for a new link.');
    case 404:
      return new Failure(404, `This is not here any more (${words || 'not found'}).`);
    case 413:
      return new Failure(413, 'That is too much for one call.');
    case 422: {
      const faults = faultsOf(detail);
      return new Failure(422, 'Some fields need another value: '
        + [...faults].map(([name, text]) => `${name}: ${text}`).join('. '), faults);
    }
    case 503:
      return new Failure(503, 'The service cannot do this right now. Try again in a few seconds.');
    default:
      return new Failure(status, status >= 500
        ? `Something went wrong in the service. Try again; if it stays, tell its operator: ${words}`
        : sentence(words));
  }
}

function sentence(text) {
  const t = (text || 'The service refused this')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+\+00:00/, (iso) => clock(iso));
  return t.charAt(0).toUpperCase() + t.slice(1) + (/[.!?]$/.test(t) ? '' : '.');
}

/** Hours and minutes of an instant, here. */
export function clock(iso) {
  return new Date(iso).toLocaleTimeString(undefined, { hour: '2-digit', minute: '2-digit' });
}

/** Makes a call and gives its answer, or null when it has no body. */
export async function call(method, path, body, more = {}) {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), LIMIT);
  try {
    const answer = await fetch(BASE + path, {
      method,
      headers: { 'x-review-word': word, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      body: body === undefined ? undefined : JSON.stringify(body),
      cache: 'no-store',
      credentials: 'same-origin',
      redirect: 'error',
      referrerPolicy: 'no-referrer',
      signal: stop.signal,
      ...more,
    });
    const text = await answer.text();
    if (!answer.ok) {
      let detail = '';
      try {
        detail = JSON.parse(text).detail;
      } catch {
        // A proxy's own page says nothing that helps here.
      }
      throw failure(answer.status, detail);
    }
    return text === '' ? null : JSON.parse(text);
  } catch (e) {
    if (e instanceof Failure) {
      if (e.status === 401) {
        document.dispatchEvent(new CustomEvent('sessionover'));
      } else if (e.status === 410) {
        document.dispatchEvent(new CustomEvent('reviewover'));
      }
      throw e;
    }
    throw new Failure(0, e.name === 'AbortError'
      ? 'The service does not answer. Try again in a few seconds.'
      : 'The service cannot be reached. Check your network, then try again.');
  } finally {
    clearTimeout(timer);
  }
}

export const get = (path) => call('GET', path);
export const post = (path, body = {}) => call('POST', path, body);
export const put = (path, body) => call('PUT', path, body);

/** Exchanges a link for a session. */
export async function open(link) {
  return entered(await post('/session', { link }));
}

/** The session that this browser has for the report. */
export async function session() {
  return entered(await get('/session'));
}

/** Lets go of the report while the page goes away. */
export function letGo() {
  call('POST', '/release', {}, { keepalive: true }).catch(() => {});
}

function entered(view) {
  word = view.word;
  return view;
}
