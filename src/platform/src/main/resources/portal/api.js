// API client of the webhook portal.

import { createClient } from './api-client.js';

export const { get, post, put, patch, remove, openSession, loadSession } = createClient({
  base: '/portal/api', csrfHeader: 'x-portal-word', timeout: 20_000,
});

export const endSession = () => remove('/session');

/** Builds a query string with a leading `?`. Omits empty values; returns '' if none is left. */
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
