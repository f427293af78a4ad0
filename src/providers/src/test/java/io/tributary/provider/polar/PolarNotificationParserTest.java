package io.tributary.provider.polar;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import io.tributary.core.Ids;
import io.tributary.core.Json;
import io.tributary.provider.AppCredentials;
import io.tributary.provider.FetchTarget;
import io.tributary.provider.NotificationParser;
import io.tributary.provider.NotificationParser.ProviderNotification;
import io.tributary.simulators.kit.PushRules;
import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Notifications with the vendor's signature, and invalid ones. */
class PolarNotificationParserTest {
  private static final String KEY = "told once";
  private static final String SLEEP =
      "{\"event\":\"SLEEP\",\"user_id\":475,\"date\":\"2026-03-02\","
          + "\"timestamp\":\"2026-03-02T07:11:00Z\","
          + "\"url\":\"https://www.polaraccesslink.com/v3/users/sleep/2026-03-02\"}";

  /** Output of {@code openssl dgst -sha256 -hmac "told once" -hex} over the body. */
  private static final String PROOF =
      "b2d7b0bc1299cf28d5c2edf13c7d7ae47098cb829e73067bce7d71bbbb8461bd";

  private static NotificationParser.NotificationResponse receive(
      String method, String event, String body, String proof, Optional<String> key, String own) {
    MultiMap headers = MultiMap.caseInsensitiveMultiMap().add("Polar-Webhook-Event", event);
    if (proof != null) {
      headers.add("Polar-Webhook-Signature", proof);
    }
    var app =
        new AppCredentials(
            Ids.DEFAULT_APP,
            "polar",
            "client",
            "secret",
            new AppCredentials.Urls("http://127.0.0.1:9", "http://127.0.0.1:9/auth"),
            "http://127.0.0.1:9/back",
            own == null ? Json.object() : Json.object().put("webhook_secret", own));
    return new PolarNotificationParser()
        .receive(
            new NotificationParser.NotificationRequest(
                app,
                "path",
                key,
                method,
                headers,
                MultiMap.caseInsensitiveMultiMap(),
                Buffer.buffer(body),
                Instant.parse("2026-03-02T07:11:01Z")));
  }

  private static NotificationParser.NotificationResponse receive(
      String body, String proof, Optional<String> key) {
    return receive("POST", "SLEEP", body, proof, key, null);
  }

  /** Returns the parsed content of a correctly signed notification. */
  private static List<ProviderNotification> told(String body) {
    String proof = PushRules.sha256Hex(KEY, body.getBytes());
    return assertInstanceOf(
            NotificationParser.NotificationAccepted.class, receive(body, proof, Optional.of(KEY)))
        .notifications();
  }

  private static String of(String event, String rest) {
    return "{\"event\":\"" + event + "\",\"user_id\":475," + rest + "}";
  }

  private static ProviderNotification days(String feed) {
    LocalDate day = LocalDate.parse("2026-03-02");
    return ProviderNotification.changed("475", Set.of(feed), new FetchTarget.Days(day, day));
  }

  @Test
  void aSignedNoticeHasItsDayRead() {
    var taken =
        assertInstanceOf(
            NotificationParser.NotificationAccepted.class, receive(SLEEP, PROOF, Optional.of(KEY)));
    assertEquals(200, taken.status());
    assertEquals(List.of(days("sleep")), taken.notifications());
  }

  @Test
  void wrongAndMissingSignaturesAreRefusedAndSoIsEverythingWhileTheKeyIsNotKnown() {
    var refused = new NotificationParser.NotificationRejected(401);
    assertEquals(refused, receive(SLEEP, null, Optional.of(KEY)));
    assertEquals(refused, receive(SLEEP, "", Optional.of(KEY)));
    assertEquals(refused, receive(SLEEP, PROOF.toUpperCase(Locale.ROOT), Optional.of(KEY)));
    assertEquals(refused, receive(SLEEP.replace("475", "476"), PROOF, Optional.of(KEY)));
    assertEquals(refused, receive(SLEEP, PROOF, Optional.of("another")));
    assertEquals(refused, receive(SLEEP, PROOF, Optional.empty()));
    assertEquals(refused, receive(SLEEP, "", Optional.empty()));
    assertEquals(
        new NotificationParser.NotificationRejected(405),
        receive("GET", "SLEEP", SLEEP, PROOF, Optional.of(KEY), null));
  }

  @Test
  void theKeyOfATeamsOwnWebhookIsWhatTheTeamHasBrought() {
    var taken =
        assertInstanceOf(
            NotificationParser.NotificationAccepted.class,
            receive("POST", "SLEEP", SLEEP, PROOF, Optional.empty(), KEY));
    assertEquals(List.of(days("sleep")), taken.notifications());
    assertEquals(
        new NotificationParser.NotificationRejected(401),
        receive("POST", "SLEEP", SLEEP, PROOF, Optional.empty(), "another"));
  }

  @Test
  void aPingIsTakenBeforeTheKeyIsKnownAndMovesNothing() {
    String ping = "{\"event\":\"PING\",\"timestamp\":\"2026-03-02T07:11:00Z\"}";
    var nothing = new NotificationParser.NotificationAccepted(200, List.of());
    assertEquals(nothing, receive("POST", "PING", ping, null, Optional.empty(), null));
    // A notification with the event type PING yields none either.
    assertEquals(nothing, receive("POST", "PING", SLEEP, null, Optional.of(KEY), null));
  }

  @Test
  void eachEventHasWhatItIsAboutRead() {
    assertEquals(
        List.of(
            ProviderNotification.changed(
                "475", Set.of("heart"), new FetchTarget.SingleDocument("exercise", "2AC312F"))),
        told(of("EXERCISE", "\"entity_id\":\"2AC312F\",\"url\":\"https://example.com/evil\"")));
    String date = "\"date\":\"2026-03-02\"";
    assertEquals(List.of(days("heart")), told(of("CONTINUOUS_HEART_RATE", date)));
    assertEquals(List.of(days("activity")), told(of("ACTIVITY_SUMMARY", date)));
    assertEquals(
        List.of(ProviderNotification.changed("475", Set.of("physical"), null)),
        told(of("PHYSICAL_INFORMATION", date)));
    assertEquals(List.of(), told(of("SLEEP_WISE_ALERTNESS", date)));
  }

  @Test
  void whatCannotBeReadIsRefusedThoughItIsSigned() {
    for (String odd :
        List.of(
            "no json",
            "{}",
            of("SLEEP", "\"date\":\"yesterday\""),
            of("SLEEP", "\"day\":\"2026-03-02\""),
            of("EXERCISE", "\"entity_id\":\"../users/476\""),
            "{\"event\":\"SLEEP\",\"date\":\"2026-03-02\"}")) {
      assertEquals(
          new NotificationParser.NotificationRejected(400),
          receive(odd, PushRules.sha256Hex(KEY, odd.getBytes()), Optional.of(KEY)),
          odd);
    }
  }
}
