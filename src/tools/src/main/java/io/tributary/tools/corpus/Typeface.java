package io.tributary.tools.corpus;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.pdfbox.pdmodel.font.Standard14Fonts.FontName;

/**
 * Typefaces of reports. Font files are searched in the directory named by the property {@code
 * tributary.bench.fonts} and in system directories. A typeface without a file falls back to a
 * standard PDF font.
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
  LATO(FontName.HELVETICA, FontName.HELVETICA_BOLD, "Lato-Regular", "Lato-Bold"),
  GO(FontName.HELVETICA, FontName.HELVETICA_BOLD, "Go-Regular", "Go-Bold"),
  GO_MONO(FontName.COURIER, FontName.COURIER_BOLD, "Go-Mono", "Go-Mono-Bold"),
  PLAY(FontName.HELVETICA, FontName.HELVETICA_BOLD, "Play-Regular", "Play-Bold"),
  CHARIS(FontName.TIMES_ROMAN, FontName.TIMES_BOLD, "CharisSIL-Regular", "CharisSIL-Bold"),
  GENTIUM(FontName.TIMES_ROMAN, FontName.TIMES_BOLD, "GenBasR", "GenBasB"),
  VOLLKORN(FontName.TIMES_ROMAN, FontName.TIMES_BOLD, "Vollkorn-Regular", "Vollkorn-Bold"),
  AMIRI(FontName.TIMES_ROMAN, FontName.TIMES_BOLD, "Amiri-Regular", "Amiri-Bold"),
  CABIN(FontName.HELVETICA, FontName.HELVETICA_BOLD, "Cabin-Regular", "Cabin-Bold"),
  KARLA(FontName.HELVETICA, FontName.HELVETICA_BOLD, "Karla-Regular", "Karla-Bold"),
  CLEAR(FontName.HELVETICA, FontName.HELVETICA_BOLD, "ClearSans-Regular", "ClearSans-Bold"),
  SLAB(FontName.TIMES_ROMAN, FontName.TIMES_BOLD, "RobotoSlab-Regular", "RobotoSlab-Bold"),
  ANONYMOUS(FontName.COURIER, FontName.COURIER_BOLD, "Anonymous Pro", "Anonymous Pro B"),
  INCONSOLATA(FontName.COURIER, FontName.COURIER_BOLD, "Inconsolata", "Inconsolata");

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

  FontName standardFont(boolean heavy) {
    return heavy ? bold : normal;
  }

  /** Returns the font file for browser layouts. */
  Optional<Path> file(boolean heavy) {
    return Optional.ofNullable(FILES.get(heavy ? boldFile : normalFile));
  }

  /** Returns the font file for directly drawn layouts, which need TrueType. */
  Optional<Path> embeddable(boolean heavy) {
    return file(heavy).filter(f -> f.toString().endsWith(".ttf"));
  }

  /** Returns CSS for this typeface in the given size in pixels. */
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
        List<Path> files = found.toList();
        for (String kind : List.of(".ttf", ".otf")) {
          files.stream()
              .filter(f -> f.toString().endsWith(kind))
              .forEach(f -> all.putIfAbsent(f.getFileName().toString().replace(kind, ""), f));
        }
      } catch (IOException e) {
        // Directories that cannot be read are skipped.
      }
    }
    return all;
  }
}
