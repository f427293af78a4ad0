package io.tributary.report.page;

import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Printed content of a report without interpretation.
 *
 * @param sheets page sizes, without words
 * @param about metadata of the report and the patient
 * @param rows in reading order
 */
public record RawReport(
    List<PageInfo> sheets, Map<MetadataField, TextSpan> about, List<RawRow> rows) {
  /**
   * Maximum number of rows: more than a laboratory prints on the allowed number of pages, and more
   * than anyone could review.
   */
  public static final int MAX_ROWS = 2000;

  /** Maximum length of a name, unit or other single field, in characters. */
  public static final int MAX_TEXT_LENGTH = 1000;

  /** Maximum length of values and ranges, which may be remarks and lists. */
  public static final int MAX_LIST_LENGTH = 4000;

  /** Page without its words; sizes in points. */
  public record PageInfo(int number, double width, double height, Page.Source source) {}

  /** Metadata field of a report. */
  public enum MetadataField {
    PATIENT_NAME,
    PATIENT_FIRST_NAME,
    PATIENT_LAST_NAME,
    BIRTH_DATE,
    SEX,
    AGE,
    LAB_NAME,
    LAB_ADDRESS,
    DATE_REPORTED,
    DATE_COLLECTED,
    DATE_RECEIVED,
    SPECIMEN_NUMBER
  }

  public RawReport {
    sheets = List.copyOf(sheets);
    about = about.isEmpty() ? Map.of() : Collections.unmodifiableMap(new EnumMap<>(about));
    rows = List.copyOf(rows);
  }

  /**
   * Limits all texts to the lengths that a reviewer may save.
   *
   * <p>A longer text was misread: it is truncated and its row gets confidence 0. Longer metadata
   * texts are dropped.
   */
  public RawReport truncateTexts() {
    Map<MetadataField, TextSpan> cut = new EnumMap<>(MetadataField.class);
    about.forEach(
        (what, printed) -> {
          if (printed.text().length() <= MAX_TEXT_LENGTH) {
            cut.put(what, printed);
          }
        });
    return new RawReport(sheets, cut, rows.stream().map(RawRow::truncateTexts).toList());
  }
}
