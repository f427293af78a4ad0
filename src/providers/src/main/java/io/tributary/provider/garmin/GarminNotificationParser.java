package io.tributary.provider.garmin;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.core.Json;
import io.tributary.provider.FetchTarget;
import io.tributary.provider.NotificationParser;
import io.tributary.provider.WebhookSignatures;
import io.tributary.provider.document.LenientJson;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Parser of notifications of all types, which arrive at one URL as an object of lists, one per
 * type. An entry contains a summary, or the URL to read it from.
 *
 * <p>Notifications are not signed. Garmin repeats our client ID and has the secret part of the URL.
 * There is no other access to the data, so they are accepted as they are.
 */
final class GarminNotificationParser implements NotificationParser {
  private static final String CLIENT_ID_HEADER = "garmin-client-id";
  private static final String USER = "userId";
  private static final String CALLBACK_URL = "callbackURL";

  @Override
  public NotificationResponse receive(NotificationRequest push) {
    if (!push.method().equals("POST")) {
      return new NotificationRejected(405);
    }
    if (!WebhookSignatures.matches(push.headers().get(CLIENT_ID_HEADER), push.app().clientId())) {
      return new NotificationRejected(401);
    }
    try {
      JsonNode body = Json.parse(push.body().getBytes());
      return body.isObject()
          ? new NotificationAccepted(200, toHints(body))
          : new NotificationRejected(400);
    } catch (IllegalArgumentException e) {
      return new NotificationRejected(400);
    }
  }

  /** Returns the hints; unused keys, such as files, produce none. */
  private static List<ProviderNotification> toHints(JsonNode body) {
    List<ProviderNotification> out = new ArrayList<>();
    for (Map.Entry<String, JsonNode> e : body.properties()) {
      List<LenientJson> entries = LenientJson.of(e.getValue()).list();
      switch (e.getKey()) {
        case "deregistrations" ->
            entries.stream()
                .filter(d -> d.id(USER) != null)
                .map(GarminNotificationParser::revoked)
                .forEach(out::add);
        case "userPermissionsChange" -> addPermissionChanges(entries, out);
        default ->
            GarminDocumentKind.ofKey(e.getKey())
                .ifPresent(kind -> addSummaries(kind, entries, out));
      }
    }
    return out;
  }

  private static ProviderNotification revoked(LenientJson entry) {
    return ProviderNotification.revoked(entry.requiredId(USER));
  }

  /** Adds permission changes in order of time, so that the last one applies. */
  private static void addPermissionChanges(
      List<LenientJson> entries, List<ProviderNotification> out) {
    record Change(LenientJson entry, Optional<Instant> at) {}
    entries.stream()
        .filter(d -> d.id(USER) != null && d.child("permissions").node().isArray())
        .map(
            d ->
                new Change(
                    d, Optional.ofNullable(d.epoch("changeTimeInSeconds", ChronoUnit.SECONDS))))
        .sorted(Comparator.comparing(c -> c.at().orElse(Instant.EPOCH)))
        .forEach(
            c -> {
              List<String> left = new ArrayList<>();
              c.entry().child("permissions").node().forEach(p -> left.add(p.asText()));
              out.add(
                  ProviderNotification.scopes(c.entry().requiredId(USER), left).withTime(c.at()));
            });
  }

  private static void addSummaries(
      GarminDocumentKind kind, List<LenientJson> entries, List<ProviderNotification> out) {
    Set<String> feed = Set.of(GarminFeed.of(kind).storedName());
    Map<String, List<LenientJson>> given = new LinkedHashMap<>();
    for (LenientJson entry : entries) {
      String user = entry.id(USER);
      if (user == null) {
        continue;
      }
      if (entry.has(CALLBACK_URL)) {
        parseUrl(entry.text(CALLBACK_URL))
            .ifPresent(
                at ->
                    out.add(
                        ProviderNotification.changed(
                            user, feed, new FetchTarget.FetchAddress(at))));
      } else {
        given.computeIfAbsent(user, u -> new ArrayList<>()).add(entry);
      }
    }
    given.forEach(
        (user, summaries) ->
            GarminSummarySplitter.split(kind, summaries)
                .forEach(
                    part ->
                        out.add(
                            ProviderNotification.changed(
                                user, feed, new FetchTarget.InlineDocuments(part)))));
  }

  /** Returns the URL of a summary; its host is checked when it is called. */
  private static Optional<URI> parseUrl(String text) {
    try {
      return text == null ? Optional.empty() : Optional.of(new URI(text));
    } catch (URISyntaxException e) {
      return Optional.empty();
    }
  }
}
