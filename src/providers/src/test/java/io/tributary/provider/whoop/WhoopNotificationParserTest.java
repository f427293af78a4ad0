package io.tributary.provider.whoop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import io.tributary.core.Ids;
import io.tributary.provider.AppCredentials;
import io.tributary.provider.FetchTarget;
import io.tributary.provider.NotificationParser;
import io.tributary.provider.NotificationParser.ProviderNotification;
import io.tributary.simulators.kit.PushRules;
import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Checks the signature over milliseconds and body, and the time limit of five minutes. */
class WhoopNotificationParserTest {
  private static final Instant TOLD = Instant.ofEpochMilli(1_772_449_500_123L);
  private static final String WORKOUT =
      "{\"user_id\":4411,\"id\":\"0b7d39a2-5555-4666-8777-888888888888\","
          + "\"type\":\"workout.updated\",\"trace_id\":\"t-9\"}";

  /**
   * Output of {@code openssl dgst -sha256 -hmac whisper -binary | base64} over the milliseconds and
   * the body.
   */
  private static final String PROOF = "fiGd0T/DxfNXRI0Erls7R0/IMgPyUnfaZ5RxBwzU3X0=";

  private static NotificationParser.NotificationResponse receive(
      String body, String stamp, String proof, Instant now) {
    MultiMap headers = MultiMap.caseInsensitiveMultiMap();
    if (stamp != null) {
      headers.add("X-WHOOP-Signature-Timestamp", stamp);
    }
    if (proof != null) {
      headers.add("X-WHOOP-Signature", proof);
    }
    var app =
        new AppCredentials(
            Ids.DEFAULT_APP,
            "whoop_v2",
            "client",
            "whisper",
            new AppCredentials.Urls("http://127.0.0.1:9", "http://127.0.0.1:9/auth"),
            "http://127.0.0.1:9/back");
    return new WhoopNotificationParser()
        .receive(
            new NotificationParser.NotificationRequest(
                app,
                "path",
                Optional.empty(),
                "POST",
                headers,
                MultiMap.caseInsensitiveMultiMap(),
                Buffer.buffer(body),
                now));
  }

  private static void refused(int status, NotificationParser.NotificationResponse answer) {
    assertEquals(new NotificationParser.NotificationRejected(status), answer);
  }

  private static String millis() {
    return Long.toString(TOLD.toEpochMilli());
  }

  /** Returns the parsed content of a correctly signed notification of this type. */
  private static List<ProviderNotification> told(String type, String id) {
    String body =
        "{\"user_id\":4411,\"id\":\"" + id + "\",\"type\":\"" + type + "\",\"trace_id\":\"t\"}";
    String proof = PushRules.sha256Base64("whisper", millis().getBytes(), body.getBytes());
    return assertInstanceOf(
            NotificationParser.NotificationAccepted.class, receive(body, millis(), proof, TOLD))
        .notifications();
  }

  @Test
  void aSignedNoticeIsTakenAndHasTheRecordAndTheCyclesOfItsDaysRead() {
    var taken =
        assertInstanceOf(
            NotificationParser.NotificationAccepted.class,
            receive(WORKOUT, millis(), PROOF, TOLD.plusSeconds(299)));
    assertEquals(200, taken.status());
    assertEquals(
        List.of(
            ProviderNotification.changed(
                "4411",
                Set.of("workout"),
                new FetchTarget.SingleDocument("workout", "0b7d39a2-5555-4666-8777-888888888888")),
            ProviderNotification.changed(
                "4411",
                Set.of("cycle"),
                new FetchTarget.SingleDocument("workout", "0b7d39a2-5555-4666-8777-888888888888"))),
        taken.notifications());
  }

  @Test
  void aWrongAMissingAndAnOldSignatureAreRefused() {
    refused(401, receive(WORKOUT, millis(), PROOF.toLowerCase(Locale.ROOT), TOLD));
    refused(401, receive(WORKOUT, millis(), null, TOLD));
    refused(401, receive(WORKOUT, null, PROOF, TOLD));
    refused(401, receive(WORKOUT, "soon", PROOF, TOLD));
    refused(401, receive(WORKOUT.replace("4411", "4412"), millis(), PROOF, TOLD));
    refused(401, receive(WORKOUT, millis(), PROOF, TOLD.plus(Duration.ofMinutes(6))));
  }

  @Test
  void theTimestampIsMillisecondsAndNotSeconds() {
    refused(401, receive(WORKOUT, Long.toString(TOLD.getEpochSecond()), PROOF, TOLD));
  }

  @Test
  void aRecoveryIsToldUnderTheIdOfItsSleep() {
    assertEquals(
        ProviderNotification.changed(
            "4411", Set.of("sleep"), new FetchTarget.SingleDocument("recovery", "ecfc6a15-4661")),
        told("recovery.updated", "ecfc6a15-4661").getFirst());
    assertEquals(
        ProviderNotification.changed(
            "4411", Set.of("sleep"), new FetchTarget.SingleDocument("sleep", "ecfc6a15-4661")),
        told("sleep.updated", "ecfc6a15-4661").getFirst());
  }

  @Test
  void whatWasDeletedIsNotReadAndStays() {
    for (String type : List.of("workout.deleted", "sleep.deleted", "recovery.deleted")) {
      assertEquals(
          List.of(ProviderNotification.changed("4411", Set.of("cycle"), null)), told(type, "a-1"));
    }
  }

  @Test
  void newsOfAnotherSortAreTakenAndMeanNothing() {
    assertEquals(List.of(), told("strain.updated", "a-1"));
  }

  @Test
  void anIdThatWouldLeadElsewhereIsRefused() {
    String body = "{\"user_id\":4411,\"id\":\"../user\",\"type\":\"sleep.updated\"}";
    String proof = PushRules.sha256Base64("whisper", millis().getBytes(), body.getBytes());
    refused(400, receive(body, millis(), proof, TOLD));
  }
}
