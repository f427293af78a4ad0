/**
 * Finds LOINC codes for printed tests and converts printed units to UCUM.
 *
 * <p>The bundled terms and name tables are resources below {@code report/}; an operator can add
 * LOINC's official table. Everything is held in memory and computed without I/O after loading; the
 * package owns no tables. Start with {@link io.tributary.report.loinc.LoincMatcher}.
 */
package io.tributary.report.loinc;
