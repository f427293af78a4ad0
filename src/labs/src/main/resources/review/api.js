// API client of the review page. All calls are about the report that the page URL names.

import { createClient } from './api-client.js';

const job = location.pathname.split('/')[2];

/** Path prefix of the calls, page images and files of the report. */
export const BASE = `/review/api/${encodeURIComponent(job)}`;

const { request, get, post, put, openSession, loadSession } = createClient({
  base: BASE, csrfHeader: 'x-review-word', timeout: 30_000, nameFields: true, statusEvents: { 410: 'review-closed' },
});

export { get, post, put, openSession, loadSession };
export { clockTime } from './api-client.js';

/** Releases the report while the page is unloading. */
export function releaseReport() {
  request('POST', '/release', {}, { keepalive: true }).catch(() => {});
}
