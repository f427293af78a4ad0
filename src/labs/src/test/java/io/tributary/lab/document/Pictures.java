package io.tributary.lab.document;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.imageio.ImageIO;

/** Renders the papers of nobody for the documentation; the one argument is the folder. */
final class Pictures {
  private Pictures() {}

  public static void main(String[] args) throws IOException {
    Path folder = Files.createDirectories(Path.of(args[0]));
    save(
        DocumentRenderer.requisition(Samples.requisition(5)),
        90,
        folder.resolve("lab-requisition.png"));
    save(
        DocumentRenderer.labels(Samples.label(Samples.NUMBER), 1),
        200,
        folder.resolve("lab-label.png"));
    save(DocumentRenderer.results(Samples.results(8, true)), 90, folder.resolve("lab-result.png"));
  }

  private static void save(byte[] pdf, int dpi, Path file) throws IOException {
    ImageIO.write(Pages.picture(pdf, 1, dpi), "png", file.toFile());
  }
}
