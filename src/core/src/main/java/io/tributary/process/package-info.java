/**
 * Child processes that a node runs from its own JAR, such as simulators.
 *
 * <p>Starts them with memory limits, reads their output, and ends them when the node ends.
 *
 * <p>Owns no table and no address. Start with {@link ChildProcess}.
 */
package io.tributary.process;
