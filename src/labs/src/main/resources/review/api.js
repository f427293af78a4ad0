// Calls about the report of this page.

import { calls } from './calls.js';

const job = location.pathname.split('/')[2];

/** Where calls about the report go; pictures and files are asked for there too. */
export const BASE = `/review/api/${encodeURIComponent(job)}`;

const { call, get, post, put, open, session } = calls({
  base: BASE, header: 'x-review-word', limit: 30_000, named: true, over: { 410: 'reviewover' },
});

export { get, post, put, open, session };
export { clock } from './calls.js';

/** Lets go of the report while the page goes away. */
export function letGo() {
  call('POST', '/release', {}, { keepalive: true }).catch(() => {});
}
