package io.tributary.bench.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.pdfbox.pdmodel.font.Standard14Fonts.FontName;

/**
 * Letters to write with. Files are looked for in the folder named by the property {@code
 * tributary.bench.fonts} and where systems keep them; without its file a face is written in the
 * letters that every reader of PDFs has.
 */
enum Typeface {
  SANS(FontName.HELVETICA, FontName.HELVETICA_BOLD, "DejaVuSans", "DejaVuSans-Bold"),
  SERIF(FontName.TIMES_ROMAN, FontName.TIMES_BOLD, "DejaVuSerif", "DejaVuSerif-Bold"),
  NARROW(
      FontName.HELVETICA,
      FontName.HELVETICA_BOLD,
      "DejaVuSansCondensed",
      "DejaVuSansCondensed-Bold"),
  TYPED(FontName.COURIER, FontName.COURIER_BOLD, "DejaVuSansMono", "DejaVuSansMono-Bold"),
  PLAIN(FontName.HELVETICA, FontName.HELVETICA_BOLD, "", ""),
  ARIAL(
      FontName.HELVETICA, FontName.HELVETICA_BOLD, "LiberationSans-Regular", "LiberationSans-Bold"),
  ARIAL_NARROW(
      FontName.HELVETICA,
      FontName.HELVETICA_BOLD,
      "LiberationSansNarrow-Regular",
      "LiberationSansNarrow-Bold"),
  TIMES(
      FontName.TIMES_ROMAN, FontName.TIMES_BOLD, "LiberationSerif-Regular", "LiberationSerif-Bold"),
  COURIER(FontName.COURIER, FontName.COURIER_BOLD, "LiberationMono-Regular", "LiberationMono-Bold"),
  CALIBRI(FontName.HELVETICA, FontName.HELVETICA_BOLD, "Carlito-Regular", "Carlito-Bold"),
  CAMBRIA(FontName.TIMES_ROMAN, FontName.TIMES_BOLD, "Caladea-Regular", "Caladea-Bold"),
  ROBOTO(FontName.HELVETICA, FontName.HELVETICA_BOLD, "Roboto-Regular", "Roboto-Bold"),
  ROBOTO_NARROW(
      FontName.HELVETICA,
      FontName.HELVETICA_BOLD,
      "RobotoCondensed-Regular",
      "RobotoCondensed-Bold"),
  OPEN(FontName.HELVETICA, FontName.HELVETICA_BOLD, "OpenSans-Regular", "OpenSans-Bold"),
  LATO(FontName.HELVETICA, FontName.HELVETICA_BOLD, "Lato-Regular", "Lato-Bold");

  private static final Map<String, Path> FILES = files();

  private final FontName normal;
  private final FontName bold;
  private final String normalFile;
  private final String boldFile;

  Typeface(FontName normal, FontName bold, String normalFile, String boldFile) {
    this.normal = normal;
    this.bold = bold;
    this.normalFile = normalFile;
    this.boldFile = boldFile;
  }

  FontName standard(boolean heavy) {
    return heavy ? bold : normal;
  }

  Optional<Path> file(boolean heavy) {
    return Optional.ofNullable(FILES.get(heavy ? boldFile : normalFile));
  }

  /** Has a page written in these letters, in so many pixels. */
  String css(double pixels) {
    String fallback =
        normal == FontName.COURIER
            ? "monospace"
            : normal == FontName.TIMES_ROMAN ? "serif" : "sans-serif";
    return face(false, "normal")
        + face(true, "bold")
        + "body, pre { font-family: lab, "
        + fallback
        + "; font-size: "
        + pixels
        + "px }";
  }

  private String face(boolean heavy, String weight) {
    return file(heavy)
        .map(
            f ->
                "@font-face { font-family: lab; font-weight: "
                    + weight
                    + "; src: url('"
                    + f.toUri()
                    + "') }")
        .orElse("");
  }

  private static Map<String, Path> files() {
    Map<String, Path> all = new TreeMap<>();
    for (String dir :
        new String[] {System.getProperty("tributary.bench.fonts", ""), "/usr/share/fonts"}) {
      if (dir.isEmpty() || !Files.isDirectory(Path.of(dir))) {
        continue;
      }
      try (Stream<Path> found = Files.walk(Path.of(dir))) {
        found
            .filter(f -> f.toString().endsWith(".ttf"))
            .forEach(f -> all.putIfAbsent(f.getFileName().toString().replace(".ttf", ""), f));
      } catch (IOException e) {
        // What cannot be looked through has no letters for us.
      }
    }
    return all;
  }
}
