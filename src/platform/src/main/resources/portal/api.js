// Calls of the self-service page.

import { calls } from './calls.js';

export const { get, post, put, patch, remove, open, session } = calls({
  base: '/portal/api', header: 'x-portal-word', limit: 20_000,
});

export const leave = () => remove('/session');

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
