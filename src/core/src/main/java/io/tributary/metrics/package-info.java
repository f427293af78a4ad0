/**
 * Metrics on a Micrometer registry, and their Prometheus page.
 *
 * <p>Owns no table, address or event. Start with {@link Metrics}.
 */
package io.tributary.metrics;
