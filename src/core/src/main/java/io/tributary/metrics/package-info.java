/**
 * Our meters on Micrometer's registry and their page for Prometheus. Owns no table, address or
 * event.
 */
package io.tributary.metrics;
