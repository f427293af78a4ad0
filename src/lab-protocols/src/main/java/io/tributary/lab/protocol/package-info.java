/**
 * Format-independent types of the exchange with laboratories: orders, results and their values. The
 * HL7 v2, FHIR and MLLP implementations are in the packages below. Owns no tables, addresses or
 * events.
 *
 * <p>Start with {@link LabOrder} and {@link LabReport}.
 */
package io.tributary.lab.protocol;
