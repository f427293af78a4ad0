package io.tributary.report.extract;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.pdfbox.Loader;
import org.apache.pdfbox.io.IOUtils;
import org.apache.pdfbox.io.MemoryUsageSetting;
import org.apache.pdfbox.io.RandomAccessReadBufferedFile;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.common.PDRectangle;
import org.apache.pdfbox.pdmodel.encryption.InvalidPasswordException;
import org.apache.pdfbox.rendering.ImageType;
import org.apache.pdfbox.rendering.PDFRenderer;

/**
 * Open PDF document. Damaged files are repaired as far as possible; scripts and links are ignored.
 */
final class PdfFile implements AutoCloseable {
  private static final long MEMORY = 24L << 20;
  private static final long DISK = 512L << 20;

  /** Maximum side length, slightly above A0, in points. */
  private static final double MAX_SIDE = 3600;

  private static final double MIN_SIDE = 36;
  private static final int POINTS = 72;

  private final PDDocument document;
  private final PDFRenderer renderer;

  private PdfFile(PDDocument document, int mostPages) throws UnreadableFile {
    this.document = document;
    PageTreeRepair.repair(document, pages(document, mostPages));
    this.renderer = new PDFRenderer(document);
    renderer.setSubsamplingAllowed(true);
  }

  static PdfFile open(Path file, int mostPages) throws UnreadableFile {
    PDDocument document;
    try {
      document =
          Loader.loadPDF(
              new RandomAccessReadBufferedFile(file),
              "",
              null,
              null,
              MemoryUsageSetting.setupMixed(MEMORY, DISK).streamCache);
    } catch (InvalidPasswordException e) {
      throw new UnreadableFile(UnreadableFile.Why.ENCRYPTED);
    } catch (IOException | RuntimeException | StackOverflowError e) {
      throw new UnreadableFile(UnreadableFile.Why.UNREADABLE);
    }
    try {
      return new PdfFile(document, mostPages);
    } catch (UnreadableFile e) {
      IOUtils.closeQuietly(document);
      throw e;
    } catch (RuntimeException | StackOverflowError e) {
      IOUtils.closeQuietly(document);
      throw new UnreadableFile(UnreadableFile.Why.UNREADABLE);
    }
  }

  /** Collects the pages by walking the tree, because the page count in the file may be wrong. */
  private static List<PDPage> pages(PDDocument document, int mostPages) throws UnreadableFile {
    List<PDPage> pages = new ArrayList<>();
    for (PDPage page : document.getPages()) {
      pages.add(page);
      if (pages.size() > mostPages) {
        throw new UnreadableFile(UnreadableFile.Why.TOO_MANY_PAGES);
      }
      PDRectangle box = page.getCropBox();
      double longer = Math.max(box.getWidth(), box.getHeight());
      double shorter = Math.min(box.getWidth(), box.getHeight());
      if (!(longer <= MAX_SIDE && shorter >= MIN_SIDE)) {
        throw new UnreadableFile(UnreadableFile.Why.UNREADABLE);
      }
    }
    if (pages.isEmpty()) {
      throw new UnreadableFile(UnreadableFile.Why.UNREADABLE);
    }
    return pages;
  }

  int pages() {
    return document.getNumberOfPages();
  }

  /**
   * @param number page number, from 1
   */
  TextLayer readText(int number) throws IOException {
    return render(() -> GlyphCollector.read(document, number));
  }

  BufferedImage renderGrayscale(int number, double dpi) throws IOException {
    return render(() -> renderer.renderImageWithDPI(number - 1, (float) dpi, ImageType.GRAY));
  }

  BufferedImage renderColor(int number, double dpi) throws IOException {
    return render(() -> renderer.renderImageWithDPI(number - 1, (float) dpi, ImageType.RGB));
  }

  private interface Drawing<T> {
    T draw() throws IOException;
  }

  /** Converts exceptions of the PDF library, which throws arbitrary types on damaged pages. */
  private static <T> T render(Drawing<T> drawing) throws IOException {
    try {
      return drawing.draw();
    } catch (RuntimeException | StackOverflowError e) {
      // The message is not included because it may contain text of the page.
      throw new IOException("a page cannot be rendered: " + e.getClass().getName());
    }
  }

  /** Returns the resolution at which the rotated page is {@code pixels} wide. */
  static double dpi(double widthPoints, int pixels) {
    // The renderer truncates fractions of pixels.
    return (pixels + 0.01) * POINTS / widthPoints;
  }

  @Override
  public void close() {
    try {
      document.close();
    } catch (IOException e) {
      // Nothing was written. A remaining temporary file is removed when the process ends.
    }
  }
}
