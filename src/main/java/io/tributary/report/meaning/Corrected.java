package io.tributary.report.meaning;

/**
 * The texts of a row as a person says they are printed; "" where nothing is.
 *
 * @param range the reference range, in any printed form
 */
public record Corrected(
    String testName,
    String value,
    String units,
    String range,
    String flag,
    String panel,
    String specimen,
    String method) {}
