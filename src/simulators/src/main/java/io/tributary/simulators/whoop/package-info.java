/**
 * The WHOOP cloud, API v2: cycles, sleeps, recoveries, workouts, body, and signed notices. Owns no
 * table, address or event.
 */
package io.tributary.simulators.whoop;
