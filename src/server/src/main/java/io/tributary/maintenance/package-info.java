/**
 * Maintenance of the database: expiry, retention and erasure.
 *
 * <p>One instance in the cluster, with the lease {@code task:housekeeping}, runs small repeatable
 * tasks. Further verticles with their own leases analyze growing tables ({@code task:statistics}),
 * vacuum after erasures ({@code task:sweep}) and measure queues ({@code task:queues}). Owns no
 * tables; deletes old rows of the others.
 *
 * <p>Start with {@link MaintenanceVerticle}.
 */
package io.tributary.maintenance;
