package io.tributary.provider.fitbit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.tributary.core.Ids;
import io.tributary.core.Json;
import io.tributary.provider.AppCredentials;
import io.tributary.provider.FetchTarget;
import io.tributary.provider.NotificationParser;
import io.tributary.provider.NotificationParser.NotificationAccepted;
import io.tributary.provider.NotificationParser.NotificationRejected;
import io.tributary.provider.NotificationParser.NotificationResponse;
import io.tributary.provider.NotificationParser.ProviderNotification;
import io.tributary.provider.NotificationParser.VerifyTokenChallenge;
import io.tributary.simulators.kit.PushRules;
import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Verification, classification and rejection of notifications. */
class FitbitNotificationParserTest {
  /** HMAC-SHA1 of this text with the key {@code secret&}, computed with another program. */
  private static final String BODY =
      "[{\"collectionType\":\"sleep\",\"date\":\"2026-03-02\",\"ownerId\":\"9XYZ12\","
          + "\"ownerType\":\"user\",\"subscriptionId\":\"u77-sleep\"}]";

  private static final String SIGNATURE = "ELwsH/v24Lm+hw9LAKCjq/MTFPc=";

  private static NotificationResponse receive(
      String method, MultiMap headers, MultiMap query, String body) {
    AppCredentials app =
        new AppCredentials(
            Ids.DEFAULT_APP,
            "fitbit",
            "client",
            "secret",
            new AppCredentials.Urls("http://127.0.0.1:9", "http://127.0.0.1:9/a"),
            "",
            Json.object()
                .put("is_hr_enabled", true)
                .put("sleep_verify_token", "right-one")
                .put("body_verify_token", "right-two"));
    return new FitbitNotificationParser()
        .receive(
            new NotificationParser.NotificationRequest(
                app,
                "hook",
                Optional.empty(),
                method,
                headers,
                query,
                Buffer.buffer(body),
                Instant.parse("2026-03-02T10:00:00Z")));
  }

  private static NotificationResponse asked(String word) {
    MultiMap query = MultiMap.caseInsensitiveMultiMap();
    if (word != null) {
      query.set("verify", word);
    }
    return receive("GET", MultiMap.caseInsensitiveMultiMap(), query, "");
  }

  private static NotificationResponse told(String signature, String body) {
    MultiMap headers = MultiMap.caseInsensitiveMultiMap();
    if (signature != null) {
      headers.set("X-Fitbit-Signature", signature);
    }
    return receive("POST", headers, MultiMap.caseInsensitiveMultiMap(), body);
  }

  private static NotificationResponse signed(String body) {
    return told(PushRules.sha1Base64("secret&", body.getBytes()), body);
  }

  @Test
  void theRightWordsOfAllSubscribersAreKnownAndOthersAreNot() {
    assertEquals(new VerifyTokenChallenge(204, "right-one"), asked("right-one"));
    assertEquals(new VerifyTokenChallenge(204, "right-two"), asked("right-two"));
    for (String word : new String[] {"wrong", "right-one,right-two", "true", "", null}) {
      assertEquals(new NotificationRejected(404), asked(word));
    }
    assertFalse(asked("right-one").toString().contains("right-one"));
  }

  @Test
  void aSignedNoticeHasItsDayRead() {
    LocalDate day = LocalDate.of(2026, 3, 2);
    assertEquals(
        new NotificationAccepted(
            204,
            List.of(
                ProviderNotification.changed(
                    "9XYZ12",
                    Set.of("sleep", "variability", "oxygen", "temperature"),
                    new FetchTarget.Days(day, day)))),
        told(SIGNATURE, BODY));
  }

  @Test
  void whatIsNotSignedWithTheSecretIsNotFound() {
    assertEquals(new NotificationRejected(404), told(null, BODY));
    assertEquals(new NotificationRejected(404), told("", BODY));
    assertEquals(new NotificationRejected(404), told(SIGNATURE, BODY.replace("9XYZ12", "9XYZ13")));
    String without = PushRules.sha1Base64("secret", BODY.getBytes());
    assertEquals(new NotificationRejected(404), told(without, BODY));
  }

  @Test
  void eachCollectionHasItsFeedsAndUnknownOnesNone() {
    NotificationAccepted taken =
        (NotificationAccepted)
            signed(
                """
                [{"collectionType": "activities", "date": "2026-03-02", "ownerId": "A"},
                 {"collectionType": "body", "date": "2026-03-02", "ownerId": "A"},
                 {"collectionType": "foods", "ownerId": "B"},
                 {"collectionType": "userRevokedAccess", "ownerId": "C"},
                 {"collectionType": "stars", "date": "2026-03-02", "ownerId": "A"},
                 {"collectionType": "sleep", "date": "2026-03-02"}]
                """);
    assertEquals(
        List.of(
            Set.of("day", "minutes", "heart", "workouts"),
            Set.of("weight"),
            Set.of("food"),
            Set.of()),
        taken.notifications().stream()
            .map(ProviderNotification::feeds)
            .collect(Collectors.toList()));
    assertEquals(Optional.empty(), taken.notifications().get(2).target());
    assertEquals(ProviderNotification.revoked("C"), taken.notifications().get(3));
  }

  /** Prevents a late or replayed notification from ending a later grant. */
  @Test
  void aRevocationIsOfItsDayWhereverThatEnds() {
    NotificationAccepted taken =
        (NotificationAccepted)
            signed(
                """
                [{"collectionType": "userRevokedAccess", "date": "2026-03-02", "ownerId": "C"},
                 {"collectionType": "userRevokedAccess", "date": "2026-03", "ownerId": "D"}]
                """);
    assertEquals(
        List.of(
            ProviderNotification.revoked("C")
                .withTime(Optional.of(Instant.parse("2026-03-03T12:00:00Z"))),
            ProviderNotification.revoked("D")),
        taken.notifications());
  }

  @Test
  void aSignedBodyThatIsNoListIsUnreadable() {
    assertEquals(new NotificationRejected(400), signed("{}"));
    assertThrows(IllegalArgumentException.class, () -> signed("["));
    assertEquals(new NotificationAccepted(204, List.of()), signed("[]"));
  }

  @Test
  void otherMethodsAreNotAllowed() {
    assertEquals(
        new NotificationRejected(405),
        receive(
            "PUT", MultiMap.caseInsensitiveMultiMap(), MultiMap.caseInsensitiveMultiMap(), BODY));
  }
}
