/**
 * Simulates the Google Fit REST API v1 as far as tests and sandboxes need it. It covers Google's
 * consent and tokens, aggregates over time buckets, sessions, and points of data sources. The
 * package owns no tables, addresses or events. Start with {@link
 * io.tributary.simulators.googlefit.GoogleFitVendor}.
 */
package io.tributary.simulators.googlefit;
