package io.tributary.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.URI;
import java.time.LocalDate;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/**
 * Checks that an error message contains the kind, location and cause of an exception but none of
 * the data.
 */
class SafeErrorMessageTest {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private record Reading(int value) {}

  private static String message(Executable faulty) {
    return SafeErrorMessage.of(assertThrows(Exception.class, faulty));
  }

  private static void sanitized(String expected, Executable faulty) {
    String said = message(faulty);
    assertTrue(said.startsWith(expected + " at "), said);
  }

  @Test
  void whatCouldNotBeTakenIsLeftOut() {
    sanitized(
        "IllegalArgumentException: Invalid UUID string: …", () -> UUID.fromString("Ada Winter"));
    sanitized(
        "IllegalArgumentException: Illegal character in path at index 20: …?name=…",
        () -> URI.create("https://a.example/p/ 6.9?name=page"));
    sanitized(
        "IllegalArgumentException: No enum constant io.tributary.core.Environment.…",
        () -> Environment.valueOf("Winter"));
    sanitized("NumberFormatException: For input string: …", () -> Integer.parseInt("6.9 mmol"));
    sanitized(
        "DateTimeParseException: Text … could not be parsed at index 0",
        () -> LocalDate.parse("Winter"));
    for (String json :
        List.of("{\"value\": 12345678901}", "{\"value\": \"Ada\"}", "{\"value\": Ada}")) {
      String said = message(() -> MAPPER.readValue(json, Reading.class));
      assertFalse(said.contains("1234567890") || said.contains("Ada"), said);
    }
    String wide = message(() -> MAPPER.readValue("{\"value\": 12345678901}", Reading.class));
    assertTrue(wide.contains("Numeric value (…) out of range of int"), wide);
    assertTrue(wide.contains("line: 1, column: "), wide);
    JsonNode none = null;
    assertTrue(
        message(() -> none.get("Ada"))
            .startsWith("NullPointerException: Cannot invoke … because …"));
  }

  @Test
  void whatHelpsIsKept() {
    for (String all :
        List.of(
            "Connection refused: localhost/127.0.0.1:5432",
            "ERROR: duplicate key value violates unique constraint \"user_key\" (23505)",
            "FATAL: the database system is starting up (57P03)",
            "ERROR: invalid input syntax for type uuid: … (22P02)",
            "insert or update on table \"a_b\" violates foreign key constraint \"b_c\"",
            "Key (team_id, client_user_id)=(…) already exists.",
            "Index 5 out of bounds for length 3",
            "class io.tributary.a.B cannot be cast to class java.util.List",
            "TRIBUTARY_CLUSTER_MEMBERS_FILE: no such file: …",
            "it's read-only",
            "not stored: Connection closed. Try again with the HTTP client of PostgreSQL",
            "io.tributary.a.B$C: stopped")) {
      assertEquals(all, SafeErrorMessage.safe(all));
    }
  }

  @Test
  void wordsOfSomebodysAreNoWordsOfFaults() {
    for (String value :
        List.of(
            "John Smith",
            "com.Smith",
            "positive",
            "not-detected",
            "Female",
            "1975-03-04",
            "6.9",
            "120/80",
            "ada@a.example",
            "sk_us_0123456789",
            "https://a.example/x?token=page&status=open",
            "io.tributary.a.B.Smith",
            "O'Neill",
            "MRN77",
            "AB123",
            "José",
            "72")) {
      for (String text :
          List.of("not a value: %s", "value %s.", "at %s, or", "(%s)", "x=%s", "\"%s", "%s")) {
        String said = SafeErrorMessage.safe(text.formatted(value));
        for (String part : value.split("[^\\p{L}0-9]+")) {
          boolean word = LoggableWords.isAllowed(part, true) || "iotributaryaB".contains(part);
          assertTrue(word || !said.contains(part), said);
        }
        assertFalse(said.contains(value), said);
      }
    }
    for (String result :
        "positive negative detected present absent reactive normal abnormal high low small large trace few many clear none male female"
            .split(" ")) {
      assertFalse(LoggableWords.isAllowed(result, true), result);
    }
  }

  @Test
  void wordsThatAreNamesAsWellAreWordsInTheirPlaceOnly() {
    for (String name : "Max Page Field Long Short Case Major Key Day Block".split(" ")) {
      for (String said : List.of(name, name.toUpperCase(Locale.ROOT))) {
        for (String text :
            List.of("value %s.", "at %s, or", "(%s)", "J. %s", "Dr. %s said", "not-%s", "a\n%s")) {
          assertFalse(SafeErrorMessage.safe(text.formatted(said)).contains(said), said);
        }
      }
      assertEquals(
          "a " + name.toLowerCase(Locale.ROOT),
          SafeErrorMessage.safe("a " + name.toLowerCase(Locale.ROOT)));
      assertEquals(name + " is not there", SafeErrorMessage.safe(name + " is not there"));
    }
  }

  @Test
  void aLongTextIsCut() {
    assertTrue(SafeErrorMessage.safe("Ada ".repeat(500)).length() < 10);
    Exception e = new IllegalStateException("a ".repeat(100_000) + "\"".repeat(1000));
    assertTrue(SafeErrorMessage.of(e).length() < 3000);
  }
}
