/**
 * Child processes that a node runs from its own JAR, such as simulators.
 *
 * <p>Owns no table and no address. Start with {@link ChildProcess}.
 */
package io.tributary.process;
