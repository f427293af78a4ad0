/**
 * Generates Apple Health exports of any size for tests and benchmarks. It is a program of its own:
 * the service does not import it, and it owns no tables, addresses or events. The data follow from
 * a seed, so the same arguments give the same file. Start with {@link
 * io.tributary.simulators.apple.ExportGenerator}.
 */
package io.tributary.simulators.apple;
