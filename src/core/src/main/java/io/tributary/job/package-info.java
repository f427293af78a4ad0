/**
 * Loops that claim rows any node may work on: bounded slots, wake-ups with polling behind them,
 * drain. Owns no table.
 */
package io.tributary.job;
