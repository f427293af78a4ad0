/**
 * Writes files as a phone exports them, of any size, for tests and measurements. A program of its
 * own: nothing of the service imports it.
 */
package io.tributary.simulators.apple;
