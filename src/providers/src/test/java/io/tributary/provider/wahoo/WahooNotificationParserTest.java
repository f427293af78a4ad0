package io.tributary.provider.wahoo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import io.tributary.core.Ids;
import io.tributary.provider.AppCredentials;
import io.tributary.provider.FetchTarget;
import io.tributary.provider.NotificationParser;
import io.tributary.provider.NotificationParser.ProviderNotification;
import io.tributary.provider.ProviderException;
import io.tributary.provider.ProviderHttp.ProviderResponse;
import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Notifications with their token in the body, and quotas in lists. */
class WahooNotificationParserTest {
  private static final String CREATED =
      "{\"event_type\":\"workout_summary\",\"webhook_token\":\"path-word\",\"user\":{\"id\":9},"
          + "\"workout_summary\":{\"id\":91,\"workout\":{\"id\":88}}}";

  private static NotificationParser.NotificationResponse receive(String method, String body) {
    var app =
        new AppCredentials(
            Ids.DEFAULT_APP,
            "wahoo",
            "client",
            "whisper",
            new AppCredentials.Urls("http://127.0.0.1:9", "http://127.0.0.1:9/auth"),
            "http://127.0.0.1:9/back");
    return new WahooNotificationParser()
        .receive(
            new NotificationParser.NotificationRequest(
                app,
                "path-word",
                Optional.empty(),
                method,
                MultiMap.caseInsensitiveMultiMap(),
                MultiMap.caseInsensitiveMultiMap(),
                Buffer.buffer(body),
                Instant.now()));
  }

  private static List<ProviderNotification> told(String body) {
    return assertInstanceOf(NotificationParser.NotificationAccepted.class, receive("POST", body))
        .notifications();
  }

  @Test
  void aNoticeHasItsWorkoutReadByBothNamesOfTheEvent() {
    List<ProviderNotification> read =
        List.of(
            ProviderNotification.changed(
                "9", Set.of("workouts"), new FetchTarget.SingleDocument("workout", "88")));
    assertEquals(read, told(CREATED));
    assertEquals(read, told(CREATED.replace("event_type", "event")));
  }

  @Test
  void aNoticeThatNamesNoWorkoutHasTheNewsRead() {
    List<ProviderNotification> news =
        List.of(ProviderNotification.changed("9", Set.of("workouts"), null));
    assertEquals(news, told(CREATED.replace("{\"id\":88}", "null")));
    assertEquals(news, told(CREATED.replace("88", "\"../user\"")));
  }

  @Test
  void otherEventsAreTakenAndHaveNothingRead() {
    assertEquals(List.of(), told(CREATED.replace("\"workout_summary\",", "\"plan\",")));
  }

  @Test
  void withoutTheTokenNothingIsTaken() {
    NotificationParser.NotificationRejected refused =
        new NotificationParser.NotificationRejected(401);
    assertEquals(refused, receive("POST", CREATED.replace("path-word", "path-worf")));
    assertEquals(refused, receive("POST", CREATED.replace("path-word", "")));
    assertEquals(refused, receive("POST", CREATED.replace("\"path-word\"", "null")));
    assertEquals(refused, receive("POST", "{}"));
    assertEquals(
        new NotificationParser.NotificationRejected(400),
        receive("POST", "webhook_token=path-word"));
    assertEquals(new NotificationParser.NotificationRejected(405), receive("GET", CREATED));
  }

  @Test
  void aNoticeOfNobodyIsRefused() {
    assertEquals(
        new NotificationParser.NotificationRejected(400),
        receive("POST", CREATED.replace("9}", "null}")));
  }

  private static Duration pause(String... headers) {
    MultiMap all = MultiMap.caseInsensitiveMultiMap();
    for (int i = 0; i < headers.length; i += 2) {
      all.add(headers[i], headers[i + 1]);
    }
    ProviderException fault =
        new WahooErrorMapping()
            .toException(new ProviderResponse(429, all, Buffer.buffer()), Duration.ofMinutes(5))
            .orElseThrow();
    return assertInstanceOf(ProviderException.RateLimited.class, fault).retryAfter();
  }

  @Test
  void aQuotaThatIsUsedUpSaysForHowLong() {
    String left = "X-RateLimit-Remaining";
    String reset = "X-RateLimit-Reset";
    assertEquals(Duration.ofMinutes(5), pause());
    assertEquals(Duration.ofSeconds(120), pause(left, "4800, 800, 0", reset, "120"));
    assertEquals(Duration.ofSeconds(77), pause(left, "0,800,4800", reset, "77,1800,40000"));
    assertEquals(Duration.ofSeconds(1800), pause(left, "0,0,4800", reset, "77,1800,40000"));
    String all = "77,1800,40000";
    assertEquals(Duration.ofMinutes(5), pause(reset, all), "nobody says which is used up");
    assertEquals(Duration.ofMinutes(5), pause(left, "0,800", reset, all));
    assertEquals(Duration.ofMinutes(5), pause(left, "0", reset, "0"));
    assertEquals(Duration.ofMinutes(5), pause(left, "0", reset, "1772449500"), "no seconds");
    assertEquals(Duration.ofMinutes(5), pause(left, "0", reset, "soon"));
    assertEquals(Duration.ofSeconds(9), pause("Retry-After", "9", left, "0", reset, "77"));
  }
}
