package io.tributary.report.meaning;

import io.tributary.report.page.Printed;
import io.tributary.report.page.PrintedRow;
import java.util.List;
import java.util.Map;
import java.util.Optional;

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
    String method) {
  /** As it would have been read, at the places of the row before. */
  PrintedRow row(DraftResult before) {
    Map<Field, Printed> places = before == null ? Map.of() : before.evidence();
    return new PrintedRow(
        printed(testName, Field.TEST_NAME, places),
        printed(value, Field.VALUE, places),
        some(units, Field.UNITS, places),
        some(range, Field.RANGE, places),
        some(flag, Field.FLAG, places),
        some(panel, Field.PANEL, places),
        some(specimen, Field.SPECIMEN, places),
        some(method, Field.METHOD, places),
        Optional.ofNullable(places.get(Field.LOINC)),
        List.of(),
        1);
  }

  private static Optional<Printed> some(String text, Field field, Map<Field, Printed> places) {
    return text == null || text.isBlank()
        ? Optional.empty()
        : Optional.of(printed(text, field, places));
  }

  private static Printed printed(String text, Field field, Map<Field, Printed> places) {
    Printed before = places.getOrDefault(field, places.get(Field.VALUE));
    return new Printed(
        text.strip(), before == null ? 0 : before.page(), before == null ? null : before.box(), 1);
  }
}
