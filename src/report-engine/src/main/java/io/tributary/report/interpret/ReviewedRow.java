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
  RawRow toRawRow(DraftResult before) {
    Map<RowField, TextSpan> places = before == null ? Map.of() : before.evidence();
    return new RawRow(
        toSpan(testName, RowField.TEST_NAME, places),
        toSpan(value, RowField.VALUE, places),
        optionalSpan(units, RowField.UNITS, places),
        optionalSpan(range, RowField.RANGE, places),
        optionalSpan(flag, RowField.FLAG, places),
        optionalSpan(panel, RowField.PANEL, places),
        optionalSpan(specimen, RowField.SPECIMEN, places),
        optionalSpan(method, RowField.METHOD, places),
        Optional.ofNullable(places.get(RowField.LOINC)),
        List.of(),
        1);
  }

  private static Optional<TextSpan> optionalSpan(
      String text, RowField field, Map<RowField, TextSpan> places) {
    return text == null || text.isBlank()
        ? Optional.empty()
        : Optional.of(toSpan(text, field, places));
  }

  private static TextSpan toSpan(String text, RowField field, Map<RowField, TextSpan> places) {
    TextSpan before = places.getOrDefault(field, places.get(RowField.VALUE));
    return new TextSpan(
        text.strip(), before == null ? 0 : before.page(), before == null ? null : before.box(), 1);
  }
}
