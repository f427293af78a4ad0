package io.tributary.provider.garmin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Ids;
import io.tributary.core.Json;
import io.tributary.provider.AppCredentials;
import io.tributary.provider.FetchTarget;
import io.tributary.provider.NotificationParser;
import io.tributary.provider.NotificationParser.ProviderNotification;
import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import java.net.URI;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * Checks that a notification is authenticated by the client ID that the vendor repeats and that
 * each entry names its user.
 */
class GarminNotificationParserTest {
  private static final String PING =
      "{\"dailies\":[{\"userId\":\"g-1a2b\",\"callbackURL\":\"https://apis.garmin.com/wellness-api/"
          + "rest/dailies?uploadStartTimeInSeconds=1772400000&uploadEndTimeInSeconds=1772403600"
          + "&token=a%2Bb%3D\"}]}";

  private static NotificationParser.NotificationResponse receive(
      String method, String body, String client) {
    MultiMap headers = MultiMap.caseInsensitiveMultiMap();
    if (client != null) {
      headers.add("Garmin-Client-Id", client);
    }
    var app =
        new AppCredentials(
            Ids.DEFAULT_APP,
            "garmin",
            "client-7",
            "whisper",
            new AppCredentials.Urls("https://apis.garmin.com/wellness-api/rest", "https://x.test"),
            "https://x.test/back");
    return new GarminNotificationParser()
        .receive(
            new NotificationParser.NotificationRequest(
                app,
                "path",
                Optional.empty(),
                method,
                headers,
                MultiMap.caseInsensitiveMultiMap(),
                Buffer.buffer(body),
                Instant.parse("2026-03-02T10:00:00Z")));
  }

  private static List<ProviderNotification> told(String body) {
    var taken =
        assertInstanceOf(
            NotificationParser.NotificationAccepted.class, receive("POST", body, "client-7"));
    assertEquals(200, taken.status());
    return taken.notifications();
  }

  @Test
  void anotherClientIdOrNoneIsRefused() {
    assertEquals(new NotificationParser.NotificationRejected(401), receive("POST", PING, null));
    assertEquals(
        new NotificationParser.NotificationRejected(401), receive("POST", PING, "client-8"));
    assertEquals(new NotificationParser.NotificationRejected(401), receive("POST", PING, ""));
    assertEquals(new NotificationParser.NotificationRejected(405), receive("GET", "", "client-7"));
    assertEquals(
        new NotificationParser.NotificationRejected(400), receive("POST", "dailies", "client-7"));
    assertEquals(
        new NotificationParser.NotificationRejected(400), receive("POST", "[]", "client-7"));
  }

  @Test
  void anAddressIsKeptAsItWasWritten() {
    assertEquals(
        List.of(
            ProviderNotification.changed(
                "g-1a2b",
                Set.of("days"),
                new FetchTarget.FetchAddress(
                    URI.create(
                        "https://apis.garmin.com/wellness-api/rest/dailies?uploadStartTimeInSeconds"
                            + "=1772400000&uploadEndTimeInSeconds=1772403600&token=a%2Bb%3D")))),
        told(PING));
  }

  @Test
  void summariesAreKeptByTypeAndOthersThanThoseWeUseAreNot() {
    List<ProviderNotification> hints = told(GarminFixture.push().toString());
    assertTrue(hints.stream().allMatch(h -> h.externalUserId().equals("g-1a2b")));
    Set<String> kept =
        hints.stream()
            .map(h -> (FetchTarget.InlineDocuments) h.target().orElseThrow())
            .flatMap(g -> g.body().properties().stream())
            .map(e -> e.getKey())
            .collect(Collectors.toCollection(TreeSet::new));
    assertEquals(
        GarminDocumentKind.summaries().stream()
            .map(GarminDocumentKind::wire)
            .collect(Collectors.toCollection(TreeSet::new)),
        kept);
  }

