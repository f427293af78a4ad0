package io.tributary.provider.googlehealth;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.tributary.core.Ids;
import io.tributary.provider.AppCredentials;
import io.tributary.provider.FetchTarget;
import io.tributary.provider.NotificationParser;
import io.tributary.provider.NotificationParser.ProviderNotification;
import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Valid and forged notifications. */
class GoogleHealthNotificationParserTest {
  private static final String HOOK = "the-secret-part";
  private static final Instant NOW = Instant.parse("2026-03-10T12:00:00Z");
  private static final AppCredentials APP = app("client-secret");
  private static final String WORD = GoogleVerificationToken.of(APP, HOOK);

  private static AppCredentials app(String secret) {
    return new AppCredentials(
        Ids.DEFAULT_APP,
        "google_health",
        "client",
        secret,
        new AppCredentials.Urls("http://127.0.0.1:9", "http://127.0.0.1:9/auth"),
        "http://127.0.0.1:9/back");
  }

  private static NotificationParser.NotificationResponse receive(
      String word, Optional<String> stored, String body) {
    MultiMap headers = MultiMap.caseInsensitiveMultiMap();
    if (word != null) {
      headers.add("authorization", word);
    }
    return new GoogleHealthNotificationParser()
        .receive(
            new NotificationParser.NotificationRequest(
                APP,
                HOOK,
                stored,
                "POST",
                headers,
                MultiMap.caseInsensitiveMultiMap(),
                Buffer.buffer(body),
                NOW));
  }

  private static List<ProviderNotification> hints(String body) {
    NotificationParser.NotificationAccepted taken =
        assertInstanceOf(
            NotificationParser.NotificationAccepted.class, receive(WORD, Optional.empty(), body));
    assertEquals(204, taken.status());
    return taken.notifications();
  }

  private static String notice(String type, String operation, String... times) {
    StringBuilder spans = new StringBuilder();
    for (int i = 0; i < times.length; i += 2) {
      spans
          .append(i == 0 ? "" : ",")
          .append("{\"physicalTimeInterval\":{\"startTime\":\"")
          .append(times[i])
          .append("\",\"endTime\":\"")
          .append(times[i + 1])
          .append("\"}}");
    }
    return "{\"data\":{\"version\":\"1\",\"clientProvidedSubscriptionName\":\"s1\","
        + "\"healthUserId\":\"h-9\",\"operation\":\""
        + operation
        + "\",\"dataType\":\""
        + type
        + "\",\"intervals\":["
        + spans
        + "]}}";
  }

  private static FetchTarget days(String first, String last) {
    return new FetchTarget.Days(LocalDate.parse(first), LocalDate.parse(last));
  }

  @Test
  void theVerificationIsAgreedToWithTheWordAndRefusedWithoutIt() {
    String body = "{\"type\":\"verification\"}";
    NotificationParser.Challenge agreed =
        assertInstanceOf(NotificationParser.Challenge.class, receive(WORD, Optional.empty(), body));
    assertEquals(200, agreed.status());
    assertEquals(
        new NotificationParser.NotificationRejected(401), receive(null, Optional.empty(), body));
    assertEquals(
        new NotificationParser.NotificationRejected(401), receive("", Optional.of(""), body));
  }

  @Test
  void aWrongWordIsRefusedAndTheOneOfTheSubscriptionOutlivesTheApplicationsSecret() {
    String body = notice("sleep", "UPSERT");
    assertEquals(
        new NotificationParser.NotificationRejected(401),
        receive(WORD + "0", Optional.empty(), body));
    assertEquals(
        new NotificationParser.NotificationRejected(401),
        receive(WORD.replace("Bearer ", ""), Optional.empty(), body));
    String before = GoogleVerificationToken.of(app("old-secret"), HOOK);
    assertNotEquals(WORD, before);
    assertEquals(
        new NotificationParser.NotificationRejected(401), receive(before, Optional.empty(), body));
    assertInstanceOf(
        NotificationParser.NotificationAccepted.class, receive(before, Optional.of(before), body));
    assertNotEquals(WORD, GoogleVerificationToken.of(APP, "another-address"));
    assertEquals("", GoogleVerificationToken.of(app(""), HOOK));
  }

  @Test
  void aSpanOfInstantsIsEveryDayThatItMayBeOf() {
    assertEquals(
        List.of(
            ProviderNotification.changed(
                "h-9", Set.of("steps", "activity", "energy"), days("2026-03-01", "2026-03-03"))),
        hints(notice("steps", "UPSERT", "2026-03-02T08:00:00Z", "2026-03-02T10:30:00Z")));
  }

  @Test
  void eachSpanIsReadAndNoneReachesIntoTheFutureOrFurtherThanAYear() {
    List<ProviderNotification> told =
        hints(
            notice(
                "heart-rate",
                "UPSERT",
                "2026-02-01T12:00:00Z",
                "2026-02-01T13:00:00Z",
                "2026-03-10T00:00:00Z",
                "2026-03-31T00:00:00Z",
                "2010-01-01T00:00:00Z",
                "2026-03-01T00:00:00Z",
                "2026-04-01T00:00:00Z",
                "2026-04-02T00:00:00Z"));
    assertEquals(
        List.of(
            days("2026-02-01", "2026-02-02"),
            days("2026-03-09", "2026-03-11"),
            days("2025-03-02", "2026-03-01")),
        told.stream().map(h -> h.target().orElseThrow()).toList());
  }

  @Test
  void aNoticeWithoutReadableTimesIsOfTheLatestDays() {
    List<ProviderNotification> told = hints(notice("weight", "UPSERT", "soon", "later"));
    assertEquals(List.of(ProviderNotification.changed("h-9", Set.of("body"), null)), told);
  }

  @Test
  void whatWasDeletedStaysAndOnlyTheSumsOfItsDayAreReadAgain() {
    String[] span = {"2026-03-02T08:00:00Z", "2026-03-02T10:30:00Z"};
    assertEquals(List.of(), hints(notice("sleep", "DELETE", span)));
    assertEquals(
        List.of(
            ProviderNotification.changed(
                "h-9", Set.of("activity"), days("2026-03-01", "2026-03-03"))),
        hints(notice("steps", "DELETE", span)));
  }

  @Test
  void typesThatAreNotReadAreTakenAndMeanNothing() {
    assertEquals(List.of(), hints(notice("nutrition-log", "UPSERT")));
    assertEquals(List.of(), hints(notice("daily-heart-rate-variability", "UPSERT")));
  }

  @Test
  void aBodyThatTellsNobodyCannotBeRead() {
    assertThrows(IllegalArgumentException.class, () -> hints("not json"));
    assertThrows(IllegalArgumentException.class, () -> hints("{\"data\":{}}"));
  }
}
