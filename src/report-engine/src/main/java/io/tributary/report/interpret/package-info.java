/**
 * Interprets the printed texts of a lab report.
 *
 * <p>Turns a {@link io.tributary.report.page.RawReport} into typed values, reference ranges, flags,
 * dates, LOINC candidates and patient metadata. Conventions such as decimal separator and date
 * order are determined once per report. Results that may have been read wrong get warnings; a
 * warning never changes a value.
 *
 * <p>Pure functions without I/O; owns no tables. Start with {@link
 * io.tributary.report.interpret.ReportInterpreter}.
 */
package io.tributary.report.interpret;
