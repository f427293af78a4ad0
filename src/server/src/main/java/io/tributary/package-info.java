/**
 * Composition root of the service: the command line, and the wiring, start and drain of one node.
 *
 * <p>{@link Main} loads the configuration, starts the embedded PostgreSQL if no database is
 * configured, and runs the migrations. Then {@link Node} starts. {@link Wiring} and the {@code
 * *Wiring} classes create the features and add their routes, verticles and leased actors to {@link
 * Platform}. The package also holds the operator commands for the connection doctor, the rotation
 * of the master key and the verification of the audit trail. It owns no tables.
 *
 * <p>Start with {@link Node}.
 */
package io.tributary;
