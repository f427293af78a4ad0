package io.tributary.tools.corpus;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tributary.report.page.ReportUnreadable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks that text reports are read row by row as printed. */
class TextLayoutsTest {
  @TempDir private Path dir;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "drawn-us",
        "drawn-leaders",
        "drawn-by-columns",
        "drawn-turned",
        "drawn-upside",
        "drawn-eu"
      })
  void everyRowIsReadAsItIsPrinted(String name) throws IOException, ReportUnreadable {
    Layout layout =
        Layouts.all().stream().filter(l -> l.id().equals(name)).findFirst().orElseThrow();
    Composer.ComposedReport drawn = Layouts.compose(layout, 0);
    Path file = dir.resolve("text.pdf");
    Layouts.print(layout, drawn.paper(), file, null);
    ClassScore tally = new ClassScore();
    Scorer scorer = new Scorer(tally);
    try (ParserPipeline pipeline = new ParserPipeline(ParserPipeline.ParserLocation.HERE, true)) {
      scorer.score(drawn.truth(), pipeline.read(List.of(file)));
    }
    List<String> wrong = scorer.errors().stream().filter(e -> !e.startsWith("(")).toList();
    assertEquals(List.of(), wrong);
    assertEquals(drawn.truth().rows().size(), tally.right);
  }
}
