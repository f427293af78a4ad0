package io.tributary.report.interpret;

import io.tributary.report.page.RawRow;
import io.tributary.report.page.TextSpan;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Texts of a row as entered by a reviewer; "" means nothing is printed.
 *
 * @param range the reference range in any printed format
 */
public record ReviewedRow(
    String testName,
    String value,
    String units,
    String range,
    String flag,
    String panel,
    String specimen,
    String method) {
  /** Converts the texts to a row at the positions of its previous version. */
  RawRow row(DraftResult before) {
    Map<RowField, TextSpan> places = before == null ? Map.of() : before.evidence();
    return new RawRow(
        printed(testName, RowField.TEST_NAME, places),
        printed(value, RowField.VALUE, places),
        some(units, RowField.UNITS, places),
        some(range, RowField.RANGE, places),
        some(flag, RowField.FLAG, places),
        some(panel, RowField.PANEL, places),
        some(specimen, RowField.SPECIMEN, places),
        some(method, RowField.METHOD, places),
        Optional.ofNullable(places.get(RowField.LOINC)),
        List.of(),
        1);
  }

  private static Optional<TextSpan> some(
      String text, RowField field, Map<RowField, TextSpan> places) {
    return text == null || text.isBlank()
        ? Optional.empty()
        : Optional.of(printed(text, field, places));
  }

  private static TextSpan printed(String text, RowField field, Map<RowField, TextSpan> places) {
    TextSpan before = places.getOrDefault(field, places.get(RowField.VALUE));
    return new TextSpan(
        text.strip(), before == null ? 0 : before.page(), before == null ? null : before.box(), 1);
  }
}
