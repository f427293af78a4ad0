// Calls of the service. Every failure is told in words that say what to do next.

const LIMIT = 20_000;
let word = '';

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
      return new Failure(413, 'That is too much for one call. Send less.');
    case 422: {
      const faults = faultsOf(detail);
      return new Failure(422, 'Some fields need another value: ' + [...faults.values()].join('. '), faults);
    }
    case 429:
      return new Failure(429, 'That was too often. Wait a moment, then try again.');
    case 503:
      return new Failure(503, 'The service cannot do this right now: it is busy or its database is away. '
        + 'Try again in a few seconds.');
    default:
      return new Failure(status, status >= 500
        ? `Something went wrong in the service. Try again; if it stays, tell its operator: ${words}`
        : sentence(words));
  }
}

function sentence(text) {
  const t = text || 'The service refused this';
  return t.charAt(0).toUpperCase() + t.slice(1) + (/[.!?]$/.test(t) ? '' : '.');
}

/** Makes a call and gives its answer, or null when it has no body. */
export async function call(method, path, body) {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), LIMIT);
  try {
    const answer = await fetch('/portal/api' + path, {
      method,
      headers: { 'x-portal-word': word, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      body: body === undefined ? undefined : JSON.stringify(body),
      cache: 'no-store',
      credentials: 'same-origin',
      redirect: 'error',
      referrerPolicy: 'no-referrer',
      signal: stop.signal,
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
export const patch = (path, body) => call('PATCH', path, body);
export const remove = (path) => call('DELETE', path);

/** Query parameters without the empty ones, with a leading ? if any. */
export function query(values) {
  const q = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined && value !== null && value !== '') {
      q.set(name, value);
    }
  }
  const text = q.toString();
  return text === '' ? '' : '?' + text;
}

/** Exchanges a link for a session. */
export async function open(link) {
  return entered(await post('/session', { link }));
}

/** The session that this browser has. */
export async function session() {
  return entered(await get('/session'));
}

export const leave = () => remove('/session');

function entered(view) {
  word = view.word;
  return view;
}
