package io.tributary.lab.document;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.imageio.ImageIO;

/**
 * Renders documents with fictitious data for the documentation. Its argument is the target folder.
 */
final class DocumentScreenshots {
  private DocumentScreenshots() {}

  public static void main(String[] args) throws IOException {
    Path folder = Files.createDirectories(Path.of(args[0]));
    save(
        PdfDocumentRenderer.requisition(SampleDocuments.requisition(5)),
        90,
        folder.resolve("lab-requisition.png"));
    save(
        PdfDocumentRenderer.labels(SampleDocuments.label(SampleDocuments.NUMBER), 1),
        200,
        folder.resolve("lab-label.png"));
    save(
        PdfDocumentRenderer.results(SampleDocuments.results(8, true)),
        90,
        folder.resolve("lab-result.png"));
  }

  private static void save(byte[] pdf, int dpi, Path file) throws IOException {
    ImageIO.write(PdfPageReader.render(pdf, 1, dpi), "png", file.toFile());
  }
}
