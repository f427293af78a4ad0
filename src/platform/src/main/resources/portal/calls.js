// Calls of the service by a page. Every failure is told in words that say what to do next.

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

function failure(status, detail, named) {
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
      return new Failure(422, 'Some fields need another value: '
        + [...faults].map(([name, text]) => (named ? `${name}: ${text}` : text)).join('. '), faults);
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
  const t = (text || 'The service refused this')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+\+00:00/, (iso) => clock(iso));
  return t.charAt(0).toUpperCase() + t.slice(1) + (/[.!?]$/.test(t) ? '' : '.');
}

/** Hours and minutes of an instant, here. */
export function clock(iso) {
  return new Date(iso).toLocaleTimeString(undefined, { hour: '2-digit', minute: '2-digit' });
}

function detailOf(text) {
  try {
    return JSON.parse(text).detail;
  } catch {
    // A proxy's own page says nothing that helps here.
    return '';
  }
}

/**
 * Calls below `base`, each with the session's word in the header `header`, for so many
 * milliseconds at most. `named`: whether words about wrong fields say which. `over`: events by the
 * status that is told by them.
 */
export function calls({ base, header, limit, named = false, over = {} }) {
  let word = '';

  /** Makes a call and gives its answer, or null when it has no body. */
  async function call(method, path, body, more = {}) {
    const stop = new AbortController();
    const timer = setTimeout(() => stop.abort(), limit);
    try {
      const answer = await fetch(base + path, {
        method,
        headers: { [header]: word, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
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
        throw failure(answer.status, detailOf(text), named);
      }
      return text === '' ? null : JSON.parse(text);
    } catch (e) {
      if (e instanceof Failure) {
        const event = { 401: 'sessionover', ...over }[e.status];
        if (event) {
          document.dispatchEvent(new CustomEvent(event));
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

  function entered(view) {
    word = view.word;
    return view;
  }

  return {
    call,
    get: (path) => call('GET', path),
    post: (path, body = {}) => call('POST', path, body),
    put: (path, body) => call('PUT', path, body),
    patch: (path, body) => call('PATCH', path, body),
    remove: (path) => call('DELETE', path),
    /** Exchanges a link for a session. */
    open: async (link) => entered(await call('POST', '/session', { link })),
    /** The session that this browser has. */
    session: async () => entered(await call('GET', '/session')),
  };
}
