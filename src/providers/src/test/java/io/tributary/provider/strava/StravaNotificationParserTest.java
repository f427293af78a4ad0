package io.tributary.provider.strava;

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
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Unsigned notifications, and quotas whose reset time follows from the clock only. */
class StravaNotificationParserTest {
  private static final String CREATED =
      "{\"object_type\":\"activity\",\"object_id\":7100042,\"aspect_type\":\"create\","
          + "\"owner_id\":5501,\"subscription_id\":120,\"event_time\":1772449500,\"updates\":{}}";

  private static NotificationParser.NotificationResponse receive(
      String method, MultiMap query, String body, Optional<String> subscription) {
    var app =
        new AppCredentials(
            Ids.DEFAULT_APP,
            "strava",
            "client",
            "whisper",
            new AppCredentials.Urls("http://127.0.0.1:9", "http://127.0.0.1:9/auth"),
            "http://127.0.0.1:9/back");
    return new StravaNotificationParser()
        .receive(
            new NotificationParser.NotificationRequest(
                app,
                "path-word",
                subscription,
                method,
                MultiMap.caseInsensitiveMultiMap(),
                query,
                Buffer.buffer(body),
                Instant.now()));
  }

  private static NotificationParser.NotificationResponse post(String body) {
    return receive("POST", MultiMap.caseInsensitiveMultiMap(), body, Optional.of("120"));
  }

  private static List<ProviderNotification> told(String body) {
    return assertInstanceOf(NotificationParser.NotificationAccepted.class, post(body))
        .notifications();
  }

  private static MultiMap challenge(String word) {
    return MultiMap.caseInsensitiveMultiMap()
        .add("hub.mode", "subscribe")
        .add("hub.challenge", "abc\"d")
        .add("hub.verify_token", word);
  }

  @Test
  void aChallengeIsRepeatedToWhoKnowsTheWord() {
    assertEquals(
        new NotificationParser.Challenge(
            200, "application/json", "{\"hub.challenge\":\"abc\\\"d\"}"),
        receive("GET", challenge("path-word"), "", Optional.empty()));
    assertEquals(
        new NotificationParser.NotificationRejected(403),
        receive("GET", challenge("path"), "", Optional.empty()));
  }

  @Test
  void aNoticeHasItsActivityRead() {
    assertEquals(
        List.of(
            ProviderNotification.changed(
                "5501",
                Set.of("activities"),
                new FetchTarget.SingleDocument("activity", "7100042"))),
        told(CREATED));
    assertEquals(1, told(CREATED.replace("create", "update")).size());
  }

  @Test
  void aNoticeOfAnotherSubscriptionIsRefused() {
    assertEquals(
        new NotificationParser.NotificationRejected(403), post(CREATED.replace("120", "121")));
    assertEquals(
        new NotificationParser.NotificationRejected(400),
        post(CREATED.replace("owner_id", "owner")));
  }

  @Test
  void whatWasDeletedIsNotReadAndStays() {
    assertEquals(List.of(), told(CREATED.replace("create", "delete")));
  }

  @Test
  void anAthleteWhoTookTheGrantBackIsTold() {
    String revoked =
        CREATED
            .replace("\"activity\"", "\"athlete\"")
            .replace("create", "update")
            .replace("7100042", "5501");
    assertEquals(
        List.of(
            ProviderNotification.revoked("5501")
                .withTime(Optional.of(Instant.ofEpochSecond(1_772_449_500)))),
        told(revoked.replace("\"updates\":{}", "\"updates\":{\"authorized\":\"false\"}")));
    assertEquals(List.of(), told(revoked));
  }

  private static Duration wait(String now, String limit, String usage) {
    Clock clock = Clock.fixed(Instant.parse(now), ZoneOffset.UTC);
    MultiMap headers =
        MultiMap.caseInsensitiveMultiMap()
            .add("X-RateLimit-Limit", "200,2000")
            .add("X-RateLimit-Usage", "110,900")
            .add("X-ReadRateLimit-Limit", limit)
            .add("X-ReadRateLimit-Usage", usage);
    var fault =
        new StravaErrorMapping(clock)
            .toException(
                new ProviderResponse(429, headers, Buffer.buffer()), Duration.ofMinutes(15));
    return assertInstanceOf(ProviderException.RateLimited.class, fault.orElseThrow()).retryAfter();
  }

  @Test
  void aCallTooManyWaitsForTheFullQuarterAndOnceTheDayIsUsedUpForMidnight() {
    assertEquals(Duration.ofSeconds(61), wait("2026-03-02T11:13:59Z", "100,1000", "100,340"));
    assertEquals(Duration.ofMinutes(15), wait("2026-03-02T11:15:00Z", "100,1000", "100,340"));
    assertEquals(Duration.ofMinutes(90), wait("2026-03-02T22:30:00Z", "100,1000", "5,1000"));
  }

  private static ProviderException forbidden(String resource) {
    String body =
        "{\"message\":\"Forbidden\",\"errors\":[{\"resource\":\""
            + resource
            + "\",\"field\":\"status\",\"code\":\"inactive\"}]}";
    return new StravaErrorMapping(Clock.systemUTC())
        .toException(
            new ProviderResponse(403, MultiMap.caseInsensitiveMultiMap(), Buffer.buffer(body)),
            Duration.ofMinutes(15))
        .orElseThrow();
  }

  @Test
  void aRefusalOfTheApplicationIsNoScopeThatTheUserLeftOut() {
    assertInstanceOf(ProviderException.AppCredentialsRejected.class, forbidden("Application"));
    assertInstanceOf(ProviderException.ScopeMissing.class, forbidden("Athlete"));
  }
}
