package io.tributary.tools.corpus;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Renders pages to PDF with a headless browser. */
final class Chromium {
  private static final List<String> NAMES =
      List.of("chromium", "chromium-browser", "google-chrome", "google-chrome-stable");

  private final Path program;

  private Chromium(Path program) {
    this.program = program;
  }

  static Optional<Chromium> find() {
    for (String dir : System.getenv().getOrDefault("PATH", "").split(":")) {
      for (String name : NAMES) {
        Path file = Path.of(dir, name);
        if (!dir.isEmpty() && Files.isExecutable(file)) {
          return Optional.of(new Chromium(file));
        }
      }
    }
    return Optional.empty();
  }

  void print(String html, Path pdf) throws IOException {
    Path work = Files.createTempDirectory("tributary-print-");
    try {
      Path page = work.resolve("page.html");
      Files.writeString(page, html);
      Process process =
          new ProcessBuilder(
                  program.toString(),
                  "--headless",
                  "--no-sandbox",
                  "--disable-gpu",
                  "--user-data-dir=" + work.resolve("profile"),
                  "--no-pdf-header-footer",
                  "--print-to-pdf=" + pdf.toAbsolutePath(),
                  page.toUri().toString())
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      if (!process.waitFor(60, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        throw new IOException("the browser timed out");
      }
      if (!Files.exists(pdf)) {
        throw new IOException("the browser produced no PDF");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    } finally {
      delete(work);
    }
  }

  private static void delete(Path dir) throws IOException {
    try (var files = Files.walk(dir)) {
      for (Path p : files.sorted(java.util.Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(p);
      }
    } catch (java.io.UncheckedIOException e) {
      // The browser may still be deleting its own files.
    }
  }
}
