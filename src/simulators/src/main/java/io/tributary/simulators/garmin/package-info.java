/**
 * Garmin's cloud, played: it is never asked for days but tells of them, with the data or with
 * addresses where they lie, and sends history when it is asked to.
 */
package io.tributary.simulators.garmin;
