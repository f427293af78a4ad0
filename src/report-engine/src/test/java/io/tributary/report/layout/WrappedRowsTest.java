package io.tributary.report.layout;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tributary.report.page.BoundingBox;
import io.tributary.report.page.Page;
import io.tributary.report.page.Word;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Two-line cells beside vertically centered single-line cells, as web pages print them. */
class WrappedRowsTest {
  @Test
  void headingsNamesAndRangesOfTwoLinesStandBesideWhatHasOne() {
    String page =
        """
        Lab: Valley Laboratory       Patient: Ann Bell

                        Current                   Previous                Reference
        Test Name                     Flag                    Units
                        Result                    Result                  Interval

        Metabolic

        Glucose         112           H           104.2       mg/dL       70 - 99

        Potassium       4.2                       3.9         mmol/L      3.5 - 5.1

        Nutrition

        Vitamin D, 25-
                        22.4          L           20.8        ng/mL       30 - 100
        Hydroxy

                                                                          38.0 -
        Iron            61                        56.7        ug/dL
                                                                          169.0

        Testosterone,                                                     264 -
                        482                       451         ng/dL
        Total                                                             916
        """;
    assertEquals(
        """
        Glucose|112|mg/dL|70 - 99|H|Metabolic
        Potassium|4.2|mmol/L|3.5 - 5.1||Metabolic
        Vitamin D, 25- Hydroxy|22.4|ng/mL|30 - 100|L|Nutrition
        Iron|61|ug/dL|38.0 - 169.0||Nutrition
        Testosterone, Total|482|ng/dL|264 - 916||Nutrition\
        """
            .strip(),
        TextPage.rows(List.of(TextPage.withHalfLineHeight(page))));
  }

  @Test
  void strokesOfPicturesAreAsLowAsTheirInk() {
    String page =
        """
        Test              Result    Units      Range
        Sodium            140       mmol/L     135 - 145
        Potassium         4.2       mmol/L     3.5 - 5.1
        """;
    Page printed = TextPage.of(1, page);
    List<Word> words =
        printed.words().stream()
            .map(
                w ->
                    w.text().equals("-")
                        ? new Word("-", flat(w.box()), 0.9, false)
                        : new Word(w.text(), w.box(), 0.95, false))
            .toList();
    assertEquals(
        "Sodium|140|mmol/L|135 - 145\nPotassium|4.2|mmol/L|3.5 - 5.1",
        TextPage.rows(List.of(new Page(1, 612, 792, Page.Source.OCR, words))));
  }

  private static BoundingBox flat(BoundingBox b) {
    double middle = (b.top() + b.bottom()) / 2;
    return new BoundingBox(b.left(), middle - 0.4, b.right(), middle + 0.4);
  }

  @Test
  void aHeadingMayBeginAndEndWithOneCell() {
    String page =
        """
                          Your
        Biomarker                    Units       Reference Range     Flag
                          Result

        Ferritin          18         ng/mL       30-400              L

        Insulin           18.4       uIU/mL      2.6-24.9
        """;
    assertEquals(
        "Ferritin|18|ng/mL|30-400|L\nInsulin|18.4|uIU/mL|2.6-24.9",
        TextPage.rows(List.of(TextPage.withHalfLineHeight(page))));
  }
}
