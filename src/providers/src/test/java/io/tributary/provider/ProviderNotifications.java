package io.tributary.provider;

import io.vertx.core.MultiMap;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** A valid notification of each provider that sends them, and its signature over any body. */
final class ProviderNotifications {
  /** The secret part of the notification URL. */
  static final String HOOK = "word";

  /** The signing key that the provider issued, or the ID of the subscription. */
  static final String SIGNING_KEY = "120";

  private static final String SECRET = "secret";

  private ProviderNotifications() {}

  static AppCredentials app(String slug) {
    return new AppCredentials(
        new UUID(0, 1),
        slug,
        "client",
        SECRET,
        new AppCredentials.Urls(
            "https://api.example.com", "https://example.com", Optional.empty(), Map.of()),
        "https://example.com/back");
  }

  static String[] of(String slug) {
    String text =
        switch (slug) {
          case "fitbit" ->
              """
              [{"collectionType":"sleep","date":"2026-03-02","ownerId":"7","ownerType":"user","subscriptionId":"s"},
               {"collectionType":"userRevokedAccess","ownerId":"7","ownerType":"user"}]
              """;
          case "garmin" ->
              """
              {"dailies":[{"userId":"g-1a2b","summaryId":"x","calendarDate":"2026-03-02","startTimeInSeconds":1772406000,
               "startTimeOffsetInSeconds":3600,"durationInSeconds":86400,"steps":8421}],
               "deregistrations":[{"userId":"g-2"}],"userPermissionsChange":[{"userId":"g","permissions":["A"],
               "changeTimeInSeconds":1772406000}],"activityFiles":[{"userId":"g","callbackURL":"https://apis.garmin.com/x?id=1",
               "fileType":"FIT","summaryId":"y","startTimeInSeconds":1772406000}]}
              """;
          case "google_health" ->
              """
              {"data":{"version":"1","clientProvidedSubscriptionName":"s1","healthUserId":"u","operation":"UPSERT",
               "dataType":"sleep","intervals":[{"physicalTimeInterval":{"startTime":"2026-03-01T22:00:00Z",
               "endTime":"2026-03-02T06:00:00Z"},"civilDateTimeInterval":{"startDateTime":{"date":{"year":2026,"month":3,"day":1}}}}]}}
              """;
          case "oura" ->
              """
              {"event_type":"update","data_type":"sleep","object_id":"o-1","event_time":"2026-03-02T07:00:00+00:00","user_id":"u"}
              """;
          case "polar" ->
              """
              {"event":"SLEEP","user_id":475,"date":"2026-03-02","entity_id":"e","timestamp":"2026-03-02T07:00:00Z",
               "url":"https://www.polaraccesslink.com/v3/users/sleep/2026-03-02"}
              """;
          case "strava" ->
              """
              {"object_type":"activity","object_id":7100042,"aspect_type":"create","owner_id":5501,"subscription_id":120,
               "event_time":1772406000,"updates":{"authorized":"false","title":"x"}}
              """;
          case "wahoo" ->
              """
              {"event_type":"workout_summary","webhook_token":"word","user":{"id":9},"workout_summary":{"id":91,
               "workout":{"id":88,"starts":"2026-03-02T05:30:00.000Z"},"file":{"url":"https://cdn.wahooligan.com/x.fit"}}}
              """;
          case "whoop_v2" ->
              """
              {"user_id":4411,"id":"0b7d39a2-5555-4666-8777-888888888888","type":"sleep.updated","trace_id":"t"}
              """;
          case "withings" ->
              "userid=13&appli=1&startdate=1772406000&enddate=1772409600&date=2026-03-02&action=update";
          default -> throw new IllegalArgumentException("what does it send? " + slug);
        };
    return new String[] {text.strip()};
  }

  static void sign(String slug, byte[] body, Instant now, MultiMap headers) {
    String millis = Long.toString(now.toEpochMilli());
    byte[] stamp = millis.getBytes(StandardCharsets.US_ASCII);
    switch (slug) {
      case "fitbit" ->
          headers.set(
              "X-Fitbit-Signature",
              WebhookSignatures.base64(WebhookSignatures.hmacSha1(SECRET + "&", body)));
      case "garmin" -> headers.set("Garmin-Client-Id", "client");
      case "google_health" -> headers.set("Authorization", SIGNING_KEY);
      case "oura" ->
          headers
              .set("x-oura-timestamp", Long.toString(now.getEpochSecond()))
              .set(
                  "x-oura-signature",
                  WebhookSignatures.upperHex(
                      WebhookSignatures.hmacSha256(
                          SECRET,
                          Long.toString(now.getEpochSecond()).getBytes(StandardCharsets.US_ASCII),
                          body)));
      case "polar" ->
          headers
              .set("Polar-Webhook-Event", "SLEEP")
              .set(
                  "Polar-Webhook-Signature",
                  WebhookSignatures.hex(WebhookSignatures.hmacSha256(SIGNING_KEY, body)));
      case "whoop_v2" ->
          headers
              .set("X-WHOOP-Signature-Timestamp", millis)
              .set(
                  "X-WHOOP-Signature",
                  WebhookSignatures.base64(WebhookSignatures.hmacSha256(SECRET, stamp, body)));
      default -> {
        // Its notifications are not signed.
      }
    }
  }
}
