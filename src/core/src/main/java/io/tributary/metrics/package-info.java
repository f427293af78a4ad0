/**
 * Metrics on a Micrometer registry, and their Prometheus page.
 *
 * <p>Features create their meters through {@link Metrics}; the package adds meters of the JVM, the
 * data disk, the event loops and the thread pools of Vert.x. All names are listed in {@code
 * src/docs/metrics.md}.
 *
 * <p>Owns no table, address or event. Start with {@link Metrics}.
 */
package io.tributary.metrics;
