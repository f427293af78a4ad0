package io.tributary.report.extract;

import io.tributary.report.page.Page;
import io.tributary.report.page.ParseFailure;
import io.tributary.report.page.ReportFileType;
import io.tributary.report.page.ReportUnreadable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Extracts words and their positions from the files of a report. Blocking, CPU-bound and not
 * thread-safe.
 */
public final class PageReader implements AutoCloseable {
  private static final int MAX_IMAGE_WIDTH = 4000;

  /** Images carry no paper size, so US Letter is assumed, in points. */
  private static final double SHORTER_SIDE = 612;

  private static final double LONGER_SIDE = 792;

  private final ReaderLimits limits;
  private final ScannedPageReader scan = new ScannedPageReader();

  public PageReader(ReaderLimits limits) {
    this.limits = limits;
  }

  /**
   * Checks whether the files are acceptable and returns the number of pages.
   *
   * @param files one PDF, or one image per page
   */
  public int inspect(List<Path> files) throws UnreadableFile {
    int pages = countPages(files);
    try {
      if (isPdf(files.get(0)) && PdfTruncationCheck.isTruncated(files.get(0))) {
        throw new UnreadableFile(UnreadableFile.Why.UNREADABLE);
      }
    } catch (IOException e) {
      throw new UnreadableFile(UnreadableFile.Why.UNREADABLE);
    }
    return pages;
  }

  public int countPages(List<Path> files) throws UnreadableFile {
    if (isPdf(files.get(0))) {
      try (PdfFile pdf = PdfFile.open(files.get(0), limits.pages())) {
        return pdf.pages();
      }
    }
    for (Path file : files) {
      ImageFile.read(file, limits).close();
    }
    return files.size();
  }

  /**
   * Reads all pages.
   *
   * @param files one PDF, or one image per page
   */
  public List<Page> read(List<Path> files) throws ReportUnreadable {
    try {
      return isPdf(files.get(0)) ? readPdf(files.get(0)) : readImages(files);
    } catch (UnreadableFile e) {
      throw new ReportUnreadable(failure(e));
    } catch (IOException | IllegalStateException e) {
      throw new ReportUnreadable(ParseFailure.LOW_QUALITY);
    }
  }

  private List<Page> readPdf(Path file) throws UnreadableFile, IOException {
    try (PdfFile pdf = PdfFile.open(file, limits.pages())) {
      List<Page> pages = new ArrayList<>();
      for (int number = 1; number <= pdf.pages(); number++) {
        pages.add(new PdfPage(pdf, number, scan).read());
      }
      return pages;
    }
  }

  private List<Page> readImages(List<Path> files) throws UnreadableFile {
    List<Page> pages = new ArrayList<>();
    for (Path file : files) {
      try (Bitmap upright = scan.prepare(ImageFile.read(file, limits))) {
        double width = upright.width() > upright.height() ? LONGER_SIDE : SHORTER_SIDE;
        pages.add(scan.readPage(pages.size() + 1, upright, width));
      }
    }
    return pages;
  }

  /**
   * Renders a page as JPEG exactly as it was read, upright and deskewed, so that word boxes match
   * after scaling.
   *
   * @param page from 1
   */
  public byte[] renderPage(List<Path> files, int page, int widthPixels) throws ReportUnreadable {
    int width = Math.clamp(widthPixels, 1, MAX_IMAGE_WIDTH);
    try {
      if (isPdf(files.get(0))) {
        try (PdfFile pdf = PdfFile.open(files.get(0), limits.pages())) {
          return new PdfPage(pdf, page, scan).renderJpeg(width);
        }
      }
      try (Bitmap upright = scan.prepare(ImageFile.read(files.get(page - 1), limits))) {
        return JpegEncoder.encode(upright, width);
      }
    } catch (UnreadableFile e) {
      throw new ReportUnreadable(failure(e));
    } catch (IOException | IllegalStateException e) {
      throw new ReportUnreadable(ParseFailure.LOW_QUALITY);
    }
  }

  private static ParseFailure failure(UnreadableFile e) {
    return switch (e.reason()) {
      case UNREADABLE, ENCRYPTED -> ParseFailure.INVALID_INPUT;
      case TOO_MANY_PAGES -> ParseFailure.TOO_MANY_PAGES;
      case UNDECODABLE -> ParseFailure.LOW_QUALITY;
    };
  }

  private static boolean isPdf(Path file) throws UnreadableFile {
    try (InputStream in = Files.newInputStream(file)) {
      return ReportFileType.PDF.matchesMagicBytes(in.readNBytes(8));
    } catch (IOException e) {
      throw new UnreadableFile(UnreadableFile.Why.UNREADABLE);
    }
  }

  @Override
  public void close() {
    scan.close();
  }
}
