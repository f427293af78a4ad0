/**
 * FHIR R4 exchange with laboratories: writes orders and reads order responses and results. Converts
 * between FHIR JSON and the format-independent types of {@code lab.protocol}. Works on bytes and
 * values only: no I/O, and no tables, addresses or events. An order is one transaction bundle whose
 * resources carry our identifiers, so a resend creates no duplicates.
 *
 * <p>Start with {@link OrderBundle} for orders and {@link ReportBundle} for results.
 */
package io.tributary.lab.protocol.fhir;
