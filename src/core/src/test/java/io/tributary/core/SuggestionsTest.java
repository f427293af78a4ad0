package io.tributary.core;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SuggestionsTest {
  private static final List<String> NAMES =
      List.of("client_user_id", "heartrate", "hrv", "ige", "igg", "HTTP_PORT", "first_name");

  @ParameterizedTest
  @CsvSource({
    "client_user_idd, client_user_id",
    "clientUserId, client_user_id",
    "CLIENT-USER-ID, client_user_id",
    "heart_rate, heartrate",
    "haertrate, heartrate",
    "hvr, hrv",
    "HTTP_PROT, HTTP_PORT",
    "http_prt, HTTP_PORT",
    "frist_name, first_name",
  })
  void aMisspeltNameGetsTheClosestCandidate(String given, String expected) {
    assertEquals(Optional.of(expected), Suggestions.closest(given, NAMES));
  }

  @ParameterizedTest
  @CsvSource({"h", "ab", "steps", "abc", "last_visit", "user", "glucose"})
  void aNameThatResemblesNoneGetsNone(String given) {
    assertEquals(Optional.empty(), Suggestions.closest(given, NAMES));
  }

  @Test
  void theFirstOfSeveralEquallyCloseCandidatesIsReturned() {
    assertEquals(Optional.of("ige"), Suggestions.closest("igx", NAMES));
    assertEquals(Optional.of("igg"), Suggestions.closest("igx", NAMES.reversed()));
  }

  @Test
  void emptyAndVeryLongNamesGetNone() {
    assertEquals(Optional.empty(), Suggestions.closest("", NAMES));
    assertEquals(Optional.empty(), Suggestions.closest("a".repeat(100), List.of("a".repeat(101))));
    assertEquals(Optional.empty(), Suggestions.closest("heartrate", List.of()));
  }
}
