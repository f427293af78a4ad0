package io.tributary.report.layout;

import io.tributary.report.page.BoundingBox;
import io.tributary.report.page.Page;
import io.tributary.report.page.RawReport;
import io.tributary.report.page.RawRow;
import io.tributary.report.page.ReportUnreadable;
import io.tributary.report.page.Word;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;

/**
 * Pages written as text. Each character of a line has a fixed width, and a line is twelve points
 * high.
 */
final class TextPage {
  private static final double CHARACTER_WIDTH = 5.5;
  private static final double LINE = 12;

  private TextPage() {}

  /** Creates a page from the lines. **Bold** words are marked with asterisks in the source only. */
  static Page of(int number, String text) {
    return of(number, text, LINE);
  }

  /** Creates a page with half the line distance, so that adjacent lines overlap in height. */
  static Page withHalfLineHeight(String text) {
    return of(1, text, LINE / 2);
  }

  private static Page of(int number, String text, double pitch) {
    List<Word> words = new ArrayList<>();
    String[] lines = text.split("\n", -1);
    for (int row = 0; row < lines.length; row++) {
      String line = lines[row];
      int at = 0;
      while (at < line.length()) {
        if (line.charAt(at) == ' ') {
          at++;
          continue;
        }
        int end = at;
        while (end < line.length() && line.charAt(end) != ' ') {
          end++;
        }
        double top = 40 + row * pitch;
        // A proportional font is narrower than the grid, so words end slightly before their cell.
        BoundingBox box =
            new BoundingBox(
                20 + at * CHARACTER_WIDTH, top, 20 + end * CHARACTER_WIDTH - 0.8, top + 8.5);
        words.add(new Word(line.substring(at, end), box, 1, false));
        at = end;
      }
    }
    return new Page(number, 612, 792, Page.Source.TEXT_LAYER, words);
  }

  static List<Page> all(String... texts) {
    List<Page> pages = new ArrayList<>();
    for (String text : texts) {
      pages.add(of(pages.size() + 1, text));
    }
    return pages;
  }

  /** Returns the page as a scan shows it: words are shifted at random and lines are skewed. */
  static Page asScan(Page page, long seed) {
    Random random = new Random(seed);
    double rise = (random.nextDouble() - 0.5) * 0.006;
    List<Word> words = new ArrayList<>();
    for (Word word : page.words()) {
      BoundingBox b = word.box();
      double up = rise * b.left() + (random.nextDouble() - 0.5) * 2;
      double side = (random.nextDouble() - 0.5) * 1.5;
      BoundingBox moved =
          new BoundingBox(
              b.left() + side,
              b.top() + up,
              b.right() + side,
              b.bottom() + up + random.nextDouble());
      words.add(new Word(word.text(), moved, 0.8 + 0.2 * random.nextDouble(), false));
    }
    return new Page(page.number(), page.width(), page.height(), Page.Source.OCR, words);
  }

  /** Formats rows as name|value|units|range|flag|panel, with empty text for missing cells. */
  static String rows(List<Page> pages) {
    try {
      RawReport report = ReportLayoutReader.read(pages);
      return report.rows().stream().map(TextPage::row).collect(Collectors.joining("\n"));
    } catch (ReportUnreadable e) {
      return e.failure().wireName();
    }
  }

  static String row(RawRow row) {
    return String.join(
            "|",
            row.name().text(),
            row.value().text(),
            row.units().map(p -> p.text()).orElse(""),
            row.range().map(p -> p.text()).orElse(""),
            row.flag().map(p -> p.text()).orElse(""),
            row.panel().map(p -> p.text()).orElse(""))
        .replaceAll("\\|+$", "");
  }
}
