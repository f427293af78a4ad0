package io.tributary.provider.document;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.tributary.core.Json;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks that a field is read with its actual type or omitted; no value is invented. */
class LenientJsonTest {
  private static LenientJson doc(String json) {
    return LenientJson.of(Json.parse(json));
  }

  private static LenientJson loose(String json) {
    return LenientJson.withTextNumbers(Json.parse(json));
  }

  @Test
  void figuresAreNumbersWithinTheirRange() {
    LenientJson doc = doc("{\"a\":61.5,\"b\":\"61.5\",\"c\":-1,\"d\":null,\"e\":true,\"f\":1e400}");
    assertEquals(61.5, doc.number("a", 0, 100));
    assertNull(doc.number("a", 0, 61));
    assertNull(doc.number("b", 0, 100));
    assertNull(doc.nonNegative("c"));
    assertNull(doc.nonNegative("d"));
    assertNull(doc.nonNegative("e"));
    assertNull(doc.number("f", 0, Double.POSITIVE_INFINITY));
    assertNull(doc.nonNegative("z"));
    assertEquals(62, doc.integer("a", 0, 100));
  }

  @ParameterizedTest
  @ValueSource(strings = {"9876", " 9876", "9876.0", "+9876", "9.876e3"})
  void aFigureMayBeATextWhereTheVendorWritesTexts(String text) {
    assertEquals(9876, loose("{\"v\":\"" + text + "\"}").integer("v", 0, 100_000));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", " ", "44-48", "1,234", "NaN", "Infinity", "0x10", "1e999", "12kg", "1d", "."})
  void aTextThatIsNoFigureIsNone(String text) {
    assertNull(loose("{\"v\":\"" + text + "\"}").nonNegative("v"));
  }

  @Test
  void childrenAndListsOfALooseDocumentAreLooseToo() {
    LenientJson doc = loose("{\"a\":{\"b\":[{\"v\":\"7\"}]}}");
    assertEquals(7.0, doc.child("a").list("b").getFirst().nonNegative("v"));
    assertEquals(List.of(), doc.child("a").list("none"));
    assertEquals(List.of(), doc("{\"a\":{\"b\":1}}").list("a"));
  }

  @Test
  void numbersOf64BitsKeepEveryDigit() {
    String big = "9007199254740993";
    assertEquals(Long.parseLong(big), doc("{\"v\":" + big + "}").wholeNumber("v"));
    assertEquals(Long.parseLong(big), loose("{\"v\":\"" + big + "\"}").wholeNumber("v"));
    assertNull(doc("{\"v\":\"" + big + "\"}").wholeNumber("v"));
    assertNull(doc("{\"v\":7.5}").wholeNumber("v"));
    assertNull(loose("{\"v\":\"99999999999999999999\"}").wholeNumber("v"));
    assertNull(doc("{\"v\":99999999999999999999}").wholeNumber("v"));
    assertEquals(big, doc("{\"v\":" + big + "}").id("v"));
    assertEquals("99999999999999999999", doc("{\"v\":99999999999999999999}").id("v"));
    assertEquals("r-1", doc("{\"v\":\"r-1\"}").id("v"));
    assertNull(doc("{\"v\":7.5}").id("v"));
    assertNull(doc("{\"v\":\"  \"}").id("v"));
  }

  @Test
  void wordsAndCodesStandForWhatTheTableSays() {
    Map<String, String> table = Map.of("light", "L", "3", "three");
    assertEquals("L", doc("{\"v\":\"light\"}").lookup("v", table));
    assertEquals("three", doc("{\"v\":3}").lookup("v", table));
    assertNull(doc("{\"v\":\"Light\"}").lookup("v", table));
    assertNull(doc("{}").lookup("v", table));
  }

  @Test
  void flagsAreTrueFalseOneAndNought() {
    assertEquals(true, doc("{\"v\":true}").flag("v"));
    assertEquals(true, doc("{\"v\":1}").flag("v"));
    assertEquals(false, doc("{\"v\":0}").flag("v"));
    assertNull(doc("{\"v\":\"true\"}").flag("v"));
    assertEquals(true, loose("{\"v\":\"true\"}").flag("v"));
    assertNull(doc("{\"v\":2}").flag("v"));
    assertNull(doc("{}").flag("v"));
  }

  @Test
  void lengthsOfTimeInTheirForms() {
    assertEquals(Duration.ofSeconds(3723), doc("{\"v\":\"PT1H2M3S\"}").duration("v"));
    assertEquals(Duration.ofMillis(1805_500), doc("{\"v\":\"1805.5s\"}").duration("v"));
    assertNull(doc("{\"v\":\"-PT5S\"}").duration("v"));
    assertNull(doc("{\"v\":\"1805\"}").duration("v"));
    assertNull(doc("{\"v\":\"around an hour\"}").duration("v"));
    assertEquals(1806, doc("{\"v\":1805500}").secondsOfMillis("v"));
    assertEquals(90, doc("{\"v\":1.5}").secondsOfMinutes("v"));
    assertNull(doc("{\"v\":-1}").secondsOfMillis("v"));
  }

  @Test
  void daysAndClocks() {
    LenientJson doc =
        doc(
            """
            {"d":"2026-03-02","odd":"2026-02-30","t":"2026-03-02T00:00:00Z","c":{"year":2026,"month":3,
             "day":2},"e":{"year":2026,"month":2,"day":30},"w":"2026-03-02T07:05:03.250+02:00",
             "s":"2026-03-02 07:05:03","h":"07:05","z":"Europe/Paris","n":"Mars/Phobos"}
            """);
    LocalDate day = LocalDate.parse("2026-03-02");
    assertEquals(day, doc.day("d"));
    assertNull(doc.day("odd"));
    assertNull(doc.day("t"));
    assertEquals(day, doc.civilDay("c"));
    assertNull(doc.civilDay("e"));
    assertNull(doc.civilDay("none"));
    assertEquals(LocalDateTime.parse("2026-03-02T07:05:03.250"), doc.localDateTime("w"));
    assertEquals(LocalDateTime.parse("2026-03-02T07:05:03"), doc.localDateTime("s"));
    assertEquals(LocalTime.of(7, 5), doc.localTime("h"));
    assertNull(doc.localTime("d"));
    assertEquals(ZoneId.of("Europe/Paris"), doc.zone("z"));
    assertNull(doc.zone("n"));
  }

  @Test
  void instantsAreCountedInTheUnitTheyAreCountedIn() {
    Instant at = Instant.parse("2026-03-02T00:33:20Z");
    assertEquals(at, doc("{\"v\":1772411600}").epoch("v", ChronoUnit.SECONDS));
    assertEquals(at, doc("{\"v\":1772411600000}").epoch("v", ChronoUnit.MILLIS));
    assertEquals(at, loose("{\"v\":\"1772411600000000000\"}").epoch("v", ChronoUnit.NANOS));
    // Milliseconds read as seconds are beyond the year 9999, so there is no value.
    assertNull(doc("{\"v\":1772411600000}").epoch("v", ChronoUnit.SECONDS));
    assertNull(doc("{\"v\":9223372036854775807}").epoch("v", ChronoUnit.SECONDS));
    assertNull(doc("{\"v\":1772411600.5}").epoch("v", ChronoUnit.SECONDS));
  }

  @Test
  void anInstantNeedsAnOffset() {
    assertEquals(
        Instant.parse("2026-03-02T05:00:00Z"),
        doc("{\"v\":\"2026-03-02T07:00:00+02:00\"}").instant("v"));
    assertNull(doc("{\"v\":\"2026-03-02T07:00:00\"}").instant("v"));
    assertNull(doc("{\"v\":\"soon\"}").instant("v"));
  }

  @ParameterizedTest
  @CsvSource({
    "Z, 0",
    "+02:00, 7200",
    "-09:30, -34200",
    "+0545, 20700",
    "3600s, 3600",
    "-18000s, -18000",
    "+19:00,",
    "99999s,",
    "3600,",
    "CET,"
  })
  void offsetsInTheirForms(String text, Integer seconds) {
    assertEquals(seconds, doc("{\"v\":\"" + text + "\"}").offset("v"));
  }

  @Test
  void offsetsAsNumbersHaveTheirUnit() {
    assertEquals(3600, doc("{\"v\":60}").offset("v", ChronoUnit.MINUTES));
    assertEquals(-3600, doc("{\"v\":-3600000}").offset("v", ChronoUnit.MILLIS));
    assertEquals(7200, doc("{\"v\":7200}").offset("v", ChronoUnit.SECONDS));
    assertNull(doc("{\"v\":7200}").offset("v", ChronoUnit.MINUTES));
    assertNull(doc("{}").offset("v", ChronoUnit.MINUTES));
  }

  @Test
  void anOffsetIsWhatTheWallIsAheadOfTheInstant() {
    Instant at = Instant.parse("2026-03-02T07:05:03Z");
    assertEquals(3600, UtcOffset.between(LocalDateTime.parse("2026-03-02T08:05:09"), at));
    assertEquals(-34_200, UtcOffset.between(LocalDateTime.parse("2026-03-01T21:35:00"), at));
    assertEquals(20_700, UtcOffset.between(LocalDateTime.parse("2026-03-02T12:50:03"), at));
    assertNull(UtcOffset.between(LocalDateTime.parse("2026-03-03T08:05:03"), at));
  }

  @Test
  void whatIsRequiredIsRefusedWithoutItsValue() {
    LenientJson doc = doc("{\"start\":\"around seven\",\"day\":20260302}");
    for (org.junit.jupiter.api.function.Executable e :
        List.<org.junit.jupiter.api.function.Executable>of(
            () -> doc.requiredStamp("start", Optional.empty()),
            () -> doc.requiredDay("day"),
            () -> doc.requiredText("day"),
            () -> doc.requiredInstant("start"))) {
      String told = assertThrows(IllegalArgumentException.class, e).getMessage();
      assertFalse(told.contains("seven") || told.contains("2026"), told);
    }
    assertFalse(doc.toString().contains("seven"));
  }

  @Test
  void eitherSpellingOfAKeyIsRead() {
    LenientJson doc = doc("{\"lower-limit\":90}");
    assertEquals(90, doc.integer(doc.firstPresent("lower_limit", "lower-limit"), 0, 300));
    assertNull(doc.integer(doc.firstPresent("upper_limit", "upper-limit"), 0, 300));
  }
}
