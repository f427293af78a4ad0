/**
 * The Google Fit REST API, v1, as far as tests and sandboxes need it: Google's consent and tokens,
 * sums over buckets of time, sessions, and the points of data sources. Owns no table, address or
 * event.
 */
package io.tributary.simulators.googlefit;
