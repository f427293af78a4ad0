/**
 * Leases with epochs, which assign each actor that must exist once to a single node.
 *
 * <p>{@link LeaseVerticle} takes, renews and releases leases and runs one verticle per lease.
 * {@link Fence} rejects writes of an owner that lost its lease. Owns table actor_lease and wake-up
 * queue "lease". Start with {@link LeaseVerticle}.
 */
package io.tributary.lease;
