/**
 * Leases with an epoch: who owns an actor that must exist once. Owns table actor_lease; queue
 * "lease".
 */
package io.tributary.lease;
