// HTTP client of the portal and the review page. Errors carry a message for the user.

/** A failed call. `status` is 0 if there was no response; `fieldErrors` maps field names to messages. */
export class ApiError extends Error {
  constructor(status, message, fieldErrors = new Map()) {
    super(message);
    this.status = status;
    this.fieldErrors = fieldErrors;
  }
}

function parseFieldErrors(detail) {
  const errors = new Map();
  for (const { loc, msg } of Array.isArray(detail) ? detail : []) {
    const field = loc.slice(1).join('.');
    errors.set(field, [errors.get(field), msg].filter(Boolean).join('. '));
  }
  return errors;
}

function toApiError(status, detail, nameFields) {
  const text = typeof detail === 'string' ? detail : '';
  switch (status) {
    case 401:
      return new ApiError(401, 'Your session has expired. Request a new link.');
    case 404:
      return new ApiError(404, `This item does not exist or was deleted (${text || 'not found'}).`);
    case 413:
      return new ApiError(413, 'The request is too large. Reduce its size, then try again.');
    case 422: {
      const errors = parseFieldErrors(detail);
      return new ApiError(422, 'Some fields are invalid: '
        + [...errors].map(([name, message]) => (nameFields ? `${name}: ${message}` : message)).join('. '), errors);
    }
    case 429:
      return new ApiError(429, 'Too many requests. Wait a moment, then try again.');
    case 503:
      return new ApiError(503, 'The service is busy or its database is unavailable. Try again in a few seconds.');
    default:
      return new ApiError(status, status >= 500
        ? `The service reported an internal error. Try again. If the error persists, contact the operator: ${text}`
        : toSentence(text));
  }
}

/** Formats an error of the API as a sentence, with its timestamp as a local time. */
function toSentence(text) {
  const t = (text || 'The request was rejected')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+\+00:00/, (iso) => clockTime(iso));
  return t.charAt(0).toUpperCase() + t.slice(1) + (/[.!?]$/.test(t) ? '' : '.');
}

/** Formats a timestamp as hours and minutes in local time. */
export function clockTime(iso) {
  return new Date(iso).toLocaleTimeString(undefined, { hour: '2-digit', minute: '2-digit' });
}

function detailOf(text) {
  try {
    return JSON.parse(text).detail;
  } catch {
    // Not JSON, for example an error page of a proxy.
    return '';
  }
}

/**
 * Creates a client.
 *
 * @param base path prefix of all calls
 * @param csrfHeader request header that carries the CSRF token of the session
 * @param timeout milliseconds after which a call is aborted
 * @param nameFields whether the message of a 422 error names the invalid fields
 * @param statusEvents events to dispatch on the document, by HTTP status
 */
export function createClient({ base, csrfHeader, timeout, nameFields = false, statusEvents = {} }) {
  let csrfToken = '';

  /** Sends a request and returns the parsed response, or null if it has no body. */
  async function request(method, path, body, options = {}) {
    const controller = new AbortController();
    const timer = setTimeout(() => controller.abort(), timeout);
    try {
      const response = await fetch(base + path, {
        method,
        headers: { [csrfHeader]: csrfToken, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
        body: body === undefined ? undefined : JSON.stringify(body),
        cache: 'no-store',
        credentials: 'same-origin',
        redirect: 'error',
        referrerPolicy: 'no-referrer',
        signal: controller.signal,
        ...options,
      });
      const text = await response.text();
      if (!response.ok) {
        throw toApiError(response.status, detailOf(text), nameFields);
      }
      return text === '' ? null : JSON.parse(text);
    } catch (e) {
      if (e instanceof ApiError) {
        const event = { 401: 'session-expired', ...statusEvents }[e.status];
        if (event) {
          document.dispatchEvent(new CustomEvent(event));
        }
        throw e;
      }
      throw new ApiError(0, e.name === 'AbortError'
        ? 'The request timed out. Try again in a few seconds.'
        : 'Could not connect to the service. Check your network, then try again.');
    } finally {
      clearTimeout(timer);
    }
  }

  function storeToken(session) {
    csrfToken = session.word;
    return session;
  }

  return {
    request,
    get: (path) => request('GET', path),
    post: (path, body = {}) => request('POST', path, body),
    put: (path, body) => request('PUT', path, body),
    patch: (path, body) => request('PATCH', path, body),
    remove: (path) => request('DELETE', path),
    /** Exchanges the token of a link for a session. */
    openSession: async (link) => storeToken(await request('POST', '/session', { link })),
    /** Returns the session of this browser. */
    loadSession: async () => storeToken(await request('GET', '/session')),
  };
}
