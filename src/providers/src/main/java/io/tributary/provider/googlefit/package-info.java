/**
 * Adapter for the Google Fit REST API, v1 (ADR 0112).
 *
 * <p>All data are polled. The conversion is stateless: documents in, normalized records out. The
 * package owns no tables, addresses or events. Start with {@link GoogleFitAdapter}.
 */
package io.tributary.provider.googlefit;
