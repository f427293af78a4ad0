package io.tributary.log;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.core.Json;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import org.junit.jupiter.api.Test;

/** Checks that each line is one JSON object, whatever it contains. */
class JsonLogFormatterTest {
  private static LogRecord line(Level level, String message) {
    LogRecord out = new LogRecord(level, message);
    out.setInstant(Instant.parse("2026-11-23T04:05:06.007890Z"));
    out.setLoggerName("io.tributary.job.JobRunner");
    return out;
  }

  private static JsonNode format(LogRecord line) {
    String text = new JsonLogFormatter("node-1").format(line);
    assertTrue(text.endsWith("}\n"), text);
    assertEquals(1, text.lines().count(), text);
    return Json.parse(text.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void aLineHasItsFields() {
    JsonNode n = format(line(Level.WARNING, "queue=pull claim failed: \"a\nb\" {0}"));
    assertEquals("2026-11-23T04:05:06.007Z", n.get("ts").textValue());
    assertEquals("WARNING", n.get("level").textValue());
    assertEquals("io.tributary.job.JobRunner", n.get("logger").textValue());
    assertEquals("queue=pull claim failed: \"a\nb\" {0}", n.get("message").textValue());
    assertEquals("node-1", n.get("node").textValue());
    assertFalse(n.has("trace_id"));
    assertFalse(n.has("exception"));
  }

  @Test
  void faultsQuoteNothingInEitherForm() {
    RuntimeException thrown =
        new IllegalStateException(
            "line 7",
            new IllegalArgumentException(
                "duplicate key value violates unique constraint \"user_key\" Key (name)=(Ada)",
                new NumberFormatException("For input string: \"6.9 mmol\" or 'Bea', it's `Cleo")));
    LogRecord line = line(Level.SEVERE, "fault=1");
    line.setThrown(thrown);
    for (String text :
        List.of(
            format(line).get("exception").textValue(),
            new RedactingFormatter(new SimpleFormatter()).format(line))) {
      for (String value : List.of("Ada", "mmol", "Bea", "Cleo")) {
        assertFalse(text.contains(value), text);
      }
      assertTrue(text.contains("java.lang.NumberFormatException: For input string: …"), text);
      assertTrue(text.contains("unique constraint \"user_key\" Key (name)=(…)"), text);
      assertTrue(text.contains("IllegalStateException: line 7"), text);
      assertTrue(text.contains("at " + JsonLogFormatterTest.class.getName()), text);
    }
    assertSame(thrown, line.getThrown());
  }

  @Test
  void levelsAreThoseOfTheCode() {
    assertEquals("ERROR", format(line(Level.SEVERE, "a")).get("level").textValue());
    assertEquals("INFO", format(line(Level.INFO, "a")).get("level").textValue());
    assertEquals("DEBUG", format(line(Level.FINE, "a")).get("level").textValue());
    assertEquals("TRACE", format(line(Level.FINER, "a")).get("level").textValue());
  }

  @Test
  void theTraceOfALineIsAField() {
    String trace = "0af7651916cd43dd8448eb211c80319c";
    JsonNode n = format(line(Level.INFO, "status=200 trace=" + trace + " team=1"));
    assertEquals(trace, n.get("trace_id").textValue());
  }

  @Test
  void whatALibraryPrintsIsALineOfTheLog() {
    List<String> logged = new ArrayList<>();
    Logger logger = Logger.getLogger("stderr");
    Handler ear =
        new Handler() {
          @Override
          public void publish(LogRecord line) {
            logged.add(line.getLevel() + " " + line.getMessage());
          }

          @Override
          public void flush() {}

          @Override
          public void close() {}
        };
    logger.addHandler(ear);
    try (PrintStream out = new PrintStream(new StderrRedirect(), true, StandardCharsets.UTF_8)) {
      out.print("FATAL: ");
      out.println("gone");
      out.println();
      out.println("größer");
    } finally {
      logger.removeHandler(ear);
    }
    assertEquals(List.of("WARNING FATAL: gone", "WARNING größer"), logged);
  }

  @Test
  void anExceptionIsOneField() {
    LogRecord line = line(Level.SEVERE, "queue=pull job failed");
    line.setThrown(new IllegalStateException("outer", new RuntimeException("inner")));
    String stack = format(line).get("exception").textValue();
    assertTrue(stack.startsWith("java.lang.IllegalStateException: outer\n\tat "), stack);
    assertTrue(stack.contains("Caused by: java.lang.RuntimeException: inner"), stack);
  }
}
