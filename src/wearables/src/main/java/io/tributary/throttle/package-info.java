/**
 * The pace of historical triggers and provider calls: one owned actor per provider slug. Owns table
 * pull_trigger; addresses {@code throttle.<slug>.<epoch>}; hears queue "trigger".
 */
package io.tributary.throttle;
