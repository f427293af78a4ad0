/**
 * A campaign against several nodes on one PostgreSQL: load on every path, faults at random, and at
 * the end a recount from outside of everything that was acknowledged. One seed gives one schedule
 * of faults.
 */
package io.tributary.tools.chaos;
