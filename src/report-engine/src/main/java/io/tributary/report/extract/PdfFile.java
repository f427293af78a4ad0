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

/** An open PDF, damaged ones mended as far as pages come out. Scripts and links are data here. */
final class PdfFile implements AutoCloseable {
  private static final long MEMORY = 24L << 20;
  private static final long DISK = 512L << 20;

  /** Side of the largest paper, a little more than A0, in points. */
  private static final double LARGEST = 3600;

  private static final double SMALLEST = 36;
  private static final int POINTS = 72;

  private final PDDocument document;
  private final PDFRenderer renderer;

  private PdfFile(PDDocument document, int mostPages) throws UnreadableFile {
    this.document = document;
    PageTree.mend(document, pages(document, mostPages));
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

  /** Found by walking: what the file says of their number may be false. */
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
      if (!(longer <= LARGEST && shorter >= SMALLEST)) {
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
   * @param number from 1
   */
  TextLayer text(int number) throws IOException {
    return drawn(() -> GlyphCollector.read(document, number));
  }

  /** The page as a viewer shows it, grey. */
  BufferedImage grey(int number, double dpi) throws IOException {
    return drawn(() -> renderer.renderImageWithDPI(number - 1, (float) dpi, ImageType.GRAY));
  }

  /** The page as a viewer shows it, in colour. */
  BufferedImage colour(int number, double dpi) throws IOException {
    return drawn(() -> renderer.renderImageWithDPI(number - 1, (float) dpi, ImageType.RGB));
  }

  private interface Drawing<T> {
    T draw() throws IOException;
  }

  /** Commands of a damaged page make the library throw anything. */
  private static <T> T drawn(Drawing<T> drawing) throws IOException {
    try {
      return drawing.draw();
    } catch (RuntimeException | StackOverflowError e) {
      // Its text may hold what is on the page.
      throw new IOException("a page cannot be drawn: " + e.getClass().getName());
    }
  }

  /** Pixels to the inch that give a page so many pixels in width, once it is turned. */
  static double dpi(double widthPoints, int pixels) {
    // Fractions of pixels are cut off.
    return (pixels + 0.01) * POINTS / widthPoints;
  }

  @Override
  public void close() {
    try {
      document.close();
    } catch (IOException e) {
      // Nothing was written: what is left is a temporary file that ends with the process.
    }
  }
}
