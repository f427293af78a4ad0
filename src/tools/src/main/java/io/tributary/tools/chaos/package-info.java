/**
 * Chaos test of several nodes on one PostgreSQL. It applies load on every path, injects random
 * faults, and finally verifies from outside everything that was acknowledged. A seed determines the
 * schedule of faults. The package owns no tables, addresses or events. Start with {@link
 * io.tributary.tools.chaos.ChaosTest}.
 */
package io.tributary.tools.chaos;
