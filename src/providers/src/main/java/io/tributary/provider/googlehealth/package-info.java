/**
 * Adapter for the Google Health API, v4 (ADR 0100).
 *
 * <p>Records are polled and also announced by notifications. The conversion is stateless: documents
 * in, normalized records out. The package owns no tables, addresses or events. Start with {@link
 * GoogleHealthAdapter}.
 */
package io.tributary.provider.googlehealth;
