package io.tributary.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Checks the wording of comments, documents and API texts. */
class ProseTest {
  private static List<SourceFile> files = SourceFile.all();

  private static List<Finding> findings(SourceFile file) {
    List<Finding> out = new ArrayList<>();
    for (Paragraph paragraph : ProseReader.paragraphs(file)) {
      for (ProsePattern pattern : ProsePattern.values()) {
        for (int at : pattern.hits(paragraph.text())) {
          String text = paragraph.text();
          String quote = text.substring(Math.max(0, at - 40), Math.min(text.length(), at + 60));
          out.add(
              new Finding(
                  file.path(), paragraph.line(at), "\"" + quote + "\": " + pattern.advice()));
        }
      }
    }
    return out;
  }

  @ParameterizedTest
  @EnumSource(value = Rule.class, names = "PROSE_.*", mode = EnumSource.Mode.MATCH_ALL)
  void proseIsPlain(Rule rule) {
    List<Finding> out = new ArrayList<>();
    for (SourceFile file : files) {
      // The patterns and their examples are in this package.
      if (ProseReader.rule(file) == rule && !file.path().contains("/io/tributary/rules/")) {
        out.addAll(findings(file));
      }
    }
    rule.check(out);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "PERSON_AS_SUBJECT | Nobody reads the file while it is written.",
        "PERSON_AS_SUBJECT | Who has no key gets 401.",
        "LEADING_WHAT | What comes later wins.",
        "TALKING_SOFTWARE | The database tells whether the row is there.",
        "ARCHAIC | The index is built anew.",
        "VAGUE_NOUN | Gives back the place of a call.",
        "DANGLING_ELSE | Returns the row, else nothing.",
        "NEGATED_RIDDLE | It holds nothing but keys."
      })
  void eachPatternFindsItsFault(ProsePattern pattern, String sentence) {
    Set<ProsePattern> hit = EnumSet.noneOf(ProsePattern.class);
    for (ProsePattern p : ProsePattern.values()) {
      if (!p.hits(sentence).isEmpty()) {
        hit.add(p);
      }
    }
    assertEquals(EnumSet.of(pattern), hit);
  }

  @Test
  void plainSentencesPass() {
    String text =
        "What to do next. What happens when a node stops? The client that has no key gets 401."
            + " Returns the row; otherwise empty. Skips the rest of the line. The client, which may"
            + " retry, looks up its key.";
    for (ProsePattern pattern : ProsePattern.values()) {
      assertEquals(List.of(), pattern.hits(text), pattern.name());
    }
  }

  @ParameterizedTest
  @CsvSource({
    "a/A.java",
    "a/a.js",
    "a/a.css",
    "a/a.md",
    "a/a.sql",
    "a/a.sh",
    "a/a.properties",
    "a/a.yaml",
    "a/pom.xml",
    "a/openapi.json"
  })
  void proseOfEachKindIsFound(String path) {
    String kind = path.replaceFirst(".*\\.", "");
    String text =
        switch (kind) {
          case "java", "js" -> "x = \"// nobody\";\n// It is not\n// known by no\u0062ody.\n";
          case "css" -> "a {}\n/* It is not\n * known by nobody. */\n";
          case "md" -> "```\nnobody\n```\n`nobody`\nIt is known by nobody.\n";
          case "sql" -> "SELECT 1; -- It is not\n-- known by nobody.\n";
          case "xml" -> "<a>nobody</a>\n<!-- It is not\n known by nobody. -->\n";
          case "json" ->
              "{\"nobody\":\n{},\n\"description\": \"Known by nobody.\", \"enum\": [\"nobody\"]}";
          default -> "nobody=1\n# It is not\n# known by nobody.\n";
        };
    SourceFile file = new SourceFile(path, text);
    List<Finding> found = findings(file);
    assertEquals(1, found.size(), found.toString());
    assertTrue(ProseReader.rule(file).name().startsWith("PROSE_"));
    assertTrue(found.getFirst().line() >= 2, found.toString());
  }

  @Test
  void theLineOfAHitIsReported() {
    SourceFile file =
        new SourceFile("a/A.java", "\n/**\n * One line.\n *\n * <p>Known by\n * nobody.\n */\n");
    assertEquals(6, findings(file).getFirst().line());
  }
}
