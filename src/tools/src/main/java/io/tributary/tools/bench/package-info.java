/**
 * Benchmarks and resilience tests of the service. Each benchmark compares a figure with a ceiling
 * of bare calls that alternate with it in the same run, and so shows how close the service comes to
 * the limit of the machine. Resilience tests kill the service and verify that nothing is lost or
 * duplicated. The package owns no tables, addresses or events; each run has a PostgreSQL of its
 * own. Start with {@link io.tributary.tools.bench.Bench}.
 */
package io.tributary.tools.bench;
