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
  private static final String CLIENT = "garmin-client-id";
  private static final String USER = "userId";
  private static final String ADDRESS = "callbackURL";

  @Override
  public Answer receive(Push push) {
    if (!push.method().equals("POST")) {
      return new Refuse(405);
    }
    if (!WebhookSignatures.same(push.headers().get(CLIENT), push.app().clientId())) {
      return new Refuse(401);
    }
    try {
      JsonNode body = Json.parse(push.body().getBytes());
      return body.isObject() ? new Take(200, hints(body)) : new Refuse(400);
    } catch (IllegalArgumentException e) {
      return new Refuse(400);
    }
  }

  /** Returns the hints; unused keys, such as files, produce none. */
  private static List<Hint> hints(JsonNode body) {
    List<Hint> out = new ArrayList<>();
    for (Map.Entry<String, JsonNode> e : body.properties()) {
      List<LenientJson> entries = LenientJson.of(e.getValue()).list();
      switch (e.getKey()) {
        case "deregistrations" ->
            entries.stream()
                .filter(d -> d.id(USER) != null)
                .map(GarminNotificationParser::ended)
                .forEach(out::add);
        case "userPermissionsChange" -> changes(entries, out);
        default ->
            GarminDocumentKind.told(e.getKey()).ifPresent(kind -> summaries(kind, entries, out));
      }
    }
    return out;
  }

  private static Hint ended(LenientJson entry) {
    return Hint.revoked(entry.requiredId(USER));
  }

  /** Adds permission changes in order of time, so that the last one applies. */
  private static void changes(List<LenientJson> entries, List<Hint> out) {
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
              out.add(Hint.scopes(c.entry().requiredId(USER), left).happened(c.at()));
            });
  }

  private static void summaries(
      GarminDocumentKind kind, List<LenientJson> entries, List<Hint> out) {
    Set<String> feed = Set.of(GarminFeed.of(kind).wire());
    Map<String, List<LenientJson>> given = new LinkedHashMap<>();
    for (LenientJson entry : entries) {
      String user = entry.id(USER);
      if (user == null) {
        continue;
      }
      if (entry.has(ADDRESS)) {
        address(entry.text(ADDRESS))
            .ifPresent(at -> out.add(Hint.changed(user, feed, new FetchTarget.At(at))));
      } else {
        given.computeIfAbsent(user, u -> new ArrayList<>()).add(entry);
      }
    }
    given.forEach(
        (user, summaries) ->
            GarminParts.of(kind, summaries)
                .forEach(part -> out.add(Hint.changed(user, feed, new FetchTarget.Given(part)))));
  }

  /** Returns the URL of a summary; its host is checked when it is called. */
  private static Optional<URI> address(String text) {
    try {
      return text == null ? Optional.empty() : Optional.of(new URI(text));
    } catch (URISyntaxException e) {
      return Optional.empty();
    }
  }
}
