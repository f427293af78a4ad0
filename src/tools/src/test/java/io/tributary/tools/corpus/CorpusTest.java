package io.tributary.tools.corpus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.pdfbox.Loader;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.text.PDFTextStripper;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks that generated pages match their ground truth. */
class CorpusTest {
  /** Layouts whose text layer intentionally differs from the visible text. */
  private static final Set<String> MISLEADING_TEXT_LAYOUTS =
      Set.of("bad-text-layer", "bad-text-layer-other");

  @TempDir private Path dir;

  @Test
  void thereAreManyLayoutsEachWithItsOwnNameAndSomeAreKept() {
    List<Layout> all = Layouts.all();
    Set<String> names = new HashSet<>();
    all.forEach(l -> assertTrue(names.add(l.id()), l.id()));
    long held = all.stream().filter(Layout::heldOut).count();
    assertTrue(all.size() - held >= 88, "layouts " + all.size());
    assertTrue(held >= 16, "held " + held + " of " + all.size());
  }

  @Test
  void theSameSeedDrawsTheSame() {
    Layout layout = Layouts.all().get(0);
    assertEquals(Layouts.compose(layout, 0).truth(), Layouts.compose(layout, 0).truth());
    assertNotEquals(Layouts.compose(layout, 0).truth(), Layouts.compose(layout, 1).truth());
  }

  @Test
  void everyGroundTruthMatchesItsDocument() {
    for (Layout layout : Layouts.all()) {
      Composer.ComposedReport c = Layouts.compose(layout, 0);
      List<ReportContent.Line> lines =
          c.paper().sections().stream().flatMap(s -> s.lines().stream()).toList();
      assertEquals(lines.size(), c.truth().rows().size(), layout.id());
      assertFalse(lines.isEmpty(), layout.id());
      for (int i = 0; i < lines.size(); i++) {
        checked(layout.id(), lines.get(i), c.truth().rows().get(i));
      }
    }
  }

  private static void checked(String layout, ReportContent.Line line, GroundTruth.Row row) {
    assertEquals(line.name(), row.name(), layout);
    assertEquals(line.value(), row.value(), layout);
    assertEquals(line.rangeText(), row.range(), layout);
    GroundTruth.Bounds b = row.bounds().get(0);
    if (row.type().equals("numeric") && row.bounds().size() == 1) {
      double value = Double.parseDouble(row.value().replace(',', '.'));
      boolean out = b.high() != null && value > b.high() || b.low() != null && value < b.low();
      boolean unsaid = b.high() == null && b.low() == null;
      assertTrue(unsaid || out == line.abnormal(), layout + " " + row);
    }
  }

  @Test
  void everyWordOfATruthStandsOnTheSheetsDrawnOfIt() throws IOException {
    for (Layout layout : Layouts.all()) {
      if (!(layout.drawer() instanceof Layout.Drawer.PdfDrawer)
          || MISLEADING_TEXT_LAYOUTS.contains(layout.id())) {
        continue;
      }
      Composer.ComposedReport c = Layouts.compose(layout, 0);
      Path file = dir.resolve(layout.id() + ".pdf");
      Layouts.print(layout, c.paper(), file, null);
      Set<String> words = new HashSet<>();
      try (PDDocument document = Loader.loadPDF(file.toFile())) {
        String text = new PDFTextStripper().getText(document).replaceAll("\\.{3,}", " ");
        words.addAll(List.of(text.split("\\s+")));
      }
      assertWordsPresent(layout.id(), c.truth(), words);
    }
  }

  @Test
  void everyWordOfATruthStandsOnThePagesThatABrowserIsToPrint() {
    for (Layout layout : Layouts.all()) {
      if (layout.drawer() instanceof Layout.Drawer.HtmlDrawer browser) {
        Composer.ComposedReport c = Layouts.compose(layout, 0);
        String text =
            browser
                .html(c.paper())
                .replaceAll("<sup>(\\d+)</sup>", "^$1")
                .replaceAll("<[^>]+>", " ")
                .replace("&lt;", "<")
                .replace("&gt;", ">")
                .replace("&amp;", "&")
                .replaceAll("[\\[\\](),:]", " $0 ");
        assertWordsPresent(layout.id(), c.truth(), new HashSet<>(List.of(text.split("\\s+"))));
      }
    }
  }

  /** Asserts that all words are present; brackets and colons may be separate words. */
  private static void assertWordsPresent(String layout, GroundTruth truth, Set<String> words) {
    for (GroundTruth.Row r : truth.rows()) {
      String all = String.join(" ", r.name(), r.value(), r.units(), r.range());
      for (String w : all.split(" ")) {
        boolean apart =
            List.of(w.replaceAll("[\\[\\](),:]", " $0 ").strip().split("\\s+")).stream()
                .allMatch(words::contains);
        assertTrue(
            w.isEmpty()
                || apart
                || words.contains(w)
                || words.contains(Canvas.toPlainCharacters(w)),
            layout + ": " + w + " of " + r);
      }
    }
  }

  @Test
  void atLeast150AnalytesAreDrawnFrom() {
    assertTrue(Analytes.all().size() >= 150, "analytes " + Analytes.all().size());
  }

  @Test
  void aTruthIsReadAsItWasWritten() throws IOException {
    GroundTruth truth = Layouts.compose(Layouts.all().get(3), 0).truth();
    Path file = dir.resolve("truth.json");
    truth.write(file);
    assertEquals(truth, GroundTruth.read(file));
  }

  @Test
  void aDrawnReportIsCopiedInEveryClass() throws IOException {
    Layout layout =
        Layouts.all().stream()
            .filter(l -> l.id().equals("drawn-values-only"))
            .findFirst()
            .orElseThrow();
    Composer.ComposedReport c = Layouts.compose(layout, 0);
    Layouts.print(layout, c.paper(), dir.resolve("text.pdf"), null);
    DocumentClass.FAX.create(dir, 1);
    DocumentClass.SCAN200.create(dir, 1);
    assertEquals(1, DocumentClass.TEXT.files(dir).size());
    assertEquals(1, DocumentClass.SCAN200.files(dir).size());
    assertTrue(Files.size(DocumentClass.FAX.files(dir).get(0)) > 5_000);
    assertEquals(List.of(), DocumentClass.PHOTO.files(dir));
  }
}
