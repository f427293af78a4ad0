package io.tributary.report.page;

import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * A whole report as it stands on the paper.
 *
 * @param sheets size of each page, without words
 * @param about what it says of itself and of the patient
 * @param rows in the order of reading
 */
public record RawReport(List<Sheet> sheets, Map<About, TextSpan> about, List<RawRow> rows) {
  /** More than a lab prints on as many pages as are read; nobody could review them either. */
  public static final int MOST_ROWS = 2000;

  /** Characters of a name, a unit or whatever else stands in one field. */
  public static final int LONGEST_TEXT = 1000;

  /** The same of values and ranges, which may be remarks and lists. */
  public static final int LONGEST_LIST = 4000;

  /** A page without its words; sizes in points. */
  public record Sheet(int number, double width, double height, Page.Source source) {}

  /** What reports say beside their results. */
  public enum About {
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
   * With no text that is longer than those who review may save: a longer one was not read well, is
   * cut, and its row is not trusted; of what it says beside its rows such a text is left out.
   */
  public RawReport fitted() {
    Map<About, TextSpan> cut = new EnumMap<>(About.class);
    about.forEach(
        (what, printed) -> {
          if (printed.text().length() <= LONGEST_TEXT) {
            cut.put(what, printed);
          }
        });
    return new RawReport(sheets, cut, rows.stream().map(RawRow::fitted).toList());
  }
}