  @Test
  void entriesOfTwoUsersBecomeNoticesOfEach() {
    ObjectNode push = Json.object();
    ArrayNode days = push.putArray("dailies");
    JsonNode day = GarminFixture.push().at("/dailies/0");
    days.add(day);
    days.add(((ObjectNode) day.deepCopy()).put("userId", "g-other"));
    days.add(((ObjectNode) day.deepCopy()).put("steps", 9000));
    days.add(((ObjectNode) day.deepCopy()).remove(List.of("userId")));
    List<ProviderNotification> hints = told(push.toString());
    assertEquals(
        List.of("g-1a2b", "g-other"),
        hints.stream().map(ProviderNotification::externalUserId).toList());
    assertEquals(
        2,
        ((FetchTarget.InlineDocuments) hints.getFirst().target().orElseThrow())
            .body()
            .get("dailies")
            .size());
    assertEquals(
        1,
        ((FetchTarget.InlineDocuments) hints.get(1).target().orElseThrow())
            .body()
            .get("dailies")
            .size());
  }

  @Test
  void aYearOfDaysIsKeptInPartsThatCanBeStored() {
    ObjectNode push = Json.object();
    ArrayNode days = push.putArray("dailies");
    ObjectNode rates = Json.object();
    for (int s = 0; s < 86_400; s += 15) {
      rates.put(Integer.toString(s), 60);
    }
    for (int i = 0; i < 10; i++) {
      ObjectNode day = GarminFixture.push().at("/dailies/0").deepCopy();
      day.put("calendarDate", "2026-03-1" + i).set("timeOffsetHeartRateSamples", rates);
      days.add(day);
    }
    List<ProviderNotification> hints = told(push.toString());
    assertEquals(5, hints.size());
    List<String> all =
        hints.stream()
            .flatMap(
                h ->
                    ((FetchTarget.InlineDocuments) h.target().orElseThrow())
                        .body().get("dailies").findValuesAsText("calendarDate").stream())
            .toList();
    assertEquals(10, all.size());
    assertEquals("2026-03-10", all.getFirst());
    assertEquals("2026-03-19", all.getLast());
  }

  @Test
  void whatBelongsToOneQuarterOfAnHourIsNeverParted() {
    ObjectNode push = Json.object();
    ArrayNode epochs = push.putArray("epochs");
    for (String type : List.of("WALKING", "RUNNING")) {
      for (int i = 0; i < 9000; i++) {
        epochs
            .addObject()
            .put("userId", "g")
            .put("activityType", type)
            .put("startTimeInSeconds", 900L * i);
      }
    }
    List<ProviderNotification> hints = told(push.toString());
    assertTrue(hints.size() > 1);
    for (ProviderNotification hint : hints) {
      JsonNode part =
          ((FetchTarget.InlineDocuments) hint.target().orElseThrow()).body().get("epochs");
      assertEquals(0, part.size() % 2);
      assertEquals(
          part.get(part.size() - 1).get("startTimeInSeconds"),
          part.get(part.size() - 2).get("startTimeInSeconds"));
    }
  }

  @Test
  void anEndedRegistrationEndsTheConnection() {
    assertEquals(
        List.of(ProviderNotification.revoked("g-1a2b")),
        told("{\"deregistrations\":[{\"userId\":\"g-1a2b\"},{\"userAccessToken\":\"x\"}]}"));
  }

  @Test
  void changedPermissionsAreToldWithTheirMomentTheLastOneLast() {
    assertEquals(
        List.of(
            ProviderNotification.scopes("g-1a2b", List.of("HEALTH_EXPORT"))
                .withTime(Optional.of(Instant.ofEpochSecond(1_772_400_000))),
            ProviderNotification.scopes("g-1a2b", List.of())
                .withTime(Optional.of(Instant.ofEpochSecond(1_772_403_600)))),
        told(
            """
            {"userPermissionsChange":[
              {"userId":"g-1a2b","summaryId":"x","permissions":[],"changeTimeInSeconds":1772403600},
              {"userId":"g-1a2b","summaryId":"y","permissions":["HEALTH_EXPORT"],
               "changeTimeInSeconds":1772400000},
              {"userId":"g-1a2b","summaryId":"z"}]}
            """));
  }

  @Test
  void filesAndAddressesThatAreNoneMeanNothing() {
    assertEquals(
        List.of(),
        told(
            """
            {"activityFiles":[{"userId":"g","callbackURL":"https://apis.garmin.com/f"}],
             "sleeps":[{"userId":"g","callbackURL":"no address"}],
             "hrv":{"userId":"g"},"later":[{"userId":"g"}]}
            """));
  }
}
