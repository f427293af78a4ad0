/**
 * HL7 v2.5.1 exchange with laboratories. Writes orders as OML^O21 or ORM^O01, reads results from
 * ORU^R01 of version 2.3 and later, and handles acknowledgments in both directions. Converts
 * between bytes and values only: no I/O, and no tables, addresses or events.
 *
 * <p>Start with {@link OrderWriter} for orders and {@link OruReader} for results.
 */
package io.tributary.lab.protocol.hl7;
