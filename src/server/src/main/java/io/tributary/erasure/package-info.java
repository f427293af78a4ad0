/**
 * Complete erasure of users whose deletion grace period has ended, with a signed receipt.
 *
 * <p>Owns the tables {@code erasure}, {@code erasure_receipt} and {@code erasure_vacuum}, and
 * deletes the users' rows from all other tables. {@link ErasurePlan} lists these rows in the order
 * of deletion; {@link ErasureProgress} counts them. {@link VacuumJob} then removes traces of
 * deleted rows from the database's pages and statistics.
 *
 * <p>Start with {@link UserErasure}.
 */
package io.tributary.erasure;
