package io.tributary.tools.corpus;

import java.awt.image.BufferedImage;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import javax.imageio.IIOImage;
import javax.imageio.ImageIO;
import javax.imageio.ImageWriteParam;
import javax.imageio.ImageWriter;
import javax.imageio.stream.FileImageOutputStream;
import org.apache.pdfbox.Loader;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.PDPageContentStream;
import org.apache.pdfbox.pdmodel.common.PDRectangle;
import org.apache.pdfbox.pdmodel.graphics.image.JPEGFactory;
import org.apache.pdfbox.rendering.ImageType;
import org.apache.pdfbox.rendering.PDFRenderer;

/** Converts a printed report into scans, photographs and faxes. */
final class ScanEffects {
  private ScanEffects() {}

  static List<GrayImage> pages(Path pdf, int dpi) throws IOException {
    try (PDDocument document = Loader.loadPDF(pdf.toFile())) {
      PDFRenderer renderer = new PDFRenderer(document);
      List<GrayImage> pages = new ArrayList<>();
      for (int i = 0; i < document.getNumberOfPages(); i++) {
        pages.add(GrayImage.of(renderer.renderImageWithDPI(i, dpi, ImageType.GRAY)));
      }
      return pages;
    }
  }

  /** Writes a PDF of grayscale images, slightly skewed and with noise. */
  static void scan(Path pdf, Path to, int dpi, long seed) throws IOException {
    Random random = new Random(seed);
    try (PDDocument document = new PDDocument()) {
      for (GrayImage page : pages(pdf, dpi)) {
        double skew = (random.nextDouble() - 0.5) * 2.4;
        GrayImage scanned =
            page.rotate(skew, 1, 1)
                .blur(dpi >= 300 ? 1 : 0)
                .mapShades(0.12f, 0.96f)
                .addNoise(0.025, random);
        PDRectangle size = new PDRectangle(page.width() * 72f / dpi, page.height() * 72f / dpi);
        PDPage sheet = new PDPage(size);
        document.addPage(sheet);
        try (PDPageContentStream out = new PDPageContentStream(document, sheet)) {
          out.drawImage(
              JPEGFactory.createFromImage(document, scanned.image(), 0.72f),
              0,
              0,
              size.getWidth(),
              size.getHeight());
        }
      }
      document.save(to.toFile());
    }
  }

  /** Writes a photograph of each page. */
  static List<Path> photos(Path pdf, Path dir, long seed) throws IOException {
    Random random = new Random(seed);
    List<Path> files = new ArrayList<>();
    for (GrayImage page : pages(pdf, 240)) {
      Path file = dir.resolve("photo-" + (files.size() + 1) + ".jpg");
      jpeg(PhotoEffect.of(page, random), file);
      files.add(file);
    }
    return files;
  }

  /**
   * Writes black and white images with more horizontal than vertical resolution, like a fax
   * machine.
   */
  static List<Path> faxes(Path pdf, Path dir, long seed) throws IOException {
    Random random = new Random(seed);
    List<Path> files = new ArrayList<>();
    for (GrayImage page : pages(pdf, 204)) {
      Path file = dir.resolve("fax-" + (files.size() + 1) + ".png");
      GrayImage stretched =
          page.rotate(
              (random.nextDouble() - 0.5) * 0.8, 1 + random.nextDouble() * 0.015, 196 / 204.0);
      ImageIO.write(FaxEffect.of(stretched, random), "png", file.toFile());
      files.add(file);
    }
    return files;
  }

  private static void jpeg(BufferedImage image, Path file) throws IOException {
    ImageWriter writer = ImageIO.getImageWritersByFormatName("jpeg").next();
    ImageWriteParam how = writer.getDefaultWriteParam();
    how.setCompressionMode(ImageWriteParam.MODE_EXPLICIT);
    how.setCompressionQuality(0.82f);
    File target = file.toFile();
    if (target.exists() && !target.delete()) {
      throw new IOException("cannot replace an image");
    }
    try (FileImageOutputStream out = new FileImageOutputStream(target)) {
      writer.setOutput(out);
      writer.write(null, new IIOImage(image, null, null), how);
    } finally {
      writer.dispose();
    }
  }
}
